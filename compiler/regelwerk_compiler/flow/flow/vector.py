"""What stands at the head of every vector, the blocks that every program has, and what an engine refuses by itself."""

from __future__ import annotations

MISSING = -(10**9)

# -- header of the vector -------------------------------------------------------------------------
PC = 0  # the block the machine rests in
DECISIONS = 1  # how many options were played
KEY = 2  # the random key, an unsigned 64-bit number; nobody sees it
OVER = 3  # 1 from the moment the game has ended (before `finish`)
VEIL = 4  # 0, or the number of the secret loop that is running
HEADER = 5

# -- blocks that every program has ----------------------------------------------------------------
ENDED, CAPPED, STOPPED = 0, 1, 2  # ended by the rules; ended by `most_decisions`; a trial that came through

# -- reasons that `Program.reasons` does not list: what an engine finds wrong by itself -----------
DIVIDED_BY_ZERO, ENDLESS, NOTHING_LEGAL, TOO_MANY, TOO_DEEP, NO_OUTCOME = -1, -2, -3, -4, -5, -6
TOO_LONG = -7  # it was broken off by the clock of whoever runs the engine

# -- limits ---------------------------------------------------------------------------------------
RUN_LIMIT = 100_000  # so many blocks entered without a rest refuse (ENDLESS); an engine may count fewer, but of every cycle some
WATCHED = 64  # behind so many an engine may look whether it enters a block with the same vector again: then it goes round for ever (ENDLESS)
TOSS_LIMIT = 10_000  # so many tosses without a decision between them refuse (ENDLESS), in `settle` and `playout`
TRIAL_DEPTH = 32  # a trial inside so many trials refuses (TOO_DEEP)
REPEAT_LIMIT = 100_000  # more rounds of a `Repeat` refuse
