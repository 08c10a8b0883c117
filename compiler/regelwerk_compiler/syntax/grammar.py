"""From the tables of `grammar.lark` to a reader of sentences: an LALR automaton that calls `Trees` as it goes.

Lark makes the tables (`tables.py`), which lie beside the grammar as data; they are all that a sentence needs.  The
lexer looks at one word or sign at a time, and the state of the automaton says which terminal it is there, as Lark's
contextual lexer does.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from .ast import Start
    from .trees import Trees

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("sentences.json")
END = "$END"

SIGN = re.compile(r"\.\.|[-+<>]=|[-+*/=<>()\[\],.]")
_WORD_OR_SIGN = re.compile(rf"\s*(?:([a-z][a-z0-9_]*)(?:\b(?=\s*(\(?)))?|([0-9]+)\b|({SIGN.pattern}))")
_WORDS = re.compile(r"[a-z][a-z_]+|(?<![a-z_?\\])[a-z](?![a-z_])")


class Tables(TypedDict):
    """What `sentences.json` holds."""

    grammar: int  # a mark of the grammar that they were made from
    starts: dict[str, list[int]]  # by kind of sentence: the first state, and the last
    rules: list[tuple[str, int, str, bool, list[int]]]  # see `tables._rule`
    lexers: list[dict[str, str]]  # the terminals of words and signs; the first one knows all
    lexer: list[int]  # of each state
    states: list[dict[str, int]]  # by terminal or rule: the next state, or ~ the rule that is complete


class Token(str):
    """One word or sign of a sentence."""

    __slots__ = ("end", "start", "type")
    type: str  # its terminal; "" if it is no word of the language
    start: int
    end: int


@dataclass(slots=True)
class Reading:
    """How far the reader came."""

    tokens: list[Token]  # what was understood
    at: int = 0  # where the first character stands that was not
    refused: Token | None = None  # the word there, if it is one, and not the end
    sentence: Any = None  # what `Trees` made of the whole


@cache
def tables() -> Tables:
    """The tables of the grammar."""
    found: Tables = json.loads(TABLES.read_text(encoding="utf-8"))
    if found["grammar"] != mark():  # the grammar is being worked on
        from .tables import tables as built

        return built()
    return found


def mark() -> int:
    """Tells one text of the grammar from another."""
    return zlib.crc32(GRAMMAR.read_bytes().replace(b"\r\n", b"\n"))


def read(text: str, start: Start, trees: Trees) -> Reading:
    """Read `text` as a sentence of the kind `start`; `trees` makes its nodes."""
    known = tables()
    states, rules, lexer, lexers = known["states"], known["rules"], known["lexer"], known["lexers"]
    state, last = known["starts"][start]
    stack, values = [state], list[Any]()
    reading = Reading([])
    at, size = 0, len(text.rstrip())
    while True:
        if at < size:
            token = _next(text, at, lexers[lexer[state]], states[state], lexers[0])
            if token is None:
                reading.at = size - len(text[at:size].lstrip())
                return reading
            kind, reading.at, at = token.type, token.start, token.end
        else:
            token, kind, reading.at = None, END, size
        while True:  # all rules that are complete before this word
            action = states[state].get(kind)
            if action is None:
                reading.refused = token
                return reading
            if action >= 0:
                break
            made, length, method, single, lists = rules[~action]
            parts = values[-length:]
            del stack[-length:], values[-length:]
            for place in reversed(lists):
                parts[place : place + 1] = parts[place]
            if single and len(parts) == 1:
                value = parts[0]
            else:
                value = getattr(trees, method)(parts) if method else parts
            state = states[stack[-1]][made]
            stack.append(state)
            values.append(value)
            if token is None and state == last:
                reading.sentence = value
                return reading
        assert token is not None
        state = action
        stack.append(state)
        values.append(token)
        reading.tokens.append(token)


def _next(text: str, at: int, lexer: dict[str, str], state: dict[str, int], root: dict[str, str]) -> Token | None:
    """The next word or sign: as its state sees it, else as the language knows it; None if it is neither."""
    found = _WORD_OR_SIGN.match(text, at)
    if found is None:
        return None
    word, bracket, digits, sign = found.groups()
    if word is not None:
        if bracket is None:
            kind = "NAME"  # a capital letter stands behind it
        else:
            kind = (bracket and lexer.get(f"{word}(")) or lexer.get(word) or "NAME"
            if kind not in state:
                kind = (bracket and root.get(f"{word}(")) or root.get(word) or "NAME"
    elif digits is not None:
        word, kind = digits, "INT"
    else:
        word, kind = sign, lexer.get(sign, "")
        if not kind:
            kind = lexer.get(sign[0], "")
            if kind:
                word = sign[0]
            else:
                kind = root[sign]
    token = Token(word)
    token.type = kind
    token.start = found.end() - len(found[0].lstrip())
    token.end = token.start + len(word)
    return token


@cache
def keywords() -> dict[str, tuple[str, ...]]:
    """Of each terminal that is a word of the language, the words."""
    found: dict[str, tuple[str, ...]] = {}
    for line in GRAMMAR.read_text(encoding="utf-8").splitlines():
        rule = re.fullmatch(r"([A-Z]+)(?:\.2)?\s*: /(.*)/", line)
        if rule and rule[1] not in ("NAME", "INT"):
            found[rule[1]] = tuple(_WORDS.findall(rule[2].split("(?")[0].replace(r"\b", "")))
    return found
