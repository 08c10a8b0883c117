"""From `examples/*.yaml` to what each code means, with a wrong example and the right one.

Most of them are parts of one small game, `examples/fair.yaml`.  What the compiler says of them: `explain/said.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).with_name("examples")
FAIR = "fair"


@dataclass(frozen=True, slots=True)
class Example:
    """What a code means, and how it is raised and mended.

    `file` is where `wrong` and `right` belong, `beside` are other files of the game, `tables` replacements by name.
    `whole`: the wrong text is all of the file, not a part of the game (the right one too, if it has a `ranking`).
    `spelled` stands for what is too long to print, sign by sign: a text and
    how many times it is repeated, `#` and `@` in it being the number of the time and the next.
    """

    code: str
    means: str
    wrong: str
    right: str
    file: str = "game.yaml"
    whole: bool = False
    encoding: str = "utf-8"
    beside: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, tuple[str, int]] = field(default_factory=dict)


@cache
def examples() -> Mapping[str, Example]:
    """All examples by code.  Raises ValueError for one that is not written as it should be."""
    found: dict[str, Example] = {}
    for path in sorted(FOLDER.glob("rw*.yaml")):
        for code, said in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader).items():
            if code in found:
                raise ValueError(f"{path.name}: {code} stands here twice")
            found[code] = _example(code, said)
    return found


def _example(code: str, said: Mapping[str, Any]) -> Example:
    right = said["right"]
    if isinstance(right, dict):  # what is replaced in the wrong one
        text = said["wrong"]
        for old, new in right.items():
            if text.count(str(old)) != 1:
                raise ValueError(f"{code}: `{old}` stands {text.count(str(old))} times in the wrong example")
            text = text.replace(str(old), str(new))
        right = text
    spelled = {sign: (text, times) for sign, (text, times) in said.get("spelled", {}).items()}
    return Example(code, **{**said, "right": right, "spelled": spelled, "means": " ".join(said["means"].split())})


@cache
def fair() -> str:
    """The game of which most examples are parts, as it is written."""
    return (FOLDER / f"{FAIR}.yaml").read_text(encoding="utf-8")
