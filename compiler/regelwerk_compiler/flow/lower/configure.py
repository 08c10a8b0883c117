"""What a caller wants (a seat count, options as words) -> what `lower` takes, or a clear refusal."""

from __future__ import annotations

from collections.abc import Mapping

from ...spec import spec, types


class Unfit(Exception):
    """A seat count or an option that the game does not have; the text says what it has."""


def check_players(game: spec.Spec, players: int | None) -> int:
    """The seat count: the one wanted, or the fewest.  Raises Unfit."""
    least, most = game.players
    if players is None:
        return least
    if not least <= players <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise Unfit(f"{game.game} is for {wanted} players, not for {players}")
    return players


def option_words(game: spec.Spec, option: spec.OptionDef) -> tuple[str, ...]:
    """What an option may be set to, as words."""
    base = option.holds.type.base
    match base:
        case types.Bool():
            return ("false", "true")
        case types.Kind(name):
            return game.kinds[name].values
    return tuple(str(n) for n in range(option.holds.low, option.holds.high + 1))


def option_value(game: spec.Spec, option: spec.OptionDef, word: str | int | bool) -> int:
    """An option's number from a word; a number stands for itself (a log keeps numbers).  Raises Unfit."""
    words = option_words(game, option)
    if isinstance(word, int) and not isinstance(word, bool) and isinstance(option.holds.type.base, types.Kind):
        word = words[word] if 0 <= word < len(words) else word
    text = str(word).lower() if isinstance(word, bool) else str(word)
    if isinstance(option.holds.type.base, types.Bool):
        text = {"yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"}.get(text, text)
    if text not in words:
        raise Unfit(
            f"option {option.name} can be {' or '.join(words) if len(words) < 9 else words[0] + ' to ' + words[-1]}, not {text}"
        )
    at = words.index(text)
    return at + option.holds.low if isinstance(option.holds.type.base, types.Int) else at


def read_options(game: spec.Spec, wanted: Mapping[str, str | int | bool]) -> dict[str, int]:
    """Options by name.  Raises Unfit for a name that the game does not have."""
    out: dict[str, int] = {}
    for name, word in wanted.items():
        if name not in game.options:
            known = ", ".join(game.options) or "none"
            raise Unfit(f"{game.game} has no option {name} (it has: {known})")
        out[name] = option_value(game, game.options[name], word)
    return out
