"""`test`: the scenarios of one game or many, with failures that say what was expected and what was there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from ..scenarios import Failure, Report


@click.command("test", short_help="Run rule tests: given, when, then.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=opt.complete_game)
@click.option("--only", metavar="WORDS", help="Only scenarios whose name contains these words.")
@opt.engine_option
@opt.json_option
@click.option("--verbose", "-v", is_flag=True, help="Name those that pass, too.")
@opt.watch_option
def test(paths: tuple[str, ...], only: str | None, engine: str, as_json: bool, verbose: bool, watch: bool) -> int:
    """Run the scenarios of the games at PATHs: games, files of scenarios, or folders with games in them.

    Without PATH: the games that `regelwerk check` looks at.
    The exit code is 1 if a scenario fails.
    """

    def once() -> int:
        return _run_all(paths, only, engine, as_json, verbose)

    if not watch:
        return once()
    from .watch import watched

    return watched(once, paths, as_text=not as_json)


def _run_all(paths: tuple[str, ...], only: str | None, engine: str, as_json: bool, verbose: bool) -> int:
    """Run all scenarios once; the exit code."""
    passed, failures = 0, []
    for game, report in _reports(paths, only, engine):
        if report.passed:
            passed += 1
            if verbose and not as_json:
                click.echo(f"passed  {game}: {report.name}")
        else:
            failures.append((game, report))
            if not as_json:
                _print(game, report)
    if as_json:
        found = {
            "passed": passed,
            "failed": len(failures),
            "failures": [_entry(game, f) for game, report in failures for f in report.failures],
        }
        click.echo(json.dumps(found, ensure_ascii=False))
    elif not passed and not failures:
        raise UsageError("there is no scenario" + (f" called like `{only}`" if only else "") + " here")
    else:
        click.echo(f"{passed} passed, {len(failures)} failed")
    return FAULTS if failures else FINE


def _reports(paths: Sequence[str], only: str | None, engine: str) -> Iterator[tuple[str, Report]]:
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.flow.lower.lower import lower_scenario

    from ..errors import GameFaults
    from ..scenarios import run_scenario
    from .games import games_at

    for path, file in games_at(paths):
        collector = Collector()
        spec = pipeline.load_spec(path, collector, statements=False)
        if spec is None:
            raise GameFaults(collector.in_reading_order(), str(path))
        for scenario in spec.scenarios:
            if only and only.casefold() not in scenario.name.casefold():
                continue
            if file is not None and Path(scenario.span.file).name != file.name:
                continue
            # A scenario is a program of its own and plays a few steps: no engine is built for it unless one is named.
            runs = "interpreter" if engine == "auto" else engine
            yield spec.game, run_scenario(lower_scenario(spec, scenario), runs)


def _entry(game: str, failure: Failure) -> dict[str, object]:
    span = failure.span
    return {
        "game": game,
        "scenario": failure.scenario,
        "step": failure.step,
        "said": failure.said,
        "message": failure.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
    }


def _print(game: str, report: Report) -> None:
    click.echo(f"FAILED  {game}: {report.name}")
    for failure in report.failures:
        place = f"{failure.span}: " if failure.span else ""
        click.echo(f"  {place}{failure.step}: {f'`{failure.said}`: ' if failure.said else ''}{failure.message}")
    if report.played:
        click.echo(f"  played until then: {', '.join(report.played)}")
