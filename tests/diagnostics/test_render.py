"""What people see: the place, the excerpt with its carets, the way out."""

from __future__ import annotations

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic
from regelwerk_compiler.diagnostics.render import Role, display_width, render
from regelwerk_compiler.document.located import Source, Span

TEXT = "first\n\tkey: 東京 is here\nlast"


def shown(span: Span, text: str = TEXT, code: str = "RW200", hint: str = "a way out") -> str:
    return render([Diagnostic(code, "what is wrong", span, hint)], lambda _: text)


def test_the_carets_stand_under_the_words() -> None:
    assert shown(Source("it.yaml", TEXT).span(12, 14)) == (
        "it.yaml:2:7: error RW200: what is wrong\n   2 | \tkey: 東京 is here\n     | \t     ^^^^\n     = a way out"
    )


def test_behind_wide_characters_they_stand_further_right() -> None:
    lines = shown(Source("it.yaml", TEXT).span(15, 17)).split("\n")
    assert lines[2] == "     | \t" + " " * 10 + "^^"


def test_a_place_without_extent_has_one_caret() -> None:
    assert shown(Span("it.yaml", 1, 6, 1, 6)).split("\n")[2] == "     |      ^"


def test_several_lines_are_marked_to_the_end_of_the_first() -> None:
    assert shown(Span("it.yaml", 1, 2, 3, 2)).split("\n")[2] == "     |  ^^^^"


@pytest.mark.parametrize("span", [Span("it.yaml", 1, 1, 1, 1), Span("it.yaml", 9, 1, 9, 4)])
def test_without_a_text_there_is_no_excerpt(span: Span) -> None:
    diagnostic = Diagnostic("RW200", "what is wrong", span)
    assert render([diagnostic], lambda _: None) == f"it.yaml:{span.line}:1: error RW200: what is wrong"


def test_a_long_line_is_cut_around_the_carets() -> None:
    text = "a" * 200 + "WORD" + "b" * 200
    lines = shown(Span("it.yaml", 1, 201, 1, 205), text).split("\n")
    at = lines[1].index("WORD")
    assert lines[2][at:] == "^^^^"
    assert lines[1].startswith("   1 | …a")
    assert lines[1].endswith("b…")
    assert len(lines[1]) < 130
    far = shown(Span("it.yaml", 1, 1, 1, 300), text).split("\n")
    assert len(far[2]) <= len(far[1])


def test_the_gutter_grows_with_the_number() -> None:
    lines = shown(Span("it.yaml", 12345, 1, 12345, 2), "\n" * 12344 + "x").split("\n")
    assert lines[1:] == ["12345 | x", "      | ^", "      = a way out"]


def test_no_text_can_steer_the_terminal() -> None:
    text = shown(Span("it.yaml", 1, 1, 1, 2), "\x1b[31mred")
    assert "\x1b" not in text
    assert "\x1b" not in render([Diagnostic("RW200", "\x1b[2J", Span("it", 1, 1, 1, 1))], lambda _: None)


def test_colour_is_up_to_the_caller() -> None:
    roles: list[Role] = []

    def paint(text: str, role: Role) -> str:
        roles.append(role)
        return f"<{role}>{text}</>"

    out = render([Diagnostic("RW200", "m", Span("it.yaml", 1, 1, 1, 3), "h")], lambda _: TEXT, paint)
    assert roles == ["place", "error", "message", "gutter", "excerpt", "gutter", "caret", "gutter", "hint"]
    assert "<caret>^^</>" in out


def test_worst_first_and_in_reading_order() -> None:
    collector = Collector()
    for line in (3, 1, 2):
        collector.report("RW201", Span("it", line, 1, line, 2))
    assert [one.span.line for one in collector.worst_first()] == [1, 2, 3]
    assert [one.span.line for one in collector.in_reading_order()] == [1, 2, 3]
    collector.report("RW201", Span("it", 1, 1, 1, 2))
    assert collector.errors == 3


def test_widths() -> None:
    assert display_width("abc") == 3
    assert display_width("東京") == 4
    assert display_width("e\u0301🙂") == 3


def test_two_are_parted_by_a_line() -> None:
    one = Diagnostic("RW200", "m", Span("it", 1, 1, 1, 2))
    assert render([one, one], lambda _: None).count("\n\n") == 1
    assert render([], lambda _: None) == ""
