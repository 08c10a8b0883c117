"""`explain`: the page of a code of a diagnostic: what it means, a wrong example and the right one."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..errors import UsageError
from . import options as opt


def _codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from regelwerk_compiler.diagnostics.catalogue import CATALOGUE

    return [code for code in CATALOGUE if code.startswith(incomplete.upper())]


@click.command(short_help="Say what a code such as RW301 means.")
@click.argument("code", required=False, shell_complete=_codes)
@opt.color_option
def explain(code: str | None, color: bool | None) -> None:
    """Say what the code of a fault means, with a wrong example, what is said of it, and the right one.

    Without CODE all codes are listed; the beginning of one, such as RW35, lists those that begin so. The same pages stand in docs/diagnostics/.
    """
    from regelwerk_compiler.diagnostics.catalogue import CATALOGUE
    from regelwerk_compiler.diagnostics.words import nearest

    from .reports import color_of

    code = (code or "").upper()
    if code not in CATALOGUE:
        begins = [known for known in sorted(CATALOGUE) if known.startswith(code)]
        for known in begins:
            click.echo(f"{known}  {CATALOGUE[known].severity:7}  {CATALOGUE[known].title}")
        if begins:
            return
        near = nearest(code, CATALOGUE)
        raise UsageError(
            f"there is no code `{code}`", f"Did you mean {near}?" if near else "`regelwerk explain` lists all of them."
        )
    click.echo("\n".join(_plain(_page(code))), color=color_of(color))


def _page(code: str) -> str:
    """The page of a code, in Markdown: as it comes with Regelwerk, else made anew."""
    from ..find import data_folder

    folder = data_folder("diagnostics")
    if folder is not None and (folder / f"{code}.md").is_file():
        return (folder / f"{code}.md").read_text(encoding="utf-8")
    from regelwerk_compiler.explain.pages import page

    return page(code)


def _plain(page: str) -> Iterator[str]:
    """Markdown for a terminal: headings in bold, examples indented, sentences folded."""
    import re
    import shutil
    import textwrap

    width = max(20, min(100, shutil.get_terminal_size((100, 0)).columns))
    inside = False
    for line in page.rstrip("\n").split("\n"):
        if line.startswith("```"):
            inside = not inside
        elif inside:
            marked = set(line) <= {" ", "^"} and "^" in line
            said = re.match(r"(error RW|warning RW|  = )", line) is not None
            lines = textwrap.wrap(line, width - 4, subsequent_indent="    ") if said else [line]
            yield from ("    " + (click.style(one, fg="red") if marked else one) for one in lines)
        elif line.startswith("#"):
            yield click.style(line.lstrip("# "), bold=True)
        else:
            yield from textwrap.wrap(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line), width) or [""]
