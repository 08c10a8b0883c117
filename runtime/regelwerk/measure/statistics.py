"""Many games played by bots -> length, decisions, options per decision, wins and scores by seat, broken games, rules never used.

Game number i has the seed `seed + i`, whichever process plays it; so the result does not depend on the number of jobs.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from .. import clock
from ..bots import bots_for
from ..bots.playing import Played, play_out
from ..errors import RulesBroke, UsageError
from ..game import Game
from ..result import Result, result_of
from ..sight.events import Step
from .coverage import Coverage, Tally, ran, watched
from .invariants import Invariants

Progress = Callable[[int], None]
"""Told how many games are done."""

MOST_FAULTS = 20
CHUNK = 8


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that could not be finished or lost a piece: its seed, and why."""

    seed: int
    why: str


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """One seat.  A shared first place counts as a win for each; `shared` says how many of the wins were shared."""

    name: str
    bot: str
    wins: int
    shared: int
    mean_score: float
    least_score: int
    most_score: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What many games came to.  `lengths`: decisions of each game, in order of the seeds."""

    game: str
    players: int
    games: int
    finished: int
    capped: int
    broken: tuple[Broken, ...]
    decisions: int
    seconds: float
    seed: int
    seats: tuple[SeatStatistics, ...]
    items: tuple[tuple[str, tuple[float, ...]], ...]  # score item, mean by seat
    lengths: tuple[int, ...]
    options: float  # per decision
    most_options: int
    coverage: Coverage | None

    def json(self) -> dict[str, object]:
        """As `simulate --json` prints it."""
        found: dict[str, object] = {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "finished": self.finished,
            "capped": self.capped,
            "broken": [{"seed": one.seed, "why": one.why} for one in self.broken],
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "seats": [
                {
                    "name": seat.name,
                    "bot": seat.bot,
                    "wins": seat.wins,
                    "shared": seat.shared,
                    "mean_score": round(seat.mean_score, 3),
                    "least_score": seat.least_score,
                    "most_score": seat.most_score,
                }
                for seat in self.seats
            ],
            "seed": self.seed,
            "items": {name: [round(mean, 3) for mean in means] for name, means in self.items},
            "length": {
                "least": min(self.lengths, default=0),
                "mean": round(sum(self.lengths) / len(self.lengths), 2) if self.lengths else 0,
                "most": max(self.lengths, default=0),
            },
            "options_per_decision": {"mean": round(self.options, 2), "most": self.most_options},
        }
        if self.coverage is not None:
            found["coverage"] = {
                "rules": self.coverage.rules,
                "never": list(self.coverage.never),
                "chosen": dict(self.coverage.chosen),
            }
        return found


@dataclass(slots=True)
class _Sums:
    """What is added up; can be put together."""

    lengths: dict[int, int] = field(default_factory=dict)  # seed -> decisions
    finished: int = 0
    capped: int = 0
    options: int = 0
    most_options: int = 0
    wins: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)  # by seat: sum, least, most
    items: list[list[int]] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, other: _Sums) -> None:
        self.lengths |= other.lengths
        self.finished += other.finished
        self.capped += other.capped
        self.options += other.options
        self.most_options = max(self.most_options, other.most_options)
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.shared = [a + b for a, b in zip(self.shared, other.shared, strict=True)]
        self.scores = [
            [a[0] + b[0], min(a[1], b[1]), max(a[2], b[2])] for a, b in zip(self.scores, other.scores, strict=True)
        ]
        self.items = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(self.items, other.items, strict=True)]
        self.broken += other.broken
        self.tally.add(other.tally)


_NONE = 10**18


@dataclass(frozen=True, slots=True)
class _Job:
    game: Game
    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    coverage: bool
    check: bool


def _empty(game: Game) -> _Sums:
    seats, items = len(game.program.seats), len(game.program.score)
    return _Sums(
        wins=[0] * seats,
        shared=[0] * seats,
        scores=[[0, _NONE, -_NONE] for _ in range(seats)],
        items=[[0] * seats for _ in range(items)],
    )


def _play(job: _Job) -> _Sums:
    """One process's share."""
    sums = _empty(job.game)
    played_game = job.game
    if job.coverage:
        played_game = Game(watched(job.game.program), job.game.engine_name, seats=job.game.seats)
    bots = bots_for(job.bots, len(job.game.program.seats))
    invariants = Invariants(played_game.sight.contents) if job.check else None
    for seed in job.seeds:
        _one(job, played_game, bots, invariants, seed, sums)
    return sums


