"""Hostile specs: what one file can be made to hold."""

from __future__ import annotations

from .cases import DUEL, FINE, HEAD, USAGE, case, game, play, spec


def bomb(levels: int, wide: int) -> str:
    """An alias bomb: each level repeats the one before `wide` times."""
    out = "x0: &x0 [a, b]\n"
    for level in range(1, levels):
        out += f"x{level}: &x{level} [{', '.join([f'*x{level - 1}'] * wide)}]\n"
    return out


# -- YAML ----------------------------------------------------------------------------------------
case("an alias bomb", says="RW105", files=lambda: game(HEAD + bomb(30, 9)))
case("an alias bomb that just fits", says="RW130", files=lambda: game(HEAD + bomb(5, 9)))
case(
    "an alias bomb below a known key",
    says="RW",
    files=lambda: game(
        spec()
        + "define:\n  a: &a [1, 2]\n"
        + "".join(f"  b{i}: &b{i} [{', '.join([f'*b{i - 1}' if i else '*a'] * 8)}]\n" for i in range(4))
    ),
)
case(
    "an alias bomb of merges",
    says="RW",
    files=lambda: game(
        HEAD
        + "a0: &a0 {k: v}\n"
        + "".join(f"a{i}: &a{i}\n  <<: [{', '.join([f'*a{i - 1}'] * 9)}]\n  k{i}: *a{i - 1}\n" for i in range(1, 12))
    ),
)
case("an alias inside what it names", says="RW121", files=game(HEAD + "a: &a [*a, *a]\n"))
case(
    "19,000 aliases of one word",
    code=FINE,
    files=lambda: game(spec() + "define:\n  a: &a 1\n" + "".join(f"  b{i}: *a\n" for i in range(19_000))),
)
case(
    "20,000 empty rules",
    says="RW125",
    files=lambda: game(HEAD + "rules:\n" + "".join(f"  a{i}:\n" for i in range(20_000)) + "  do: [a1]\n"),
)
case("10,000 levels of brackets", says="RW104", files=lambda: game(HEAD + "x: " + "[" * 10_000 + "]" * 10_000))
case("10,000 levels of braces", says="RW104", files=lambda: game(HEAD + "x: " + "{a: " * 10_000 + "}" * 10_000))
case("10,000 brackets that nobody closes", says="RW", files=lambda: game(HEAD + "x: " + "[" * 10_000))
case(
    "1,400 levels by indentation",
    says="RW104",
    files=lambda: game(HEAD + "".join(f"{' ' * i}k:\n" for i in range(1_400))),
)
case("10,000 dashes in a line", says="RW104", files=lambda: game(HEAD + "x:\n  " + "- " * 10_000 + "a\n"))
case("10,000 question marks", says="RW", files=lambda: game(HEAD + "? " * 10_000 + "a\n"))
case("an integer of 10,000 digits", says="RW124", files=lambda: game(spec(most_decisions="9" * 10_000)))
case(
    "an integer of 10,000 digits in a sentence",
    says="RW",
    files=lambda: game(spec(state=f"\n  a: 0..{'9' * 10_000}\n")),
)
case("a key of 1,000,000 letters", says="RW", files=lambda: game(spec() + "k" * 1_000_000 + ": 1\n"))
case("a quoted text of 3 MB that nobody closes", says="RW115", files=lambda: game(HEAD + 'x: "' + "a b\n  " * 500_000))
case("a file of 50 MB", says="RW103", files=lambda: game(spec() + "# " + "x" * 50_000_000))
case("a file of 3 MB of comments", code=FINE, files=lambda: game("# a comment of one line\n" * 130_000 + DUEL))
case("NUL characters", says="RW102", files=game(HEAD.replace("case", "ca\0se")))
case("control characters", says="RW102", files=game(HEAD + "x: \x1b[2J\x07\n"))
case("characters that turn the text round", says="RW102", files=game(HEAD + "x: \u2028 \u202e\u2066abc\n"))
case("invalid UTF-8", says="RW101", files={"game/game.yaml": b"regelwerk: 1\ngame: \xff\xfe\n"})
case("UTF-16", says="RW", files={"game/game.yaml": HEAD.encode("utf-16")})
case("half a surrogate pair", says="RW101", files=game(HEAD + "x: \ud800\n"))
case("an empty file", says="RW106", files=game(""))
case("nothing but a document mark", says="RW106", files=game("---\n"))
case("a million document marks", says="RW108", files=lambda: game("---\n" * 1_000_000))
case(
    "a tag that makes Python objects",
    says="RW120",
    files=game(HEAD + "x: !!python/object/apply:os.system [echo pwned]\n"),
)
case("50,000 tags", says="RW143", files=lambda: game(HEAD + "x:\n" + "  - !t 1\n" * 50_000))
case(
    "50,000 anchors and an alias of none",
    says="RW121",
    files=lambda: game(HEAD + "x:\n" + "".join(f"  - &a{i} 1\n" for i in range(50_000)) + "  - *b\n"),
)
case("a YAML directive of the future", says="RW", files=game("%YAML 9.9\n---\n" + HEAD))
case("10,000 YAML directives", says="RW", files=lambda: game("%FOO bar\n" * 10_000 + "---\n" + HEAD))

