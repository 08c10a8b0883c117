"""Every sentence of `good.txt` is read as the line below it says, every one of `bad.txt` refused as the lines below say."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import cast

import golden
from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic
from regelwerk_compiler.diagnostics.render import display_width
from regelwerk_compiler.document.located import Scalar, Source
from regelwerk_compiler.document.scalars import kind_of
from regelwerk_compiler.syntax.ast import Node, Sentence, Start
from regelwerk_compiler.syntax.grammar import STARTS
from regelwerk_compiler.syntax.parse import parse
from regelwerk_compiler.syntax.print import print_sentence

HERE = Path(__file__).parent


def read(start: str, text: str) -> tuple[Sentence | None, tuple[Diagnostic, ...]]:
    """A sentence that stands alone in a file."""
    collector = Collector()
    scalar = Scalar(text, kind_of(text), Source("it.yaml", text), 0, len(text))
    return parse(cast("Start", start), scalar, collector), collector.in_reading_order()


def cases(name: str) -> list[tuple[str, str]]:
    """(start, sentence) of each case of a file."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    heads = [line for line in lines if line and not line.startswith((" ", "#"))]
    return [(start, text) for start, _, text in (head.partition(": ") for head in heads)]


def written(name: str, blocks: list[str]) -> str:
    """A file of cases: its comment, then the blocks."""
    comment = (HERE / name).read_text(encoding="utf-8").splitlines()[0]
    return "\n\n".join([comment, *blocks]) + "\n"


def test_good_sentences() -> None:
    blocks = []
    for start, text in cases("good.txt"):
        sentence, found = read(start, text)
        assert not found, (text, found)
        blocks.append(f"{start}: {text}\n    {print_sentence(sentence)}")
    golden.compare(HERE / "good.txt", written("good.txt", blocks))


def test_bad_sentences() -> None:
    blocks = []
    for start, text in cases("bad.txt"):
        sentence, found = read(start, text)
        assert sentence is None, text
        lines = [f"{start}: {text}"]
        for one in found:
            before = " " * (len(start) + 2 + display_width(text[: one.span.column - 1]))
            carets = "^" * max(1, one.span.end_column - one.span.column)
            lines.append(f"{before}{carets} {one.code}")
            lines.append(f"    {one.message}")
            if one.hint:
                lines.append(f"    {one.hint}")
        blocks.append("\n".join(lines))
    golden.compare(HERE / "bad.txt", written("bad.txt", blocks))


def test_every_kind_of_sentence_is_tried() -> None:
    assert {start for start, _ in cases("good.txt")} == set(STARTS)
    assert {start for start, _ in cases("bad.txt")} == set(STARTS)


def test_no_sentence_is_in_both_files() -> None:
    assert len(set(cases("good.txt"))) == len(cases("good.txt"))
    assert len(set(cases("bad.txt"))) == len(cases("bad.txt"))


def test_one_fault_one_message() -> None:
    for start, text in cases("bad.txt"):
        assert len(read(start, text)[1]) == 1, text


def nodes(part: object) -> list[Node]:
    """`part` and every node inside it."""
    if isinstance(part, tuple):
        return [node for item in part for node in nodes(item)]
    if not isinstance(part, Node):
        return []
    inner = [getattr(part, name) for name in part.__dataclass_fields__ if not name.endswith("origin")]
    return [part, *nodes(tuple(inner))]


def test_origins_hold_their_parts() -> None:
    for start, text in cases("good.txt"):
        for node in nodes(read(start, text)[0]):
            assert 0 <= node.origin.start < node.origin.end <= len(text)
            for inner in nodes(node):
                assert node.origin.start <= inner.origin.start, (text, node, inner)
                assert inner.origin.end <= node.origin.end, (text, node, inner)


def test_the_whole_sentence_is_the_origin() -> None:
    for start, text in cases("good.txt"):
        sentence = read(start, text)[0]
        if isinstance(sentence, Node) and not text.startswith("("):
            assert sentence.origin.text == text


def test_sentences_can_be_kept() -> None:
    for start, text in cases("good.txt"):
        sentence = read(start, text)[0]
        again = pickle.loads(pickle.dumps(sentence))
        assert again == sentence
        assert hash(again) == hash(sentence)