def _one(job: _Job, game: Game, bots: Sequence[object], invariants: Invariants | None, seed: int, sums: _Sums) -> None:
    numbers = game.look.numbers
    last: tuple[int, ...] | None = None

    def watch(step: Step) -> None:
        if job.coverage and step.seat is not None:
            sums.tally.chose(numbers(step.number).name)
        if invariants is not None:
            nonlocal last
            faults = invariants.faults_after(step) if step.before == last else invariants.faults(step.after)
            last = step.after
            if faults:
                raise RulesBroke("; ".join(faults[:3]))

    try:
        played = play_out(game, bots, seed, watch if job.coverage or job.check else None)  # type: ignore[arg-type]
        sheet = result_of(game.look, game.names, played.vector)
    except RulesBroke as error:
        sums.broken.append(Broken(seed, error.message))
        return
    if job.coverage:
        sums.tally.ran |= ran(job.game.program, played.vector)
    _count(sheet, played, seed, sums)


def _count(sheet: Result, played: Played, seed: int, sums: _Sums) -> None:
    sums.lengths[seed] = played.decisions
    sums.options += played.options
    sums.most_options = max(sums.most_options, played.most_options)
    if sheet.capped:
        sums.capped += 1
    else:
        sums.finished += 1
    winners = () if sheet.together else sheet.winners
    for seat in winners:
        sums.wins[seat] += 1
        sums.shared[seat] += len(winners) > 1
    for seat, total in enumerate(sheet.totals):
        least_most = sums.scores[seat]
        sums.scores[seat] = [least_most[0] + total, min(least_most[1], total), max(least_most[2], total)]
    for row, points in zip(sums.items, sheet.points, strict=True):
        for seat, n in enumerate(points):
            row[seat] += n


def simulate(
    game: Game,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    jobs: int = 1,
    *,
    coverage: bool = False,
    check: bool = False,
    progress: Progress | None = None,
) -> Statistics:
    """Play `games` games.  With `check` every vector is tested for lost pieces.  Raises `UsageError`; broken games are counted, not raised."""
    if games < 1:
        raise UsageError("at least one game must be played")
    if jobs < 1:
        raise UsageError("at least one job must work")
    names = tuple(bot.name for bot in bots_for(bots, len(game.program.seats)))
    began = time.perf_counter()
    sums = _empty(game)
    done = 0
    for share in _shares(_Job(game, names, tuple(range(seed, seed + games)), coverage, check), jobs):
        sums.add(share)
        done += len(share.lengths) + len(share.broken)
        if progress is not None:
            progress(done)
    return _statistics(game, games, names, seed, sums, time.perf_counter() - began, coverage)


def _shares(job: _Job, jobs: int) -> Iterator[_Sums]:
    seeds = job.seeds
    size = max(1, min(CHUNK, len(seeds) // max(jobs, 1)))
    parts = [_Job(job.game, job.bots, seeds[i : i + size], job.coverage, job.check) for i in range(0, len(seeds), size)]
    if jobs == 1 or len(parts) == 1:
        yield from map(_play, parts)
        return
    context = multiprocessing.get_context("spawn" if "fork" not in multiprocessing.get_all_start_methods() else "fork")
    with context.Pool(min(jobs, len(parts)), clock.start) as pool:
        yield from pool.imap_unordered(_play, parts)


def _statistics(
    game: Game, games: int, bots: Sequence[str], seed: int, sums: _Sums, seconds: float, coverage: bool
) -> Statistics:
    done = sums.finished + sums.capped
    decisions = sum(sums.lengths.values())
    return Statistics(
        game.id,
        len(game.program.seats),
        games,
        sums.finished,
        sums.capped,
        tuple(sorted(sums.broken, key=lambda one: one.seed)[:MOST_FAULTS]),
        decisions,
        seconds,
        seed,
        tuple(
            SeatStatistics(
                name, bot, wins, shared, total / done if done else 0.0, least if done else 0, most if done else 0
            )
            for name, bot, wins, shared, (total, least, most) in zip(
                game.seats, bots, sums.wins, sums.shared, sums.scores, strict=True
            )
        ),
        tuple(
            (item.name, tuple(n / done if done else 0.0 for n in row))
            for item, row in zip(game.program.score, sums.items, strict=True)
        ),
        tuple(length for _, length in sorted(sums.lengths.items())),
        sums.options / decisions if decisions else 0.0,
        sums.most_options,
        sums.tally.coverage(game.program) if coverage else None,
    )
