"""Hostile files: what YAML can be made to hold, and how much of it."""

from __future__ import annotations

from .cases import DUEL, FINE, HEAD, case, game, play, spec


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
