"""The codes RW1xx (YAML and the shape of a file) and RW2xx (sentences)."""

from __future__ import annotations

from .entry import Entry


def _error(title: str, message: str, hint: str = "") -> Entry:
    return Entry("error", title, message, hint)


CODES: dict[str, Entry] = {
    # -- the file ----------------------------------------------------------------------------------
    "RW100": _error("A file that cannot be read", "`{file}` cannot be read: {reason}."),
    "RW101": _error(
        "A file that is not UTF-8",
        "The byte {byte} is no UTF-8 text.",
        "Save the file in the encoding UTF-8.",
    ),
    "RW102": _error(
        "An invisible character",
        "The character {character} stands here; it cannot be seen and has no place in a game.",
        "Delete it.",
    ),
    "RW103": _error("A file that is too large", "The file has {size} MB; {limit} MB are the most that is read."),
    "RW104": _error(
        "Nested too deep",
        "Lists and maps stand inside each other more than {limit} deep.",
        "Give the inner part a name: a rule of its own, or a `define`.",
    ),
    "RW105": _error(
        "Too many entries",
        "The file has more than {limit} keys and values; each use of an alias counts in full.",
        "Put rows into a table file; an alias (`*name`) that repeats others which repeat others grows fast.",
    ),
    "RW106": _error("An empty file", "The file holds nothing.", "Begin with `regelwerk: 1`."),
    "RW107": _error(
        "A file that is no map",
        "A file begins with keys, such as `regelwerk: 1`; this is something else.",
    ),
    "RW108": _error(
        "A second document", "`---` begins a second document; a file holds one.", "Put it into a file of its own."
    ),
    # -- YAML --------------------------------------------------------------------------------------
    "RW109": _error("Not YAML", "YAML cannot be read from `{text}` on.", "Check the line, and the one above it."),
    "RW110": _error("A tab", "A tab stands where spaces belong.", "Indent with spaces."),
    "RW111": _error(
        "Wrong indentation",
        "This is indented like nothing that stands above it: {above}.",
        "Entries of one map, and dashes of one list, begin in the same column.",
    ),
    "RW112": _error(
        "A second colon",
        "A second `: ` in one line: YAML takes the first half for a key.",
        "Put a text with `: ` into quotes; begin a nested map on a line of its own.",
    ),
    "RW113": _error(
        "A line without a colon",
        "`{text}` is neither `key: value` nor `- item`.",
        "Put `: ` behind the key, or a dash before the item; the next line of a sentence is indented further.",
    ),
    "RW114": _error(
        "Broken braces",
        "The `{bracket}` that opens here is not closed: in line {line} YAML cannot go on.",
        "Close it with `{close}`; write a sentence that has brackets on a line of its own, without braces around it.",
    ),
    "RW115": _error("A quote that is not closed", "The quote {quote} that opens here is never closed."),
    "RW116": _error(
        "A character with which no word begins",
        "No word can begin with `{character}` here: YAML keeps this character for itself.",
        "Put the text into quotes.",
    ),
    "RW117": _error(
        "An unknown escape",
        "`{escape}` is no escape that YAML knows.",
        "A backslash inside double quotes is written `\\\\`; single quotes need none.",
    ),
    "RW118": _error(
        "The same key twice",
        "`{key}` stands here for the second time; the first is in line {line}.",
        "Keep one of the two, or give one another name.",
    ),
    "RW119": _error("A key that is no word", "A key is a word; this one is a list or a map."),
    "RW120": _error(
        "A tag", "`{tag}` is a YAML tag; tags have no meaning here.", "Delete it, or put the text into quotes."
    ),
    "RW121": _error("An alias without an anchor", "`*{name}` repeats nothing: {reason}."),
    "RW122": _error("A merge of something else", "`<<` takes in a map, or a list of maps."),
    "RW123": _error(
        "A sentence that YAML took apart",
        "Inside braces and brackets YAML takes this sentence apart at its commas: `{text}`.",
        "Write the sentence on a line of its own, without braces or brackets around it.",
    ),
    "RW124": _error("A number that is too large", "A number of {digits} digits; {limit} are the most."),
    # -- keys, lists and maps ----------------------------------------------------------------------
    "RW125": _error("Nothing behind a key", "{behind}; {called} belongs there."),
    "RW126": _error("A dash behind a key", "A list begins on the line below its key, not behind it."),
    "RW127": _error(
        "Indented further than the line above",
        "`{key}` is indented further than line {line}, which has its value already.",
        "Entries of one map begin in the same column.",
    ),
    "RW128": _error(
        "Words behind the end of a text",
        "`{text}` stands behind the closing {sign} of a value.",
        "Put the whole text into quotes; one with an apostrophe into double quotes.",
    ),
    "RW129": Entry(
        "warning",
        "A text that YAML cuts off",
        "`{text}` is a comment: YAML ends the text before it.",
        "Put the whole text into quotes; a comment has a blank behind its `#`.",
    ),
    "RW130": _error("An unknown key", "`{key}` is no key of {what}."),
    "RW131": _error("A missing key", "`{key}` is missing in {what}.", "It holds {called}."),
    "RW132": _error("Something else than what belongs there", "{subject}; this is {given}."),
    "RW133": _error("A missing companion", "`{key}` needs {companions} beside it."),
    "RW134": _error("Several keys of which one belongs here", "{keys} stand together; {what} has one {called}."),
    "RW135": _error(
        "None of the keys of which one belongs here", "{what} has one {called}; none stands here.", "One of {keys}."
    ),
    "RW136": _error("A key that is no name", "`{key}` cannot stand here; the key is {called}."),
    "RW137": _error("A word that is not one of those possible", "{subject} {called}, not `{text}`."),
    "RW138": _error("A text of another form", "`{text}` is not {called}."),
    "RW139": _error("Too many or too few", "{subject} has {size}; it takes {count}."),
    "RW140": _error("A key without its companion", "`{key}` does not belong here{beside}.", "It goes with {others}."),
    "RW141": _error("A number that is too small", "{text} is too small; {least} is the least."),
    "RW142": _error("The same value twice", "`{text}` stands in the list for the second time."),
    "RW143": _error("More faults than are told", "There are more than {most} faults; the others are not told."),
    "RW144": _error(
        "A key too far in", "`{key}` stands too far in: it is a key of {outer}, and stands inside {inner}."
    ),
    "RW145": _error("A key too far out", "`{key}` stands too far out: it belongs to `{inner}` (line {line})."),
    "RW146": _error(
        "An entry without its name",
        "{keys} {stand} directly below `{section}`: the name of {what} is missing.",
        "Put a line with the name above, one step further out.",
    ),
    "RW147": _error(
        "A section without its line",
        "`{key}` is nothing that stands under `{section}`; the line `{other}:` is missing above it.",
    ),
    # -- sentences ---------------------------------------------------------------------------------
    "RW200": _error("Not a sentence", "`{word}` is not expected here."),
    "RW201": _error("Nothing where a sentence belongs", "A sentence belongs here."),
    "RW202": _error(
        "A sentence that is too long",
        "A sentence of {size} characters; {limit} are the most.",
        "Give parts of it names in `define`.",
    ),
    "RW203": _error(
        "A sentence that is nested too deep",
        "The parts of this sentence stand inside each other more than {limit} deep.",
        "Give parts of it names in `define`.",
    ),
    "RW204": _error(
        "A sentence inside braces or brackets",
        "A sentence stands on a line of its own, not inside braces or brackets.",
        "YAML takes sentences apart at commas there. Write this map or list with one key or item a line, indented.",
    ),
    "RW205": _error("Capital letters", "`{word}` has capital letters; names and words are small.", "Write `{right}`."),
    "RW206": _error("A typographic sign", "The sign {sign} has no meaning here.", "Write {right}."),
    "RW207": _error(
        "A fraction",
        "{number} is no whole number; there are no others.",
        "Count in smaller units, or divide and round: `a / 2 rounded down`.",
    ),
    "RW208": _error("A sign of another language", "`{sign}` has no meaning here.", "It is written {right}."),
    "RW210": _error(
        "A letter that names cannot have",
        "`{word}` has letters outside a to z.",
        "Names have small letters, digits and underscores.",
    ),
    "RW211": _error("A bracket that is not closed", "This `{bracket}` is never closed.", "`{close}` is missing."),
    "RW212": _error("A bracket that was not opened", "This `{bracket}` closes nothing."),
    "RW213": _error(
        "A bracket closed by another", "This `{bracket}` is closed by `{found}`.", "`{close}` belongs there."
    ),
    "RW214": _error(
        "A finishing `else` without brackets",
        "`else` without `if` finishes what may be missing, and stands in brackets.",
        "Write `(a else b)`, right behind what may be missing.",
    ),
    "RW215": _error("A range with a sum", "An end of a range that is a sum takes brackets.", "Write `{example}`."),
    "RW216": _error(
        "A chain of comparisons",
        "`{sign}` cannot follow another comparison.",
        "Join two comparisons with `and`: `a < b and b < c`.",
    ),
    "RW217": _error(
        "A word of the language as a name",
        "`{word}` is a word of the language and cannot be a name.",
        "Choose another name.",
    ),
    "RW218": _error("Two parts of a cost in one line", "`{word}` cannot join two parts of a cost."),
    "RW219": _error("A word is missing", "Before `{word}` something is missing: {missing}."),
    "RW220": _error("Another word belongs here", "`{word}` cannot stand here.", "Write {right}."),
    "RW221": _error("A number that is too large", "A number of {digits} digits; {limit} are the most."),
    "RW222": _error("The same clause twice", "`{clause}` is said twice."),
    "RW223": _error("A division that does not round", "A division says how it rounds.", "Write `{example}` (or `up`)."),
    "RW224": _error("An aggregate in another form", "`{word}` is written in another way.", "Write `{form}`."),
    "RW225": _error(
        "A key without a direction", "`{word}` does not say which comes first.", "Begin it with `highest` or `lowest`."
    ),
    "RW226": _error("Two comparisons in one", "`{text}` is one comparison too many.", "Write `{right}`."),
    "RW227": _error("A word too many", "`{word}` has no meaning here.", "Leave it out."),
    "RW228": _error("A key inside a sentence", "`{word}` is a key, not a word of a sentence."),
    "RW229": _error("A number and a word in one", "`{word}` is neither a number nor a name.", "Write `{right}`."),
    "RW230": _error(
        "An assignment without `set`",
        "`{sign}` gives a variable a value; here a rule is called.",
        "Put `set: ` (or `let: `) before it.",
    ),
    "RW231": _error(
        "Round brackets behind a variable", "The cells of `{name}` stand in square brackets.", "Write `{name}[...]`."
    ),
    "RW232": _error(
        "Quotes in a sentence", "{text} is in quotes; names and values stand without.", "Leave out the quotes."
    ),
    "RW233": _error(
        "A binder in a call",
        "`{word}` is called with values; `{sign}` cannot stand in its brackets.",
        "Binders stand in `count`, `any`, `first`, `sum`, `min`, `max`, `all` and `set`.",
    ),
    "RW234": _error("A misspelled word", "`{word}` cannot stand here.", "Did you mean `{right}`?"),
    "RW235": _error("A value is missing", "Something is missing {where}."),
    "RW237": _error(
        "An unknown sort of zone",
        "`{word} of` is no type.",
        "The types of zones are `bag of`, `pile of` and `5 slots of`; a variable may be a `set of`.",
    ),
    "RW236": _error("A sentence that ends too early", "The sentence ends too early: {missing} must follow."),
}
