"""From the text of a spec to the same text laid out: slots in order, two blanks a level, comments kept where they belong.

The text is cut into rows by the places of its nodes and put together again; no scalar is written anew, so that every
style of writing stays.  What comes out is read again and must say the same.
"""

from __future__ import annotations

import re

from ..diagnostics.diagnostic import Collector
from ..document.read import read_text
from ..document.schemas import Schema
from .order import below, in_order, root_of, schema_of, sorted_document
from .rows import Row, text_of
from .tree import Node, tree

STEP = 2
_COMMENT = re.compile(r"(?:^|[ \t])(#.*)")


class Unequal(RuntimeError):
    """What was laid out says something else: a fault of ours, and nothing may be written."""


def lay_out(text: str | bytes, name: str, collector: Collector) -> str | None:
    """The text laid out; None if it cannot be read, which is then reported under `name`.

    A file that holds what has no layout (a key behind `?`, a map in braces as a whole) comes back as it is.  Raises
    `Unequal` if the result would not say the same, which is a fault of ours.
    """
    document = read_text(text, name, collector)
    if document is None or collector.errors:
        return None
    if isinstance(text, bytes):
        text = text.decode()
    mark, plain = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    newline = "\r\n" if "\r\n" in plain else "\n"
    plain = plain.replace("\r\n", "\n")
    root = tree(plain)
    if "\r" in plain or root is None or not root.nested or root.sort != "map" or _unplain(root, plain):
        return text
    kind = schema_of(document)
    laid_out = _Layout(plain, kind).text(root)
    again = read_text(laid_out, name, Collector())
    root_schema = root_of(kind)
    if again is None or sorted_document(again, root_schema, kind) != sorted_document(document, root_schema, kind):
        raise Unequal(f"{name} would say something else when it is laid out")
    return mark + laid_out.replace("\n", newline)


def _unplain(node: Node, text: str) -> bool:
    """Whether something in a map or list has no layout.

    A key behind `?`, one that is no word or that would end the document at the beginning of a line; and a text of several
    lines that the end of the file cuts off, since there a line break more would belong to it.
    """
    if not node.nested:
        return node.block and node.end == len(text) and not text.endswith("\n")
    if node.sort == "map":
        for key, _ in node.entries:
            before = text[text.rfind("\n", 0, key.start) + 1 : key.start]
            if key.sort != "scalar" or before.strip(" -") or text.startswith(("...", "---"), key.start):
                return True
    return any(_unplain(part, text) for part in node.parts)


