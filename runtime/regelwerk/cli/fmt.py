"""`fmt`: the files of games laid out: keys in order, indentation even, comments in line; what they say stays the same."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from regelwerk_compiler.settings import Settings

_OURS = re.compile(rb"""^\s*["']?(?:regelwerk)["']?\s*:""", re.MULTILINE)
STDIN = "-"


@dataclass(slots=True)
class _Tally:
    """What became of the files."""

    changed: list[str] = field(default_factory=list)
    same: int = 0
    unread: int = 0


@click.command(short_help="Lay out the rules: keys in order, even indentation.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=opt.complete_game)
@click.option("--check", is_flag=True, help="Change nothing; the exit code is 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@opt.color_option
def fmt(paths: tuple[str, ...], check: bool, diff: bool, color: bool | None) -> int:
    """Lay out the files at PATHs: games, tables, scenarios and seeds, or all of them below a folder. What they say stays the same.

    Without PATH: the games here, as `regelwerk check` finds them. PATH `-` reads standard input and writes standard output.
    The exit code is 1 if a file cannot be read; it is left as it is.
    """
    if STDIN in paths:
        if len(paths) > 1:
            raise UsageError("`-` stands alone: it reads standard input")
        return _from_stdin(check)
    tally = _Tally()
    for path in _files(paths):
        _one(path, tally, write=not (check or diff), diff=diff, color=color)
    _sum_up(tally, only_told=check or diff)
    return FAULTS if tally.unread or (tally.changed and check) else FINE


def _one(path: Path, tally: _Tally, *, write: bool, diff: bool, color: bool | None) -> None:
    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.document.limits import FILE_BYTES
    from regelwerk_compiler.layout.lay_out import lay_out

    from .reports import print_diagnostics

    with path.open("rb") as file:
        before = file.read(FILE_BYTES + 1)
    collector = Collector()
    after = lay_out(before, path.as_posix(), collector)
    if after is None:
        print_diagnostics(collector.in_reading_order(), color=color)
        tally.unread += 1
    elif after.encode() == before:
        tally.same += 1
    else:
        tally.changed.append(str(path))
        if diff:
            _show(path, before.decode(), after, color)
        elif write:
            from ..writing import write_whole

            write_whole(path.resolve(), after)
        if not diff:
            click.echo(f"{'laid out' if write else 'would change'}: {path}")


def _show(path: Path, before: str, after: str, color: bool | None) -> None:
    import difflib

    from .reports import color_of

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), str(path), lineterm="")
    colours = {"+": "green", "-": "red", "@": "blue"}
    for line in lines:
        click.echo(click.style(line, fg=colours.get(line[:1])), color=color_of(color))


def _sum_up(tally: _Tally, *, only_told: bool) -> None:
    files = len(tally.changed) + tally.same + tally.unread
    words = [
        f"{len(tally.changed)} {'would change' if only_told else 'laid out'}" if tally.changed else "nothing to do"
    ]
    words += [f"{tally.unread} cannot be read"] if tally.unread else []
    click.echo(f"{files} {'file' if files == 1 else 'files'}: {', '.join(words)}")


def _from_stdin(check: bool) -> int:
    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.diagnostics.render import render
    from regelwerk_compiler.layout.lay_out import lay_out

    before = sys.stdin.read()
    collector = Collector()
    after = lay_out(before, "standard input", collector)
    if after is None:
        click.echo(render(collector.in_reading_order(), lambda _: before), err=True)
        return FAULTS
    if not check:
        click.echo(after, nl=False)
    return FAULTS if check and after != before else FINE


# -- files ---------------------------------------------------------------------------------------
def _files(paths: Sequence[str]) -> Iterator[Path]:
    """The files that PATHs mean, each once.  Raises `UsageError` and `SettingsFaults`."""
    from .games import settings_here

    found: dict[Path, None] = {}
    settings = settings_here()
    for said in paths or _default(settings):
        path = Path(said)
        if path.is_dir():
            found.update(dict.fromkeys(_below(path, settings)))
        elif path.is_file() and not _ours(path):
            click.echo(f"passed over: {path} (it does not say `regelwerk: 1`)", err=True)
        elif path.exists():
            found[path] = None
        else:
            raise UsageError(f"{said}: there is no such file or folder")
    if not found and not any(Path(said).is_file() for said in paths):
        raise UsageError("there is no file of a game here")
    yield from found


def _default(settings: Settings) -> list[str]:
    from .games import games_here

    found = [str(path.parent) for path in games_here(settings)]
    if not found:
        raise UsageError("there is no game here")
    return found


def _below(folder: Path, settings: Settings) -> Iterator[Path]:
    """The files of ours in a folder, as `games.py` looks through folders; links are not followed."""
    from .games import left_out

    for name, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not left_out(Path(name, one), settings))
        for one in sorted(files):
            path = Path(name, one)
            if path.suffix in (".yaml", ".yml") and not path.is_symlink() and _ours(path):
                yield path


def _ours(path: Path) -> bool:
    """Whether a file says that it is one of ours."""
    with path.open("rb") as file:
        return _OURS.search(file.read(100_000)) is not None
