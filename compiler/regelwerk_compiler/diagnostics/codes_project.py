"""The codes RW9xx (statements, scenarios, texts and tables)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


def _warning(title: str, message: str, hint: str = "") -> Entry:
    return Entry("warning", title, message, hint)


CODES: dict[str, Entry] = {
    # -- files ---------------------------------------------------------------------------------------
    "RW900": _error(
        "A path out of the game's folder",
        "`{file}` is a link, or does not lie below the game's folder.",
        "Tables are files in `tables/` beside the game.",
    ),
    "RW902": _error("A table file that is not there", "There is no file `{file}`."),
    "RW903": _error(
        "A table file of another table", "This file is about `{said}`; here belong the figures of `{name}` ({where})."
    ),
    "RW904": _error("A table file of another form", "The figures of `{name}` are `{form}`; this file has `{other}`."),
    "RW905": _error(
        "A replacement for nothing",
        "No kind with rows and no table is called `{name}`; this file cannot take its place.",
    ),
    "RW906": _error("A folder without a game", "There is no `game.yaml` in `{folder}`."),
    # -- texts and silences --------------------------------------------------------------------------
    "RW910": _error("A text for nothing", "`{name}` is no address: no rule, need, score item, value or other name."),
    "RW911": _error("A text for a part that is not there", "`{head}` has no `{part}`."),
    "RW912": _error("A text that shows what it does not know", "`{{{name}}}` is no parameter of {address}."),
    "RW913": _warning("A missing translation", "This text is missing in {languages}, in which the title is written."),
    "RW914": _error("A silence for an unknown code", "There is no code `{code}`."),
    "RW915": _error("A silence for an error", "`{code}` is an error; only warnings can be silenced."),
    "RW916": _warning("A silence for nothing", "No warning `{code}` is given at `{at}`.", "Delete the silence."),
    "RW917": _warning(
        "A name without a text",
        "{names} {has} no text, so the bare name is shown in {languages}, too.",
        "Put a text under `texts:`.",
    ),
    # -- scenarios -----------------------------------------------------------------------------------
    "RW920": _error("Two scenarios with one name", "A scenario of this name stands in line {line} already."),
    "RW921": _error("A scenario with too many or too few players", "{wanted} can play; here are {given}."),
    "RW922": _error("An unknown seat", "Nobody called `{name}` plays."),
    "RW923": _error("An unknown option", "The game has no option `{name}`."),
    "RW924": _error(
        "A step that cannot be given",
        "`given` says what is there when the scenario begins: `set`, `move` and `setup`, not `{verb}`.",
    ),
    "RW925": _error("A payment with an unknown face", "There is no `{face}` to pay with."),
    "RW927": _error(
        "A refusal for no reason",
        "`{reason}` is no reason: name `rule.need`, `rule.cost`, a variant, a piece that bends, or `not_offered`.",
    ),
    "RW928": _error("A result of an unknown score item", "There is no score item `{name}`."),
    "RW929": _warning(
        "A scenario that shows nothing", "The scenario does not say which statements it shows.", "Add `shows:`."
    ),
    "RW938": _error("A value that cannot be picked", "`{text}` is nothing that {who} can ever pick in this game."),
    # -- statements ----------------------------------------------------------------------------------
    "RW937": _warning(
        "A scenario that holds nothing to anything",
        "Nothing is asked of what happens here.",
        "Say what holds in the end: `then`, `refused`, `result` or `winners`.",
    ),
    "RW930": _error("An unknown statement", "No document in `seeds/` has a statement `{statement}`."),
    "RW931": _warning(
        "A statement that is not carried out",
        "No rule, table or score item carries out `{statement}`.",
        "Name it in a `from:`, or list it with its reason under `excluded:`.",
    ),
    "RW932": _warning(
        "A statement that no scenario shows",
        "No scenario shows `{statement}`.",
        "Name it in the `shows:` of a scenario.",
    ),
    "RW933": _error(
        "A statement that is carried out and excluded", "`{statement}` is excluded, but {where} carries it out."
    ),
    "RW934": _error("An exclusion of nothing", "`{statement}` is no statement of this document."),
    "RW936": _warning(
        "A document without statements",
        "There is no document `{document}` in `seeds/`.",
        "Add it, or correct the number.",
    ),
    # -- settings --------------------------------------------------------------------------------------
    "RW970": _error("Settings that are no TOML", "The settings cannot be read: {reason}."),
    "RW971": _error("An unknown setting", "There is no setting `{key}`."),
    "RW972": _error("A setting of another form", "`{key}` holds {wanted}."),
    "RW973": _error(
        "A folder of games that is not there",
        "`{folder}` is no folder below the one in which these settings stand.",
        "`games` names folders with games in them, seen from here.",
    ),
    "RW935": _error(
        "A statement of another document", "This document is `{document}`; the number of `{statement}` is another."
    ),
}
