"""The codes RW8xx (flow, bounds and ranges)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


def _warning(title: str, message: str, hint: str = "") -> Entry:
    return Entry("warning", title, message, hint)


CODES: dict[str, Entry] = {
    "RW800": _error(
        "A value that never fits", "`{name}` holds {holds}, and this is {value}: the game would stop here."
    ),
    "RW801": _warning(
        "A condition that decides nothing",
        "This is always {always}: {reason}.",
    ),
    "RW802": _warning(
        "An option that is never there",
        "`{rule}` is never possible: {reason}.",
    ),
    "RW803": _warning(
        "A division by what may be 0",
        "{text} may be 0, and nothing asks about it first.",
        "Write `.. if .. > 0 else ..`, or give it a range that begins with 1.",
    ),
    "RW804": _error("A range that is always empty", "{text} is always empty: it begins behind its end."),
    "RW810": _error(
        "A loop that nothing ends",
        "Nothing ends this loop, and nobody decides anything in it: the game would go round for ever.",
        "Let an `end` of the rule, or of the game, stand in it.",
    ),
    "RW811": _warning(
        "A game that nothing ends",
        "Nothing ends this loop: every game is broken off after {most} decisions.",
        "Let an `end` of the rule, or of the game, stand in it.",
    ),
    "RW812": _error(
        "A loop whose condition nothing changes",
        "Nothing in this loop changes what {text} asks, and nothing ends it: once begun it would go round for ever.",
    ),
    "RW813": _warning(
        "A loop in which perhaps nobody can do anything",
        "If nothing is legal for anybody, this loop goes round for ever.",
        "`if_none` may end something: call a rule that says `end: game`. Where this cannot be, say `if_none: not_offered`.",
    ),
    "RW814": _warning(
        "A step that is never reached",
        "This is never reached: the step before it (line {line}) ends something, or goes on for ever.",
    ),
    "RW820": _warning(
        "A zone in which nothing ever lies",
        "`{name}` is always empty: nothing ever gets into it.",
        "Let something move or be drawn to `{name}`, or let it start with `= all`.",
    ),
    "RW821": _warning(
        "Pieces that never move",
        "All of `{piece}` start in `{name}`, and nothing ever leaves it or comes into it.",
    ),
    "RW822": _warning(
        "Pieces that never come into play",
        "All of `{name}` stay in the box: no zone starts with them, and nothing takes them out.",
        "Let a zone start with `= all`, or move them out of the box in the rule `setup`.",
    ),
    "RW823": _warning(
        "Faces that never come into play",
        "{names} of `{piece}` {stay} in the box: nothing takes {them} out.",
        "Move them out of the box, or leave them out of `pieces`.",
    ),
    "RW824": _error(
        "Too much to go through",
        "{names} come in {size} combinations; {most} are the most that a game can wait for.",
        "Put a `where` behind the first of them, or ask for less.",
    ),
    "RW825": _error(
        "Too many options",
        "`{name}` has {size} options; they are numbered, and {most} are the most.",
        "Choose one after the other: a `choose` in the `do` of the rule is a decision of its own.",
    ),
    "RW827": _error(
        "Figures that break what they should satisfy",
        "The figures of `{of}` do not satisfy `{name}`{reason}.",
    ),
    "RW828": _error(
        "A condition on figures that depends on the game",
        "`{name}` is asked before the game begins; this depends on what changes, or on who plays what.",
        "Speak of rows and tables only.",
    ),
    "RW833": _warning(
        "A set-up that takes more than there is",
        "With {players} players there are too few here: {wanted} of `{name}` wanted, {there} left.",
        "Count the pieces again, or take fewer with more players.",
    ),
    "RW834": _warning(
        "A set-up that leaves pieces behind",
        "{names} of `{piece}` {stay} in the box, whatever the number of players, and nothing takes them out later.",
        "Put them somewhere, or count fewer under `pieces`.",
    ),
    "RW829": _error(
        "Figures that take too long to look through", "To find out whether the figures satisfy `{name}` takes too long."
    ),
    "RW830": _warning("Numbers of two units", "{both}: the two do not go together."),
    "RW831": _warning("A number that counts something else", "`{name}` counts `{unit}`, and {text} counts `{other}`."),
    "RW832": _warning(
        "So many pieces, by a number that counts something else",
        "{text} counts `{unit}`; here pieces of `{piece}` are counted.",
    ),
}
