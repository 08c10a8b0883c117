"""Flow expressions -> C expressions.

Goes in: an `Expr` and a scope.  Comes out: a `Code`.  What needs a loop or a name of its own becomes a small inline function whose
parameters are the locals it speaks of; the same expression becomes the same function.
"""

from __future__ import annotations

from typing import assert_never

from ..flow import flow
from ..flow.flow import Expr, Fold, Program
from ..flow.free import free
from ..flow.planes import key_of
from ..flow.rewrite import roots
from . import code
from .code import Code, number, truth
from .layout import WIDE, Layout, Planes, links_key, mask_type, words_of
from .work import Work
from .writer import Writer, plain, unique

Scope = dict[str, Code]
"""Locals of the Flow and what they are in C."""


class Unsuited(Exception):
    """This program cannot be written in C as it stands; in words."""


class Expressions:
    """The expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self.work = Work(program)
        self.work.look()
        self.functions = unique(program.functions, "f_")
        self.procedures = unique(program.procedures, "p_")
        self.tables = {name: text.upper() for name, text in unique(program.tables, "t_").items()}
        self.lists = {name: text.upper() for name, text in unique(program.lists, "l_").items()}
        self.helpers = Writer()
        self.set_words: set[int] = set()
        self.trials: dict[int, None] = {}  # blocks that are tried
        self.domains: dict[str, tuple[Code, ...]] = {}  # of functions and procedures: their parameters
        self.entered: dict[str | int, list[tuple[int, int]]] = {}  # with what they, and tried blocks, are entered
        self._made: dict[object, tuple[str, Code]] = {}
        self._names: dict[str, int] = {}
        self._widths: dict[str, int] = {}
        self.results: dict[str, tuple[int, int]] = {}  # intervals of what functions give

    # -- names -----------------------------------------------------------------------------------
    def new_name(self, text: str) -> str:
        """A local name that nothing has."""
        name = plain(text)
        count = self._names[name] = self._names.get(name, 0) + 1
        return f"{name}_{count}"

    # -- masks -----------------------------------------------------------------------------------
    def width(self, e: Expr, scope: Scope) -> int:
        """The width of a mask, 0 for a number."""
        match e:
            case flow.Const(value):
                return value.bit_length() if value >= WIDE else 0
            case (
                flow.MaskOf(_, width)
                | flow.ReachEdges(width=width)
                | flow.ReachSteps(width=width)
                | flow.Meet(_, width)
                | flow.Join(_, width)
                | flow.Without(_, _, width)
                | flow.Shift(_, _, width)
                | flow.Beyond(_, width)
            ):
                return width
            case flow.Holding():
                return e.size
            case flow.Linked(holding):
                return holding.size
            case Fold(kind="mask"):
                return e.width
            case flow.Local(name):
                return scope[name].width
            case flow.Cell(base):
                return self.layout.field(base).width
            case flow.Call(function):
                return self.function_width(function)
            case flow.Lookup(table):
                return self.program.tables[table].width
            case flow.Choice(_, a, b):
                return max(self.width(a, scope), self.width(b, scope))
            case flow.LetIn(name, value, body):
                return self.width(body, {**scope, name: Code("", width=self.width(value, scope))})
        return 0

    def function_width(self, name: str) -> int:
        """The width of what a function gives, 0 for a number."""
        if name not in self._widths:
            f = self.program.functions[name]
            self._widths[name] = f.width or self.width(f.body, {p: Code("") for p in f.params})
        return self._widths[name]

    def mask_type(self, width: int) -> str:
        """The C type of a mask; its operations are then written."""
        if words_of(width) > 1:
            self.set_words.add(words_of(width))
        return mask_type(width)

    def type_of(self, c: Code) -> str:
        """The C type of a value."""
        return self.mask_type(c.width) if c.width else "num"

    def mask(self, e: Expr, scope: Scope, width: int) -> str:
        """C for a value that is wanted as a mask of a width."""
        words = words_of(width)
        self.mask_type(width)
        if isinstance(e, flow.Const):
            return self.mask_literal(e.value, width)
        found = self.value(e, scope)
        if not found.width:
            return f"(uint64_t){found.text}" if words == 1 else f"set_{words}_from((uint64_t){found.text})"
        own = words_of(found.width)
        if own == words:
            return found.text
        if words == 1:
            return f"({found.text}).w[0]"
        if own == 1:
            return f"set_{words}_from({found.text})"
        raise Unsuited("masks of several widths are mixed")

    @staticmethod
    def mask_literal(value: int, width: int) -> str:
        """A mask as C writes it."""
        words = words_of(width)
        parts = [f"UINT64_C({hex(value >> (64 * k) & (2**64 - 1))})" for k in range(words)]
        return parts[0] if words == 1 else f"((set_{words}){{{{{', '.join(parts)}}}}})"

    def _joined(self, op: str, sign: str, parts: list[str], width: int) -> str:
        if words_of(width) == 1:
            return f"({f' {sign} '.join(parts)})"
        result = parts[0]
        for part in parts[1:]:
            result = f"set_{words_of(width)}_{op}({result}, {part})"
        return result

    # -- values ----------------------------------------------------------------------------------
    def value(self, e: Expr, scope: Scope) -> Code:
        """C for a value."""
        match e:
            case flow.Const(value):
                if not -(2**63) <= value < 2**63:
                    return Code(self.mask_literal(value, value.bit_length()), width=max(value.bit_length(), 64))
                return number(value)
            case flow.Local(local):
                return scope[local]
            case flow.Cell():
                return self.cell(e, scope)
            case flow.Lookup():
                return self._lookup(e, scope)
            case flow.Unary(op, a):
                inner = self.value(a, scope)
                if op == "not":
                    return number(1 - inner.low) if inner.constant is not None else truth(f"(!{inner.text})")
                return code.negative(inner) if op == "neg" else code.absolute(inner)
            case flow.Binary():
                return self._binary(e, scope)
            case flow.And(parts):
                return self._shortcut(parts, scope, "&&", 1)
            case flow.Or(parts):
                return self._shortcut(parts, scope, "||", 0)
            case flow.Choice(test, a, b):
                return self._choice(test, a, b, scope)
            case flow.Call(function, args):
                return self._call(function, args, scope)
            case flow.HasBit(mask, index, width):
                return self._has_bit(mask, index, width, scope)
            case flow.BitCount(mask, width):
                text = self.mask(mask, scope, width)
                return Code(f"{self._on(width, 'count')}({text})", 0, width)
            case flow.Some(mask, width):
                text = self.mask(mask, scope, width)
                return truth(f"({text} != 0)" if words_of(width) == 1 else f"{self._on(width, 'some')}({text})")
            case flow.Lowest(mask, width, empty):
                text = self.mask(mask, scope, width)
                found = f"{self._on(width, 'first')}({text}, {number(empty).text})"
                return Code(found, min(0, empty), max(width - 1, empty))
            case flow.Highest(mask, width, empty):
                text = self.mask(mask, scope, width)
                found = f"{self._on(width, 'last')}({text}, {number(empty).text})"
                return Code(found, min(0, empty), max(width - 1, empty))
            case flow.MaskOf(values, width):
                return self._mask_of([self.value(x, scope) for x in values], width)
            case flow.Meet(parts, width):
                return Code(self._joined("meet", "&", [self.mask(p, scope, width) for p in parts], width), width=width)
            case flow.Join(parts, width):
                return Code(self._joined("join", "|", [self.mask(p, scope, width) for p in parts], width), width=width)
            case flow.Without(a, b, width):
                one, other = self.mask(a, scope, width), self.mask(b, scope, width)
                if words_of(width) == 1:
                    return Code(f"({one} & ~{other})", width=width)
                return Code(f"set_{words_of(width)}_without({one}, {other})", width=width)
            case flow.Beyond(mask, width, up):
                text = f"{self._on(width, 'above' if up else 'below')}({self.mask(mask, scope, width)})"
                if up and width % 64:  # bits from the width on are never set
                    text = self._joined("meet", "&", [text, self.mask_literal((1 << width) - 1, width)], width)
                return Code(text, width=width)
            case flow.Shift(mask, by, width):
                return self._shift(self.mask(mask, scope, width), by, width)
            case flow.Holding():
                planes = self.layout.planes[key_of(e)]
                return self._plane(e, planes, f"s->{planes.name}[{{}}]", scope)
            case flow.Linked(holding):
                links = self.layout.links[links_key(e)]
                return self._plane(holding, links.planes, f"{links.name}_of(s, {{}})", scope)
            case flow.Trial(block, args):
                self.trials[block] = None
                given = [self.value(a, scope) for a in args]
                self.note(block, given)
                return truth(f"(try_{block}({', '.join(['s', *(g.text for g in given)])}) > 0)")
            case flow.LetIn() | Fold() | flow.ReachEdges() | flow.ReachSteps() | flow.Digest():
                return self._helper(e, scope)
            case _:
                assert_never(e)

    def test(self, e: Expr, scope: Scope) -> str:
        """C for a condition, without brackets around the whole."""
        text = self.value(e, scope).text
        if text.startswith("(") and text.endswith(")") and _closes(text):
            return text[1:-1]
        return text

    def cell(self, e: flow.Cell, scope: Scope) -> Code:
        """A cell, for reading."""
        where = self.layout.field(e.base)
        text = self.place(e, scope)
        if where.width:
            return Code(text, width=where.width)
        if where.first == flow.KEY:
            return Code(f"(num){text}")
        if e.index is None or where.count == 1:
            infos = [i for i in self.program.cells if i.base <= e.base < i.base + i.size]
        else:
            infos = [i for i in self.program.cells if i.base < e.base + e.size and e.base < i.base + i.size]
        low, high = min(i.low for i in infos), max(i.high for i in infos)
        return Code(text, low, high)

    def place(self, e: flow.Cell, scope: Scope) -> str:
        """A cell as something to read or write."""
        where = self.layout.field(e.base)
        if where.count == 1:
            return f"s->{where.name}"
        at = number(e.base - where.first)
        if e.index is not None:
            at = code.plus(self.value(e.index, scope), at)
        return f"s->{where.name}[{_bare(at.text)}]"

    def _lookup(self, e: flow.Lookup, scope: Scope) -> Code:
        table = self.program.tables[e.table]
        at = self.value(e.index, scope)
        if table.width:
            self.mask_type(table.width)
            if at.constant is not None:
                return Code(self.mask_literal(table.values[at.low], table.width), width=table.width)
            return Code(f"{self.tables[e.table]}[{_bare(at.text)}]", width=table.width)
        if at.constant is not None:
            return number(table.values[at.low])
        here = table.values[max(0, at.low) : at.high + 1] or table.values
        return Code(f"{self.tables[e.table]}[{_bare(at.text)}]", min(here), max(here))

    def _binary(self, e: flow.Binary, scope: Scope) -> Code:
        width = max(self.width(e.a, scope), self.width(e.b, scope))
        if width and e.op in ("==", "!="):
            one, other = self.mask(e.a, scope, width), self.mask(e.b, scope, width)
            if words_of(width) == 1:
                return truth(f"({one} {e.op} {other})")
            return truth(f"({'!' if e.op == '!=' else ''}set_{words_of(width)}_same({one}, {other}))")
        a, b = self.value(e.a, scope), self.value(e.b, scope)
        match e.op:
            case "+":
                return code.plus(a, b)
            case "-":
                return code.minus(a, b)
            case "*":
                return code.times(a, b)
            case "min" | "max":
                return code.extreme(e.op, a, b)
            case "mod" | "div_down" | "div_up":
                return code.divided(e.op, a, b)
            case "==" | "!=" | "<" | "<=":
                return code.compared(e.op, a, b)
            case _:
                assert_never(e.op)

    def _shortcut(self, parts: tuple[Expr, ...], scope: Scope, sign: str, neutral: int) -> Code:
        codes = []
        for part in parts:
            one = self.value(part, scope)
            if one.constant == neutral:
                continue
            codes.append(one)
            if one.constant is not None:
                break
        if not codes:
            return number(neutral)
        if codes[0].constant is not None:
            return codes[0]
        if len(codes) == 1:
            return codes[0]
        return truth("(" + f" {sign} ".join(c.text for c in codes) + ")")

    def _choice(self, test: Expr, a: Expr, b: Expr, scope: Scope) -> Code:
        asked = self.value(test, scope)
        if asked.constant is not None:
            return self.value(a if asked.constant else b, scope)
        width = max(self.width(a, scope), self.width(b, scope))
        if width:
            return Code(f"({asked.text} ? {self.mask(a, scope, width)} : {self.mask(b, scope, width)})", width=width)
        one, other = self.value(a, scope), self.value(b, scope)
        if one.constant == 1 and other.constant == 0:
            return asked
        low, high = min(one.low, other.low), max(one.high, other.high)
        return Code(f"({asked.text} ? {one.text} : {other.text})", low, high)

    def _call(self, function: str, args: tuple[Expr, ...], scope: Scope) -> Code:
        given = [self.value(a, scope) for a in args]
        self.note(function, given)
        width = self.function_width(function)
        if width:
            self.mask_type(width)
        text = f"{self.functions[function]}({', '.join(['s', *(g.text for g in given)])})"
        return Code(text, width=width) if width else self.result(function, text)

    def result(self, function: str, text: str) -> Code:
        """What is known of the value of a function."""
        low, high = self.results.get(function, (code.LOWEST, code.HIGHEST))
        return Code(text, low, high)

    def note(self, called: str | int, given: list[Code]) -> None:
        """With what a function, a procedure or a tried block is entered."""
        old = self.entered.get(called)
        now = [(c.low, c.high) for c in given]
        if old is not None:
            now = [(min(a, x), max(b, y)) for (a, b), (x, y) in zip(old, now, strict=True)]
        self.entered[called] = now

    def _has_bit(self, mask: Expr, index: Expr, width: int, scope: Scope) -> Code:
        text, at = self.mask(mask, scope, width), self.value(index, scope)
        if at.high < 0 or at.low >= width:
            return number(0)
        if at.within(0, width - 1):
            if words_of(width) == 1:
                return truth(f"(({text} >> {at.text} & 1) != 0)")
            return truth(f"set_{words_of(width)}_holds({text}, {at.text})")
        return truth(f"{self._on(width, 'has')}({text}, {at.text}, {width})")

    def _on(self, width: int, what: str) -> str:
        return f"bits_{what}" if words_of(width) == 1 else f"set_{words_of(width)}_{what}"

    def _mask_of(self, values: list[Code], width: int) -> Code:
        self.mask_type(width)
        words = words_of(width)
        fixed = sum({1 << v.low for v in values if v.constant is not None and 0 <= v.low < width})
        rest = [v for v in values if v.constant is None]
        parts = [self.mask_literal(fixed, width)] if fixed or not rest else []
        for v in rest:
            if v.within(0, width - 1):
                parts.append(f"(UINT64_C(1) << {v.text})" if words == 1 else f"set_{words}_bit({v.text})")
            else:
                parts.append(f"{self._on(width, 'at')}({v.text}, {width})")
        return Code(self._joined("join", "|", parts, width), width=width)

    def _shift(self, text: str, by: int, width: int) -> Code:
        if by == 0:
            return Code(text, width=width)
        if abs(by) >= width:
            return Code(self.mask_literal(0, width), width=width)
        if words_of(width) > 1:
            return Code(f"set_{words_of(width)}_shift({text}, {by}, {width})", width=width)
        if by < 0:
            return Code(f"({text} >> {-by})", width=width)
        moved = f"({text} << {by})"
        return Code(moved if width == 64 else f"({moved} & {self.mask_literal((1 << width) - 1, width)})", width=width)

    def _plane(self, e: flow.Holding, planes: Planes, form: str, scope: Scope) -> Code:
        """What belongs to the plane of a value; nothing where there is no such plane."""
        at = code.minus(self.value(e.value, scope), number(planes.least))
        self.mask_type(e.size)
        if at.high < 0 or at.low >= planes.count:
            return Code(self.mask_literal(0, e.size), width=e.size)
        text = form.format(_bare(at.text))
        if not at.within(0, planes.count - 1):
            at_text = at.text
            text = f"({at_text} >= 0 && {at_text} < {planes.count} ? {text} : {self.mask_literal(0, e.size)})"
        return Code(text, width=e.size)

    # -- helpers ---------------------------------------------------------------------------------
    def bound(self, name: str, value: Expr, scope: Scope) -> Code:
        """A name that is bound to a value: what is known of it."""
        width = self.width(value, scope)
        if width:
            return Code(name, width=width)
        found = self.value(value, scope)
        return Code(name, found.low, found.high)

    def _helper(self, e: Expr, scope: Scope) -> Code:
        names = tuple(free(e))
        key = (e, tuple((n, scope[n].low, scope[n].high, scope[n].width) for n in names))
        if key not in self._made:
            inner: Scope = {}
            taken: set[str] = set()
            for n in names:
                text = plain(n) + "_"
                while text in taken:
                    text += "_"
                taken.add(text)
                inner[n] = Code(text, scope[n].low, scope[n].high, scope[n].width)
            out = Writer()
            out.level = 1
            result = self.body(e, inner, out)
            title = self.new_name("of " + (type(e).__name__ if not isinstance(e, Fold) else e.kind))
            params = ", ".join(["const State *s", *(f"{self.type_of(c)} {c.text}" for c in inner.values())])
            self.helpers.write(f"static inline {self.type_of(result)} {title}({params}) {{")
            self.helpers.write("    (void)s;")
            self.helpers.lines.extend([*out.lines, "}", ""])
            self._made[key] = (title, result)
        title, result = self._made[key]
        text = f"{title}({', '.join(['s', *(scope[n].text for n in names)])})"
        return Code(text, result.low, result.high, result.width)

    def body(self, e: Expr, scope: Scope, out: Writer) -> Code:
        """The statements of a helper; what is known of its result."""
        raise NotImplementedError

    # -- what may leave by a long jump -------------------------------------------------------------
    def uses(self, text: str) -> bool:
        """Whether written C calls something that may leave by a long jump."""
        return any(f"{name}(s" in text for name in ("add", "subtract", "multiply", "divisor", "not_lowest", "leave"))

    def everything(self) -> list[object]:
        """All that is run."""
        return list(roots(self.program))


def _bare(text: str) -> str:
    return text[1:-1] if text.startswith("(") and text.endswith(")") and _closes(text) else text


def _closes(text: str) -> bool:
    """Whether the first bracket is closed by the last one."""
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return i == len(text) - 1
    return False
