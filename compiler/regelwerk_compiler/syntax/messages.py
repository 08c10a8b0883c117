"""From a sentence that the parser refuses to one diagnostic in people's words, under the exact words.

The parser knows only what it expected.  Here are the slips that people make, most telling first; the first that fits
the situation is reported.  Each is a function from a `Situation` to a `Finding`, or None if it is not that slip.
"""

from __future__ import annotations

from ..diagnostics.diagnostic import Collector
from ..document.located import Origin, Scalar
from .ast import Start
from .finding import Finding
from .situation import Situation, situation
from .slips_in_place import missing_keyword, missing_value, misspelled, superfluous, unexpected, wrong_in_this_sentence
from .slips_in_signs import bracket, capital_letters, decimal, foreign_letter, foreign_sign, glued_number, quotation
from .slips_in_words import (
    bare_else,
    chained_comparison,
    division,
    fold_or_pick,
    key_without_way,
    named_with_reserved_word,
    range_with_sum,
    verb_inside,
)

_SLIPS = (
    quotation,
    capital_letters,
    foreign_letter,
    decimal,
    glued_number,
    foreign_sign,
    verb_inside,
    bracket,
    fold_or_pick,
    bare_else,
    division,
    range_with_sum,
    chained_comparison,
    key_without_way,
    superfluous,
    wrong_in_this_sentence,
    misspelled,
    missing_value,
    named_with_reserved_word,
    missing_keyword,
)


def report_sentence_fault(start: Start, scalar: Scalar, collector: Collector) -> None:
    """Report why `scalar` is no sentence of the kind `start`."""
    found = situation(start, scalar)
    finding = next((f for slip in _SLIPS if (f := slip(found)) is not None), None) or unexpected(found)
    report(finding, found, collector)


def report(finding: Finding, found: Situation, collector: Collector) -> None:
    """Report one finding at its place, but not that a word which the game took for a name is none: that was told."""
    origin = Origin(found.scalar, finding.start, finding.end)
    if origin.text in collector.refused:
        return
    collector.add(finding.code, origin, finding.words, finding.hint)
