"""Rows: what a laid-out file is made of before it is text; and from rows to text, comments in line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

GAP = 2  # blanks before a comment, at least
WIDEST = 110  # comments farther to the right are not moved for the sake of their neighbours


@dataclass(slots=True)
class Row:
    """One line: `code` from column `indent` on, then a comment that begins in `column`.

    A `raw` row is a line inside a text or a list in brackets and stays as it is.  A row without code and comment is blank.
    """

    indent: int
    code: str
    comment: str = ""
    column: int = 0
    raw: bool = False

    @property
    def blank(self) -> bool:
        """Whether nothing stands here."""
        return not self.code and not self.comment and not self.raw

    @property
    def aside(self) -> bool:
        """Whether there is nothing but a comment."""
        return bool(self.comment) and not self.code

    @property
    def beside(self) -> bool:
        """Whether a comment stands behind code."""
        return bool(self.comment and self.code)

    @property
    def width(self) -> int:
        """Where the code ends."""
        return self.indent + len(self.code)


def text_of(rows: Sequence[Row]) -> str:
    """The lines, at most one blank one at a time, comments that stand below each other in one column."""
    out: list[str] = []
    blank = True  # nothing stands before the first line
    for row, column in zip(rows, _columns(rows), strict=True):
        if row.blank and blank:
            continue
        blank = row.blank
        line = " " * row.indent + row.code if row.code or row.raw else ""
        out.append(line.ljust(column) + row.comment if row.comment else line if row.raw else line.rstrip())
    if out and blank:
        out.pop()
    return "".join(f"{line}\n" for line in out)


def _columns(rows: Sequence[Row]) -> Iterator[int]:
    """The column of the comment of each row."""
    at = 0
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[at].beside and _goes_on(rows[end - 1], rows[end]):
            end += 1
        columns = [max(row.column, row.width + GAP) if row.beside else row.indent for row in rows[at:end]]
        widest = max(columns)
        yield from (widest if widest <= WIDEST else column for column in columns)
        at = end


def _goes_on(above: Row, row: Row) -> bool:
    """Whether the comment of a row stands below the one above, or goes on with it in a line of its own."""
    return row.beside or (row.aside and row.column > 0 and row.column == above.column)
