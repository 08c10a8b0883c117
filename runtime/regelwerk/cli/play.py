"""`play`: a game at the terminal, for humans at one keyboard and bots; without a terminal bots play and the log is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options as opt
from .faults import FINE, INTERRUPTED

if TYPE_CHECKING:
    from .playing.session import Session


@click.command(short_help="Play a game at the terminal.")
@opt.game_argument(required=False)
@opt.players_option
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME=WHO",
    shell_complete=opt.complete_seat,
    help="Who plays: human, random or greedy. Once for each seat; who is not named is a bot.",
)
@opt.seed_option
@opt.choice_option
@opt.table_option
@opt.lang_option
@click.option(
    "--save", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the game in FILE after every decision."
)
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Go on with a saved game.")
@opt.color_option
def play(
    game: str | None,
    players: int | None,
    seats: tuple[str, ...],
    seed: int | None,
    options: tuple[str, ...],
    tables: tuple[str, ...],
    lang: str | None,
    save: str | None,
    resume: str | None,
    color: bool | None,
) -> int:
    """Play GAME with friends at one keyboard, or against bots.

    \b
    regelwerk play GAME                                     you against bots
    regelwerk play GAME --seat anna=human --seat ben=human  two at one keyboard
    regelwerk play GAME --seat anna=human --seat ben=greedy --save evening.jsonl
    regelwerk play --resume evening.jsonl                   go on with it

    While playing, type a number or the first letters of what you want; `help` shows the rules behind the choice, `undo` takes a decision back.
    Without a terminal bots play against each other; the log and the score sheet are printed.
    """
    if game is None and resume is None:
        return _list_games(opt.language_of(lang))
    from .playing.begin import begun, resumed

    asked = opt.pairs(seats, "--seat anna=human")
    if resume is not None:
        wrong = [
            name
            for name, given in (("--players", players), ("--seed", seed), ("--option", options), ("--table", tables))
            if given
        ]
        if wrong:
            raise UsageError(f"{wrong[0]} cannot be changed in a game that is under way", "It stands in the save.")
        session = resumed(resume, game, asked, lang, save, color)
    else:
        assert game is not None
        session = begun(
            game,
            players,
            asked,
            seed,
            opt.pairs(options, "--option NAME=VALUE"),
            opt.pairs(tables, "--table NAME=FILE"),
            lang,
            save,
            color,
        )
    return _run(session)


def _list_games(language: str) -> int:
    """Without GAME: what there is."""
    from ..find import bundled_games
    from .background import background_of

    click.echo("These games come with Regelwerk; play one with: regelwerk play ID")
    games = bundled_games()
    width = max((len(name) for name in games), default=0)
    for name, path in games.items():
        about = background_of(path)
        fewest, most = about.players
        count = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        click.echo(f"  {name:<{width}}  {about.called(language, name)} ({count} player{'' if count == '1' else 's'})")
    return FINE


# -- playing -------------------------------------------------------------------------------------
def _run(session: Session) -> int:
    from .playing.session import Left

    screen, words = session.screen, session.words
    _welcome(session)
    try:
        state = session.run()
    except Left:
        screen.show(words.counted("quit", len(session.moments)), "dim")
        return FINE
    except (KeyboardInterrupt, EOFError):
        screen.show("")
        screen.show(words("interrupted"), "dim")
        if session.save_to is not None:
            screen.show_whole(words("saved", file=session.save_to), "dim")
        return INTERRUPTED
    if session.asker is not None:
        session.finish()
        screen.rule()
        screen.show(screen.table(state, "public"))
    screen.sheet(state)
    return FINE


def _welcome(session: Session) -> None:
    from .console import interactive

    screen, words = session.screen, session.words
    who = [
        f"{name} ({words(f'kind.{seat.kind}')})"
        for name, seat in zip(screen.said.seats, session.seats, strict=True)
        if seat.kind != "rules"
    ]
    screen.rule(words("welcome", title=screen.title, seats=words.listed(who)))
    screen.show(words("seed", seed=session.seed), "dim")
    if session.asker is not None:
        screen.show(words("welcome_help"), "dim")
    else:
        if not interactive():
            screen.show(words("bots_only"), "dim")
        screen.happened(session.lines_for("public", session.start.steps))
