"""C as an engine: a `Program` is written as C, built once, kept, and called.

Goes in: a `Program`.  Comes out: an `Engine`.  Raises `NoNative` where it cannot be had, so that whoever asked takes another.
What C itself cannot do (a number that leaves 64 bits, arguments that the program never gives) generated Python does in its place.  A step that
is too much work for C is left to it too where a clock watches (see `clock.py`), and is refused elsewhere, so that nothing goes on for ever.
Whole playouts, batches and perft run without the interpreter lock: threads use every core.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import KEY, TOO_LONG, Program

from .. import clock
from ..chance import key_of, pick, step
from ..engine import Engine, RuleFault, Vector
from . import toolchain
from .position import Kept, Position
from .toolchain import NoCompiler

if TYPE_CHECKING:
    from regelwerk_compiler.native import Source

WORD = 1 << 64
TOO_LARGE, BROKEN, NO_MEMORY, TOO_MUCH, REFUSED = -2, -3, -4, -5, -1100
CALLS = ("start", "options", "outcomes", "play", "toss", "settle", "evaluate")
Words = ctypes.Array[ctypes.c_int64]
FORMAT = 3  # of the calls, see entry.c


class NoNative(Exception):
    """There is no C engine for this program here; why, in one line."""


def write(program: Program, without: Collection[str] = ()) -> Source:
    """The C source, written behind all passes save those that are named.  Raises `NoNative`."""
    from regelwerk_compiler.flow.passes import optimise
    from regelwerk_compiler.native import Unsuited, emit

    try:
        return emit(optimise(program, without, native=True))
    except Unsuited as error:
        raise NoNative(f"{program.game} cannot be written in C: {error}") from error


class Native:
    """Runs the library that was built for one program.  `built`: it was not in the cache.  `kept`: it is there now."""

    name = "native"

    start: Callable[[int], Vector]
    options: Callable[[Vector], list[int]]
    outcomes: Callable[[Vector], list[tuple[int, int]]]
    play: Callable[[Vector, int], None]
    toss: Callable[[Vector], int]
    settle: Callable[[Vector], None]

    def __init__(self, program: Program, build: bool = True, without: Collection[str] = ()) -> None:
        self.program = program
        self.built, self.kept = False, True
        key = toolchain.key_of(program, without)
        found = toolchain.fetch(key)
        library = None if found is None else _loaded(found[0])
        if found is None or library is None:
            if not build:
                raise NoNative(f"{program.game} is not built yet")
            library, about = self._build(key, without)
        else:
            about = found[1]
        self._library = library
        self.words: int = about["words"]
        self._starts: list[int] = about["starts"]
        self._widths: list[int] = about["widths"]
        self._domains: list[list[list[int]]] = about["domains"]
        self._results: list[int] = about["results"]
        self._functions = {name: i for i, name in enumerate(program.functions)}
        self.most_options: int = about["most_options"]
        self._most_outcomes: int = about["most_outcomes"]
        _declare(library)
        self._plain = self.words == len(program.initial) and all(
            not width or i == KEY for i, width in enumerate(self._widths)
        )
        calls = self._fast() if toolchain.with_python() and self._plain else None
        for name in CALLS:
            if name != "evaluate":
                setattr(self, name, getattr(self, f"_{name}") if calls is None else calls[name])
        self._evaluate: Callable[..., int] = self._slow_evaluate if calls is None else calls["evaluate"]

    def _build(self, key: str, without: Collection[str]) -> tuple[ctypes.CDLL, dict[str, Any]]:
        source = write(self.program, without)
        about = {
            "words": source.words, "starts": source.starts, "widths": source.widths, "domains": source.domains,
            "results": source.results, "most_options": source.most_options, "most_outcomes": source.most_outcomes,
        }  # fmt: skip
        with tempfile.TemporaryDirectory(prefix="regelwerk-", ignore_cleanup_errors=True) as name:
            try:
                built = toolchain.compile_c(source.c, Path(name))
            except (NoCompiler, OSError) as error:
                raise NoNative(str(error)) from error
            kept = toolchain.keep(key, built, about)
            library = _loaded(kept or built)
            if library is None:
                raise NoNative("what the C compiler built cannot be loaded")
        self.built, self.kept = True, kept is not None
        return library, about

    # -- what C hands over -------------------------------------------------------------------------
    @cached_property
    def _python(self) -> Engine:
        from .generated import GeneratedPython

        engine = GeneratedPython(self.program)
        clock.limit(engine)
        return engine

    @cached_property
    def _interpreter(self) -> Engine:
        from .interpreter import Interpreter

        engine = Interpreter(self.program)
        clock.limit(engine)
        return engine

    def _otherwise(self, why: int, call: int, *args: Any) -> Any:
        if self._can_python(why):
            if CALLS[call] == "evaluate":
                which, vector, *rest = args
                return self._python.evaluate(list(self.program.functions)[which], vector, *rest)
            return getattr(self._python, CALLS[call])(*args)
        self._fail(why)
        return None

    @staticmethod
    def _can_python(why: int) -> bool:
        """Whether generated Python does what C gave up."""
        return why == TOO_LARGE or (why == TOO_MUCH and clock.watches())

    def _fail(self, why: int) -> None:
        if why == TOO_MUCH:
            raise RuleFault(TOO_LONG)
        if why == TOO_LARGE:
            raise OverflowError(
                f"a number of {self.program.game} leaves 64 bits, and many games at once are for C alone"
            )
        if why == NO_MEMORY:
            raise MemoryError
        if why == BROKEN:
            raise FlowFault(f"this is no vector, or no move, of {self.program.game}")
        raise RuleFault(REFUSED - why)

    def _fast(self) -> dict[str, Any]:
        """The calls as functions of Python that C brought along."""
        make = ctypes.PyDLL(None, handle=self._library._handle).regelwerk_python
        make.restype, make.argtypes = ctypes.py_object, (ctypes.py_object,)
        return dict(zip(CALLS, make(self._otherwise), strict=True))

    def position(self, vector: Vector) -> Position:
        """A game that C keeps, from a vector on; chance has happened.  Raises `FlowFault` for what is no vector of this game."""
        if not (toolchain.with_python() and self._plain):
            return Kept(self, vector)
        make = ctypes.PyDLL(None, handle=self._library._handle).regelwerk_position
        make.restype, make.argtypes = ctypes.py_object, (ctypes.py_object, ctypes.py_object)
        calls = make(self._otherwise, vector)
        if calls is None:
            self._fail(BROKEN)
        return Position(*calls)

    # -- vectors as C sees them --------------------------------------------------------------------
    def _read(self, vector: Sequence[int]) -> Words:
        if len(vector) != len(self._starts):
            self._fail(BROKEN)
        if self._plain:
            key = vector[KEY]
            found = (ctypes.c_int64 * self.words)(*vector)  # takes any number modulo 2**64
            found[KEY] = key if key < WORD // 2 else key - WORD
            return found
        words: list[int] = []
        for value, width in zip(vector, self._widths, strict=True):
            count = max(1, (width + 63) // 64)
            words += [value >> (64 * k) & (WORD - 1) for k in range(count)] if width else [value]
        return (ctypes.c_int64 * self.words)(*words)

    def cells(self, words: Sequence[int] | Words) -> Vector:
        """A vector of ours from one of C's."""
        if self._plain:
            cells = list(words)
            cells[KEY] %= WORD
            return cells
        cells = []
        for at, width in zip(self._starts, self._widths, strict=True):
            if width:
                count = max(1, (width + 63) // 64)
                cells.append(sum((words[at + k] % WORD) << (64 * k) for k in range(count)))
            else:
                cells.append(words[at])
        return cells

    # -- the protocol, by way of ctypes ------------------------------------------------------------
    def _start(self, seed: int) -> Vector:
        words = (ctypes.c_int64 * self.words)()
        seed %= WORD
        why = self._library.regelwerk_start(words, seed if seed < WORD // 2 else seed - WORD)
        if why < 0:
            return self._otherwise(why, 0, seed)  # type: ignore[no-any-return]
        return self.cells(words)

    def _options(self, vector: Vector) -> list[int]:
        out = (ctypes.c_int64 * self.most_options)()
        n = self._library.regelwerk_options(self._read(vector), out)
        return self._otherwise(n, 1, vector) if n < 0 else out[:n]

    def _outcomes(self, vector: Vector) -> list[tuple[int, int]]:
        out, weights = (ctypes.c_int64 * self._most_outcomes)(), (ctypes.c_int64 * self._most_outcomes)()
        n = self._library.regelwerk_outcomes(self._read(vector), out, weights)
        if n < 0:
            return self._otherwise(n, 2, vector)  # type: ignore[no-any-return]
        return list(zip(out[:n], weights[:n], strict=True))

    def _play(self, vector: Vector, number: int) -> None:
        words = self._read(vector)
        why = self._library.regelwerk_play(words, number)
        if why < 0:
            self._otherwise(why, 3, vector, number)
        else:
            vector[:] = self.cells(words)

    def _toss(self, vector: Vector) -> int:
        words, number = self._read(vector), ctypes.c_int64()
        why = self._library.regelwerk_toss(words, ctypes.byref(number))
        if why < 0:
            vector[:] = self.cells(words)
            return self._otherwise(why, 4, vector)  # type: ignore[no-any-return]
        vector[:] = self.cells(words)
        return number.value

    def _settle(self, vector: Vector) -> None:
        words = self._read(vector)
        why = self._library.regelwerk_settle(words)
        if why < 0:
            self._otherwise(why, 5, vector)
        else:
            vector[:] = self.cells(words)

    def _slow_evaluate(self, which: int, vector: Vector, *args: int) -> int:
        width = self._results[which]
        out = (ctypes.c_uint64 * max(1, (width + 63) // 64))()
        given = (ctypes.c_int64 * max(1, len(args)))(*args)
        why = self._library.regelwerk_evaluate(self._read(vector), which, given, out)
        if why < 0:
            return self._otherwise(why, 6, which, vector, *args)  # type: ignore[no-any-return]
        if width:
            return sum(word << (64 * k) for k, word in enumerate(out))
        return out[0] if out[0] < WORD // 2 else out[0] - WORD

    def evaluate(self, function: str, vector: Vector, *args: int) -> int:
        """The value of a function."""
        which = self._functions[function]
        for given, (low, high) in zip(args, self._domains[which], strict=True):
            if not low <= given <= high or high - low >= WORD // 2:  # nobody knows for what arguments it was made
                return self._interpreter.evaluate(function, vector, *args)
        if self._results[which] > 62:
            return self._slow_evaluate(which, vector, *args)
        return self._evaluate(which, vector, *args)

    def playout(self, vector: Vector, key: int) -> int:
        """Random options to the end, in place."""
        words = self._read(vector)
        played: int = self._library.regelwerk_playout(words, key % WORD)
        if played < 0:
            if self._can_python(played):
                return self._python_playout(vector, key)
            self._fail(played)
        vector[:] = self.cells(words)
        return played

    def _python_playout(self, vector: Vector, key: int) -> int:
        """A playout step by step, so that each of its steps is watched by the clock."""
        engine, played = self._python, 0
        engine.settle(vector)
        while options := engine.options(vector):
            key = step(key)
            engine.play(vector, options[pick(key, len(options))])
            engine.settle(vector)
            played += 1
        return played

    def call(self, name: str, *args: Any) -> int:
        """Any call of the library by its name, without the interpreter lock; what is refused is raised."""
        found: int = getattr(self._library, f"regelwerk_{name}")(*args)
        if found < 0:
            self._fail(found)
        return found

    # -- many at once --------------------------------------------------------------------------------
    def playouts(self, first: int, games: int) -> int:
        """Whole games at random with the seeds first, first + 1, ...: how many options were played in all."""
        played: int = self._library.regelwerk_playouts(first, games)
        if self._can_python(played):
            seeds = range(first, first + games)
            played = sum(self._python_playout(self._python.start(seed), key_of(seed)) for seed in seeds)
        if played < 0:
            self._fail(played)
        return played

    def rollouts(self, vector: Vector, key: int, games: int) -> int:
        """Random games from one position to the end, each with chances of its own; how many options were played in all.

        Raises `OverflowError` for a number beyond 64 bits.
        """
        played: int = self._library.regelwerk_rollouts(self._read(vector), key % WORD, games)
        if played < 0:
            self._fail(played)
        return played

    def perft(self, vector: Vector, depth: int) -> tuple[int, int]:
        """Sequences of exactly `depth` options, and games that end within them; chance comes from the key.

        Raises `OverflowError` where C cannot do it, and whoever asked may go step by step.
        """
        nodes, ends = ctypes.c_int64(), ctypes.c_int64()
        why = self._library.regelwerk_perft(self._read(vector), depth, ctypes.byref(nodes), ctypes.byref(ends))
        if self._can_python(why):
            raise OverflowError(f"{self.program.game} is too large for C")
        if why < 0:
            self._fail(why)
        return nodes.value, ends.value


def _loaded(path: Path) -> ctypes.CDLL | None:
    try:
        library = toolchain.load(path)
        return library if library.regelwerk_format() == FORMAT else None
    except (OSError, AttributeError):
        return None


def _declare(library: ctypes.CDLL) -> None:
    """What the calls take and give."""
    num, many, small, whole = ctypes.c_int64, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64
    for name, result, args in (
        ("start", small, (many, num)),
        ("options", small, (many, many)),
        ("outcomes", small, (many, many, many)),
        ("play", small, (many, num)),
        ("toss", small, (many, many)),
        ("settle", small, (many,)),
        ("evaluate", small, (many, small, many, many)),
        ("playout", num, (many, whole)),
        ("playouts", num, (num, num)),
        ("rollouts", num, (many, whole, num)),
        ("perft", small, (many, small, many, many)),
        ("start_many", small, (many, num, many)),
        ("step_many", small, (many, num, many)),
        ("state_size", small, ()),
        ("renew_many", small, (many, num, whole)),
        ("load_many", small, (many, num, many)),
        ("save_many", small, (many, num, many)),
        ("options_many", small, (many, num, many, num, many)),
        ("count_many", small, (many, num, many)),
        ("pick_many", small, (many, num, many)),
        ("random_many", small, (many, num, whole, num)),
    ):
        call = getattr(library, f"regelwerk_{name}")
        call.restype, call.argtypes = result, args