# -- many things ------------------------------------------------------------------------------------
case("a list of 400,000 items", says="RW105", files=lambda: game(spec() + "silence:\n" + "  - a\n" * 400_000))
case("a map of 200,000 keys", says="RW105", files=lambda: game(spec() + "".join(f"k{i}: 1\n" for i in range(200_000))))
case("25,000 equal keys", says="RW118", files=lambda: game(spec() + "k: 1\n" * 25_000))
case("25,000 unknown keys", says="RW130", files=lambda: game(spec() + "".join(f"k{i}: 1\n" for i in range(25_000))))
case("a list of 50,000 items", says="RW132", files=lambda: game(spec() + "silence:\n" + "  - a\n" * 50_000))
case(
    "a kind of 50,000 values",
    says="RW304",
    files=lambda: game(spec(kinds="\n  k: {values: [" + ", ".join(f"v{i}" for i in range(50_000)) + "]}\n")),
)
case(
    "a kind of 10,000 values",
    files=lambda: game(spec(kinds="\n  k: {values: [" + ", ".join(f"v{i}" for i in range(10_000)) + "]}\n")),
    code=FINE,
)
case(
    "a kind of 10,000 rows",
    files=lambda: game(
        spec(
            kinds="\n  k:\n    origin: own\n    because: many\n    columns: {a: 1..9}\n    rows:\n"
            + "".join(f"      r{i}: [1]\n" for i in range(10_000))
        )
    ),
    code=FINE,
)
case(
    "a kind of 10,000 wrong rows",
    says="RW",
    files=lambda: game(
        spec(
            kinds="\n  k:\n    origin: own\n    because: many\n    columns: {a: 1..9}\n    rows:\n"
            + "".join(f"      r{i}: [x{i}]\n" for i in range(10_000))
        )
    ),
)
case(
    "5,000 kinds",
    files=lambda: game(spec(kinds="\n" + "".join(f"  k{i}: {{values: [v{i}]}}\n" for i in range(5_000)))),
    code=FINE,
)
case(
    "5,000 variables",
    files=lambda: game(spec(state="\n" + "".join(f"  s{i}: 0..9\n" for i in range(5_000)))),
    code=FINE,
)
case(
    "5,000 unknown kinds",
    says="RW302",
    files=lambda: game(spec(state="\n" + "".join(f"  s{i}: kind_{i}\n" for i in range(5_000)))),
)
case(
    "5,000 unknown names in formulas",
    says="RW350",
    files=lambda: game(spec(define="\n" + "".join(f"  d{i}: name_{i} + 1\n" for i in range(5_000)))),
)
case("5,000 unknown rules", says="RW", files=lambda: game(spec(rules=play(*(f"- rule_{i}" for i in range(5_000))))))
case(
    "5,000 unknown rules beside 2,000 that are there",
    says="RW",
    files=lambda: game(
        spec(
            rules=play(*(f"- rule_{i}x" for i in range(5_000)))
            + "".join(f"  rule_{i}:\n    do:\n      - nothing\n" for i in range(2_000))
        )
    ),
)
case(
    "15,000 unknown keys in the steps",
    says="RW143",
    files=lambda: game(spec(rules=play(*(f"- chose{i}: a" for i in range(15_000))))),
)
case(
    "20,000 sentences that are none",
    says="RW2",
    files=lambda: game(spec(define="\n" + "".join(f"  d{i}: 1 + + {i}\n" for i in range(20_000)))),
)
case(
    "10,000 different faults in rules",
    says="RW",
    files=lambda: game(spec(rules=play(*(f"- set: v{i} = w{i}" for i in range(10_000))))),
)
case(
    "5,000 texts of nothing",
    says="RW910",
    files=lambda: game(spec(texts="\n" + "".join(f"  t{i}: {{en: a}}\n" for i in range(5_000)))),
)
case(
    "5,000 silences of nothing",
    says="RW910",
    files=lambda: game(
        spec(silence="\n" + "".join(f"  - {{code: RW564, at: t{i}, because: so}}\n" for i in range(5_000)))
    ),
)
case(
    "2,000 variants that clash",
    says="RW720",
    files=lambda: game(
        spec(
            variants="\n"
            + "".join(
                f"  v{i}:\n    when: count(players) is 2\n    bends:\n      - instead: play\n        do:\n          - nothing\n"
                for i in range(2_000)
            )
        )
    ),
)
case(
    "5,000 rules that nobody calls",
    says="RW566",
    files=lambda: game(
        spec(rules=play("- nothing") + "".join(f"  r{i}:\n    do:\n      - nothing\n" for i in range(5_000)))
    ),
)
case(
    "5,000 defines that nobody asks for",
    code=FINE,
    files=lambda: game(spec(define="\n" + "".join(f"  d{i}: {i}\n" for i in range(5_000)))),
)
case(
    "one rule of 10,000 steps",
    code=FINE,
    files=lambda: game(spec(state="\n  a: 0..9\n", rules=play(*("- set: a = 1" for _ in range(10_000))))),
)
case(
    "300 options",
    code=FINE,
    files=lambda: game(spec(options="\n" + "".join(f"  o{i}: boolean = false\n" for i in range(300)))),
)

