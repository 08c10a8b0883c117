"""Hostile rules: games that never come to an end, or to a decision."""

from __future__ import annotations

from .cases import FINE, USAGE, case, game, play, spec

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
