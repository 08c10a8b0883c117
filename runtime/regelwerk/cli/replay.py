"""`replay`: a log played again, every hash compared, whole or step by step."""

from __future__ import annotations

import json

import click

from . import options as opt
from .faults import FAULTS, FINE


@click.command(short_help="Play a log again, checking every hash.")
@click.argument("log", type=click.Path(dir_okay=False))
@click.option(
    "--game", shell_complete=opt.complete_game, help="Where the game is, if the log does not say it or it has moved."
)
@click.option("--step", is_flag=True, help="Show the table after each step; Enter goes on, q leaves.")
@click.option("--as", "observer", metavar="SEAT", help="With --step: see what this seat saw.  [default: everything]")
@opt.lang_option
@opt.json_option
@opt.color_option
def replay(
    log: str, game: str | None, step: bool, observer: str | None, lang: str | None, as_json: bool, color: bool | None
) -> int:
    """Play LOG again and compare every name and every hash; stop at the first difference and say what differs.

    The exit code is 1 if the log and the game part.
    """
    from regelwerk_compiler.diagnostics.render import printable

    from ..errors import UsageError
    from ..records.logs import read_log
    from ..records.replay import Walk, game_of

    if step and as_json:
        raise UsageError("--step is for reading; it does not go with --json")
    read = read_log(log)
    walk = Walk(read, game_of(read, game))
    if step:
        _steps(walk, observer, opt.language_of(lang), color)
    else:
        for _ in walk:
            pass
    apart = walk.difference
    if as_json:
        found: dict[str, object] = {
            "game": walk.game.id,
            "steps": len(walk.steps),
            "of": len(read.entries),
            "end": read.end,
        }
        found["difference"] = None if apart is None else {"step": apart.step, "line": apart.line, "what": apart.what}
        click.echo(json.dumps(found, ensure_ascii=False))
    elif apart is not None:
        click.echo(printable(f"{log}:{apart.line}: step {apart.step} of {len(read.entries)}: {apart.what}"))
    else:
        click.echo(f"{log}: {len(read.entries)} steps of {walk.game.id} agree, to the last hash.")
    return FINE if apart is None else FAULTS


def _steps(walk: object, seat: str | None, language: str, color: bool | None) -> None:
    """Each step with its line and the table behind it."""
    from ..errors import UsageError
    from ..lang import Words
    from ..records.replay import Walk
    from ..sight.views import Observer
    from ..state import State
    from .background import background_of, by_names, name_everything
    from .console import console, interactive
    from .playing.screen import Screen

    assert isinstance(walk, Walk)
    game = walk.game
    observer: Observer = "host"
    if seat is not None:
        named = [name.casefold() for name in game.seats]
        if seat.casefold() not in named:
            raise UsageError(f"nobody called `{seat}` sat at this game", f"There were: {', '.join(game.seats)}.")
        observer = named.index(seat.casefold())
    background = background_of(game.source, game.tables) if game.source else by_names(game.program.kinds)
    name_everything(game, background)
    words = Words(language)
    screen = Screen(console(color), game, background, words)
    for n, step in enumerate(walk, 1):
        happening = game.watch.happening(step, observer)
        if happening is None:
            continue
        screen.rule(f"{n} / {len(walk.log.entries)}")
        screen.happened([game.lines.line(happening, language, figures=True)])
        screen.show(screen.table(State(game, step.after), observer))
        if interactive():
            answer = input("Enter ... ")
            if answer.strip().lower() in ("q", "quit"):
                for _ in walk:
                    pass
                return
