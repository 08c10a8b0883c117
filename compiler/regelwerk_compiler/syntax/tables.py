"""From `grammar.lark` to `sentences.json`: Lark's LALR tables, and what its lexer makes of each word in each state.

Run by `make tables` when the grammar has changed; `tests/syntax/test_grammar.py` fails while the two differ.  Nothing
else imports Lark: who checks a game loads the tables, which takes a hundredth of the time in which Lark builds them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, get_args

from .ast import Start
from .grammar import END, GRAMMAR, SIGN, TABLES, Tables, keywords, mark
from .trees import Trees

if TYPE_CHECKING:
    from lark import Lark

STARTS: tuple[Start, ...] = get_args(Start)
_SIGNS = ("+=", "-=", "=", "<=", ">=", "<", ">", "..", *"+-*/()[],.")


def build(*, strict: bool = False) -> Lark:
    """Lark's parser for all kinds of sentences; `strict` refuses a grammar in which anything could be read in two ways."""
    from lark import Lark

    grammar = GRAMMAR.read_text(encoding="utf-8")
    return Lark(
        grammar, parser="lalr", start=list(STARTS), strict=strict, keep_all_tokens=True, maybe_placeholders=False
    )


def tables() -> Tables:
    """What `sentences.json` says when it is fresh."""
    parser: Any = build().parser
    table = parser.parser._parse_table
    rules = sorted(parser.parser.parser.callbacks, key=str)
    number = {rule: at for at, rule in enumerate(rules)}
    order = _order(table)
    new = {old: at for at, old in enumerate(order)}
    seen = [_seen_by(parser.lexer.lexers[old]) for old in order]
    for old, words in zip(order, seen, strict=True):
        terminals = {str(name) for name in table.states[old] if name.isupper()} - {"NAME", "INT", END}
        assert terminals == {*words.values()}, "a terminal hides another"
    lexers = [_seen_by(parser.lexer.root_lexer)]
    lexers += [words for at, words in enumerate(seen) if words not in seen[:at]]
    return {
        "grammar": mark(),
        "starts": {name: [new[table.start_states[name]], new[table.end_states[name]]] for name in STARTS},
        "rules": [_rule(rule) for rule in rules],
        "lexers": lexers,
        "lexer": [lexers.index(words, 1) for words in seen],
        "states": [
            {
                str(name): new[arg] if isinstance(arg, int) else ~number[arg]
                for name, (_, arg) in sorted(table.states[old].items())
            }
            for old in order
        ],
    }


def _order(table: Any) -> list[int]:
    """The states as they are met from the starts: Lark numbers them differently each time."""
    order = [table.start_states[name] for name in STARTS]
    for state in order:
        for _, (_, arg) in sorted(table.states[state].items()):
            if isinstance(arg, int) and arg not in order:
                order.append(arg)
    return order


def _rule(rule: Any) -> tuple[str, int, str, bool, list[int]]:
    """What the rule makes, of how many parts, by which method of `Trees`, whether a lone part stays as it is, and which parts are lists."""
    made = rule.origin.name
    method = "" if made.startswith("_") else str(rule.alias or made)
    assert rule.expansion, f"nothing at all is a {made}"
    single = bool(rule.options.expand1 and not rule.alias)
    if method and not hasattr(Trees, method):
        assert single and len(rule.expansion) == 1, f"`Trees` has no method for {rule}"
        method = ""
    lists = [at for at, part in enumerate(rule.expansion) if not part.is_term and part.name.startswith("_")]
    return str(made), len(rule.expansion), method, single, lists


def _seen_by(lexer: Any) -> dict[str, str]:
    """The terminal of each word and sign that this lexer knows; a word that is another one before a bracket is there with its bracket."""
    seen: dict[str, str] = {}
    for word in sorted({word for words in keywords().values() for word in words}):
        alone, before_bracket = _match(lexer, word, word), _match(lexer, f"{word}(", word)
        if alone not in ("", "NAME"):
            seen[word] = alone
        if before_bracket not in ("", "NAME", alone):
            seen[f"{word}("] = before_bracket
    for sign in _SIGNS:
        terminal = _match(lexer, sign, sign)
        if terminal:
            seen[sign] = terminal
    assert all(SIGN.fullmatch(sign) for sign in seen if not sign[0].isalpha())
    return seen


def _match(lexer: Any, text: str, whole: str) -> str:
    """The first terminal, in the lexer's order, that `text` begins with, if it takes exactly `whole`."""
    first = next((one for one in lexer.terminals if re.match(one.pattern.to_regexp(), text)), None)
    if first is None or re.match(first.pattern.to_regexp(), text)[0] != whole:  # type: ignore[index]
        return ""
    exact = (one for one in lexer.terminals if one.priority == first.priority and one.pattern.type == "str")
    return str(next((one for one in exact if one.pattern.value == whole), first).name)  # what is no pattern goes before


def write() -> None:
    """Write `sentences.json` anew, a state a line."""
    parts = []
    for key, value in tables().items():
        if isinstance(value, list) and not isinstance(value[0], int):
            said = "[\n" + ",\n".join(json.dumps(one) for one in value) + "\n]"
        else:
            said = json.dumps(value)
        parts.append(f'"{key}": {said}')
    TABLES.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
