"""Any of our games as a game of OpenSpiel: `pyspiel.load_game("regelwerk(game=my_game)")`, or `as_openspiel(regelwerk.load(..))`.

Sequential nodes; chance nodes with exact odds; a secret loop is one node after the other in which nobody is told anything, or, with
`simultaneous`, one node at which all decide at once.
Strings and tensors come from the one projection of secrets (`info.py`, `adapters/arrays.py`).  Needs the package `open_spiel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    from ..errors import UsageError

    raise UsageError(
        "the package `open_spiel` is not installed", "It comes with: pip install 'regelwerk[peers]'."
    ) from error

from ..errors import RulesBroke, UsageError
from ..game import Game, OptionValue, load
from ..knowledge.info import Packed, Record, Words
from ..sight.views import Observer
from .arrays import Arrays
from .dense import actions, chances, secret
from .together import Chosen, Together

NAME = "regelwerk"
BOUND = 10.0**6
"""What nobody wins or loses more than, where no other bound is given or derived."""
KEPT = 2**20
"""How many cells of vectors are kept for trees that are walked again: with what is worked out for them, some 50 MB."""

_PARAMETERS: dict[str, Any] = {
    "game": "",  # a bundled game, or the path of one
    "players": 0,  # 0: the fewest it takes
    "options": "",  # `cards:3;order:falling`
    "payoff": "returns",  # or `totals`
    "zero_sum": False,  # the totals always sum to 0 (held to it at the end of every game)
    "bound": BOUND,  # of the totals
    "simultaneous": False,  # secret loops are simultaneous nodes
    "recall": 16,  # how many of the last things told are in the information state tensor
}
_PROVIDED: dict[str, Any] = {  # for every game the same, in its type
    "provides_information_state_string": True,
    "provides_information_state_tensor": True,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "provides_factored_observation_string": True,
    "parameter_specification": _PARAMETERS,
}


class _Shared:
    """All that the states of one game share: never copied.  `loaded`: its parameters are enough to make it anew."""

    def __init__(self, game: Game, parameters: Mapping[str, Any], loaded: bool = False) -> None:
        self.loaded = loaded
        self.game = game
        self.parameters = dict(parameters)
        self.payoff: str = parameters["payoff"]
        if self.payoff not in ("returns", "totals"):
            raise UsageError(f"there is no payoff `{self.payoff}`", "There are: returns, totals.")
        self.players = game.program.players
        self.actions = actions(game.program)
        self.chances = chances(game.program)
        self.words = Words(game)
        self.arrays = Arrays(game, parameters["recall"])
        self.start = Record(game.start(0, chance="explicit"))
        self._children: dict[tuple[Record, int], Record] = {}
        self._most_children = max(1, KEPT // len(game.program.initial))
        self.together = game.program.ranking.together
        self.simultaneous = bool(parameters["simultaneous"])
        both = len(game.program.seats) == 2 == self.players and self.payoff == "returns" and not self.together
        self.zero_sum = both or bool(parameters["zero_sum"])
        self.bound = 1.0 if both else float(parameters["bound"])

    def __deepcopy__(self, memo: object) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.loaded:
            return _loaded, (tuple(sorted(self.parameters.items())),)
        return _Shared, (self.game, self.parameters)

    def child(self, record: Record, number: int) -> Record:
        """The record behind an option or outcome.  It is kept for a while with all that is worked out for it: solvers walk a tree many times."""
        found = self._children.get((record, number))
        if found is None:
            found = record.play(number)
            if len(self._children) >= self._most_children:
                del self._children[next(iter(self._children))]
            self._children[record, number] = found
        return found

    def returns(self, record: Record) -> list[float]:
        """What the game was worth to each player; 0 until it ends."""
        if not record.state.over:
            return [0.0] * self.players
        result = record.state.result()
        values = result.returns if self.payoff == "returns" else result.totals
        found = [float(value) for value in values[: self.players]]
        if self.zero_sum and abs(sum(found, 0.0)) > 0:
            raise RulesBroke(f"{self.game.id} was said to sum to 0, and ended with {found}")
        if max(map(abs, found)) > self.bound:
            raise RulesBroke(f"{self.game.id} ended with {found}, beyond the bound {self.bound}")
        return found

    def type(self) -> Any:
        """The type of the game, for OpenSpiel."""
        kinds = pyspiel.GameType
        return kinds(
            short_name=NAME,
            long_name=f"Regelwerk: {self.game.id}",
            dynamics=kinds.Dynamics.SIMULTANEOUS if self.simultaneous else kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if self.chances.size else kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if secret(self.game.program)
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM
            if self.zero_sum
            else kinds.Utility.IDENTICAL
            if self.together and self.payoff == "returns"
            else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.players,
            min_num_players=self.players,
            **_PROVIDED,
        )

    def info(self) -> Any:
        """The figures of the game, for OpenSpiel."""
        arguments = {
            "num_distinct_actions": self.actions.size,
            "max_chance_outcomes": self.chances.size,
            "num_players": self.players,
            "min_utility": -self.bound,
            "max_utility": self.bound,
            "max_game_length": self.game.program.most_decisions,
        }
        return pyspiel.GameInfo(**arguments, **({"utility_sum": 0.0} if self.zero_sum else {}))


@dataclass(frozen=True, eq=False)
class _Node:
    """What a state of OpenSpiel holds: it never changes, so that clones share it."""

    shared: _Shared
    here: Together

    def __deepcopy__(self, memo: object) -> _Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _node, (self.shared, self.here.record.packed(), self.here.chosen)


def _node(shared: _Shared, packed: Packed, chosen: Chosen) -> _Node:
    return _Node(shared, Together(Record.unpacked(shared.game, packed), chosen))


@lru_cache(maxsize=64)
def _loaded(parameters: tuple[tuple[str, Any], ...]) -> _Shared:
    said = dict(parameters)
    if not said["game"]:
        raise UsageError("OpenSpiel must be told which game", 'For instance: "regelwerk(game=my_game)".')
    options = dict(_option(one) for one in said["options"].split(";") if one)
    return _Shared(load(said["game"], said["players"] or None, options), said, loaded=True)


def _option(said: str) -> tuple[str, OptionValue]:
    name, _, value = said.partition(":")
    value = value.strip()
    if value in ("true", "false"):
        return name.strip(), value == "true"
    return name.strip(), int(value) if value.lstrip("-").isdigit() else value


class RegelwerkGame(pyspiel.Game):
    """One game, one number of seats, one set of options."""

    def __init__(self, params: Mapping[str, Any] | None = None, *, shared: _Shared | None = None) -> None:
        said = dict(params or {})
        if shared is None:
            shared = _loaded(tuple(sorted({**_PARAMETERS, **said}.items())))
        self.shared = shared
        super().__init__(shared.type(), shared.info(), shared.parameters)

    def new_initial_state(self) -> RegelwerkState:
        """A new game: at chance, or where somebody decides."""
        return RegelwerkState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observing:
        """What writes strings and tensors."""
        return Observing(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """A bound: a game may throw dice after every decision, and some more before the first."""
        return 64 * (self.shared.game.program.most_decisions + 1) if self.shared.chances.size else 0


class RegelwerkState(pyspiel.State):
    """One node."""

    def __init__(self, game: RegelwerkGame) -> None:
        super().__init__(game)
        self.node = _Node(game.shared, Together(game.shared.start))

    @property
    def shared(self) -> _Shared:
        """What all states of the game share."""
        return self.node.shared

    @property
    def record(self) -> Record:
        """Our state, and what led to it."""
        return self.node.here.record

    def seen(self, player: int) -> Record:
        """The same as a player has it, who may have chosen already where all choose at once."""
        return self.node.here.seen(player) if self.shared.simultaneous else self.record

    # -- where we are ----------------------------------------------------------------------------
    def current_player(self) -> int:
        """Who decides, or chance, or nobody."""
        state = self.record.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.player is None:
            return int(pyspiel.PlayerId.CHANCE)
        if not self.shared.simultaneous:
            return state.player
        asked = self.node.here.asked
        return min(asked) if len(asked) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.record.state.over

    def _legal_actions(self, player: int) -> list[int]:
        if self.shared.simultaneous:
            record = self.node.here.asked.get(player)
        else:
            record = self.record if player == self.record.state.player else None
        return [] if record is None else sorted(map(self.shared.actions.id, record.state.numbers()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All that chance may do, and how likely."""
        return [(outcome, float(odds)) for outcome, odds in self.odds()]

    def odds(self) -> list[tuple[int, Fraction]]:
        """The same, exactly."""
        outcomes = self.record.state.outcomes()
        total = sum(outcome.weight for outcome in outcomes)
        return sorted((self.shared.chances.id(one.number), Fraction(one.weight, total)) for one in outcomes)

    def returns(self) -> list[float]:
        """What the game was worth."""
        return self.shared.returns(self.record)

    # -- what becomes ----------------------------------------------------------------------------
    def _apply_action(self, action: int) -> None:
        if self.record.state.at_chance:
            here = Together(self.shared.child(self.record, self.shared.chances.number(action)))
        elif self.shared.simultaneous:
            here = self.node.here.play(dict.fromkeys(self.node.here.asked, self.shared.actions.number(action)))
        else:
            here = Together(self.shared.child(self.record, self.shared.actions.number(action)))
        self.node = _Node(self.shared, here)

    def _apply_actions(self, actions: list[int]) -> None:
        choices = {seat: self.shared.actions.number(actions[seat]) for seat in self.node.here.asked}
        self.node = _Node(self.shared, self.node.here.play(choices))

    def resample_from_infostate(self, player: int, sampler: Any) -> RegelwerkState:
        """A node that looks the same to `player`, all else dealt anew."""
        other: RegelwerkState = self.clone()
        other.node = _Node(self.shared, self.node.here.imagined(player, int(sampler() * 2**53)))
        return other

    # -- words -----------------------------------------------------------------------------------
    def _action_to_string(self, player: int, action: int) -> str:
        ids = self.shared.chances if player == pyspiel.PlayerId.CHANCE else self.shared.actions
        number = ids.number(action)
        game = self.shared.game
        numbers = game.look.numbers(number)
        return game.names.exact(numbers, numbers.arguments(number))

    def __str__(self) -> str:
        lines = self.shared.words.view(self.record.state.view("host"))
        for seat, made in enumerate(self.node.here.chosen):
            lines += [f"chose {self.shared.game.program.seats[seat]} {number}" for number in made]
        return "\n".join(lines)


