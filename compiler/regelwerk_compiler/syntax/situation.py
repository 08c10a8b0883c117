"""From a sentence that the parser refuses to where and in which situation it does: what stood before, what could follow.

The sentence is fed to the parser once more, token by token; what could stand at the fault is found by trying it on the
parser's stack of states, without building anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput

from ..document.located import Scalar
from .ast import Start
from .grammar import keywords, machine
from .reserved import reserved_words

_WORD = re.compile(r"\w+|\S")


@dataclass
class Situation:
    """A sentence, and the first place at which it is none."""

    start: Start
    scalar: Scalar
    text: str
    tokens: Sequence[Token]  # what was understood
    at: int  # the first character that was not
    end: int  # the end of the word there
    kind: str  # the terminal of the word there; "" if it is no word of the language, "$END" behind the last one
    kinds: tuple[str, ...]  # all terminals that the word could be
    possible: frozenset[str] = field(repr=False)  # the terminals that could stand there
    _follows: Callable[[Sequence[str]], bool] = field(repr=False)

    @property
    def word(self) -> str:
        """The word that cannot stand here; empty at the end of the sentence."""
        return self.text[self.at : self.end]

    @property
    def ended(self) -> bool:
        """Whether the sentence stops where something must follow."""
        return self.kind == "$END"

    @property
    def before(self) -> str:
        """The last word that was understood."""
        return str(self.tokens[-1]) if self.tokens else ""

    @property
    def before_kind(self) -> str:
        """Its terminal."""
        return self.tokens[-1].type if self.tokens else ""

    @property
    def operand_wanted(self) -> bool:
        """Whether a value or a name could stand here."""
        return "NAME" in self.possible

    @cached_property
    def missing_operand(self) -> bool:
        """Whether the word here would be right if a value stood before it."""
        return self.operand_wanted and any(self.goes_on("NAME", kind) for kind in self.kinds)

    def goes_on(self, *kinds: str) -> bool:
        """Whether words of these terminals could follow what was understood."""
        return self._follows(kinds)

    @property
    def next_word(self) -> str:
        """The word behind the one that cannot stand here."""
        found = _WORD.search(self.text, self.end)
        return found[0] if found else ""

    @cached_property
    def keywords(self) -> list[str]:
        """The words of the language that could stand here."""
        return sorted({word for kind in self.possible for word in keywords().get(kind, ())})

    def level(self) -> list[Token]:
        """The tokens before the fault inside the same brackets, back to the last comma or word that opens a part."""
        out: list[Token] = []
        depth = 0
        for token in reversed(self.tokens):
            if token.type in ("RPAR", "RSQB"):
                depth += 1
            elif token.type in ("LPAR", "LSQB"):
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0:
                if token.type in _PARTS:
                    break
                out.append(token)
        return out[::-1]

    def opened(self) -> list[Token]:
        """The brackets that stand open at the fault, the innermost last."""
        out: list[Token] = []
        for token in self.tokens:
            if token.type in ("LPAR", "LSQB"):
                out.append(token)
            elif token.type in ("RPAR", "RSQB") and out:
                out.pop()
        return out


_PARTS = frozenset(
    ("COMMA", "AND", "OR", "NOT", "IF", "ELSE", "WHERE", "FOR", "BY", "TO", "FROM", "SETOP", "WHILE", "OF")
)


def situation(start: Start, scalar: Scalar) -> Situation:
    """Where `scalar` stops being a sentence of the kind `start`."""
    lark, trees = machine()
    text = scalar.text
    trees.begin(scalar)
    tokens: list[Token] = []
    at, end, kind = len(text.rstrip()), len(text.rstrip()), "$END"
    parser = lark.parse_interactive(text, start=start)
    try:
        for token in parser.iter_parse():
            tokens.append(token)
    except UnexpectedInput as error:
        refused = getattr(error, "token", None)
        if isinstance(refused, Token):
            at, end, kind = refused.start_pos or 0, refused.end_pos or 0, refused.type
            tokens = [token for token in tokens if (token.start_pos or 0) < at]
        else:
            at, kind = getattr(error, "pos_in_stream", 0), ""
            found = _WORD.match(text, at)
            end = found.end() if found else at + 1
    taken = next((token for token in tokens if token.type == "NAME" and token in reserved_words()), None)
    if taken is not None:  # a word of the language was taken for a name: the fault is there
        at, end, kind = taken.start_pos or 0, taken.end_pos or 0, ""
        tokens = [token for token in tokens if (token.start_pos or 0) < at]
    kinds = tuple(k for k, words in keywords().items() if text[at:end] in words)
    if kind in ("", "NAME") and kinds:
        kind = kinds[0]
    states = _States(start, tokens)
    possible = frozenset(k for k in states.candidates() if states.follow((k,)))
    return Situation(start, scalar, text, tuple(tokens), at, end, kind, kinds or (kind,), possible, states.follow)


class _States:
    """The parser's stack of states behind some tokens."""

    def __init__(self, start: Start, tokens: Sequence[Token]) -> None:
        lark, _ = machine()
        state = lark.parse_interactive("", start=start).parser_state
        self._table: Any = state.parse_conf.parse_table.states
        self._end: Any = state.parse_conf.end_state
        self._stack: list[Any] = list(state.state_stack)
        for token in tokens:
            self._advance(self._stack, token.type)

    def candidates(self) -> list[str]:
        """Terminals that the table knows here; some of them only look possible."""
        return [kind for kind in self._table[self._stack[-1]] if kind.isupper()]

    def follow(self, kinds: Sequence[str]) -> bool:
        """Whether words of these terminals could follow."""
        stack = list(self._stack)
        return all(self._advance(stack, kind) for kind in kinds)

    def _advance(self, stack: list[Any], kind: str) -> bool:
        """Put a terminal on the stack, after all reductions that it asks for; False if it cannot stand there."""
        while True:
            entry = self._table[stack[-1]].get(kind)
            if entry is None:
                return kind == "$END" and bool(stack[-1] == self._end)
            argument = entry[1]
            if isinstance(argument, int):
                stack.append(argument)
                return True
            size = len(argument.expansion)
            if size:
                del stack[-size:]
            stack.append(self._table[stack[-1]][argument.origin.name][1])
