"""`simulate`: many games between bots, with a progress bar and statistics; with `--coverage` the rules that never came into play."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..measure.statistics import Progress, Statistics

WORTH_BUILDING = 1000  # games for which a C compiler is waited for


@click.command(short_help="Let bots play many games, and count.")
@opt.game_argument()
@click.option(
    "--games", "-g", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="How many games."
)
@opt.players_option
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="NAME,...",
    help="random or greedy: one for all seats, or one a seat.",
)
@click.option(
    "--seed", "-s", type=int, default=0, show_default=True, metavar="S", help="Game number i has the seed S + i."
)
@opt.choice_option
@opt.table_option
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="J",
    help="How many processes; the numbers stay the same.",
)
@opt.engine_option
@click.option("--coverage", is_flag=True, help="Say which rules were never used.")
@click.option("--check", is_flag=True, help="Test after every step that no piece is lost (slower).")
@opt.json_option
@opt.color_option
def simulate(
    game: str,
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    options: tuple[str, ...],
    tables: tuple[str, ...],
    jobs: int,
    engine: str,
    coverage: bool,
    check: bool,
    as_json: bool,
    color: bool | None,
) -> int:
    """Let bots play GAME many times; print lengths, decisions, options, wins and scores by seat.

    The exit code is 1 if a game broke down; games that reached the largest number of decisions are counted as capped.
    """
    from ..game import load
    from ..measure.statistics import simulate as run

    loaded = load(
        game,
        players=players,
        options=opt.pairs(options, "--option NAME=VALUE"),
        tables=opt.pairs(tables, "--table NAME=FILE"),
        engine=engine,
        build=games >= WORTH_BUILDING,
    )
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if not names:
        raise UsageError("--bots names no bot", "As in: --bots random or --bots greedy,random")

    def play(progress: Progress | None) -> Statistics:
        return run(loaded, games, names, seed, jobs, coverage=coverage, check=check, progress=progress)

    found = _with_bar(play, games, loaded.id) if sys.stderr.isatty() and not as_json else play(None)
    if as_json:
        click.echo(json.dumps(found.json(), ensure_ascii=False))
    else:
        from .console import console

        for part in _parts(found, loaded.engine.name):
            console(color).print(part)
    return FAULTS if found.broken else FINE


def _with_bar(play: object, games: int, game: str) -> Statistics:
    """A bar on standard error while the games run; it is gone afterwards."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .console import console

    columns = (TextColumn(game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        task = bar.add_task(game, total=games)
        assert callable(play)
        found: Statistics = play(lambda done: bar.update(task, completed=done))
    return found


def _parts(found: Statistics, engine: str) -> list[RenderableType]:
    from rich import box
    from rich.table import Table

    done = found.finished + found.capped
    speed = f"{found.decisions / found.seconds:,.0f} decisions/s, engine {engine}" if found.seconds > 0 else ""
    lines = [
        f"{found.game}, {_many(found.players, 'player')}: {_many(found.games, 'game')} in {found.seconds:.1f} s ({speed}),"
        f" seeds {found.seed} to {found.seed + found.games - 1}",
        f"{found.finished} ended by the rules, {found.capped} capped, {len(found.broken)} broken",
    ]
    if done:
        lengths = found.lengths
        lines.append(f"decisions a game: {min(lengths)} to {max(lengths)}, mean {sum(lengths) / len(lengths):.1f}")
        lines.append(f"options a decision: mean {found.options:.1f}, at most {found.most_options}")
    parts: list[RenderableType] = ["\n".join(lines)]
    if done:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", border_style="dim")
        for n, head in enumerate(("seat", "bot", "wins", "shared", "mean score", "least", "most")):
            table.add_column(head, justify="left" if n < 2 else "right")
        for seat in found.seats:
            table.add_row(
                seat.name,
                seat.bot,
                str(seat.wins),
                str(seat.shared),
                f"{seat.mean_score:.2f}",
                str(seat.least_score),
                str(seat.most_score),
            )
        parts.append(table)
        if len(found.items) > 1:
            items = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", border_style="dim")
            items.add_column("mean points")
            for seat in found.seats:
                items.add_column(seat.name, justify="right")
            for name, means in found.items:
                items.add_row(name, *(f"{mean:.2f}" for mean in means))
            parts.append(items)
    if found.coverage is not None:
        used = found.coverage.rules - len(found.coverage.never)
        text = f"{used} of {found.coverage.rules} rules came into play ({found.coverage.share:.0%})"
        parts.append(text + (f"; never: {', '.join(found.coverage.never)}" if found.coverage.never else ""))
    parts.extend(f"seed {one.seed}: {one.why}" for one in found.broken)
    return parts


def _many(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