class Observing:
    """What OpenSpiel asks for strings and tensors: `dict` are parts of `tensor`, by name."""

    def __init__(self, shared: _Shared, sort: Any, params: Any) -> None:
        if params:
            raise UsageError(f"an observer takes no parameters here, and was given {params}")
        self.recall: bool = sort.perfect_recall
        if sort.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            self.sees: Observer | None = "host"
        elif sort.private_info == pyspiel.PrivateInfoType.NONE:
            self.sees = "public"
        else:
            self.sees = None  # what a seat sees; it contains all that is public
        self.shared = shared
        shapes = [(field.name, field.shape) for field in shared.arrays.fields]
        if self.recall:
            shapes += [("told", shared.arrays.told_shape()), ("digest", (128,))]
        sizes = [int(np.prod(shape)) for _, shape in shapes]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict = {}
        at = 0
        for (name, shape), size in zip(shapes, sizes, strict=True):
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: RegelwerkState, player: int) -> None:
        """Fill the tensor."""
        observer = player if self.sees is None else self.sees
        record = state.seen(observer) if isinstance(observer, int) else state.record
        found = self.shared.arrays.view(record.state.view(observer))
        if self.recall:
            found |= self.shared.arrays.told(record.known(observer), record.key(observer))
        for name, array in found.items():
            self.dict[name][...] = array

    def string_from(self, state: RegelwerkState, player: int) -> str:
        """The same in words."""
        observer = player if self.sees is None else self.sees
        record = state.seen(observer) if isinstance(observer, int) else state.record
        if self.recall:
            return record.text(observer)
        return "\n".join([f"seat {observer}", *self.shared.words.view(record.state.view(observer))])


