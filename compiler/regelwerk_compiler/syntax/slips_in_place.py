"""From a situation to what is missing, misspelled or too much at the place where the parser stopped."""

from __future__ import annotations

from ..diagnostics.words import listed, nearest, quoted_words
from .ast import Start
from .finding import Finding
from .grammar import keywords
from .situation import Situation

_SUPERFLUOUS = frozenset(("the", "every"))
_OPERANDS = frozenset(("NAME", "INT", "PICK", "FOLD", "REACH", "LPAR"))

# The words that carry each kind of sentence, in the order in which they come: what is missing is named, not listed.
_CARRYING: dict[Start, tuple[tuple[str, str], ...]] = {
    "set": (("SETOP", "`=`, `+=` or `-=`"),),
    "let_": (("SETOP", "`=`"), ("EQUAL", "`=`")),
    "move": (("TO", "`to` and a zone"),),
    "draw": (("FROM", "`from` and a pile"), ("TO", "`to` and a zone")),
    "random": (("IN", "`in` and what is picked from"),),
    "show": (("TO", "`to` and players"),),
    "part": (("FROM", "`from` and a variable or zone"), ("TO", "`to` and a zone"), ("IN", "`in` and a set")),
    "rank": (("IN", "`in` and who takes part"), ("BY", "`by` and a key")),
    "with_": (("IN", "`in` and a domain"),),
    "head": (("IN", "`in` and a domain"),),
    "state": (("EACH", "`each`"), ("BY", "`by`"), ("OF", "`of`")),
    "column": (("EACH", "`each`"), ("OF", "`of`")),
    "piece": (("OF", "`of`"),),
    "paid": (("DOT", "`.` and a part of the rule"),),
}

_FORMS: dict[Start, str] = {
    "set": "place = value",
    "let_": "name = value",
    "move": "piece from zone to zone",
    "draw": "number from pile to zone",
    "random": "name in domain",
    "show": "piece to players",
    "choose": "rule or rule, or: name in domain",
    "for_": "name in domain, or: endlessly, or: while condition",
    "end": "rule after one more rule each",
    "step": "rule(values)",
    "with_": "name in domain where condition",
    "part": "number from variable, or: piece from zone to zone",
    "rank": "name in domain where condition by highest value",
    "ranking": "highest total, shared",
    "head": "name(parameter in domain)",
    "value": "name(parameter)",
    "address": "rule.need",
    "paid": "rule.cost",
    "option": "rule(values)",
    "state": "type for each kind = start, seen by owner",
    "column": "type for each kind = start",
    "kind": "1..10, or: kind x kind, or: grid 8 x 8",
    "piece": "6 of each kind, 8 of name; or: column of each kind",
    "expr": "",
    "order": "highest value, lowest value",
}

_CLASSES = {"NAME": "a name", "INT": "a number", "LPAR": "`(`", "$END": "the end"}


def superfluous(s: Situation) -> Finding | None:
    """`for: each p in players`; `the deck`; `2 cards from deck`."""
    if s.start == "move" and s.before in ("all", "any") and s.kind == "NAME":
        return Finding("RW219", s.at, s.end, {"missing": "`of`", "word": s.word})
    if not s.tokens and s.word in ("each", "every") and s.operand_wanted:
        return Finding("RW227", s.at, s.end, {"word": s.word})
    if s.before in _SUPERFLUOUS and s.before_kind == "NAME" and s.kind == "NAME":
        token = s.tokens[-1]
        return Finding("RW227", token.start_pos or 0, token.end_pos or 0, {"word": s.before})
    if s.start == "choose" and s.word == "of" and s.before_kind == "INT":
        return Finding("RW227", s.at, s.end, {"word": s.word})
    if s.start in ("state", "column") and s.kind == "NAME" and "IN" in s.possible:
        hint = f"What numbers count is said by `in {s.word}`; a word for a missing value by `or {s.word}`."
        return Finding("RW219", s.at, s.end, {"missing": "`in` or `or`", "word": s.word}, hint)
    if s.kind == "NAME" and s.before_kind == "INT" and s.next_word in s.keywords:
        return Finding("RW227", s.at, s.end, {"word": s.word})
    return None


