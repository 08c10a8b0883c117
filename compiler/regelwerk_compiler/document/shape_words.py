"""From what is wrong with one node's keys or value to diagnostics in people's words.

Nothing here depends on how jsonschema words its findings: the keyword, the schema's `x-called` and the node are enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..diagnostics.diagnostic import Collector, Place
from ..diagnostics.words import capital, listed, quoted_words, shortened
from .located import Map, Node, Scalar, Sequence
from .schemas import Schema, resolved, schema


@dataclass(frozen=True, slots=True)
class Where:
    """A node, the key under which it stands (None in a list), and the schema that it is held to."""

    node: Node
    key: Scalar | None
    schema_name: str

    @property
    def place(self) -> Place:
        """Where a fault of the node as a whole is shown: a caret under a word, not under a paragraph."""
        if isinstance(self.node, Scalar) and self.node.end > self.node.start:
            return self.node
        if self.key is not None:
            return self.key
        if isinstance(self.node, Map) and self.node.entries:
            return self.node.entries[0].key
        return self.node


@dataclass(slots=True)
class KeyFaults:
    """What is wrong with the keys of one map."""

    schema: Schema = field(default_factory=dict)
    missing: dict[str, str | None] = field(default_factory=dict)  # missing key -> the key that asks for it
    one_of: list[str] | None = None  # of the keys of which one belongs here, those that are there
    astray: list[str] = field(default_factory=list)  # keys whose companion is not there


# -- keys ----------------------------------------------------------------------------------------


_MEANT: dict[str, tuple[str, ...]] = {
    "otherwise": ("if_none", "else"),
    "roll": ("random",),
    "shuffle": ("move",),
    "pick": ("choose",),
    "select": ("choose",),
    "take": ("move", "draw"),
    "repeat": ("for",),
    "foreach": ("for",),
    "while": ("for",),
    "stop": ("end",),
    "call": ("do",),
    "steps": ("do",),
    "effect": ("do",),
    "effects": ("do",),
    "parameters": ("with",),
    "requires": ("needs",),
    "conditions": ("needs",),
    "condition": ("needs", "if", "when"),
    "price": ("cost",),
    "pay": ("cost", "pays"),
    "variables": ("state",),
    "zones": ("state",),
    "functions": ("define",),
    "formulas": ("define",),
    "actions": ("rules",),
    "components": ("pieces",),
    "types": ("kinds",),
    "name": ("title",),
    "figures": ("origin",),
    "reason": ("because",),
    "allow": ("ignore",),
    "pay_for": ("pays",),
    "replace": ("instead", "change"),
    "used_to": ("then_goes_to",),
    "in_force": ("works_in",),
    "expect": ("then",),
    "setup": ("given",),
    "moves": ("when",),
}
"""Other words for a key, as other languages have them and hasty hands write them."""
_WAYS_OUT = (
    (re.compile(r"el(se)?_?\s*if\b"), "Write `else:` with a step `if: ...` below it."),
    (re.compile(r"unless\b"), "Write `if: not (...)`."),
    (re.compile(r"for\s+(each\s+|every\s+)?(?=\w+ in )"), "The colon stands behind `for`: `for: {rest}`."),
    (
        re.compile(r"(if|set|let|move|draw|random|show|end|choose)\s+(?=\S)"),
        "The colon stands behind `{verb}`: `{verb}: {rest}`.",
    ),
)
"""What belongs there, where a whole sentence, or a verb of another language, was written as a key of a step."""


def report_keys(where: Where, faults: KeyFaults, collector: Collector) -> None:
    """Report unknown, missing, astray and clashing keys of one map; a misspelled key counts once."""
    node, rules = where.node, faults.schema
    assert isinstance(node, Map)
    what = _title(rules, where)
    known = list(rules.get("properties", {}))
    doubled = (node.source.name, node.start) in collector.doubled  # the key that stands twice may have been another
    missing = {} if doubled else dict(faults.missing)
    one_of = None if doubled and not faults.one_of else faults.one_of
    verbs: list[str] = rules.get("x-exactly-one", {}).get("keys", [])
    for key in _unknown_keys(node, rules):
        if not known:
            collector.report("RW136", key, key=shortened(key.text), called=_called_key(rules))
            continue
        wanted = [*missing, *(verbs if one_of == [] else [])]
        near = collector.nearest(key.text, wanted)
        if near is None:
            near = collector.nearest(key.text, [other for other in known if other not in node])
        if near is None:
            near = next((other for other in _MEANT.get(key.text, ()) if other in known and other not in node), None)
        missing.pop(near or "", None)
        if near in verbs and one_of == []:
            one_of = None
            missing = {k: v for k, v in missing.items() if v is not None and v in node}
        elif one_of == [] and verbs and "rank" not in verbs and not any(k in node for k in verbs):
            one_of = None  # the unknown key was meant as the verb
        asked = list(missing)
        if near is None and len(asked) == 1:  # one fault: this stands where that belongs
            del missing[asked[0]]
            hint = f"`{asked[0]}` is missing here: it holds {_called(rules, asked[0], where.schema_name)}."
        else:
            hint = f"Did you mean `{near}`?" if near else f"Keys of {what}: {quoted_words(known, most=40)}."
            if near is None and "if" in verbs:
                hint = _way_out(key.text) or hint
        collector.report("RW130", key, hint=hint, key=shortened(key.text), what=what)
    for key_name, asked_by in missing.items():
        if asked_by is None:
            called = _called(rules, key_name, where.schema_name)
            hint = _swallowed(node, (key_name,))
            collector.report("RW131", where.place, hint, key=key_name, what=what, called=called)
    for asked_by in dict.fromkeys(missing.values()):
        if asked_by is not None:
            _report_companions(where, rules, asked_by, [k for k, v in missing.items() if v == asked_by], collector)
    if one_of is not None:
        _report_one_of(where, rules, one_of, collector)
    for key_name in faults.astray:
        scalar = node.key(key_name)
        others = rules["x-belongs"][key_name]
        present = next((verb for verb in verbs if verb in node), None)
        if scalar is not None and (present is not None or not verbs) and key_name not in (one_of or []):
            beside = f" beside `{present}`" if present else ""
            collector.report("RW140", scalar, key=key_name, beside=beside, others=quoted_words(others, "or"))


def _report_companions(where: Where, rules: Schema, key: str, missing: list[str], collector: Collector) -> None:
    assert isinstance(where.node, Map)
    value = where.node.get(key)
    words = f"{key}: {value.text}" if key in ("origin", "kind") and isinstance(value, Scalar) else key
    hint = " ".join(f"`{other}` holds {_called(rules, other, where.schema_name)}." for other in missing)
    place = where.node.key(key) or where.place
    collector.report("RW133", place, hint=hint, key=words, companions=quoted_words(missing))


def _report_one_of(where: Where, rules: Schema, present: list[str], collector: Collector) -> None:
    keys, called = rules["x-exactly-one"]["keys"], rules["x-exactly-one"]["called"]
    what = _title(rules, where)
    if not present:
        words = quoted_words(keys, "or", most=40)
        hint = _swallowed(where.node, keys)
        collector.report("RW135", where.place, hint, what=capital(what), called=called, keys=words)
        return
    assert isinstance(where.node, Map)
    scalars = [scalar for key in present if (scalar := where.node.key(key)) is not None]
    second = max(scalars, key=lambda scalar: scalar.start)
    hint = "Begin each with a dash of its own." if what in ("a step", "a bend") else ""
    collector.report("RW134", second, hint=hint, keys=quoted_words(present), what=what, called=called)


def _swallowed(node: Node, keys: Iterable[str]) -> str:
    """Where a key that is missing stands in the lines of a text, which begin where its own line should."""
    for entry in node if isinstance(node, Map) else ():
        text = entry.value
        if isinstance(text, Scalar) and text.style in ("literal", "folded"):
            found = re.search(
                rf"^[ ]*({'|'.join(map(re.escape, keys))}):", text.source.text[text.start : text.end], re.M
            )
            if found:
                line = text.source.place(text.start + found.start(1))[0]
                return f"`{found[1]}:` in line {line} is part of the text of `{entry.key.text}`: it stands too far in."
    return ""


def _unknown_keys(node: Map, rules: Schema) -> list[Scalar]:
    if rules.get("additionalProperties") is not False:
        return []
    known, patterns = rules.get("properties", {}), rules.get("patternProperties", {})
    return [
        entry.key
        for entry in node
        if entry.key.text not in known and not any(re.search(pattern, entry.key.text) for pattern in patterns)
    ]


_KEY_CALLED = (
    (r"(\(.*\))?", "a name with its parameters, such as `cars(r in route)`"),
    (r"(\.[a-z]", "an address, such as `claim_route.free`"),
    ("^[0-9]{3}", "the number of a statement, such as `003.turn.tram`"),
    ("-?[0-9]+", "a name or a number"),
)


def _called_key(rules: Schema) -> str:
    for pattern in rules.get("patternProperties", {}):
        for part, called in _KEY_CALLED:
            if part in pattern:
                return called
    return "a name: small letters, digits and underscores, beginning with a letter"


def _title(rules: Schema, where: Where) -> str:
    title = str(rules.get("title", "")).removesuffix(" in Regelwerk 1")
    if title.startswith(("A ", "An ")):
        return title[0].lower() + title[1:]
    return f"`{where.key.text}`" if where.key is not None else "this map"


def _way_out(text: str) -> str:
    for pattern, way in _WAYS_OUT:
        if found := pattern.match(text):
            return way.format(verb=found[0].split()[0], rest=shortened(text[found.end() :].rstrip(":")))
    return ""


def _called(rules: Schema, key: str, schema_name: str) -> str:
    part = rules.get("properties", {}).get(key, {"$ref": f"#/$defs/{key}"})
    for name in (schema_name, "game"):
        try:
            return str(resolved(part, name).get("x-called", "a value"))
        except KeyError:
            continue
    return "a value"


# -- values --------------------------------------------------------------------------------------


def report_value(where: Where, broken: dict[str, Schema], collector: Collector) -> None:
    """Report what is wrong with one value, given the broken keywords with their schemas; the first cause counts."""
    node, place = where.node, where.place
    key = f"`{where.key.text}`" if where.key is not None else ""
    rules = next(iter(broken.values()))
    called = str(rules.get("x-called", "something else"))
    if isinstance(node, Scalar) and node.kind == "null":
        if collector.reported_at(node.span):
            return  # an alias of nothing
        behind = f"Nothing stands behind {key}" if key else "Nothing stands here"
        called = called if key or "title" not in rules else _title(rules, where)
        collector.report("RW125", place, behind=behind, called=called)
        return
    for keyword, rules in broken.items():
        match keyword:
            case "type":
                hint = _hint_for_type(node, rules)
                subject = f"{key} takes {called}" if key else f"{capital(_title(rules, where))} belongs here"
                if not key and not hint:
                    hint = f"{capital(called)}."
                collector.report("RW132", place, hint=hint, subject=subject, given=described(node))
            case "const" | "enum":
                values = [str(value) for value in rules.get("enum", [rules.get("const")])]
                text = node.text if isinstance(node, Scalar) else described(node)
                near = collector.nearest(text, values)
                hint = f"Did you mean `{near}`?" if near else ""
                subject = f"{key} is" if key else "This must be"
                collector.report("RW137", place, hint=hint, subject=subject, called=called, text=shortened(text))
            case "pattern":
                text = node.text if isinstance(node, Scalar) else described(node)
                collector.report("RW138", place, text=shortened(text), called=called)
            case "minimum":
                text = node.text if isinstance(node, Scalar) else ""
                collector.report("RW141", place, text=text, least=rules["minimum"])
            case "uniqueItems":
                _report_twice(node, collector)
            case _:
                size = _size(node, keyword)
                count = _count(keyword, rules)
                hint = f"{capital(called)}."
                collector.report("RW139", place, hint=hint, subject=key or "This", size=size, count=count)


def _report_twice(node: Node, collector: Collector) -> None:
    seen: set[str] = set()
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            if item.text in seen:
                collector.report("RW142", item, text=item.text)
            seen.add(item.text)


def _count(keyword: str, rules: Schema) -> str:
    """`at least 2 entries`."""
    exactly = rules.get("min" + keyword[3:]) == rules.get("max" + keyword[3:])
    bound = "" if exactly else "at least " if keyword.startswith("min") else "at most "
    return bound + _entries(rules[keyword], keyword)


def _size(node: Node, keyword: str) -> str:
    """`3 entries`."""
    return _entries(len(node.text) if isinstance(node, Scalar) else len(node), keyword)


def _entries(number: int, keyword: str) -> str:
    one, more = ("character", "characters") if keyword.endswith("Length") else ("entry", "entries")
    return f"no {more}" if number == 0 else f"{number} {one if number == 1 else more}"


def _hint_for_type(node: Node, rules: Schema) -> str:
    kinds = rules.get("type", [])
    wanted = kinds if isinstance(kinds, list) else [kinds]
    match node:
        case Scalar(kind="integer" | "boolean") if kinds == "string" and "pattern" not in rules:
            return "Put it into quotes."
        case Scalar(kind="word", text=text) if rules.get("x-called", "").startswith("texts by language"):
            return f"Say in which language it is: `{{en: {shortened(text)}}}`."
        case Scalar(kind="word", text=text) if "integer" in wanted and re.fullmatch(r"0\d+", text):
            return f"A number does not begin with 0: `{text.lstrip('0') or '0'}`."
        case Scalar() if "array" in wanted and "string" not in wanted:
            return "Begin a new line with a dash for each entry, or write the list in brackets: `[a, b]`."
        case Map() | Sequence() if "string" in wanted and "object" not in wanted:
            return "A sentence is written in words behind its key, never as nested keys or a list."
        case Map() if "array" in wanted:
            return "Begin each entry with a dash."
        case Sequence() if "object" in wanted and not {"array", "string"} & set(wanted):
            return "Leave out the dashes or brackets: each entry has a key of its own."
        case _:
            return ""


def described(node: Node) -> str:
    """What a node is, in words."""
    match node:
        case Map():
            first = listed([f"`{entry.key.text}`" for entry in node.entries[:2]], "and")
            return f"a map ({first}{', ...' if len(node) > 2 else ''})" if len(node) else "an empty map"
        case Sequence():
            return "a list" if len(node) else "an empty list"
        case Scalar(kind="integer"):
            return f"the number {node.text}"
        case Scalar(kind="boolean"):
            return f"`{node.text}`"
        case Scalar(kind="null"):
            return "nothing"
        case Scalar():
            return "a word" if re.fullmatch(r"\w+", node.text) else "a sentence" if not node.quoted else "a text"


def schema_keys(name: str) -> tuple[str, ...]:
    """The keys that a file of this sort may begin with."""
    return tuple(schema(name)["properties"])
