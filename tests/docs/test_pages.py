"""The pages of `docs/` and the README: links and paths lead somewhere, the manual leaves no word of the language out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs.pages import DOCS, MADE, PAGES, ROOT
from regelwerk_compiler.spec.given import AGGREGATES, GIVEN, GIVEN_FUNCTIONS, SPARE
from regelwerk_compiler.syntax.reserved import reserved_words

TEXTS = [*PAGES, MADE / "README.md", ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
GRAMMAR = ROOT / "compiler" / "regelwerk_compiler" / "syntax" / "grammar.lark"
GAME_SCHEMA = json.loads((ROOT / "schemas" / "game.schema.json").read_text(encoding="utf-8"))
ROOTS = (ROOT, ROOT / "compiler" / "regelwerk_compiler", ROOT / "runtime" / "regelwerk")
PATH = re.compile(r"`(?:python )?((?:[a-z_.]+/)+[a-z_]+\.(?:py|c|lark|json|md|yaml)|(?:[a-z_]+/)+)(?: [A-Z:]+)?`")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(text: str) -> set[str]:
    """What `#..` may say behind the name of a page."""
    plain = re.sub(r"```.*?```", "", text, flags=re.S)
    found = set()
    for title in re.findall(r"^#+ (.*)$", plain, re.M):
        words = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", title)
        found.add(re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", TEXTS, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (
            anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8"))
        ):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", TEXTS, ids=named)
def test_paths_exist(page: Path) -> None:
    found = {
        m
        for m in PATH.findall(page.read_text(encoding="utf-8"))
        if "*" not in m and not m.startswith(("tables/", "scenarios/", "my_game/"))
    }
    assert sorted(p for p in found if not any((root / p).exists() for root in ROOTS)) == []


def test_every_page_is_on_the_map() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in re.findall(r"\]\(([^)\s#]+)", index)}
    decisions = {page for page in PAGES if page.parent.name == "decisions"}
    listed = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    assert (
        sorted(
            str(page)
            for page in PAGES
            if page.resolve() not in linked and page.name != "index.md" and page not in decisions
        )
        == []
    )
    assert sorted(page.name for page in decisions if page.name != "README.md" and f"({page.name})" not in listed) == []


def test_the_manual_has_every_word() -> None:
    manual = set(re.findall(r"\w+", (DOCS / "language.md").read_text(encoding="utf-8")))
    keywords = set(re.findall(r"(?<![\w\\])/\(?([a-z_|]+)(?:\\b|\))", GRAMMAR.read_text(encoding="utf-8")))
    keywords = {word for group in keywords for word in group.split("|")}
    keys = {key for part in (GAME_SCHEMA, *GAME_SCHEMA["$defs"].values()) for key in part.get("properties", {})}
    wanted = keywords | keys | GIVEN | GIVEN_FUNCTIONS | AGGREGATES | reserved_words() | SPARE
    assert sorted(wanted - manual) == []


@pytest.mark.parametrize("page", TEXTS, ids=named)
def test_lines_of_code_are_not_too_long(page: Path) -> None:
    code = re.findall(r"```\w*\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    assert [line for text in code for line in text.splitlines() if len(line) > 160] == []
