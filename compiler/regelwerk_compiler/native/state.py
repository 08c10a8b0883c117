"""The state of a game in C: its members, what changes them, and how they are read from a vector and written to one.

Goes in: the layout of a program.  Comes out: the struct, a setter for each member that has planes beside it, `load` and `save`.
"""

from __future__ import annotations

from importlib.resources import files

from ..flow.flow import RUN_LIMIT, WATCHED
from ..flow.planes import at_first
from .code import number
from .layout import Field, Links, Planes, words_of
from .machine import Machine
from .writer import Writer, comment


class States(Machine):
    """The state of one program."""

    def _state(self, out: Writer) -> None:
        layout = self.layout
        out.write("/* The state of a game.  What trials touch comes first: they copy no more than that. */")
        with out.block("typedef struct"):
            out.write("#if JUMPS")
            out.write("jmp_buf *out;")
            out.write("#endif")
            out.write("#if COUNTS")
            out.write("volatile num *left;")
            out.write("#endif")
            if self.deep:
                out.write("int depth;")
            for one in layout.order:
                size = "" if one.count == 1 else f"[{one.count}]"
                said = comment(f"{one.low}..{one.high}") if not one.width else f"sets of {one.width}"
                out.write(f"{one.type} {one.name}{size}; /* {said} */")
                for planes in one.planes:
                    kind = self.mask_type(planes.size)
                    out.write(f"{kind} {planes.name}[{planes.count}];")
                for links in one.links:
                    out.write(f"{self.mask_type(links.planes.size)} {links.name}[{links.planes.count}];")
                    out.write(f"int8_t {links.name}_stale[{links.planes.count}];")
        out.lines[-1] += " State;"
        if layout.untouched is None:
            out.write("#define TRIED sizeof(State)")
        else:
            out.write(f"#define TRIED offsetof(State, {layout.untouched.name})")
        out.write(f"#define RUN_LIMIT {RUN_LIMIT}")
        out.write(f"#define WATCHED {WATCHED}")
        out.lines.extend(self._file("state.c").splitlines())

    def _setters(self, out: Writer) -> None:
        for one in self.layout.fields:
            if not one.planes:
                continue
            for links in one.links:
                self._links(links, out)
            out.write(f"/* {one.name} changes, and with it who holds what. */")
            with out.block(f"static inline void put_{one.name}(State *s, num i, num x)"):
                at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[i]"
                out.write(f"num old = {at};")
                out.write(f"{at} = ({one.type})x;")
                for planes in one.planes:
                    self._plane_change(one, planes, out)
            out.write("")

    def _plane_change(self, one: Field, planes: Planes, out: Writer) -> None:
        shift = planes.base - one.first
        index = f"i - {shift}" if shift else "i"
        whole = planes.size == one.count
        with out.block("" if whole else f"if (i >= {shift} && i < {shift + planes.size})"):
            before, after = (self.plane_of(planes, x) for x in ("old", "x"))
            linked = [links for links in one.links if links.planes is planes]
            if words_of(planes.size) == 1:
                out.write(f"uint64_t bit = UINT64_C(1) << ({index});")
                out.write(f"s->{planes.name}[{before}] &= ~bit;")
                out.write(f"s->{planes.name}[{after}] |= bit;")
            else:
                out.write(f"uint64_t bit = UINT64_C(1) << (({index}) & 63);")
                out.write(f"s->{planes.name}[{before}].w[({index}) >> 6] &= ~bit;")
                out.write(f"s->{planes.name}[{after}].w[({index}) >> 6] |= bit;")
            for links in linked:
                out.write(f"{links.name}_change(s, {index}, {before}, {after});")

    def _links(self, links: Links, out: Writer) -> None:
        """What is linked to the starts of a plane: from scratch, what there is now, and what a change makes of it."""
        name, planes = links.name, links.planes
        kind, words = self.mask_type(planes.size), words_of(planes.size)
        starts = self.program.tables[links.starts].values
        rows = [starts[k] if 0 <= k < len(starts) else 0 for k in range(planes.least, planes.least + planes.count)]
        out.write(
            f"static const {kind} {name}_STARTS[] = {{{', '.join(self._mask_initial(r, planes.size) for r in rows)}}};"
        )
        text = self._file("links.c").replace("@NAME", name).replace("@PLANE", planes.name).replace("@SET", kind)
        text = text.replace("@STEPS", self.tables[links.steps])
        out.lines.extend(text.replace("@P", "bits" if words == 1 else kind).splitlines())

    def plane_of(self, planes: Planes, value: str) -> str:
        """Which plane a value belongs to."""
        at = value if planes.low == 0 else f"{value} - ({planes.low})"
        if planes.same:
            return at
        found = f"{self.tables[planes.table]}[{at}]"
        return found if planes.least == 0 else f"{found} - ({planes.least})"

    def _load(self, out: Writer) -> None:
        with out.block("static int load(State *s, const num *v)"):
            out.write("int bad = 0;")
            out.write("if (v[0] < 0 || v[0] >= BLOCKS || RESTING[v[0]] == '0') return BROKEN;")
            for one in self.layout.fields:
                for planes in one.planes:
                    out.write(f"memset(s->{planes.name}, 0, sizeof s->{planes.name});")
                self._load_field(one, out)
                for links in one.links:
                    out.write(f"memset(s->{links.name}, 0, sizeof s->{links.name});")
                    out.write(f"memset(s->{links.name}_stale, 1, sizeof s->{links.name}_stale);")
            if self.deep:
                out.write("s->depth = 0;")
            out.write("return bad ? BROKEN : 0;")
        out.write("")
        with out.block("static void save(const State *s, num *v)"):
            for one in self.layout.fields:
                word = one.first_word
                if one.words > 1:
                    for i in range(one.count):
                        at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[{i}]"
                        for k in range(one.words):
                            out.write(f"v[{word + i * one.words + k}] = (num){at}.w[{k}];")
                elif one.count == 1:
                    out.write(f"v[{word}] = (num)s->{one.name};")
                else:
                    out.write(f"for (int i = 0; i < {one.count}; i++) v[{word} + i] = (num)s->{one.name}[i];")
        out.write("")

    def _load_field(self, one: Field, out: Writer) -> None:
        word = one.first_word
        if one.words > 1:
            for i in range(one.count):
                at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[{i}]"
                for k in range(one.words):
                    out.write(f"{at}.w[{k}] = (uint64_t)v[{word + i * one.words + k}];")
            return
        checked = not one.width and one.type != "uint64_t"
        low, high = number(one.low).text, number(one.high).text
        if one.count == 1:
            if checked:
                out.write(f"bad |= v[{word}] < {low} || v[{word}] > {high};")
            out.write(f"s->{one.name} = ({one.type})v[{word}];")
            if not one.planes:
                return
            head, at = "", str(word)
        else:
            head, at = f"for (int i = 0; i < {one.count}; i++)", f"{word} + i"
        if one.planes:
            out.write("if (bad) return BROKEN;")
        with out.block(head):
            out.write(f"num x = v[{at}];")
            if checked:
                out.write(f"bad |= x < {low} || x > {high};")
            if one.planes:
                out.write("if (bad) return BROKEN;")
            if one.count > 1:
                out.write(f"s->{one.name}[i] = ({one.type})x;")
            else:
                out.write("int i = 0;")
            for planes in one.planes:
                shift = planes.base - one.first
                index = f"(i - {shift})" if shift else "i"
                inside = planes.size == one.count
                test = "" if inside else f"if (i >= {shift} && i < {shift + planes.size}) "
                target = f"s->{planes.name}[{self.plane_of(planes, 'x')}]"
                if words_of(planes.size) == 1:
                    out.write(f"{test}{target} |= UINT64_C(1) << {index};")
                else:
                    out.write(f"{test}{target}.w[{index} >> 6] |= UINT64_C(1) << ({index} & 63);")

    def _initial(self, one: Field, given: int) -> str:
        if one.words > 1:
            return self._mask_initial(given, one.width)
        return self.mask_literal(given, 64) if one.type == "uint64_t" else number(given).text

    def _initial_planes(self, planes: Planes) -> list[str]:
        return [self._mask_initial(m, planes.size) for m in at_first(planes, self.program)]

    def _mask_initial(self, value: int, width: int) -> str:
        words = words_of(width)
        parts = [f"UINT64_C({hex(value >> (64 * k) & (2**64 - 1))})" for k in range(words)]
        return parts[0] if words == 1 else f"{{{{{', '.join(parts)}}}}}"

    @staticmethod
    def _file(name: str) -> str:
        return files(__package__).joinpath(name).read_text("utf-8")