def wrong_in_this_sentence(s: Situation) -> Finding | None:
    """What one kind of sentence says differently from what people try."""
    match s.start, s.word:
        case "choose", "and":
            return Finding("RW220", s.at, s.end, {"word": "and", "right": "`or` or a comma"})
        case (("with_" | "for_" | "rank"), "and") if "COMMA" in s.possible:
            return Finding("RW220", s.at, s.end, {"word": "and", "right": "a comma"})
        case "part", "from" if s.before == "," and "wild" not in s.text:
            token = s.tokens[-1]
            return Finding("RW227", token.start_pos or 0, token.end_pos or 0, {"word": ","})
        case "part", "and" | "or" | ",":
            hint = "Each part stands on a line of its own, with a dash." if s.word != "or" else ""
            hint = hint or "The second way to pay is a second rule, or `pays` in a bend."
            return Finding("RW218", s.at, s.end, {"word": s.word}, hint)
        case "option", ",":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`and`"})
        case "part", "in" if len(s.tokens) > 1 and s.tokens[-2].type == "OF":
            token = s.tokens[-1]
            words = {"missing": "`one` or `each`", "word": str(token)}
            return Finding("RW219", token.start_pos or 0, token.end_pos or 0, words)
        case (("state" | "column" | "kind"), "to" | "-" | "until") if len(s.tokens) == 1:
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "a range with two dots: `0..5`"})
        case (("state" | "column"), "of") if len(s.tokens) == 1:
            token = s.tokens[0]
            return Finding("RW237", token.start_pos or 0, s.end, {"word": str(token)})
        case "kind", "x" if s.before_kind == "INT" and len(s.tokens) == 1:
            token = s.tokens[0]
            return Finding("RW219", token.start_pos or 0, token.end_pos or 0, {"missing": "`grid`", "word": str(token)})
        case "kind", "by" if "X" in s.possible:
            return Finding("RW220", s.at, s.end, {"word": "by", "right": "`x`"})
        case "let_", "+" | "-" | "+=" | "-=":
            right = "`=`; a value that has a name already is changed by `set`"
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": right})
        case "set", "(" if len(s.tokens) == 1:
            return Finding("RW231", s.at, s.end, {"name": s.before})
        case (("state" | "column"), "seen" | "refilled" | "top") if "COMMA" in s.possible:
            return Finding("RW219", s.at, s.end, {"missing": "a comma", "word": s.word})
        case (("set" | "let_"), "is" | "to"):
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`=`"})
        case "for_", "sealed" | "secret" | "simultaneously" | "hidden":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`secretly`"})
        case "for_", "forever" | "always" | "repeatedly":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`endlessly`"})
        case "move", "shuffled" | "randomly" if s.tokens:
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`mixed`"})
        case "random", "from":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`in`"})
        case (("move" | "draw" | "part"), "into" | "onto"):
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`to`"})
        case _, "when" | "if" | "with" if "WHERE" in s.possible:
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`where`"})
        case _, "isnt" | "isn":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`is not`"})
        case _, "modulo":
            return Finding("RW220", s.at, s.end, {"word": s.word, "right": "`mod`"})
        case _:
            return None


def misspelled(s: Situation) -> Finding | None:
    """`form` for `from`: the word here, or the last name, is nearly a word that could stand there."""
    if s.kind not in ("NAME", "") or not s.word.isidentifier():
        return None
    near = nearest(s.word, s.keywords)
    if near is None:
        return None
    return Finding("RW234", s.at, s.end, {"word": s.word, "right": near})


def missing_value(s: Situation) -> Finding | None:
    """`2 from to hand`: a word that would be right if something stood before it."""
    if s.ended or not s.missing_operand:
        return None
    where = f"between `{s.before}` and `{s.word}`" if s.tokens else f"before `{s.word}`"
    return Finding("RW235", s.at, s.end, {"where": where}, _form(s))


def missing_keyword(s: Situation) -> Finding | None:
    """The sentence ends too early, or goes on without the word that carries it."""
    have = {token.type for token in s.tokens}
    carrying = [words for kind, words in _CARRYING.get(s.start, ()) if kind in s.possible and kind not in have]
    if not carrying and len(s.keywords) == 1 and not s.operand_wanted:
        carrying = [f"`{s.keywords[0]}`"]
    if s.ended:
        return Finding("RW236", s.at, s.end, {"missing": carrying[0] if carrying else _wanted(s)}, _form(s))
    if carrying and s.kind:
        return Finding("RW219", s.at, s.end, {"missing": carrying[0], "word": s.word}, _form(s))
    if "COMMA" in s.possible and s.kind in _OPERANDS and (s.opened() or s.start in ("piece", "with_")):
        return Finding("RW219", s.at, s.end, {"missing": "a comma or a sign", "word": s.word}, _form(s))
    return None


def unexpected(s: Situation) -> Finding:
    """Nothing more telling is known: what stands here cannot, this could."""
    few = bool(s.keywords) and len(s.keywords) <= 6 and all(kind in keywords() for kind in s.possible)
    hint = _form(s) if _form(s) and not few else f"Possible here: {_wanted(s)}."
    if s.word == "where":
        hint = "`where` stands behind a binder: `x in group where condition`."
    if s.kind == "COMMA" and s.start == "expr" and not s.opened():
        hint = "Conditions are joined by `and` or `or`."
    return Finding("RW200", s.at, s.end, {"word": s.word}, hint)


def _form(s: Situation) -> str:
    form = _FORMS[s.start]
    return f"The form is `{form}`.".replace(", or: ", "` or `") if form else ""


def _wanted(s: Situation) -> str:
    """What could stand here, in words."""
    if s.operand_wanted and "LPAR" in s.possible and "INT" in s.possible:
        return "a value"
    classes = [words for kind, words in _CLASSES.items() if kind in s.possible and kind != "$END"]
    if "IS" in s.possible and "AND" in s.possible:
        end = ", or the end of the sentence" if "$END" in s.possible else ""
        return f"an operator, a comparison{end}" if end else "an operator or a comparison"
    if classes and len(s.possible) <= 3:
        return listed([*classes, *(f"`{word}`" for word in s.keywords)])
    if s.keywords and len(s.keywords) <= 6:
        return quoted_words(s.keywords, "or")
    signs = [sign for kind, sign in (("RPAR", "`)`"), ("RSQB", "`]`"), ("COMMA", "a comma")) if kind in s.possible]
    return listed([*classes, *signs]) or "something else"
