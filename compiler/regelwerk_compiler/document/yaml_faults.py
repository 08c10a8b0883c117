"""From an error of the YAML parser to one diagnostic in people's words, at the place that has to change.

The parser (libyaml, or PyYAML's own) names what it was looking for, not what was done wrong; each of its complaints is
matched here with the slip that causes it.  What matches nothing is still reported, as RW109.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from ..diagnostics.diagnostic import Collector
from ..diagnostics.words import shortened
from . import limits
from .located import Source, Span

# (a part of the parser's problem, a part of its context, code); the first that fits counts.
_SLIPS = (
    ("that cannot start any token", "", "RW116"),
    ("exceeded maximum nesting depth", "", "RW104"),
    ("tab character", "", "RW110"),
    ("mapping values are not allowed", "", "RW112"),
    ("mapping keys are not allowed", "", "RW116"),
    ("sequence entries are not allowed", "", "RW126"),
    ("could not find expected ':'", "simple key", "RW113"),
    ("expected ',' or", "", "RW114"),
    ("did not find expected node content", "flow", "RW114"),
    ("did not find expected node content", "", "RW116"),
    ("unexpected end of stream", "quoted scalar", "RW115"),
    ("unexpected document indicator", "quoted scalar", "RW115"),
    ("unknown escape character", "", "RW117"),
    ("hexdecimal", "", "RW117"),
    ("alphabetic or numeric character", "", "RW116"),
    ("did not find expected key", "", "RW111"),
    ("expected <block end>", "", "RW111"),
    ("did not find expected '-' indicator", "", "RW111"),
    ("did not find expected <document start>", "", "RW111"),
    ("tag", "", "RW120"),
    ("", "block scalar", "RW116"),
)
_WORD = re.compile(r"\S+")
_DASH = re.compile(r"\s*-\s+")
_WITH_VALUE = re.compile(r"\s*(?:- )*[\w.]+: +[^#|>\s]")
_GLUED_DASH = re.compile(r"\s*-[^\s-]")


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parser stopped, and where what it was in began."""

    source: Source
    at: int
    opened: int

    def text(self, start: int, end: int) -> str:
        return self.source.text[start:end]

    @property
    def line(self) -> tuple[int, int]:
        """The words of the line that holds `at`."""
        return _line(self.source.text, self.at)

    @property
    def line_above(self) -> tuple[int, int]:
        """The words of the last line before that which holds any."""
        at = self.line[0]
        while at > 0:
            at = max(self.source.text.rfind(sign, 0, at) for sign in "\r\n")
            begin, end = _line(self.source.text, max(at, 0))
            if begin < end:
                return begin, end
        return 0, 0

    @property
    def word(self) -> tuple[int, int]:
        """The word at `at`; at the end of a line or of the file, the place itself."""
        found = _WORD.match(self.source.text, self.at)
        return found.span() if found else (self.at, self.at)


def report_yaml_error(error: yaml.YAMLError, source: Source, bracket: int | None, collector: Collector) -> None:
    """Report what the YAML parser refused; `bracket` is where the innermost open brace or bracket stands."""
    problem = str(getattr(error, "problem", "") or "")
    context = str(getattr(error, "context", "") or "")
    at = _index(getattr(error, "problem_mark", None), source)
    opened = _index(getattr(error, "context_mark", None), source)
    code = next((c for p, where, c in _SLIPS if p in problem and where in context), "RW109")
    code = "RW110" if source.text[at : at + 1] == "\t" and code in ("RW116", "RW111", "RW109") else code
    if bracket is not None and code in ("RW111", "RW112", "RW113", "RW114"):
        _report_bracket(_Places(source, at, bracket), collector)
    else:
        _report(code, _Places(source, at, opened), collector)


_TEXT = re.compile(r"\{(en|de): ([^\"',]*\{\w+\}[^\"',]*)\}$")


def _quoted(text: str) -> str:
    """A text of one language, as it should stand."""
    return _TEXT.sub(r'{\1: "\2"}', text)


def _report_bracket(where: _Places, collector: Collector) -> None:
    """Something is wrong inside braces or brackets: a formula stands there, or they are not closed."""
    source, at, opened = where.source, where.at, where.opened
    begin, end = where.line
    if begin <= opened < at and source.text[at : at + 1] in ("[", "{"):
        text = where.text(opened, end)
        hint = f"A text with braces in it stands in quotes: `{_quoted(text)}`." if _TEXT.match(text) else ""
        collector.report("RW123", source.span(opened, end), hint, text=shortened(text))
        return
    sign = where.text(opened, opened + 1)
    line = source.place(at)[0]
    close = {"{": "}", "[": "]"}.get(sign, sign)
    if begin <= opened and close in where.text(at, end):  # it is closed: a text in it needs (other) quotes
        colon = where.text(at, at + 1) == ":" or where.text(opened, at).rstrip().endswith(":")
        quotes = [c for c in where.text(opened, at) if c in "'\""]
        if colon and not quotes:
            place = (
                at
                if where.text(at, at + 1) == ":"
                else at - len(where.text(opened, at)) + where.text(opened, at).rindex(":")
            )
            collector.report("RW112", source.span(place, place + 1))
            return
        if quotes:
            end_of_text = min(
                k for k in (where.text(at, end).find(","), where.text(at, end).find(close), end - at) if k >= 0
            )
            behind = where.text(at, at + end_of_text)
            collector.report("RW128", source.span(at, at + max(1, end_of_text)), text=behind, sign=quotes[-1])
            return
    last = _last_line_inside(source, opened, line)
    otherwise = "write a sentence that has brackets on a line of its own, without braces around it."
    hint = f"Close it with `{close}` at the end of line {last}; {otherwise}" if last else ""
    collector.report("RW114", source.span(opened, opened + 1), hint, bracket=sign, line=line, close=close)


