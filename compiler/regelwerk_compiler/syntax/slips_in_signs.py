"""From a situation to a slip in letters, numbers, signs and brackets: what a keyboard or another language put there."""

from __future__ import annotations

import re
import unicodedata

from .finding import Finding
from .situation import Situation

_SIGNS = frozenset("=!<>&|+-*/%^~?:;.$@#\\{}")
_FOREIGN = {
    "==": "is", "===": "is", "=": "is", "!=": "is not", "!==": "is not", "<>": "is not", "=/=": "is not",
    "&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "~": "not", "=>": ">=", "=<": "<=", "%": "mod",
    "**": "*", "^": "*", "//": "/ ... rounded down", "...": "..", "++": "+= 1", "--": "-= 1", ":=": "=", ";": ",",
    "?": "a if condition else b", "*=": "name = name * value", "->": "to", "\\": "",
}  # fmt: skip
_TYPOGRAPHIC = {
    "–": "-", "—": "-", "−": "-", "×": "*", "·": "*", "÷": "/ ... rounded down", "≤": "<=", "≥": ">=", "≠": "is not",
    "…": "..", "‥": "..", "∈": "in", "\u200b": "a space", "∧": "and", "∨": "or", "¬": "not", "，": ",", "（": "(",
    "）": ")",
}  # fmt: skip
_QUOTES = frozenset("'\"`“”„‘’‚«»‹›")
_CLOSING = {"(": ")", "[": "]"}
_NAME = re.compile(r"\w+")
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def _word_around(text: str, at: int) -> tuple[int, int]:
    """The whole word that holds the character at `at`."""
    start = at
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    found = _NAME.match(text, start)
    return (start, found.end()) if found else (at, at + 1)


def capital_letters(s: Situation) -> Finding | None:
    """`Player` for `player`."""
    start, end = _word_around(s.text, s.at)
    word = s.text[start:end]
    if s.kind or word == word.lower() or not word.isascii():
        return None
    low = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    return Finding("RW205", start, end, {"word": word, "right": low})


def foreign_letter(s: Situation) -> Finding | None:
    """A letter outside a to z in a name, or a typographic sign."""
    if s.kind or s.ended:
        return None
    character = s.text[s.at]
    if character in _TYPOGRAPHIC:
        name = unicodedata.name(character, "").lower()
        return Finding("RW206", s.at, s.at + 1, {"sign": character.strip() or name, "right": _TYPOGRAPHIC[character]})
    start, end = _word_around(s.text, s.at)
    word = s.text[start:end]
    if word.isascii():
        return None
    if any(letter.isalpha() for letter in word):
        plain = unicodedata.normalize("NFKD", word.lower().translate(_LETTERS))
        right = "".join(letter for letter in plain if letter.isascii() and (letter.isalnum() or letter == "_"))
        hint = f"Write `{right}`; what players read stands in `text`." if right else ""
        return Finding("RW210", start, end, {"word": word}, hint)
    return Finding("RW210", s.at, s.at + 1, {"word": character})


def quotation(s: Situation) -> Finding | None:
    """A word in quotes."""
    if s.kind or s.ended or s.text[s.at] not in _QUOTES:
        return None
    close = re.search("['\"`“”‘’«»‹›]", s.text[s.at + 1 :])
    end = s.at + 1 + close.end() if close else s.at + 1
    return Finding("RW232", s.at, end, {"text": s.text[s.at : end]})


def decimal(s: Situation) -> Finding | None:
    """`0.5`."""
    for found in re.finditer(r"(?<![\w.])\d+\.\d+(?![\w.])|(?<![\w.])\d+,\d+(?![\w,])", s.text):
        comma = "," in found[0]
        if found.start() < s.at <= found.end() and not (comma and s.opened()) and not (comma and s.ended):
            return Finding("RW207", found.start(), found.end(), {"number": found[0]})
    return None


def glued_number(s: Situation) -> Finding | None:
    """`3cards` for `3 cards`, `012`-like numbers never get here."""
    start, end = _word_around(s.text, min(s.at, len(s.text) - 1))
    word = s.text[start:end]
    found = re.fullmatch(r"(\d+)([a-z_]\w*)", word)
    if s.kind or s.ended or found is None:
        return None
    right = re.sub(r"(?<=\d)(?=[a-z])|(?<=x)(?=\d)", " ", word)
    return Finding("RW229", start, end, {"word": word, "right": right})


def foreign_sign(s: Situation) -> Finding | None:
    """`==`, `!=`, `&&` and the like; `=` in a formula."""
    if s.ended:
        return None
    start, end = s.at, s.at
    while start > 0 and s.text[start - 1] in _SIGNS:
        start -= 1
    while end < len(s.text) and s.text[end] in _SIGNS:
        end += 1
    if start == end:
        return None
    sign = s.text[start:end]
    if sign not in _FOREIGN and s.at < end:  # signs that run together: `!-3`, `=-1`
        start, sign = s.at, s.text[s.at : end]
        while len(sign) > 1 and sign not in _FOREIGN:
            sign = sign[:-1]
        end = start + len(sign)
    if sign in ("=", "+=", "-=") and s.start in ("step", "option"):
        return Finding("RW230", start, end, {"sign": sign})
    right = _FOREIGN.get(sign)
    if sign in ("=", "==") and s.start in ("set", "let_", "state") and len([t for t in s.tokens if "=" in t]) < 2:
        right = "=" if sign == "==" else None
    if right is None:
        return None
    shown = f"`{right}`" if right else "left out"
    return Finding("RW208", start, end, {"sign": sign, "right": shown})


def bracket(s: Situation) -> Finding | None:
    """A bracket that is closed by none, by another, or was never opened; only where the fault is behind it."""
    stack: list[int] = []
    for at, character in enumerate(s.text):
        if character in _CLOSING:
            stack.append(at)
        elif character in ")]":
            if not stack:
                if s.at <= at and s.word != character:
                    return None
                return Finding("RW212", at, at + 1, {"bracket": character})
            opened = stack.pop()
            if _CLOSING[s.text[opened]] != character:
                if s.at <= opened:
                    return None
                words = {"bracket": s.text[opened], "close": _CLOSING[s.text[opened]], "found": character}
                return Finding("RW213", opened, opened + 1, words)
    if stack and stack[-1] < s.at:
        opened = stack[-1]
        words = {"bracket": s.text[opened], "close": _CLOSING[s.text[opened]]}
        return Finding("RW211", opened, opened + 1, words, _after_comment(s))
    return None


def _after_comment(s: Situation) -> str:
    """YAML ends a plain sentence at ` #`."""
    rest = s.scalar.source.text[s.scalar.end : s.scalar.end + 3]
    if s.scalar.style == "plain" and rest.lstrip(" ").startswith("#") and rest[:1] == " ":
        return "What follows ` #` is a comment and no part of the sentence."
    return ""
