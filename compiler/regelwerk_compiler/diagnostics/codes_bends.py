"""The codes RW7xx (bends and variants)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


def _warning(title: str, message: str, hint: str = "") -> Entry:
    return Entry("warning", title, message, hint)


CODES: dict[str, Entry] = {
    "RW700": _error("A bend of an unknown rule", "There is no rule `{name}`."),
    "RW701": _error("A need that is not there", "`{address}` is no need that could be ignored."),
    "RW702": _error(
        "A cost that the rule does not have",
        "`{rule}` has no `{part}` that a piece could pay.",
        "`pays` names `rule.cost`.",
    ),
    "RW703": _error(
        "A new score item with the name of another",
        "There is a score item `{item}` already.",
        "`score_instead` takes the place of an existing item.",
    ),
    "RW704": _error("Pieces that work nowhere", "`{key}` of `{kind}` names a zone; this is none."),
    "RW705": _error(
        "A zone in which the pieces cannot lie",
        "`{zone}` holds pieces of `{piece}`; the rows of `{kind}` never lie there.",
    ),
    "RW706": _error(
        "A zone of nobody in particular",
        "Where pieces work is one zone, a zone of `player` or one of `owner`.",
        "Write `ready[player]` or `worn[owner]`.",
    ),
    "RW707": _error(
        "Bends that are never in force",
        "The rows of `{kind}` bend rules, but `{kind}` does not say where its pieces are in force.",
        "Add `works_in:` with the zone.",
    ),
    "RW708": _error(
        "A variant that pays",
        "Only a piece can pay a cost; a variant has nothing to give.",
        "`change` a define in the cost.",
    ),
    "RW709": _error(
        "So many of one face of another cost",
        "The cost of `{rule}` is no bundle (`n of each face in ..`), of which a piece could pay some.",
        "`pays: {rule}.cost` pays the whole cost.",
    ),
    "RW710": _error("A change of an unknown define", "There is no define `{name}`."),
    "RW711": _error("A change of an order or a rank", "`{name}` is no formula; only formulas can be changed."),
    "RW712": _error("A change with other parameters", "`{name}` has {wanted} parameters, here are {given}."),
    "RW713": _error(
        "A change for one player only",
        "`{name}` is the same for all players; a piece that is in force for its holder only cannot change it.",
        "Let the piece work in `..[owner]`, and ask for `owner` in the formula.",
    ),
    "RW714": _error(
        "A parameter that is a name already", "`{name}` is declared already; a parameter needs a name of its own."
    ),
    "RW715": _error(
        "A score item that is not there",
        "There is no score item `{item}` whose place this could take.",
        "`score` makes a new item.",
    ),
    "RW716": _error("An address of a part", "`{sort}` bends a whole rule: `{rule}`, not `{rule}.{part}`."),
    "RW717": _error(
        "An offer where nothing is offered",
        "`{rule}` does not offer rules; an offer of a bend goes into a `choose`.",
        "A moment for offers is `choose: any number of offered`.",
    ),
    "RW718": _error(
        "An offer in a rule that offers twice",
        "`{rule}` has several `choose` of rules; the offer cannot tell into which it goes.",
    ),
    "RW719": _error("A bend that yields to nobody", "There is no variant and no row with bends called `{name}`."),
    "RW720": _error(
        "Bends that do not meet",
        "`{address}` is also bent by {other} ({where}); both can be in force together, and which comes first is not said.",
        "Say `yields_to:` in the one that steps back.",
    ),
    "RW721": _error(
        "A variant whose condition changes while playing",
        "A variant is in force for a whole game: its condition speaks of options and `count(players)` only.",
    ),
    "RW722": _warning(
        "A variant that is never in force",
        "`{name}` is never in force: no options and number of players make this true.",
    ),
    "RW723": _error("A change in a circle", "Changed like this, `{name}` asks for itself through another define."),
    "RW724": _error(
        "A used piece that comes back",
        "Pieces of `{kind}` go to `{zone}` when used, and are in force there again.",
        "Name another zone.",
    ),
}
