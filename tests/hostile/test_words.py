"""Names that are words of Python, of C, or of what is generated: a game that is right otherwise runs on every engine, and agrees."""

from __future__ import annotations

import builtins
import keyword
from pathlib import Path

import pytest

from engines.agree import same_game
from regelwerk.engine import Engine
from regelwerk.engines.generated import GeneratedPython
from regelwerk.engines.interpreter import Interpreter
from regelwerk.engines.native import Native, NoNative
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.pipeline import build_program, load_spec
from regelwerk_compiler.spec.given import GIVEN, SPARE
from regelwerk_compiler.syntax.reserved import reserved_words

C = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "enum",
    "extern",
    "float",
    "goto",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "main",
    "printf",
    "malloc",
    "free",
    "memcpy",
    "errno",
    "stdin",
    "abs",
    "null",
    "bool",
    "true_",
    "int64_t",
    "uint64_t",
    "size_t",
    "exit",
    "abort",
    "assert",
    "setjmp",
    "longjmp",
    "jmp_buf",
    "define",
    "include",
    "ifdef",
    "asm",
    "typeof",
    "nullptr",
]
OURS = [
    "v",
    "s",
    "h",
    "num",
    "key",
    "number",
    "state",
    "run",
    "options",
    "outcomes",
    "play",
    "toss",
    "settle",
    "evaluate",
    "playout",
    "start",
    "vector",
    "options_",
    "at",
    "found",
    "left",
    "tosses",
    "played",
    "best",
    "keys",
    "now",
    "sum_",
    "mask",
    "word",
    "rounds",
    "depth",
    "out",
    "field",
    "x",
    "y",
    "i",
    "j",
    "k",
    "n",
    "m",
]


def free_names() -> list[str]:
    """Words of Python and C that the language leaves free."""
    wanted = [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *C, *OURS]
    taken = (
        reserved_words()
        | GIVEN
        | SPARE
        | {"play", "setup", "finish", "game_over", "thing", "that", "hands", "null", "i"}
    )
    return list(
        dict.fromkeys(
            w for w in wanted if w.isidentifier() and w[0].isalpha() and w.islower() and w.isascii() and w not in taken
        )
    )


def game(names: list[str]) -> str:
    """A game in which each of these names is a variable, and some are kinds, values, zones, rules, parameters, defines and columns."""
    kind, first, second, pieces, zone, rule, param, define, column, let = names[:10]
    cells = names[10:]
    return f"""regelwerk: 1
game: words
title: {{en: Words}}
players: 2..2
most_decisions: 40
kinds:
  {kind}: {{values: [{first}, {second}]}}
  thing:
    origin: own
    because: so
    columns: {{{column}: 1..9}}
    rows: {{that: [3]}}
pieces:
  {pieces}: 3 of each {kind}
state:
  {zone}: pile of {pieces} = all
  hands: bag of {pieces} for each player
{"".join(f"  {name}: 0..99 for each player" + chr(10) for name in cells)}define:
  {define}(p in players): sum({let} for {let} in 0..2) + that.{column} + count(hands[p])
rules:
  play:
    do:
      - for: player in players endlessly
        do:
          - choose: {rule}
            if_none: game_over
  {rule}:
    with: {param} in 0..1
    needs:
      some: count({zone}) > 0
    do:
      - draw: 1 from {zone} to hands[player]
{"".join(f"      - set: {name}[player] = ({name}[player] + {param} + {define}(player)) mod 90" + chr(10) for name in cells)}  game_over:
    do:
      - end: game
score:
  all_of_it:
    is: {" + ".join(f"{name}[player]" for name in cells[:40])}
ranking: highest total, shared
"""


def program(names: list[str], folder: Path) -> Program:
    (folder / "game.yaml").write_text(game(names), encoding="utf-8")
    collector = Collector()
    spec = load_spec(folder, collector)
    assert spec is not None, [f"{one.span} {one.message}" for one in collector.found if one.severity == "error"]
    return build_program(spec)


def turned() -> list[list[str]]:
    """The names, ten by ten in front, so that each is once a kind, a value, a rule and so on."""
    names = free_names()
    return [[*names[n:], *names[:n]] for n in range(0, len(names), 10)]


def test_there_are_many() -> None:
    assert len(free_names()) > 150


@pytest.mark.parametrize("n", range(2))
def test_they_run(n: int, tmp_path: Path) -> None:
    made = program(turned()[7 * n][:45], tmp_path)
    assert same_game(made, Interpreter(made), GeneratedPython(made), seed=n) == "stopped: 0"


@pytest.mark.long
@pytest.mark.parametrize("n", range(len(turned())))
def test_all_of_them_run_on_every_engine(n: int, tmp_path: Path) -> None:
    made = program(turned()[n], tmp_path)
    others: list[Engine] = [GeneratedPython(made)]
    try:
        others.append(Native(made))
    except NoNative:
        pytest.skip("no C compiler")
    for other in others:
        assert same_game(made, Interpreter(made), other, seed=n) == "stopped: 0"
