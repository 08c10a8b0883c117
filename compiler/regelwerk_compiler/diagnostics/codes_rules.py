"""The codes RW5xx (rules, steps and decisions) and RW6xx (secrets)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


def _warning(title: str, message: str, hint: str = "") -> Entry:
    return Entry("warning", title, message, hint)


# -- RW50x to RW54x: steps, rules, decisions ------------------------------------------------------------
_STEPS: dict[str, Entry] = {
    "RW504": _error("A choice that does nothing", "Nothing is done with what is chosen.", "Say it under `do:`."),
    "RW505": _error(
        "It cannot be set",
        "`{name}` is a parameter or a binder: it keeps its value.",
        "A `let` makes a name that can be set.",
    ),
    "RW506": _error("Nothing that can be set", "`{name}` is {what}; `set` and `random` write a variable."),
    "RW507": _error(
        "A cell that may not be there",
        "{text} is written, and its place may lie outside.",
        "Bind the place to its range first: `with: k in 1..2`, `for: k in 1..2`.",
    ),
    "RW508": _error(
        "Adding to all cells at once", "`{name}` is a whole table; only `=` fills every cell.", "Loop over its places."
    ),
    "RW509": _error(
        "Adding to something that is no number", "{name} is {got}; `{op}` adds to a number, a set or a history."
    ),
    "RW510": _error(
        "A word that a variable does not hold",
        "{name} is never missing in this way: it cannot be `{word}`.",
        "Add the word to its type: `.. or {word}`.",
    ),
    "RW511": _error(
        "Nothing may be legal",
        "It may be that nothing can be chosen here; what then?",
        "Add `if_none: nothing`, `if_none: not_offered` or a rule; or offer `nothing`.",
    ),
    "RW512": _error(
        "An `if_none` that never happens",
        "Something is always legal here ({always}), so `if_none` never happens.",
        "Leave it out.",
    ),
    "RW513": _error(
        "Nothing that can be shown", "{text} is {got}; a piece, a zone or a fact (true or false) is shown."
    ),
    "RW514": _error(
        "Secretly, but whose?",
        "Nobody in particular decides in this loop.",
        "Bind the player: `for: player in players secretly`.",
    ),
    "RW515": _error("After the game", "Behind the end of the game nothing is left."),
    "RW516": _error(
        "Not a step",
        "`{name}` is no step.",
        "`not_offered` stands behind `if_none`, `offered` and rules behind `choose`; a game ends by `end: game`.",
    ),
    "RW517": _error(
        "Nothing that can be called", "{text} is {got}; a step is a verb, a rule, or a formula whose value is a rule."
    ),
    "RW518": _error(
        "Rules that take different arguments", "{text} may be `{rule}`, which takes {wanted}, and is given {given}."
    ),
    "RW520": _error("A zone is wanted", "{text} is {got}; a zone is wanted here ({use})."),
    "RW521": _error("No single zone", "{text} cannot stand here ({use}): a single zone is wanted."),
    "RW522": _error(
        "A zone that may be missing", "{text} is not surely a zone ({use}).", "`(a if c else b)` chooses between two."
    ),
    "RW523": _error(
        "Into a pile, but how?",
        "{text} is a pile; a word says how pieces go into it.",
        "`mixed` (shuffled), `on_top` or `under`.",
    ),
    "RW524": _error(
        "An order where there is none", "{text} is no pile; pieces do not lie `{placed}` in it.", "Leave the word out."
    ),
    "RW525": _error("No such piece", "{text} is {got}; a {wanted} is wanted."),
    "RW526": _error(
        "From where?",
        "Several of {piece} look alike, so {text} does not say which one is moved.",
        "Say from where: `from zone`, `from box`.",
    ),
    "RW527": _error(
        "A whole zone, and something beside",
        "{text} is a whole zone or slot, which moves as it is.",
        "Leave out the amount and `from`.",
    ),
    "RW528": _error("Two sorts of pieces", "{target} holds {a}, and {source} holds {b}."),
    "RW529": _error(
        "A name for several pieces",
        "`as {name}` names the one piece that is drawn.",
        "Draw exactly 1, or leave the name out.",
    ),
    "RW530": _error(
        "Drawing from something that is no pile",
        "{text} is no pile.",
        "`move` takes a piece that is named; `first(zone)` is one of them.",
    ),
    "RW531": _error(
        "`player` as a parameter",
        "A rule does not take `player`: whoever calls it has bound him.",
        "Call the parameter `p`.",
    ),
    "RW533": _error("Paid to where?", "{text} is a zone; pieces that pay go somewhere.", "Add `to zone`."),
    "RW534": _error("Nothing that can pay", "{text} is {got}; a cost is paid from a variable with numbers."),
    "RW535": _error(
        "A cost and a pile",
        "{text} is a pile; a cost is paid from and to bags and slots.",
        "Pay to a bag, and move the pieces on in `do`.",
    ),
    "RW536": _error("An unknown wild face", "No {piece} is called `{name}`."),
    "RW537": _error("A cost below nothing", "This cost is always less than 0."),
    "RW538": _error("A text that names nothing", "The text names `{{{name}}}`, and there is no such parameter."),
    "RW540": _error(
        "Offered twice",
        "`{name}` is offered twice here.",
        "Offer it once, or give it a parameter that tells the two apart.",
    ),
    "RW541": _error(
        "A choice of rules with steps", "Rules have steps of their own; `do` stands beside a choice of values."
    ),
    "RW542": _error(
        "Nothing, any number of times", "`any number of` ends by itself; `nothing` cannot be among its rules."
    ),
    "RW543": _error(
        "A choice that is never complete",
        "{least} to {most}: the most must be at least 1, and not less than the least.",
    ),
    "RW544": _error("A choice of positions", "Nobody can choose a position."),
    "RW546": _error("`player` made by `let`", "`player` is bound by a loop.", '`for: player in q` is "q answers now".'),
    "RW547": _error("A name for something that is no value", "{text} is {got}; `let` names a single value or a set."),
}

# -- RW55x to RW59x: what only the whole game tells -----------------------------------------------------
_WHOLE: dict[str, Entry] = {
    "RW550": _error(
        "A game without a beginning",
        "There is no rule `play`.",
        "`play` runs the game; `setup` before it and `finish` behind it are free to use.",
    ),
    "RW551": _error(
        "A beginning with conditions",
        "`{name}` is where the game {when}; it takes no parameters, needs and costs nothing.",
        "Put them into a rule that it calls.",
    ),
    "RW552": _error(
        "A rule that calls itself", "`{name}` calls itself: {circle}.", "`for: endlessly` and `while` repeat."
    ),
    "RW553": _error(
        "Nobody is `player` here",
        "`{name}` speaks of `player`, and nobody is.",
        "A loop says who: `for: player in players`.",
    ),
    "RW554": _error(
        "A loop over another name",
        "`{rule}` is about `player`, and this loop binds `{name}`.",
        "Bind `player`, or give `{name}` to `{rule}` as an argument.",
    ),
    "RW555": _error(
        "The end of a rule that is not running",
        "`{name}` is never running when this is met.",
        "What may be running: {running}.",
    ),
    "RW556": _warning("A rule that never comes into play", "Nothing calls or offers `{name}`."),
    "RW557": _warning("A define that nothing uses", "Nothing uses `{name}`."),
    "RW558": _warning("A variable that nothing uses", "Nothing reads or writes `{name}`."),
    "RW559": _warning("A zone that nothing uses", "Nothing lies in `{name}`, and nothing asks for it."),
    "RW560": _warning(
        "A rule without an origin",
        "`{name}` has neither `from` nor `because`.",
        "Name the statements that it carries out, or the reading that it is.",
    ),
    "RW561": _warning(
        "A number without an origin",
        "{value} stands here without an origin.",
        "Put it into a table with an `origin`, or give the define a `from`.",
    ),
    "RW562": _error(
        "`one more each` of a rule that no loop calls",
        "`{name}` must be called by one loop over players, so that each has one more.",
    ),
    "RW563": _warning(
        "A variable that never changes",
        "Nothing writes `{name}`: it keeps its start value.",
        "A define says the same without a cell.",
    ),
    "RW564": _warning("A variable that is never read", "`{name}` is written, and {nobody} reads it."),
    "RW565": _error(
        "Calls within calls within calls",
        "Below `{name}` more than {most} calls stand inside each other.",
        "Say it with fewer rules.",
    ),
    "RW566": _error("Too many rules", "A game has at most {most} rules."),
    "RW567": _warning("A name that no sentence speaks of", "Nothing uses `{name}`."),
    "RW568": _warning("A parameter that nothing uses", "Nothing in `{of}` speaks of its parameter `{name}`."),
    "RW569": _warning("A local name that nothing uses", "Nothing reads `{name}`."),
    "RW570": _warning(
        "A ranking that may leave a tie",
        "{who} stay tied, and it is not said whether that is meant.",
        "Add another key (`highest total, lowest ..`), or `shared` at the end.",
    ),
    "RW571": _warning(
        "A rank without ties that may have some",
        "`ties: none` says that the keys tell all apart, and they need not.",
        "Add keys that break the tie, or say `best`, `next` or `split`.",
    ),
    "RW590": _error(
        "Too many rules that ask whether others are possible",
        "Whether `{name}` is possible asks about other rules, which ask again: more than {most} together.",
        "Ask about the state instead, or give the common part a name in `define`.",
    ),
}

# -- RW6xx: secrets -------------------------------------------------------------------------------------
_SECRETS: dict[str, Entry] = {
    "RW600": _error(
        "An offer that tells a secret",
        "{rule} is offered and reads {text}, which whoever decides does not see: the list of options would tell him.",
        "Ask in the steps behind the decision, or let him see it.",
    ),
    "RW601": _error(
        "Open in a secret loop",
        "{text} is written in a secret loop, and everybody sees it.",
        "Let only its owner see it (`seen by owner`), or write it behind the loop.",
    ),
    "RW602": _error(
        "Another's things in a secret loop",
        "{text} is not `player`'s own; in a secret loop each sees to his own things.",
    ),
    "RW603": _error(
        "A secret of another in a secret loop", "{text} is read in a secret loop, and `player` does not see it."
    ),
    "RW604": _error(
        "The top of a pile that lies face down",
        "Nobody sees the top piece of `{pile}`, so no rule can ask for it.",
        "`top seen by all` turns it up; `draw: 1 from {pile} to .. as x` takes it and gives it a name.",
    ),
    "RW605": _warning(
        "A sight that tells a secret",
        "Who sees `{name}` depends on {text}, which not everybody sees: seeing it, or not, would tell.",
        "Let the condition read what is seen by all.",
    ),
    "RW606": _warning(
        "Who is asked tells a secret",
        "Who decides here, or when, depends on {text}, which not everybody sees: being asked would tell.",
        "Ask all of them, or `show` it first.",
    ),
    "RW607": _warning(
        "A step that tells a secret",
        "Not everybody sees {text}, but everybody sees `{name}`, which changes by it.",
        "If that is meant, `show: .. to all` says so before it; else hide `{name}`, too.",
    ),
}

CODES: dict[str, Entry] = {**_STEPS, **_WHOLE, **_SECRETS}