# -- sentences --------------------------------------------------------------------------------------
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

# -- endless ----------------------------------------------------------------------------------------
LOOP = play("- for: player in players endlessly", "  do:", "    - set: a = 1")
case(
    "a loop without an end",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW810",
    files=game(spec(state="\n  a: 0..9\n", rules=LOOP)),
)
case(
    "a loop without an end that is checked",
    "check",
    "game",
    files=game(spec(state="\n  a: 0..9\n", rules=LOOP)),
)
case(
    "a while that stays true",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(spec(state="\n  a: 0..9\n", rules=play("- for: while a < 5", "  do:", "    - set: a = 1"))),
)
case(
    "whiles inside whiles",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(
        spec(
            state="\n  a: 0..99999\n  b: 0..99999\n  c: 0..99999\n",
            rules=play(
                "- for: while a < 90000",
                "  do:",
                "    - set: a += 1",
                "    - set: b = 0",
                "    - for: while b < 90000",
                "      do:",
                "        - set: b += 1",
                "        - set: c = 0",
                "        - for: while c < 90000",
                "          do:",
                "            - set: c += 1",
            ),
        )
    ),
)
case(
    "loops over 10^12 rounds",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play(
                "- for: i in 1..9999",
                "  do:",
                "    - for: j in 1..9999",
                "      do:",
                "        - for: k in 1..9999",
                "          do:",
                "            - set: a = 1",
            ),
        )
    ),
)
case(
    "an endless loop with a dear formula in it",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW810",
    files=game(
        spec(
            state="\n  a: 0..999999\n",
            rules=play(
                "- for: player in players endlessly",
                "  do:",
                "    - set: a = count(i in 1..300, j in 1..300 where i + j is a)",
            ),
        )
    ),
)
TRIALS = spec(
    state="\n  a: 0..99999\n",
    rules=play("- for: player in players endlessly", "  do:", "    - choose: go", "      if_none: nothing")
    + "  go:\n    with: n in 1..400\n    so_that: a > 99998\n    do:\n      - for: i in 1..400\n        do:\n          - set: a = i\n",
)
case(
    "an endless loop whose rounds run trials", "simulate", "game", "--games", "1", says="broke down", files=game(TRIALS)
)
case(
    "trials inside trials inside trials",
    "simulate",
    "game",
    "--games",
    "1",
    says="broke down",
    files=game(
        spec(
            state="\n  a: 0..99999\n",
            rules=play("- for: player in players", "  do:", "    - choose: r0", "      if_none: nothing")
            + "".join(
                f"  r{i}:\n    with: n{i} in 1..9\n    do:\n      - choose: r{i + 1}\n        if_none: not_offered\n"
                for i in range(9)
            )
            + "  r9:\n    so_that: a > 9\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "possible that asks possible",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW590",
    files=game(
        spec(
            state="\n  a: 0..99999\n",
            rules=play("- for: player in players", "  do:", "    - choose: r0", "      if_none: nothing")
            + "".join(
                f"  r{i}:\n    needs:\n      n: possible(player, r{i + 1}) or possible(player, r{i + 1}) or a is 5\n    do:\n      - set: a = 1\n"
                for i in range(25)
            )
            + "  r25:\n    needs:\n      n: a > 7\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "chance without an end",
    "simulate",
    "game",
    "--games",
    "1",
    says="for ever",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play("- for: player in players endlessly", "  do:", "    - random: a in 1..6").replace(
                "random: a in 1..6", "random: x in 1..6"
            ),
        )
    ),
)
case(
    "a random of 10^12 outcomes",
    "simulate",
    "game",
    "--games",
    "1",
    says="RW",
    files=game(spec(state="\n  a: 0..9\n", rules=play("- random: x in 1..999999999", "- set: a = x mod 9"))),
)
case(
    "most_decisions of 999,999,999 in a game that never ends",
    "simulate",
    "game",
    "--games",
    "1",
    says="",
    code=FINE,
    files=game(
        spec(
            most_decisions="20000",
            state="\n  a: 0..9\n",
            rules=play("- for: player in players endlessly", "  do:", "    - choose: go", "      if_none: nothing")
            + "  go:\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "a rule that calls itself",
    says="RW",
    files=game(spec(rules=play("- again") + "  again:\n    do:\n      - again\n")),
)
case("a define that asks for itself", says="RW414", files=game(spec(define="\n  a: b + 1\n  b: a + 1\n")))
case(
    "defines that double 60 times",
    says="RW",
    files=game(spec(define="\n" + "".join(f"  d{i}: d{i + 1} + d{i + 1}\n" for i in range(60)) + "  d60: 1\n")),
)
case(
    "a program that doubles when it is made",
    says="RW",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play("- r0")
            + "".join(f"  r{i}:\n    do:\n      - r{i + 1}\n      - r{i + 1}\n" for i in range(60))
            + "  r60:\n    do:\n      - set: a = 1\n",
        )
    ),
)
case(
    "a program that doubles when it is played",
    "simulate",
    "game",
    "--games",
    "1",
    says="",
    files=game(
        spec(
            state="\n  a: 0..9\n",
            rules=play("- r0")
            + "".join(f"  r{i}:\n    do:\n      - r{i + 1}\n      - r{i + 1}\n" for i in range(30))
            + "  r30:\n    do:\n      - set: a = 1\n",
        )
    ),
)
case("no such folder", "check", "nowhere", code=USAGE, says="no game")
