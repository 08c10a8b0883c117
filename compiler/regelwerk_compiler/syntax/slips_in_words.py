"""From a situation to a slip in the words of a formula: what the language says differently from others."""

from __future__ import annotations

from .finding import Finding
from .reserved import reserved_words
from .situation import Situation

_COMPARISONS = frozenset(("IS", "IN", "LESS"))
_VERBS = ("set", "let", "move", "draw", "random", "show", "choose", "if", "for", "end")
_KEYS = ("then", "do", "if_none", "needs", "cost", "so_that", "with")
_PICKS = ("count", "any", "first")
_FOLDS = ("sum", "min", "max", "all", "set")
_FORMS = {
    **{word: f"{word}(x in group where condition)" for word in _PICKS},
    **{word: f"{word}({'condition' if word == 'all' else 'value'} for x in group)" for word in _FOLDS},
    "reach": "reach(start, x in edges where condition)",
}


def bare_else(s: Situation) -> Finding | None:
    """`a else b` without brackets."""
    if s.kind != "ELSE" or s.start in ("state", "column") or s.missing_operand:
        return None
    return Finding("RW214", s.at, s.end)


def division(s: Situation) -> Finding | None:
    """`a / b` without `rounded`."""
    if "ROUNDED" not in s.possible:
        if s.before_kind == "ROUNDED":
            return Finding("RW223", s.at, s.end, {"example": "rounded down"})
        return None
    slash = next((t for t in reversed(s.tokens) if t.type == "SLASH"), None)
    if slash is None:
        return None
    return Finding("RW223", slash.start_pos or 0, slash.end_pos or 0, {"example": "a / b rounded down"})


def range_with_sum(s: Situation) -> Finding | None:
    """`a + 1..b`, `a..b + 1`."""
    level = s.level()
    if s.kind in ("DOTS", "__ANON_0") or s.word == "..":
        if any(token.type in ("SIGN", "TIMES", "SLASH") for token in level):
            first = level[0].start_pos or 0
            text = s.text[first : s.at].strip()
            return Finding("RW215", s.at, s.end, {"example": f"({text}).."})
        if any(str(token) == ".." for token in level):
            return Finding("RW216", s.at, s.end, {"sign": ".."}, "A range has two ends: `a..b`.")
    dots = next((i for i, token in enumerate(level) if str(token) == ".."), None)
    if dots is not None and s.kind in ("SIGN", "TIMES", "SLASH"):
        first = level[dots].end_pos or 0
        return Finding("RW215", s.at, s.end, {"example": f"..({s.text[first : s.at].strip()} {s.word} ...)"})
    return None


def chained_comparison(s: Situation) -> Finding | None:
    """`a < b < c`; `is in`, `is not in`, `is >= 3`."""
    before = s.before_kind
    if before == "IS" and (s.kind in ("IN", "LESS") or s.word in ("in", "one")):
        start = s.tokens[-1].start_pos or 0
        return Finding("RW226", start, s.end, {"text": s.text[start : s.end], "right": s.word.replace("one", "in")})
    if before == "NOT" and s.kind in ("IN", "LESS") and len(s.tokens) > 1 and s.tokens[-2].type == "IS":
        start = s.tokens[-2].start_pos or 0
        right = "not in" if s.kind == "IN" else f"not a {s.word} b"
        return Finding("RW226", start, s.end, {"text": s.text[start : s.end], "right": right})
    if s.kind not in _COMPARISONS:
        return None
    level = s.level()
    binder = len(level) > 1 and level[1].type == "IN" and "WHERE" in s.possible
    if binder or not any(token.type in _COMPARISONS for token in level):
        return None
    return Finding("RW216", s.at, s.end, {"sign": s.word})


def key_without_way(s: Situation) -> Finding | None:
    """`by money` for `by highest money`."""
    ordered = s.start in ("rank", "ranking", "order") or any(token.type == "BY" for token in s.tokens)
    if not ordered:
        return None
    if "WAY" in s.possible and s.kind not in ("", "$END") and not s.word.startswith(("high", "low")):
        return Finding("RW225", s.at, s.end, {"word": s.word})
    if s.possible == {"LPAR"} and s.before_kind == "NAME" and not s.before.startswith(("high", "low")):
        token = s.tokens[-1]
        return Finding("RW225", token.start_pos or 0, token.end_pos or 0, {"word": s.before})
    return None


def fold_or_pick(s: Situation) -> Finding | None:
    """`sum(x in y)`, `count(x for x in y)`: each aggregate has its own form."""
    if s.operand_wanted and s.word in _FORMS:
        return Finding("RW224", s.at, s.end, {"word": s.word, "form": _FORMS[s.word]})
    opened = s.opened()
    if not opened:
        return None
    index = next(i for i, token in enumerate(s.tokens) if token is opened[-1])
    if index == 0:
        return None
    head = s.tokens[index - 1]
    word = str(head)
    place = head.start_pos or 0, head.end_pos or 0
    if head.type == "PICK" and (s.kind == "FOR" or " for " in s.text[s.at :]):
        return Finding("RW224", *place, {"word": word, "form": _FORMS[word]})
    if head.type == "FOLD" and s.kind in ("WHERE", "RPAR", "BY") and s.possible & {"FOR", "COMMA"}:
        return Finding("RW224", *place, {"word": word, "form": _FORMS[word]})
    if head.type == "NAME" and s.kind in ("FOR", "WHERE", "BY") and word not in (*_PICKS, *_FOLDS):
        return Finding("RW233", *place, {"word": word, "sign": s.word})
    return None


def verb_inside(s: Situation) -> Finding | None:
    """`- move c to box` without a colon; `if a then b else c`."""
    first = s.text.split(maxsplit=1)[0] if s.text.split() else ""
    verb, colon, _ = first.partition(":")
    if s.start in ("step", "expr") and colon and verb in _VERBS:
        at = s.text.index(first)
        return Finding("RW228", at, at + len(verb), {"word": verb}, f"Put a space behind its colon: `{verb}: ...`.")
    if s.start in ("step", "expr") and len(s.tokens) <= 1 and first in _VERBS and not s.text.startswith(f"{first}("):
        begin = s.text.index(first)
        way_out = f"Put a colon behind it: `{first}: ...`."
        if s.start == "expr" and first == "if":
            way_out = "Of two values one is picked so: `value if condition else other`."
        return Finding("RW228", begin, begin + len(first), {"word": first}, way_out)
    if s.word in _KEYS and s.kind == "NAME" and not s.operand_wanted:
        return Finding("RW228", s.at, s.end, {"word": s.word}, f"`{s.word}:` stands on a line of its own.")
    return None


def named_with_reserved_word(s: Situation) -> Finding | None:
    """A word of the language where a name belongs."""
    if s.operand_wanted and s.word in reserved_words():
        return Finding("RW217", s.at, s.end, {"word": s.word})
    return None
