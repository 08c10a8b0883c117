"""Program -> the header that goes with its C file, for programs that embed the game: every call, and what its numbers stand for."""

from __future__ import annotations

from ..flow.flow import Axis, Program
from .emit import Source
from .writer import comment

CALLS = """
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* A state is an array of REGELWERK_WORDS numbers that you own; copy, compare and keep it as you like.  There is no other memory, so
   any number of threads may play.  Calls that give an int or an int64_t below 0 were refused: REGELWERK_BROKEN, no state of this game;
   REGELWERK_TOO_LARGE, a number left 64 bits; REGELWERK_TOO_MUCH, a step is so much
   work that it might never end; -1100 - r: the rules broke down for reason r. */
int regelwerk_start(int64_t *state, int64_t seed);                  /* a new game, at its first decision or chance */
int regelwerk_options(const int64_t *state, int64_t *out);          /* legal options (out: REGELWERK_MOST_OPTIONS); 0 of them: chance, or over */
int regelwerk_outcomes(const int64_t *state, int64_t *out, int64_t *weights); /* at a chance: outcomes (REGELWERK_MOST_OUTCOMES) */
int regelwerk_play(int64_t *state, int64_t number);                 /* an option, or an outcome */
int regelwerk_toss(int64_t *state, int64_t *number);                /* at a chance: the outcome that the state's key picks; then play it */
int regelwerk_settle(int64_t *state);                               /* toss and play until somebody decides or it is over */
int regelwerk_evaluate(const int64_t *state, int function, const int64_t *args, int64_t *out);
int64_t regelwerk_playout(int64_t *state, uint64_t key);            /* random options to the end: how many */
int64_t regelwerk_playouts(int64_t first_seed, int64_t games);      /* whole random games: how many options in all */
int64_t regelwerk_rollouts(const int64_t *state, uint64_t key, int64_t games);
int regelwerk_perft(const int64_t *state, int depth, int64_t *nodes, int64_t *ends);
/* Many games at once: `states` is memory of yours for `count` states as C keeps them, regelwerk_state_size() bytes each. */
int regelwerk_state_size(void);
int regelwerk_load_many(void *states, int64_t count, const int64_t *vectors);
int regelwerk_save_many(const void *states, int64_t count, int64_t *vectors);
int regelwerk_start_many(void *states, int64_t count, const int64_t *seeds);
int regelwerk_renew_many(void *states, int64_t count, uint64_t key); /* what is over begins anew; how many */
int regelwerk_step_many(void *states, int64_t count, const int64_t *numbers); /* then chance, until somebody decides; below 0: not this one */
int regelwerk_options_many(void *states, int64_t count, int64_t *out, int64_t most, int64_t *counts);
int regelwerk_count_many(void *states, int64_t count, int64_t *counts);
int regelwerk_pick_many(void *states, int64_t count, const int64_t *places);  /* as step_many, by the place in the list of options */
int regelwerk_random_many(void *states, int64_t count, uint64_t key, int64_t steps); /* random options; what is over begins anew */

#ifdef __cplusplus
}
#endif
"""


def header(program: Program, source: Source) -> str:
    """The header."""
    lines = [
        f"/* {comment(program.game)} for {len(program.seats)} ({comment(', '.join(program.seats))}). Written by regelwerk from the rules. */",
        "#ifndef REGELWERK_GAME_H",
        "#define REGELWERK_GAME_H",
        f"#define REGELWERK_WORDS {source.words}",
        f"#define REGELWERK_MOST_OPTIONS {source.most_options}",
        f"#define REGELWERK_MOST_OUTCOMES {source.most_outcomes}",
        "#define REGELWERK_TOO_LARGE (-2)",
        "#define REGELWERK_BROKEN (-3)",
        "#define REGELWERK_TOO_MUCH (-5)",
        "",
        "/* Numbers of options and outcomes:",
    ]
    for numbers in program.numbers:
        last = numbers.base + numbers.size - 1
        axes = ", ".join(_axis(axis) for axis in numbers.axes)
        lines.append(f"   {numbers.base}..{last}  {numbers.kind} {comment(numbers.name)}({comment(axes)})")
    lines += ["   Functions for regelwerk_evaluate:"]
    for k, function in enumerate(program.functions.values()):
        lines.append(f"   {k}  {comment(function.name)}({comment(', '.join(function.params))})")
    lines += ["   What stands in a state:"]
    for info in program.cells:
        first = source.starts[info.base]
        last = source.starts[info.base + info.size - 1]
        where = str(first) if first == last else f"{first}..{last}"
        lines.append(f"   [{where}] {comment(info.name)}: {info.low}..{info.high}")
    lines.append("*/")
    return "\n".join(lines) + CALLS + "\n#endif\n"


def _axis(axis: Axis) -> str:
    return f"{axis.name} {axis.low}..{axis.low + axis.size - 1}"