class _Layout:
    """One file on its way."""

    def __init__(self, text: str, kind: str) -> None:
        self._source = text
        self._lines = text.split("\n")
        self._kind = kind
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def text(self, root: Node) -> str:
        """The whole file."""
        first = self._line(root.parts[0].start)
        head = [self._aside(line, 0) for line in self._lines[:first]]
        return text_of([*head, *self._map(root, 0, root_of(self._kind), first, len(self._lines))])

    # -- maps and lists: each has the lines from `since` to `until`, comments before and behind its parts among them ----
    def _map(self, node: Node, indent: int, part: Schema, since: int, until: int) -> list[Row]:
        """The rows of a map."""
        column = self._column(node.parts[0].start)
        shift = indent - column
        entries = list(node.entries)
        heads = [*(self._line(key.start) for key, _ in entries), until]
        stand = [-1, *(self._stands_at(key, value) for key, value in entries), -1]
        chunks: list[list[Row]] = []
        names: list[str] = []
        for number, (key, value) in enumerate(entries):
            lead = self._asides(since, heads[number], indent)
            name = self._name(key)
            since = self._end(max(heads[number], self._last(value)) + 1, heads[number + 1], column)
            inner = below(part, name, self._kind)
            if value.nested:
                code, comment, at = self._split(key.end, heads[number])
                rows = [Row(indent, self._source[key.start : key.end] + _colon(code, ""), comment, at + shift)]
                rows += self._nested(value, indent + STEP, inner, heads[number] + 1, since)
            else:
                in_line = stand[number + 1] >= 0 and stand[number + 1] in (stand[number], stand[number + 2])
                between = self._source[key.end : value.start]
                gap = "" if "\n" in between else between.partition(":")[2] if in_line else " "
                before = f"{self._source[key.start : key.end]}:{gap}"
                rows = self._flat(before, value, key.end, heads[number], indent, shift, inner, since)
            chunks.append(lead + rows)
            names.append(name)
        if not node.linked:
            chunks = [chunks[n] for n in in_order(names, part)]
        return _joined(chunks) + self._asides(since, until, indent)

    def _list(self, node: Node, indent: int, part: Schema, since: int, until: int) -> list[Row]:
        """The rows of a list."""
        dashes = [self._dash(item, node) for item in node.parts]
        column = self._column(dashes[0])
        heads = [*(self._line(dash) for dash in dashes), until]
        inner = below(part, None, self._kind)
        chunks: list[list[Row]] = []
        for number, item in enumerate(node.parts):
            lead = self._asides(since, heads[number], indent)
            since = self._end(max(heads[number], self._last(item)) + 1, heads[number + 1], column)
            rows = self._item(item, dashes[number], heads[number], indent, indent - column, inner, since)
            chunks.append(lead + rows)
        return _joined(chunks) + self._asides(since, until, indent)

    def _nested(self, node: Node, indent: int, part: Schema, since: int, until: int) -> list[Row]:
        return (self._map if node.sort == "map" else self._list)(node, indent, part, since, until)

    def _item(self, item: Node, dash: int, line: int, indent: int, shift: int, part: Schema, until: int) -> list[Row]:
        """An item of a list."""
        if not item.nested:
            return self._flat("- ", item, dash + 1, line, indent, shift, part, until)
        first = self._line(self._first(item))
        code, comment, at = self._split(dash + 1, line)
        if first > line and (code.strip() or comment):
            head = Row(indent, "-" + code.rstrip(), comment, at + shift)
            return [head, *self._nested(item, indent + STEP, part, line + 1, until)]
        rows = self._nested(item, indent + STEP, part, line if first == line else line + 1, until)
        begin = next(n for n, row in enumerate(rows) if row.code)
        for row in rows[:begin]:
            row.indent = indent
        rows[begin] = _dashed(rows[begin], indent)
        return rows

    def _flat(
        self, head: str, value: Node, behind: int, line: int, indent: int, shift: int, part: Schema, until: int
    ) -> list[Row]:
        """A value in the line of its key or dash, which end at `behind`, and perhaps in the lines below."""
        if value.start == value.end or self._line(value.start) > line:  # nothing, or in the next line
            code, comment, at = self._split(behind, line)
            row = Row(indent, _colon(code, head.rstrip()), comment, at + shift)
        elif value.block or "\n" in self._source[value.start : value.end]:
            written = head + self._source[value.start : self._starts[line + 1] - 1]
            row = Row(indent, written if value.block else _trimmed(written), raw=True)
        else:
            code, comment, at = self._split(value.end, line)
            row = Row(indent, (head + self._value(value, part) + code).rstrip(), comment, at + shift)
        last = max(line, self._last(value))
        rows = [row, *(self._shifted(number, shift, value) for number in range(line + 1, last + 1))]
        for number in range(last + 1, until):
            beside = self._aside(self._lines[number], indent)
            column = len(self._lines[number]) - len(self._lines[number].lstrip())
            rows.append(Row(column + shift, "", beside.comment, column + shift) if beside.comment else beside)
        return rows

    def _shifted(self, number: int, shift: int, value: Node) -> Row:
        """A line in the middle of a value."""
        line = self._lines[number]
        content = line.lstrip(" ")
        if not content:
            return Row(max(0, len(line) + shift) if value.block else 0, "", raw=True)
        indent = max(0 if value.block else 1, len(line) - len(content) + shift)
        if number < self._last(value) or value.block:
            return Row(indent, content if value.block else _trimmed(content), raw=True)
        code, comment, at = self._split(value.end, number)
        start = self._starts[number] + len(line) - len(content)
        return Row(indent, (self._source[start : value.end] + code).rstrip(), comment, at + shift)

    # -- values in one line ----------------------------------------------------------------------
    def _value(self, node: Node, part: Schema) -> str:
        """A scalar as it is; a map in braces with its slots in order."""
        text = self._source[node.start : node.end]
        if not node.flow or not node.parts or "\n" in text:
            return text
        if node.sort == "list":
            inner = below(part, None, self._kind)
            pieces = [(item.start, item.end, self._value(item, inner)) for item in node.parts]
            return self._put(node, pieces, [piece[2] for piece in pieces])
        pieces, names = [], []
        for key, value in node.entries:
            name = self._name(key)
            end = max(key.end, value.end)
            inner = below(part, name, self._kind)
            behind = self._value(value, inner) if value.end > value.start else ""
            written = self._source[key.start : value.start] + behind if behind else self._source[key.start : end]
            pieces.append((key.start, end, written))
            names.append(name)
        order = range(len(names)) if node.linked else in_order(names, part)
        return self._put(node, pieces, [pieces[n][2] for n in order])

    def _put(self, node: Node, pieces: list[tuple[int, int, str]], texts: list[str]) -> str:
        """`texts` in the places of `pieces`, with what stands between these."""
        out, at = [], node.start
        for (start, end, _), text in zip(pieces, texts, strict=True):
            out += [self._source[at:start], text]
            at = end
        return "".join([*out, self._source[at : node.end]])

    # -- comments and blank lines ----------------------------------------------------------------
    def _end(self, since: int, line: int, column: int) -> int:
        """Where what belongs to the part above ends, at the latest before `line`: behind the last comment deeper than `column`."""
        end = since
        for number in range(since, line):
            content = self._lines[number].lstrip()
            if content and len(self._lines[number]) - len(content) > column:
                end = number + 1
        return min(end, line)

    def _asides(self, since: int, until: int, indent: int) -> list[Row]:
        return [self._aside(line, indent) for line in self._lines[since:until]]

    @staticmethod
    def _aside(line: str, indent: int) -> Row:
        content = line.strip()
        return Row(indent, "", content) if content.startswith("#") else Row(0, content)

    def _split(self, start: int, line: int) -> tuple[str, str, int]:
        """What stands behind `start` in a line: code, comment, and where that begins."""
        rest = self._source[start : self._starts[line + 1] - 1]
        found = _COMMENT.search(rest)
        if found is None:
            return rest, "", 0
        return rest[: found.start(1)].rstrip(), found[1].rstrip(), start + found.start(1) - self._starts[line]

    # -- places ----------------------------------------------------------------------------------
    def _line(self, offset: int) -> int:
        low, high = 0, len(self._lines) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._starts[middle] <= offset else (low, middle - 1)
        return low

    def _column(self, offset: int) -> int:
        return offset - self._starts[self._line(offset)]

    def _name(self, key: Node) -> str:
        written = self._source[key.start : key.end]
        return written[1:-1] if written[:1] in ("'", '"') else written

    def _stands_at(self, key: Node, value: Node) -> int:
        """The column of a value in the line of its key; -1 if it stands elsewhere."""
        here = not value.nested and value.end > value.start and self._line(value.start) == self._line(key.start)
        return self._column(value.start) if here else -1

    def _last(self, node: Node) -> int:
        """The last line of a node."""
        if node.nested:
            return max(self._last(part) for part in node.parts[-2:])
        if not node.block:
            return self._line(node.end)
        last = self._line(max(node.end - 1, node.start))
        kept = "+" in self._lines[self._line(node.start)].rpartition("|")[2].rpartition(">")[2].partition("#")[0]
        while not kept and last > self._line(node.start) and not self._lines[last].strip():
            last -= 1
        return last

    def _first(self, node: Node) -> int:
        """Where the first key or dash of a nested node stands."""
        return node.parts[0].start if node.sort == "map" else self._dash(node.parts[0], node)

    def _dash(self, item: Node, parent: Node) -> int:
        """The dash of an item: the lists around it have theirs further to the left."""
        column = self._column(parent.start)
        line = self._line(item.start)
        while self._lines[line][column : column + 1] != "-" or self._lines[line][:column].strip(" -"):
            line -= 1
        return self._starts[line] + column


def _trimmed(line: str) -> str:
    """A line within a value without blanks at its end; behind a backslash one may belong to a text."""
    trimmed = line.rstrip()
    return line if trimmed.endswith("\\") else trimmed


def _colon(code: str, head: str) -> str:
    """What stands behind a key or a dash where its value comes in the lines below: the colon, a name for it."""
    if head == "-":
        return f"-{code.rstrip()}"
    return f"{head.removesuffix(':')}:{code.partition(':')[2].rstrip()}"


def _joined(chunks: list[list[Row]]) -> list[Row]:
    """The chunks one below the other; no blank line before the first."""
    rows = [row for chunk in chunks for row in chunk]
    first = next((n for n, row in enumerate(rows) if not row.blank), len(rows))
    return rows[first:]


def _dashed(row: Row, indent: int) -> Row:
    """The first row of an item, behind its dash."""
    return Row(indent, "- " + row.code, row.comment, row.column, row.raw)
