"""The machine around a game's functions: running to the next rest, tossing, whole playouts.

Goes in: the module with all its functions written.  Comes out: the texts of tables and functions that are much the same for every game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..flow.flow import (
    CAPPED,
    DECISIONS,
    RUN_LIMIT,
    TOSS_LIMIT,
    TRIAL_DEPTH,
    WATCHED,
    Cell,
    Decide,
    Digest,
    Program,
    Stop,
    Toss,
)
from ..flow.rewrite import walk
from .beside import beside
from .choices import PICK, PICKED, at_once
from .directions import pickable
from .frame import Frame, Module
from .writer import Writer

SHORT, MANY = 8, 32  # picks: of so few none is worked out in advance; and as many as are worked out at once
READING, WRITING = ("options", "outcomes"), ("play", "toss", "settle", "playout")
FEW = 5  # places to rest that are told apart one by one


def machine(module: Module, functions: dict[int, str]) -> list[str]:
    """The texts."""
    program = module.program
    decides = [(b.number, b.end.decision) for b in program.blocks if isinstance(b.end, Decide)]
    tosses = [(b.number, b.end.chance) for b in program.blocks if isinstance(b.end, Toss)]
    stops = [b.number for b in program.blocks if isinstance(b.end, Stop)]
    texts = [arrivals(program, decides), tables(module, functions, decides, tosses, stops)]
    if program.most_decisions > SHORT:
        texts.append(f"NEXT_ROLLS = rolls({min(MANY, program.most_decisions)})")
    texts.append(RUN)
    if module.tried:
        texts += ["TRIED = {" + ", ".join(f"{n}: tried_{n}" for n in sorted(module.tried)) + "}", STEPS]
    if module.known.deep:
        texts.append(DEEPER)
    texts += [START, PLAY, SETTLE] if module.planes else [START, OPTIONS, OUTCOMES, PLAY, TOSS, SETTLE, EVALUATE]
    if len(decides) + len(tosses) <= FEW:
        texts.append(playout_few(module, decides, tosses, stops))
    else:
        texts.append(playout_many(program))
    if module.planes:
        texts += beside(module, functions, [n for n, _ in decides], [n for n, _ in tosses])
    names = {"MOST_DECISIONS": str(program.most_decisions), "CAPPED": str(CAPPED)}
    names |= {
        "WATCHED": str(WATCHED),
        "RUN_LIMIT": str(RUN_LIMIT),
        "TOSS_LIMIT": str(TOSS_LIMIT),
        "TRIAL_DEPTH": str(TRIAL_DEPTH),
        "ENTRY": str(program.entry),
        "WHOLE": str(module.cells + module.beside),
    }
    names |= {name.upper(): f"_{name}" if module.planes else name for name in (*READING, *WRITING, "start", "evaluate")}
    return [_filled(text, names) for text in texts]


def _filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(f"<{name}>", value)
    return text


def arrivals(program: Program, decides: list[tuple[int, int]]) -> str:
    """`arrive_N`: at a decision, rest (below 0) if there is an option, or go on."""
    out = Writer()
    for number, decision in decides:
        otherwise = program.decisions[decision].otherwise
        with out.block(f"def arrive_{number}(v)"):
            with out.block(f"if any_{decision}(v)"):
                out.write(f"return {~number}")
            out.write("raise RuleFault(NOTHING_LEGAL)" if otherwise is None else f"return {otherwise}")
        out.write("")
        out.write("")
    with out.block("def nothing(v)"):
        out.write("return []")
    return out.text()


def tables(
    module: Module,
    functions: dict[int, str],
    decides: list[tuple[int, int]],
    tosses: list[tuple[int, int]],
    stops: list[int],
) -> str:
    """By block: what happens on arrival, and what can be done where the machine rests."""
    out = Writer()
    count = max(module.blocks) + 1
    columns = {
        "ARRIVE": {n: f"arrive_{n}" for n, _ in decides} | functions,
        "PLAY": {n: f"play_{n}" for n, _ in (*decides, *tosses)},
        "LIST": {n: f"list_{d}" for n, d in decides},
        "OUTCOMES": {n: f"outcomes_{c}" for n, c in tosses},
        "DRAW": {n: f"draw_{c}" for n, c in tosses},
        "KIND": {n: "1" for n, _ in decides} | {n: "2" for n, _ in tosses} | dict.fromkeys(stops, "3"),
        "OTHERWISE": {n: str(module.program.decisions[d].otherwise) for n, d in decides},
    }
    columns["ARRIVE"] |= {n: f"lambda v: {~n}" for n in (*(n for n, _ in tosses), *stops)}
    empty = {"LIST": "nothing", "OUTCOMES": "nothing", "KIND": "0"}
    for name, column in columns.items():
        texts = [column.get(n, empty.get(name, "None")) for n in range(count)]
        out.write(f"{name} = ({', '.join(texts)},)")
    out.write("FUNCTIONS = {" + ", ".join(f"{name!r}: {text}" for name, text in module.functions.items()) + "}")
    return out.text()


def counted_apart(program: Program) -> bool:
    """Whether no rule looks at how many decisions there were, so that a playout may count them for itself."""
    for node in walk((program.blocks, program.decisions, program.chances, *_bodies(program))):
        if isinstance(node, Cell) and node.base <= DECISIONS < node.base + (1 if node.index is None else node.size):
            return False
        if isinstance(node, Digest) and any(first <= DECISIONS < first + count for first, count, _ in node.runs):
            return False
    return True


def _bodies(program: Program) -> tuple[object, ...]:
    return (*program.functions.values(), *program.procedures.values())


def _decide(
    out: Writer, apart: bool, list_: str, play: str, otherwise: str | None, short: bool, pick: str | None = None
) -> None:
    """At a decision: list, pick, play; without options it is left."""
    if pick is None:
        out.write(f"found = {list_}")
    else:
        with out.block("if not rolls"):
            out.write("rolls, key = NEXT_ROLLS(key)")
        out.write(f"number = {pick}(v, rolls[-1])")
    with out.block("if not found" if pick is None else "if number < 0"):
        if otherwise is None:
            with out.block("if OTHERWISE[at] is None"):
                out.write("raise RuleFault(NOTHING_LEGAL)")
            out.write("at = OTHERWISE[at]")
        else:
            out.write("raise RuleFault(NOTHING_LEGAL)" if otherwise == "None" else f"at = {otherwise}")
        if otherwise != "None":
            out.write("break")
    with out.block("if played == most" if apart else "if played and v[1] >= <MOST_DECISIONS>"):
        _stop(out, apart, "<CAPPED>")
    out.write("played += 1")
    if not apart:
        out.write("v[1] += 1")
    if short:
        out.write("key = key + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF")
        for line in PICK:
            out.write(line)
        out.write(f"at = {play}(v, found[{PICKED.format('len(found)')}])")
    elif pick is None:
        with out.block("if not rolls"):
            out.write("rolls, key = NEXT_ROLLS(key)")
        out.write(f"at = {play}(v, found[rolls.pop() * len(found) >> 32])")
    else:
        out.write("del rolls[-1]")
        out.write(f"at = {play}(v, number)")


def _toss(out: Writer, draw: str, play: str) -> None:
    out.write(f"at = {play}(v, {draw}(v))")
    out.write("left, tosses = <WATCHED>, tosses - 1")
    with out.block("if tosses"):
        out.write("continue")


def _stop(out: Writer, apart: bool, at: str) -> None:
    out.write(f"v[0] = {at}")
    if apart:
        out.write("v[1] += played")
    out.write("return played")


def _begin(out: Writer, apart: bool, program: Program, tosses: bool = True) -> None:
    out.write('"""Random options to the end."""')
    if tosses:
        out.write("<SETTLE>(v)")
    out.write("at = v[0]")
    out.write("played = 0")
    if program.most_decisions > SHORT:
        out.write("rolls = []")
    if apart:
        out.write("most = max(1, <MOST_DECISIONS> - v[1])")
    out.write("left, tosses = <WATCHED>, <TOSS_LIMIT>" if tosses else "left = <WATCHED>")


def _end(out: Writer, tosses: bool = True) -> None:
    out.write("left -= 1")
    with out.block("if not left"):  # far to the next rest
        out.write("run(v, at)")
        out.write("at, left = v[0], <WATCHED>")
    if tosses:
        with out.block("if not tosses"):
            out.write("raise RuleFault(ENDLESS)")


def playout_few(module: Module, decides: list[tuple[int, int]], tosses: list[tuple[int, int]], stops: list[int]) -> str:
    """`playout` for a game with few places to rest: each is asked for by its number."""
    out, program = Writer(), module.program
    apart, short = counted_apart(program), program.most_decisions <= SHORT
    with out.block("def <PLAYOUT>(v, key)"):
        _begin(out, apart, program, bool(tosses))
        with out.block("while True"):
            for number, decision in decides:
                with _deciding(out, f"at == {number}", bool(tosses)):
                    otherwise = str(program.decisions[decision].otherwise)
                    quick = not short and pickable(program.decisions[decision])
                    pick = f"pick_{decision}" if quick else None
                    list_ = at_once(program.decisions[decision], Frame(module)) or f"list_{decision}(v)"
                    _decide(out, apart, list_, f"play_{number}", otherwise, short, pick)
            word = "if"
            for number, chance in tosses:
                with out.block(f"{word} at == {number}"):
                    _toss(out, f"draw_{chance}", f"play_{number}")
                word = "elif"
            with out.block(f"{word} KIND[at] == 3"):
                _stop(out, apart, "at")
            with out.block("elif KIND[at] == 0"):
                out.write("at = ARRIVE[at](v)")
            _end(out, bool(tosses))
    return out.text()


def playout_many(program: Program) -> str:
    """`playout` for a game with many places to rest: by their kind."""
    out = Writer()
    apart, short = counted_apart(program), program.most_decisions <= SHORT
    with out.block("def <PLAYOUT>(v, key)"):
        _begin(out, apart, program)
        with out.block("while True"):
            with _deciding(out, "KIND[at] == 1"):
                _decide(out, apart, "LIST[at](v)", "PLAY[at]", None, short)
            out.write("kind = KIND[at]")
            with out.block("if kind == 2"):
                _toss(out, "DRAW[at]", "PLAY[at]")
            with out.block("elif kind == 0"):
                out.write("at = ARRIVE[at](v)")
            with out.block("elif kind == 3"):
                _stop(out, apart, "at")
            _end(out)
    return out.text()


@contextmanager
def _deciding(out: Writer, test: str, tosses: bool = True) -> Iterator[None]:
    """One decision after the other; the limits count anew from the last one."""
    out.write("before = played")
    with out.block(f"while {test}"):
        yield
    with out.block("if played != before"):
        out.write("left, tosses = <WATCHED>, <TOSS_LIMIT>" if tosses else "left = <WATCHED>")


RUN = '''def run(v, at):
    """On to the next rest."""
    for _ in range(<WATCHED>):
        at = ARRIVE[at](v)
        if at < 0:
            v[0] = ~at
            return
    there, before, look = at, v[:], <WATCHED>
    for n in range(<RUN_LIMIT>):
        at = ARRIVE[at](v)
        if at < 0:
            v[0] = ~at
            return
        if at == there and v == before:
            break
        if n == look:
            there, before, look = at, v[:], 2 * look
    raise RuleFault(ENDLESS)
'''

STEPS = '''def steps(v, at):
    """The rest of a trial: 1 if it comes through."""
    there, before, look = -1, v, <WATCHED>
    for n in range(<RUN_LIMIT>):
        if at < 2:
            return at
        if at == there and v == before:
            break
        if n == look:
            there, before, look = at, v[:], 2 * look
        at = TRIED[at](v)
    return 0
'''

DEEPER = '''def deeper(v):
    """A copy of the vector with one number more: how many trials we are in."""
    if len(v) == <WHOLE>:
        return [*v, 1]
    if v[<WHOLE>] == <TRIAL_DEPTH>:
        raise RuleFault(TOO_DEEP)
    v = v[:]
    v[<WHOLE>] += 1
    return v
'''

START = '''FIRST = []  # the first rest, which is the same whatever the key


def <START>(seed):
    """A new game at its first rest."""
    v = FIRST[:] or first()
    v[2] = key_of(seed)
    return v


def first():
    """From the entry to the first rest."""
    v = INITIAL[:]
    run(v, <ENTRY>)
    FIRST[:] = v
    return v
'''

OPTIONS = '''def <OPTIONS>(v):
    """The numbers of all legal options."""
    return LIST[v[0]](v)
'''

OUTCOMES = '''def <OUTCOMES>(v):
    """The numbers and weights of all outcomes."""
    return OUTCOMES[v[0]](v)
'''

PLAY = '''def <PLAY>(v, number):
    """Play an option, or let an outcome happen."""
    at = v[0]
    if KIND[at] == 1:
        v[1] += 1
    run(v, PLAY[at](v, number))
    if v[1] >= <MOST_DECISIONS> and KIND[v[0]] == 1:
        v[0] = <CAPPED>
'''

TOSS = '''def <TOSS>(v):
    """The outcome that the key picks."""
    return DRAW[v[0]](v)
'''

SETTLE = '''def <SETTLE>(v):
    """Let chance happen until somebody decides or the game is over."""
    for _ in range(<TOSS_LIMIT>):
        at = v[0]
        if KIND[at] != 2:
            return
        <PLAY>(v, DRAW[at](v))
    raise RuleFault(ENDLESS)
'''

EVALUATE = '''def <EVALUATE>(function, v, *args):
    """The value of a function."""
    return FUNCTIONS[function](v, *args)
'''
