"""Sessions round hand-written games, with somebody who types what a test says."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from regelwerk.bots import make_bot
from regelwerk.bots.playing import Table
from regelwerk.cli.background import by_names
from regelwerk.cli.playing.screen import Screen
from regelwerk.cli.playing.seats import Seat
from regelwerk.cli.playing.session import Session
from regelwerk.game import Game, load
from regelwerk.lang import Words
from regelwerk_compiler.flow.flow import Program


def basket(players: int = 2) -> Program:
    """The game in `basket/`: two decisions a turn."""
    return load(Path(__file__).parent / "basket", players=players).program


class Typist:
    """Types what it was given, then breaks off with Ctrl-D; keeps what it was asked."""

    def __init__(self, lines: Sequence[str], out: io.StringIO) -> None:
        self.lines = list(lines)
        self.out = out
        self.waited: list[str] = []
        self.completions: list[Sequence[str]] = []
        self.screens: list[str] = []

    def ask(self, prompt: str, completions: Sequence[str]) -> str:
        self.completions.append(completions)
        self.screens.append(self.out.getvalue())
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def wait(self, prompt: str) -> None:
        self.waited.append(prompt)
        self.screens.append(self.out.getvalue())


class Played:
    """A session with its typist and what it printed."""

    def __init__(
        self,
        program: Program,
        kinds: Sequence[str],
        lines: Sequence[str] = (),
        language: str = "en",
        save: Path | None = None,
        seed: int = 3,
        width: int = 80,
    ) -> None:
        self.out = io.StringIO()
        seats = tuple(Seat(name.capitalize(), kind) for name, kind in zip(program.seats, kinds, strict=True))
        game = Game(program).named([seat.name for seat in seats])
        words = Words(language)
        console = Console(
            file=self.out,
            width=width,
            height=40,
            color_system=None,
            force_terminal=False,
            highlight=False,
            markup=False,
            emoji=False,
        )
        screen = Screen(console, game, by_names(program.kinds), words)
        table = Table(game, [None if seat.human else make_bot(seat.kind) for seat in seats], seed)
        self.typist = Typist(lines, self.out)
        somebody = self.typist if "human" in kinds else None
        self.session = Session(screen, seats, table, somebody, words, game.start(seed), save, seed)

    @property
    def text(self) -> str:
        """Everything that was printed."""
        return self.out.getvalue()

    def until_typed_out(self) -> Played:
        """Run until the typist has nothing more to type."""
        with contextlib.suppress(EOFError):
            self.session.run()
        return self