def as_openspiel(
    game: Game,
    *,
    payoff: str = "returns",
    zero_sum: bool = False,
    bound: float = BOUND,
    recall: int = 16,
    simultaneous: bool = False,
) -> RegelwerkGame:
    """A game that is loaded already (from a folder, with replaced tables...).  Its states cannot be read back by `pyspiel.load_game`."""
    said = {"payoff": payoff, "zero_sum": zero_sum, "bound": bound, "recall": recall, "simultaneous": simultaneous}
    return RegelwerkGame({"game": game.id}, shared=_Shared(game, {**_PARAMETERS, **said}))


def openspiel_game(
    game: str,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **more: Any,
) -> RegelwerkGame:
    """A bundled game by its id, one that can be saved and loaded; `more`: payoff, zero_sum, bound, recall, simultaneous."""
    said = ";".join(f"{name}:{str(value).lower()}" for name, value in sorted((options or {}).items()))
    return RegelwerkGame({"game": game, "players": players or 0, "options": said, **more})


def _register() -> None:
    kinds = pyspiel.GameType
    any_of_them = kinds(
        short_name=NAME,
        long_name="Regelwerk",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        **_PROVIDED,
        default_loadable=False,
    )
    pyspiel.register_game(any_of_them, RegelwerkGame)


_register()
