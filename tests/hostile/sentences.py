"""Hostile sentences, and sizes that no game has."""

from __future__ import annotations

from .cases import DUEL, FINE, case, game, play, spec

case(
    "a formula of 100,000 characters",
    says="RW202",
    files=lambda: game(spec(define="\n  d: " + " + ".join(["1"] * 25_000) + "\n")),
)
case(
    "a formula of 3,900 characters",
    says="RW203",
    files=lambda: game(spec(define="\n  d: " + " + ".join(["1"] * 970) + "\n")),
)
case(
    "a list of 3,900 characters in a formula",
    code=FINE,
    files=lambda: game(spec(define="\n  d: max(" + ", ".join(["1"] * 1_290) + ")\n")),
)
case(
    "10,000 round brackets",
    says="RW",
    files=lambda: game(spec(define="\n  d: " + "(" * 10_000 + "1" + ")" * 10_000 + "\n")),
)
case(
    "1,900 round brackets",
    code=FINE,
    files=lambda: game(spec(define="\n  d: " + "(" * 1_900 + "1" + ")" * 1_900 + "\n")),
)
case("900 times not", says="RW203", files=lambda: game(spec(define="\n  d: " + "not " * 900 + "true\n")))
case("500 times if else", says="RW", files=lambda: game(spec(define="\n  d: " + "1 if over else " * 260 + "2\n")))
case("a word of 3,900 letters", says="RW350", files=lambda: game(spec(define="\n  d: " + "a" * 3_900 + "\n")))
case(
    "1,000 sentences of 3,900 letters and slashes",
    says="RW",
    files=lambda: game(spec(define="\n" + "".join(f"  d{i}: {'a/' * 1_950}\n" for i in range(1_000)))),
)
case(
    "texts that make patterns slow",
    says="RW",
    files=lambda: game(
        spec(
            define="\n"
            + "".join(
                f"  d{i}: '{part * (3_900 // len(part))}!'\n"
                for i, part in enumerate(
                    ("a ", " ", "a.", "(", "1..", "not ", "a, ", "x in ", "- ", "_", "A", "ä", "{", "'' ")
                )
            )
        )
    ),
)
case(
    "a title that makes patterns slow",
    code=FINE,
    files=lambda: game(
        spec().replace("A case", "'" + "{ {" * 50_000 + "'").replace("{en: '", '{en: "').replace("'}", '"}')
    ),
)
case("quotes and new lines in a name", says="RW", files=game(spec(state='\n  "a\\"];import os\\n": 0..9\n')))
case(
    "a rule called by a quote",
    says="RW",
    files=game(spec(rules=play("- nothing") + '  "x\'; DROP TABLE rules; --":\n    do:\n      - nothing\n')),
)
case("a game called by a path", says="RW", files=game(spec().replace("game: case", "game: ../../outside")))
case("a game called by an ending of strings", says="RW", files=game(spec().replace("game: case", 'game: \'x"""\\n\'')))
case(
    "texts with quotes, braces and escapes",
    "show",
    "game",
    "--python",
    code=FINE,
    files=game(DUEL.replace("  take:\n", "  take:\n    text: {en: '\"\"\"\\'' {n} \\N % */ // \\u0022 ??/'}\n")),
)

# -- sizes ------------------------------------------------------------------------------------------
case(
    "a product of kinds that explodes",
    says="RW304",
    files=game(spec(kinds="\n  a: {is: 1..999}\n  b: {is: 1..998}\n  c: {is: a x b}\n  d: {is: c x a}\n")),
)
case("a grid of 10^9 squares", says="RW313", files=game(spec(kinds="\n  g: {is: grid 99999 x 99999}\n")))
case("a range of 10^12", says="RW", files=game(spec(kinds="\n  k: {is: 1..1000000000000}\n")))
case(
    "cells that explode",
    says="RW304",
    files=game(spec(kinds="\n  k: {is: 1..9999}\n", state="\n  a: 0..9 for each k and k and k\n")),
)
case(
    "10^12 pieces",
    says="RW",
    files=game(spec(kinds="\n  k: {values: [a, b]}\n", pieces="\n  p: 1000000000000 of each k\n")),
)
case(
    "999,999,999 pieces",
    says="RW304",
    files=game(spec(kinds="\n  k: {values: [a, b]}\n", pieces="\n  p: 999999999 of each k\n")),
)
case(
    "a zone with 10^9 slots",
    says="RW342",
    files=game(
        spec(kinds="\n  k: {values: [a, b]}\n", pieces="\n  p: 2 of each k\n", state="\n  z: 999999999 slots of p\n")
    ),
)
case(
    "a history of 10^9 positions",
    says="RW",
    files=game(spec(state="\n  a: 0..9\n  z: bag of position up to 999999999\n")),
)
case(
    "500 variables of 10,000 cells",
    says="RW",
    files=lambda: game(
        spec(kinds="\n  k: {is: 1..9999}\n", state="\n" + "".join(f"  a{i}: 0..9 for each k\n" for i in range(500)))
    ),
)
case("10^9 players", says="RW", files=game(spec(players="1..999999999")))
case(
    "a step that counts 10^12 bindings",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW824",
    files=game(
        spec(
            state="\n  a: 0..999999999\n",
            rules=play("- set: a = count(i in 1..9999, j in 1..9999, k in 1..9999 where i + j is k)"),
        )
    ),
)
case(
    "a step that counts 10^12 bindings, hidden",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(
        spec(
            state="\n  a: 0..999999999\n",
            rules=play(
                "- set: a = count(i in 1..9999 where i > a, j in 1..9999 where j > a, k in 1..9999 where i + j is k)"
            ),
        )
    ),
)
case(
    "a formula over 10^12 bindings in the score",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW",
    files=game(spec(score="\n  points:\n    is: count(i in 1..9999, j in 1..9999, k in 1..9999 where i + j is k)\n")),
)
case(
    "a condition over 10^12 bindings of what can be chosen",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW824",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play("- for: player in players", "  do:", "    - choose: go", "      if_none: nothing")
            + "  go:\n    needs:\n      some: any(i in 1..9999, j in 1..9999, k in 1..9999 where i + j + k + a is 0)\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "a condition over 10^12 bindings of what can be chosen, hidden",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play("- for: player in players", "  do:", "    - choose: go", "      if_none: nothing")
            + "  go:\n    needs:\n      some: any(i in 1..9999 where i > a, j in 1..9999 where j > a, k in 1..9999 where i + j + k + a is 0)\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "options of which there are 10^12",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW",
    files=game(
        spec(
            rules=play("- for: player in players", "  do:", "    - choose: go", "      if_none: nothing")
            + "  go:\n    with: i in 1..9999, j in 1..9999, k in 1..9999\n    do:\n      - nothing\n"
        )
    ),
)
case(
    "a table of lists of lists of lists",
    code=FINE,
    files=lambda: game(spec(tables="\n  t: {origin: own, because: x, values: " + "[" * 90 + "1" + "]" * 90 + "}\n")),
)
case(
    "a table of 400,000 figures",
    says="RW105",
    files=lambda: game(spec(tables="\n  t: {origin: own, because: x, values: [" + ", ".join(["1"] * 400_000) + "]}\n")),
)
