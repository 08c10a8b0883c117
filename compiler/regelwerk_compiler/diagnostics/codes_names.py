"""The codes RW3xx (names and declarations) and RW4xx (types of formulas)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


def _warning(title: str, message: str, hint: str = "") -> Entry:
    return Entry("warning", title, message, hint)


# -- RW30x to RW34x: names and declarations ------------------------------------------------------------
_DECLARATIONS: dict[str, Entry] = {
    "RW300": _error(
        "A word of the language as a name",
        "`{name}` is a word of the language; it cannot be a name.",
        "Choose another name.",
    ),
    "RW301": _error(
        "A name that means two things",
        "`{name}` is already {what} ({where}); a name means one thing.",
        "Rename one of the two.",
    ),
    "RW302": _error("An unknown kind", "There is no kind `{name}`."),
    "RW303": _error("A name that is no kind", "`{name}` is {what}; a kind belongs here."),
    "RW304": _error(
        "Too many values", "{name} would have {size} values; {most} are the most.", "Make a range or a factor smaller."
    ),
    "RW305": _error("The same value twice", "`{value}` stands twice among the values of `{kind}`."),
    "RW306": _error(
        "Kinds inside kinds too deep",
        "`{name}` is made of kinds that are made of kinds, more than {most} deep.",
        "Make it flatter.",
    ),
    "RW307": _error("An empty range", "{low}..{high} is empty: the lower end stands first."),
    "RW308": _error(
        "An end of a range that is not known before the game",
        "`{name}` is no number here.",
        "The ends of a range in a declaration are integers, or names of defines that are nothing but an integer.",
    ),
    "RW309": _error("A number that is too large", "Numbers reach from -{most} to {most}."),
    "RW310": _error(
        "Something that is no index", "`{name}` is no index: `for each` names a kind, `player` or numbers `a..b`."
    ),
    "RW311": _error(
        "A start value that depends on the state",
        "A start value is known before the game begins; this one asks for something that changes.",
        "Set it in the rule `setup`.",
    ),
    "RW312": _error("A kind that is made of itself", "`{name}` is made of itself: {circle}."),
    "RW313": _error("A grid of an impossible size", "A grid has 1 to {columns} columns and 1 to {rows} rows."),
    "RW314": _error(
        "A product with the same factor twice",
        "`{name}` is a factor already; its field `.{name}` would mean two things.",
        "Declare a second kind with the same values.",
    ),
    "RW315": _error(
        "A range as a ring",
        "`{name}` is a range: its values are numbers, and numbers do not wrap.",
        "List the values by name, or count with `mod`.",
    ),
    "RW316": _error("A column with the name of a slot", "`{name}` cannot be a column: a row has a slot of this name."),
    "RW317": _error("A type that cannot stand here", "{of} holds {what}."),
    "RW318": _error("Not a value of its column", "`{value}` is not {wanted}, which `{column}` holds."),
    "RW319": _error("A cell of another shape", "Into the column `{column}` belongs {wanted}."),
    "RW320": _error(
        "Too many or too few cells for a kind",
        "`{column}` has one cell for each `{of}`: {wanted} are wanted, {given} are given.",
    ),
    "RW321": _error(
        "A key that is no value of the kind", "`{value}` is no `{of}`, and `{column}` has one cell for each `{of}`."
    ),
    "RW322": _error("A number outside its column", "{value} lies outside {low}..{high}, which `{column}` holds."),
    "RW323": _error("The same value twice in a set", "`{value}` stands twice in this set of `{column}`."),
    "RW324": _error(
        "Ends of edges that are no columns", "`{name}` is no column of `{kind}`; `joins` names two of them."
    ),
    "RW325": _error(
        "Ends of edges of two kinds",
        "`{first}` and `{second}` do not hold values of one kind; rows can only join values of the same kind.",
    ),
    "RW326": _error(
        "A row with too many or too few cells",
        "The row `{row}` has {given} cells; the columns are {wanted}: {columns}.",
    ),
    "RW327": _error("An unknown column", "`{kind}` has no column `{column}`."),
    "RW328": _error(
        "A row without some of its cells",
        "The row `{row}` has no cell for {missing}.",
        "Write it, or give the column a start value for rows that say nothing: `points: 0..6 = 0`.",
    ),
    "RW329": _error(
        "Rules with different arguments in one column",
        "`{rule}` takes {takes}; {others}.",
    ),
    "RW330": _error(
        "A table that is not equally deep", "Lists stand beside single figures; a table has the same depth everywhere."
    ),
    "RW331": _error(
        "Copies without their column",
        "`{name}` has no column `{column}` that says how many there are.",
        "Write a number (`6 of each {name}`), or add the column.",
    ),
    "RW332": _error(
        "Pieces of numbers",
        "`{name}` is a range of numbers; faces of pieces have names.",
        "Declare a kind with rows or values.",
    ),
    "RW333": _error("Pieces of which there are none", "There is at least 1 of each face."),
    "RW334": _error("Copies that are no number", "The column `{column}` of `{name}` does not hold one number a row."),
    "RW335": _error(
        "A zone of something that is no piece",
        "`{name}` is no sort of piece.",
        "What lies in zones is counted out under `pieces:`.",
    ),
    "RW336": _error("Too many or too few seats", "A game has 1 to {most} seats, the fewest named first."),
    "RW337": _error("A clause for piles", "`{clause}` is for piles; `{name}` is none."),
    "RW338": _error(
        "An owner where nobody owns",
        "`{who}` means the first `player` index, and there is none.",
        "Write `for each player` in front of it, or `all` or `nobody`.",
    ),
    "RW339": _error("A refill from an unknown zone", "There is no zone `{name}`."),
    "RW340": _error("A start value outside its range", "`{name}` starts with {value}, and holds {low}..{high}."),
    "RW341": _error(
        "A history without a length",
        "Positions are kept in a bag of a known size.",
        "Write `bag of position up to 100`.",
    ),
    "RW342": _error("An impossible number of places", "A zone has 1 to {most} places."),
    "RW343": _error(
        "A start value for a zone",
        "`{name}` is a zone: it starts empty, or with `= all`.",
        "Move pieces to it in the rule `setup`.",
    ),
    "RW344": _error(
        "All pieces in several zones",
        "There are several zones `{name}`; `= all` cannot tell which of them has the pieces.",
        "Move or draw them in the rule `setup`.",
    ),
    "RW345": _error("A refill that cannot be", "`{name}` cannot refill this pile: {fault}."),
    "RW346": _error("All pieces in two zones", "All of `{piece}` already start in `{other}`."),
    "RW347": _error(
        "A zone that is too small for its start", "`{name}` has {size} places, and there are {count} of `{piece}`."
    ),
    "RW348": _error(
        "A type that is none for an option",
        "`{name}` is an option: it holds a boolean, a number or a value of a kind, once and for all.",
    ),
    "RW349": _error("An option without a start value", "`{name}` has no start value.", "Add it: `boolean = false`."),
}

# -- RW35x to RW4xx: binders, scopes and types of formulas ----------------------------------------------
_FORMULAS: dict[str, Entry] = {
    # names in formulas
    "RW350": _error("An unknown name", "Nothing here is called `{name}`."),
    "RW351": _error(
        "An unknown function",
        "`{name}` is not something that takes arguments: no define, kind or function is called so.",
    ),
    "RW352": _error("An unknown rule", "There is no rule `{name}`."),
    "RW353": _error("An unknown field", "{what} has no field `{name}`."),
    "RW354": _error(
        "A binder that is not new",
        "`{name}` is {meaning}; a binder needs a name of its own.",
        "Call it something else; only `player` may be bound again.",
    ),
    "RW355": _error(
        "A value of several kinds",
        "`{name}` is a value of {kinds}, and nothing here says of which.",
        "Compare it with something, or bind it: `x in {kind} where ..`.",
    ),
    "RW356": _error(
        "`player` where nobody is",
        "Nobody is `player` here.",
        "A define sees only its parameters: give it a `p in players`, and call it with `player`.",
    ),
    "RW357": _error(
        "A name that is bound, and another that is spoken of",
        "`{name}` is bound here, and nothing speaks of it; {where} `{word}` is spoken of, {which}.",
        "Give both the same name.",
    ),
    "RW358": _error(
        "A rule inside a formula",
        "`{name}` is a rule: it does something, and a formula only says something.",
        "Call it as a step of its own, or ask `possible(player, {name})`.",
    ),
    "RW359": _error(
        "A kind in place of a face",
        "`{name}` is a kind, and a piece has one of its values on its face.",
        "Write `{count} of each {name}`.",
    ),
    # types
    "RW400": _error("Another type is wanted", "{text} is {got}; {wanted} is wanted here ({use})."),
    "RW401": _error(
        "Never the same",
        "This is always {always}: {left} is {a}, {right} is {b}, and the two are never the same.",
        "`is` compares two values of one kind.",
    ),
    "RW402": _error("Never in it", "This is always {always}: {item} is {a}, and {group} is {b}."),
    "RW403": _error("No single value", "{text} is {got}; a single value is compared.", ""),
    "RW404": _error("Numbers and values mixed", "`{op}` here wants a number, and {text} is {got}."),
    "RW405": _error("Another number of arguments", "`{name}` takes {wanted}, and is given {given}."),
    "RW406": _error(
        "Another number of places in the brackets", "{what} takes {wanted} in its brackets, and is given {given}."
    ),
    "RW407": _error(
        "Whose?",
        "{text} is a whole table of cells; which of them is meant?",
        "Put its place in brackets: `{name}[{indices}]`.",
    ),
    "RW408": _error("Brackets behind something without cells", "{text} is {got}; it has no cells."),
    "RW409": _error(
        "It may be missing",
        "{text} may be missing{reason}; {use} must be there.",
        "Finish it in brackets: `({plain} else {value})`, or ask first whether it is there.",
    ),
    "RW410": _warning(
        "An `else` that is never needed", "{text} is always there, so this is never used.", "Leave it out."
    ),
    "RW412": _error(
        "Nothing to run over", "{text} is {got}; a binder runs over a set, a zone or a value that may be missing."
    ),
    "RW413": _error(
        "Reach along nothing",
        "{what}.",
        "`reach` follows rows of a kind with `joins: [a, b]`, or a define from a node to a set: `reach(s, n in near(s))`.",
    ),
    "RW414": _error(
        "A define that defines itself",
        "`{name}` is defined by itself: {circle}.",
        "`reach` follows connections; nothing else repeats in a formula.",
    ),
    "RW415": _warning(
        "A define without its meaning",
        "`{name}` has {count} parameters and no `meaning`.",
        "Say in a sentence what it is: `meaning: ..`, and the formula under `is:`.",
    ),
    "RW417": _error(
        "An order as a value", "`{name}` is an order, not a value.", "It stands behind `by`, and in the ranking."
    ),
    "RW419": _error("No square", "{use} wants squares of a grid, and {text} is {got}."),
    "RW421": _error(
        "A parameter that is not of a whole kind",
        "`{name}` runs over a part of something; a parameter of a define is of the players, of a kind or of a range of numbers.",
        "Put the condition into the formula.",
    ),
    "RW422": _error("Ways that do not fit together", "{text} is {got}, and what it stands beside is {wanted} ({use})."),
    "RW423": _error("Never missing like this", "{text} is never `{word}`, so this is always {always}."),
    "RW424": _error(
        "A missing value in a set",
        "{text} is no value; a set holds values.",
        "Behind `in` a set in brackets may list it: `x in (p, nobody)`.",
    ),
    "RW425": _error(
        "The box of which piece?",
        "All sorts of pieces lie in the `box`; nothing here says which is meant.",
        "Name a face in brackets, or move out of it.",
    ),
    "RW426": _error("Always outside", "{use} lies in {low}..{high}, and {text} never does."),
    "RW427": _error(
        "No pile", "{text} is {sort}; only a pile has a top.", "`first(..)` takes any one of the pieces in it."
    ),
    "RW428": _error(
        "No direction",
        "`neighbour` wants a direction, and {text} is {got}.",
        "Declare a kind with four or eight values and `ring: true`; the first is up, then clockwise.",
    ),
    "RW429": _error(
        "No rule to be possible", "{text} is no rule.", "`possible(player, rule)`, or `possible(player, rule(args))`."
    ),
    "RW430": _error(
        "A start in something without an order round",
        "`from` begins in the middle of the players or of a whole kind, and {text} is neither.",
    ),
    "RW431": _error(
        "An unknown order",
        "There is no order `{name}`.",
        "Declare it under `define:` with `order: highest .., lowest ..`.",
    ),
    "RW432": _error(
        "Not an order",
        "`{name}` is a define, but no order.",
        "Say which way: `highest {name}(..)` or `lowest {name}(..)`.",
    ),
    "RW433": _error("Nothing to look into", "`{word}` looks into a zone or a set, and {text} is {got}."),
    "RW434": _error(
        "An order that changes nothing",
        "`{word}` comes to the same in any order.",
        "`by` belongs to `first` and to loops.",
    ),
    "RW435": _error(
        "Reach that stays where it is",
        "{text} does not speak of `{name}`.",
        "`{name}` runs over what has been reached: `reach({name}, n in near({name}))`.",
    ),
    "RW436": _error("A define that is no value", "{text} is {got}; the value of a define is a single value or a set."),
    "RW439": _error(
        "Missing in which way?",
        "{text} may be missing, and the word for it may be {words}.",
        "Say which: finish it with `(.. else word)`, or ask for the word.",
    ),
    "RW440": _error("A set in a set", "{text} is a set; `in` asks for a single value.", "`all(x in .. for x in ..)`."),
    "RW441": _error("Nothing to be in", "{text} is {got}, not a set."),
    "RW442": _error("Two sorts compared", "{left} is {a}, {right} is {b}; these have no common order."),
    "RW443": _error(
        "A word that ends the search", "{text} is what is taken when nothing is there; nothing can come behind it."
    ),
    "RW444": _error("Division by zero", "Nothing is divided by 0."),
    "RW446": _error(
        "An order of too many keys", "`{name}` stands for more than {most} keys.", "An order that decides has few."
    ),
    "RW447": _error(
        "Defines on defines on defines",
        "`{name}` stands on more than {most} other defines, one on the next.",
        "Say it with fewer names.",
    ),
}

CODES: dict[str, Entry] = {**_DECLARATIONS, **_FORMULAS}