def _last_line_inside(source: Source, opened: int, stopped: int) -> int:
    """The last line that can still belong to the bracket at `opened`, if a line that stands no further in follows; else 0."""
    lines, first = source.text.splitlines(), source.place(opened)[0]
    last = first
    for number in range(first + 1, min(stopped, len(lines)) + 1):
        line = lines[number - 1]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if _depth(line) <= _depth(lines[first - 1]):
            return last
        last = number
    return 0


def _report(code: str, where: _Places, collector: Collector) -> None:
    source, at, opened = where.source, where.at, where.opened
    begin, end = where.line
    before = where.text(begin, at)
    word = source.span(*where.word)
    above = where.line_above
    if code in ("RW111", "RW112", "RW113") and where.text(*above).startswith(
        "--"
    ):  # a dash too many, or no blank behind it
        collector.report("RW113", source.span(*above), text=shortened(where.text(*above)))
        return
    match code:
        case "RW116":
            sign = at - 1 if where.text(at - 1, at) in ("*", "&") else at
            if where.text(opened, opened + 1) in ("|", ">") and begin <= opened < at:
                sign = opened  # a text on the line of the sign that begins a block
            collector.report(code, source.span(sign, sign + 1), character=where.text(sign, sign + 1))
        case "RW113":
            begin, end = _line(source.text, opened)
            collector.report(code, source.span(begin, end), text=shortened(where.text(begin, end)))
        case "RW115":
            collector.report(code, source.span(opened, opened + 1), quote=where.text(opened, opened + 1))
        case "RW112" if ": " not in before and ":" not in where.text(*where.line_above):
            head = _head(source, above[0])
            if head:
                collector.report("RW127", source.span(*above), key=shortened(where.text(*above)), line=head)
            else:
                collector.report("RW113", source.span(*above), text=shortened(where.text(*above)))
        case "RW112" if ": " not in before:
            line = source.place(above[0])[0]
            collector.report("RW127", source.span(begin, at), key=shortened(before), line=line)
        case "RW111" if before.rstrip().endswith(("'", '"', "]", "}")):
            closing = before.rstrip()[-1]
            opening = source.text.rfind(closing, 0, begin + len(before.rstrip()) - 1)
            if closing in "'\"" and 0 <= opening < begin and "\n" in where.text(opening, begin):
                collector.report("RW115", source.span(opening, opening + 1), quote=closing)
                return
            collector.report("RW128", source.span(at, end), text=shortened(where.text(at, end)), sign=closing)
        case "RW111":
            _report_indentation(where, word, collector)
        case "RW117":
            collector.report(code, source.span(at, at + 2), escape=where.text(at, at + 2))
        case "RW120":
            collector.report(code, word, tag=shortened(where.text(*where.word)))
        case "RW104":
            collector.report(code, source.span(at, at + 1), limit=limits.DEPTH)
        case "RW110" | "RW112" | "RW126":
            collector.report(code, source.span(at, at + 1))
        case _:
            collector.report(code, word, text=shortened(where.text(*where.word)))


def _head(source: Source, at: int) -> int:
    """The line that the one with `at` would go on from: what it hangs from, if that has its value already; 0 if it has none."""
    number = source.place(at)[0]
    lines = source.text.splitlines()[:number]
    own = _depth(lines[-1]) if lines else 0
    for n in range(number - 1, 0, -1):
        line = lines[n - 1]
        if line.strip() and _depth(line) < own:
            return n if _WITH_VALUE.match(line) else 0
    return 0


def _report_indentation(where: _Places, word: Span, collector: Collector) -> None:
    """A line that begins in a column in which nothing above it begins: between what is open and what hangs from that."""
    source = where.source
    lines = source.text[: where.at].splitlines()
    own = _depth(lines[-1]) if lines else 0
    inner = outer = 0  # numbers of lines
    for number in range(len(lines) - 1, 0, -1):
        line = lines[number - 1]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if _depth(line) == own and _GLUED_DASH.match(line) and lines[-1].strip() in ("", "-"):
            begin = source.text.index(line.lstrip(), source.start_of(number))
            collector.report("RW113", source.span(begin, begin + len(line.strip())), text=shortened(line.strip()))
            return
        if _depth(line) <= own:
            outer = number
            break
        inner = number
    above = [f"what stands above it begins in column {_depth(lines[inner - 1]) + 1} (line {inner})"] if inner else []
    if outer:
        dash = _DASH.match(lines[outer - 1])
        if inner:
            above.append(f"that hangs from line {outer}")
        elif dash and own == _depth(lines[outer - 1]):
            above.append(
                f"dashes stand here, and what belongs to the one in line {outer} begins in column {dash.end() + 1}"
            )
        else:
            above.append(f"line {outer} has its value, and nothing more hangs from it")
    collector.report("RW111", word, above=", and ".join(above) or "nothing stands above it")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _index(mark: object, source: Source) -> int:
    index = getattr(mark, "index", 0)
    return min(index if isinstance(index, int) else 0, len(source.text))


def _line(text: str, at: int) -> tuple[int, int]:
    """The words of the line that holds `at`."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    end = min((i for i in (text.find("\n", at), text.find("\r", at)) if i >= 0), default=len(text))
    line = text[begin:end]
    return begin + len(line) - len(line.lstrip()), begin + len(line.rstrip())
