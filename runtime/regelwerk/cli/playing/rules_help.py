"""`help` while playing: the rules behind the present choice, with the statements of the document and the reasons.

Goes in: the rules of the options at hand and the rule in which the decision stands.  Comes out: text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ...lang import Words
from ...table.said import Said
from ..background import Background
from .menu import COMMANDS


def draw_help(
    rules: Iterable[str],
    said: Said,
    background: Background,
    statements: Mapping[str, tuple[str, ...]],
    blocked: Mapping[str, Sequence[str]],
) -> RenderableType:
    """Each rule with its words, statements and reason; then the commands.

    `blocked`: the rules that are not possible now, each with the needs that fail, where that is known.
    """
    words = said.words
    parts: list[RenderableType] = [Text(words("help_rules"), "bold")]
    for rule in dict.fromkeys(rules):
        parts.extend(_rule(rule, said, background, statements.get(rule, ())))
        if rule in blocked:
            reasons = reasons_of(blocked[rule], said)
            line = Text(f"    {words('help_not_now')}", "italic")
            parts.append(line.append(f": {reasons}" if reasons else ""))
    parts.append(Text(""))
    parts.append(Text(words("commands_title"), "bold"))
    parts.extend(_commands(words))
    return Group(*parts)


def _rule(rule: str, said: Said, background: Background, statements: tuple[str, ...]) -> list[Text]:
    about = background.rules.get(rule)
    name = said.text(rule)
    head = Text("  ")
    head.append(name, "bold")
    if name.casefold() != rule.replace("_", " "):
        head.append(f"  {rule}", "dim")
    lines = [head]
    numbers = statements or (about.statements if about else ())
    for number in numbers:
        texts = background.statements.get(number, {})
        text = texts.get(said.words.language) or texts.get("en") or ""
        line = Text("    ")
        line.append(f"{number}", "cyan")
        line.append(f"  {text}" if text else "")
        lines.append(line)
    if about and about.because:
        line = Text("    ")
        line.append(f"{said.words('help_because')}: ", "dim")
        line.append(about.because)
        lines.append(line)
    return lines


def reasons_of(needs: Iterable[str], said: Said) -> str:
    """Needs that fail, in words."""
    return "; ".join(dict.fromkeys(_reason(need, said) for need in needs))


def _reason(need: str, said: Said) -> str:
    """A need that fails: its text, else its name as a fact that does not hold."""
    if said.has_text(need):
        return said.names.words(need, said.words.language)
    last = need.rsplit(".", 1)[-1]
    if last in ("cost", "so_that") and "." in need:
        return said.words(f"fails.{last}")
    return said.words("help_fails", fact=said.text(last))


def _commands(words: Words) -> list[Text]:
    width = max(len(words(f"cmd.{name}")) for name in COMMANDS)
    return [Text(f"  {words(f'cmd.{name}'):<{width}}  {words(f'about.{name}')}") for name in COMMANDS]
