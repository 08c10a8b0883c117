"""What others call in a module that keeps masks beside the cells.

Goes in: the module with all its functions written.  Comes out: the texts of `options`, `play` and the other methods of an engine.  Who calls
has a vector of cells alone.  A playout works all masks out once and keeps them up to date to its end; whoever plays step by step, with vectors
that come and go, has before each function only those worked out that it looks at (see `needs.py`).  Those that nobody looks at before the
next rest are wrong all the while, and are taken off like the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..flow.holders import few
from .frame import Module
from .needs import Needs
from .writer import Writer


def beside(module: Module, functions: dict[int, str], decides: list[int], tosses: list[int]) -> list[str]:
    """The texts."""
    single = len(module.planes) == 1
    entrances = ENTRANCES.replace("<ROOM>", ROOM_FOR_ONE if single else ROOM)
    entrances = entrances.replace("<ADDED>", ADDED_ONE if single else ADDED)
    kept = [
        i
        for i, one in enumerate(module.planes.values())
        if not few(one.size, len(module.program.tables[one.table].values))
    ]
    entrances = entrances.replace("<KEPT>", KEPT if kept else "")
    return [_worked_out(module), _tables(module, functions, decides, tosses), _fill(module, kept), entrances]


def _worked_out(module: Module) -> str:
    """`masks_N` and `keep_N` for the N-th planes, and all of them at once."""
    out = Writer()
    for i, one in enumerate(module.planes.values()):
        given = f"{one.base}, {one.size}, {module.tables[one.table]}, {one.low}, {one.first}"
        out.write(f"masks_{i}, keep_{i} = holders({given})")
    out.write(f"BLANK = (0,) * {module.beside}")
    out.write("")
    out.write("")
    with out.block("def planes(v)"):
        out.write('"""Who holds what, from the cells."""')
        out.write(f"return [{', '.join(f'*masks_{i}(v)' for i in range(len(module.planes)))}]")
    return out.text()


def _tables(module: Module, functions: dict[int, str], decides: list[int], tosses: list[int]) -> str:
    """By block: which masks must be right for the functions of the other tables; -1 where not even room for them is needed."""
    out, needs = Writer(), Needs(module)
    program, blocks = module.program, module.blocks

    def asked(found: tuple[int, bool]) -> int:
        return -1 if found == (0, False) else found[0]

    columns: dict[str, dict[int, int]] = {name: {} for name in ("PLAY", "ARRIVE", "LIST", "CHANCE")}
    for n in decides:
        end = blocks[n].end
        columns["LIST"][n] = asked(needs.decision(end.decision))  # type: ignore[union-attr]
        columns["ARRIVE"][n] = max(columns["LIST"][n], 0)
    for n in tosses:
        columns["CHANCE"][n] = asked(needs.chance(blocks[n].end.chance))  # type: ignore[union-attr]
    for n in (*decides, *tosses):
        columns["PLAY"][n] = needs.blocks_in(f"play_{n}", functions)
    for n, name in functions.items():
        columns["ARRIVE"][n] = needs.blocks_in(name, functions)
    count = max(blocks) + 1
    for name, column in columns.items():
        texts = (column.get(n, -1 if name in ("LIST", "CHANCE") else 0) for n in range(count))
        out.write(f"{name}_SEES = {_row(texts)}")
    seen = {name: asked(needs.function(name)) for name in program.functions}
    out.write(f"FUNCTION_SEES = {seen!r}")
    return out.text()


def _row(numbers: Iterable[int]) -> str:
    return f"({', '.join(map(str, numbers))},)"


def _fill(module: Module, kept: list[int]) -> str:
    """`fill`, and `keep` for those of `kept`: bit i of what is wanted stands for the i-th planes."""
    out = Writer()
    planes = list(module.planes.values())
    with out.block("def fill(v, wanted)"):
        out.write('"""Work masks out from the cells."""')
        for i, one in enumerate(planes):
            with out.block(f"if wanted & {1 << i}"):
                out.write(f"v[{one.first}:{one.first + one.count}] = masks_{i}(v)")
    out.write("")
    out.write("")
    if kept:
        with out.block("def keep(v, have)"):
            out.write('"""Those that are right may be asked for again."""')
            for i in kept:
                with out.block(f"if have & {1 << i}"):
                    out.write(f"keep_{i}(v)")
        out.write("")
        out.write("")
    out.write(f"ALL = {(1 << len(planes)) - 1}")
    return out.text()


ROOM = """    v = [*v, *BLANK]
    if wanted:
        fill(v, wanted)
    return v
"""
ROOM_FOR_ONE = """    return [*v, *(masks_0(v) if wanted else BLANK)]
"""
ADDED = """        v += BLANK
        if have:
            fill(v, have)
"""
ADDED_ONE = """        v += masks_0(v) if have else BLANK
"""
KEPT = """        if have:
            keep(v, have)
"""
ENTRANCES = '''def room(v, wanted):
    """A copy with room for masks, and those that are wanted."""
<ROOM>

def options(v):
    """The numbers of all legal options."""
    at = v[0]
    wanted = LIST_SEES[at]
    return LIST[at](v if wanted < 0 else room(v, wanted))


def outcomes(v):
    """The numbers and weights of all outcomes."""
    at = v[0]
    wanted = CHANCE_SEES[at]
    return OUTCOMES[at](v if wanted < 0 else room(v, wanted))


def play(v, number):
    """Play an option, or let an outcome happen."""
    at = v[0]
    if KIND[at] == 1:
        v[1] += 1
    have = PLAY_SEES[at]
    try:
<ADDED>        at = PLAY[at](v, number)
        for _ in range(<WATCHED>):
            wanted = ARRIVE_SEES[at] & ~have
            if wanted:
                fill(v, wanted)
                have |= wanted
            at = ARRIVE[at](v)
            if at < 0:
                v[0] = ~at
                break
        else:
            fill(v, ALL)
            run(v, at)
            have = ALL
<KEPT>    finally:
        del v[CELLS:]
    if v[1] >= <MOST_DECISIONS> and KIND[v[0]] == 1:
        v[0] = <CAPPED>


def toss(v):
    """The outcome that the key picks."""
    at = v[0]
    wanted = CHANCE_SEES[at]
    if wanted < 0:
        return DRAW[at](v)
    try:
        v += BLANK
        fill(v, wanted)
        return DRAW[at](v)
    finally:
        del v[CELLS:]


def settle(v):
    """Let chance happen until somebody decides or the game is over."""
    for _ in range(<TOSS_LIMIT>):
        if KIND[v[0]] != 2:
            return
        play(v, toss(v))
    raise RuleFault(ENDLESS)


def start(seed):
    """A new game at its first rest."""
    return _start(seed)[:CELLS]


def evaluate(function, v, *args):
    """The value of a function."""
    wanted = FUNCTION_SEES[function]
    return FUNCTIONS[function](v if wanted < 0 else room(v, wanted), *args)


def playout(v, key):
    """Random options to the end."""
    try:
        v += planes(v)
        return _playout(v, key)
    finally:
        del v[CELLS:]
'''
