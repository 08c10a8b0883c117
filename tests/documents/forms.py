"""The games that are made from documents, in every form that they have: each number of players with each choice of options."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import regelwerk
from regelwerk.game import OptionValue


class Form(NamedTuple):
    """One way to play a game."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...] = ()

    def __str__(self) -> str:
        return "-".join((self.game, str(self.players), *(f"{name}_{value}" for name, value in self.options)))

    def load(self, engine: str = "python") -> regelwerk.Game:
        """The game, ready to be played."""
        seats = ("Anna", "Ben", "Cem", "Dora", "Emil")[: self.players]
        return regelwerk.load(self.game, options=dict(self.options), engine=engine, seats=seats)


# That these are all is tested.
PLAYERS: Mapping[str, Sequence[int]] = {
    "berlin": (2, 3, 4),
    "london_bridge": (2, 3, 4),
    "babel": (3, 4, 5),
    "san_francisco": (1, 2, 3, 4),
}
OPTIONS: Mapping[str, Mapping[str, Sequence[OptionValue]]] = {
    "berlin": {},
    "london_bridge": {"scoring_tiles": range(9)},
    "babel": {"two_coloured": (False, True), "action_cards": (False, True)},
    "san_francisco": {"map_side": ("side_a", "side_b")},
}
FORMS = tuple(
    Form(game, players, tuple(zip(options, values, strict=True)))
    for game, options in OPTIONS.items()
    for players in PLAYERS[game]
    for values in itertools.product(*options.values())
)
# The usual form at every number of players.
PLAIN = tuple(
    form
    for form in FORMS
    if dict(form.options)
    in ({}, {"scoring_tiles": 0}, {"two_coloured": False, "action_cards": True}, {"map_side": "side_a"})
)
# One of each game, with as much in it as can be, so that `make test` has them all.
SAMPLE = (
    Form("berlin", 3),
    Form("london_bridge", 3, (("scoring_tiles", 8),)),
    Form("babel", 4, (("two_coloured", True), ("action_cards", True))),
    Form("san_francisco", 2, (("map_side", "side_b"),)),
)
