"""Setting the table: from what was asked for, or from a save, to a Session ready to be run."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from ...bots import BOTS, make_bot
from ...bots.playing import Table
from ...errors import LogError
from ...find import find_game
from ...game import Game, load
from ...lang import Words
from ...records.logs import read_log
from ...records.replay import game_of, resume
from .. import options as opt
from ..background import Background, background_of, by_names, name_everything
from ..console import console, interactive
from .ask import asker
from .screen import Screen
from .seats import HUMAN, Seat, how_many, seated
from .session import Moment, Session

BOT = "greedy"
"""Who plays where nobody is named."""
BY_RULES = "rules"
"""What plays a seat beyond the players: the rules themselves."""


def begun(
    said: str,
    players: int | None,
    asked: Mapping[str, str],
    seed: int | None,
    options: Mapping[str, str],
    tables: Mapping[str, str],
    lang: str | None,
    save: str | None,
    color: bool | None,
) -> Session:
    """A new game.  Raises UsageError, GameFaults, WriteError."""
    path = find_game(said)
    background = background_of(path, {name: Path(file) for name, file in tables.items()})
    count = how_many(asked, players, background.seats, background.players[0])
    human = interactive()
    sitting = seated(asked, background.seats, count, (HUMAN, *BOTS), human, BOT)
    loaded = load(said, players=count, options=dict(options), tables=dict(tables))
    sitting = _all_seats(sitting, loaded.program.seats)
    name_everything(loaded, background, () if background.seats else [seat.name for seat in sitting])
    seed = secrets.randbelow(2**32) if seed is None else seed
    session = _session(loaded, background, sitting, seed, lang, save, color)
    if session.save_to is not None:
        session.keep()  # an unwritable file is told at once
    return session


def _all_seats(sitting: Sequence[Seat], seats: Sequence[str]) -> tuple[Seat, ...]:
    """With the seats that play by rule, behind those of the players."""
    return (*sitting, *(Seat(name, BY_RULES) for name in seats[len(sitting) :]))


def resumed(
    file: str, said: str | None, asked: Mapping[str, str], lang: str | None, save: str | None, color: bool | None
) -> Session:
    """A saved game, to be gone on with; it is saved where it came from.  Raises LogError, UsageError."""
    log = read_log(file)
    game = game_of(log, said)
    states, record = resume(log, game)
    if record.explicit:
        raise LogError(f"{file} cannot be played on: what chance did in it was chosen, not drawn")
    human = interactive()
    kinds = record.players or ("random",) * len(game.program.seats)
    if asked:
        names = list(game.seats[: game.program.players])
        chosen = {seat.name: seat.kind for seat in seated(asked, names, len(names), (HUMAN, *BOTS), human, BOT)}
        wanted = {name.casefold() for name in asked}
        kinds = tuple(
            chosen[name] if name.casefold() in wanted else kind for name, kind in zip(game.seats, kinds, strict=False)
        )
    sitting = tuple(
        Seat(name, "random" if kind == HUMAN and not human else kind)
        for name, kind in zip(game.seats, kinds, strict=False)
    )
    background = background_of(game.source, game.tables) if game.source else by_names(game.program.kinds)
    name_everything(game, background)
    session = _session(game, background, _all_seats(sitting, game.seats), log.header.seed, lang, save or file, color)
    session.start = states[0]
    for before, after in pairwise(states):
        step = after.steps[0]
        assert step.seat is not None
        session.moments.append(Moment(before, game.option(step.number, step.seat), after))
        for step in after.steps:
            session.table.saw(step)
    session.told = {seat: len(session.steps) for seat in range(len(sitting))}
    session.screen.show_whole(session.words.counted("resumed", len(session.moments), file=file), "dim")
    return session


def _session(
    game: Game,
    background: Background,
    seats: tuple[Seat, ...],
    seed: int,
    lang: str | None,
    save: str | None,
    color: bool | None,
) -> Session:
    words = Words(opt.language_of(lang))
    screen = Screen(console(color), game, background, words)
    table = Table(game, [None if seat.kind in (HUMAN, BY_RULES) else make_bot(seat.kind) for seat in seats], seed)
    start = game.start(seed)
    for step in start.steps:
        table.saw(step)
    somebody = asker(os.environ) if interactive() and any(seat.human for seat in seats) else None
    return Session(screen, seats, table, somebody, words, start, None if save is None else Path(save), seed)
