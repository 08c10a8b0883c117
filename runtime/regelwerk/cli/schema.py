"""`schema`: the JSON Schema of a kind of file, and the line that names it to an editor."""

from __future__ import annotations

import click

from ..errors import UsageError

KINDS = {
    "game": "game.yaml: the rules of a game",
    "table": "tables/*.yaml: rows or figures in a file of their own",
    "scenarios": "scenarios/*.yaml: rule tests",
    "seeds": "seeds/*.yaml: what a document says, statement by statement",
}


@click.command(short_help="Print the schema that teaches an editor.")
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
@click.option("--line", is_flag=True, help="Only the line for the head of a file that names the schema to an editor.")
def schema(kind: str | None, line: bool) -> None:
    """Print the JSON Schema of a KIND of file: game, table, scenarios or seeds; it is one whole and needs no other file.

    Without KIND all kinds are listed, each with the line that names its schema to an editor.
    """
    import json

    from regelwerk_compiler.document.schemas import whole

    if kind is None:
        for name, about in KINDS.items():
            click.echo(f"{name:10} {about}\n           {schema_line(name)}")
    elif line:
        click.echo(schema_line(kind))
    else:
        click.echo(json.dumps(whole(kind), ensure_ascii=False, indent=2))


def schema_line(kind: str, folder: object = ".") -> str:
    """The comment by which an editor finds the schema: beside the game in a checkout, else in the installed package.

    Raises `UsageError` if the schemas are not there.
    """
    import os
    from pathlib import Path

    from ..find import data_folder

    schemas = data_folder("schemas")
    if schemas is None:
        raise UsageError("the schemas are missing: Regelwerk is not installed as a whole")
    path, here, root = schemas / f"{kind}.schema.json", Path(str(folder)).resolve(), schemas.parent
    inside = here.is_relative_to(root) and root.name != "data"
    place = os.path.relpath(path, here) if inside else str(path)
    if any(sign.isspace() for sign in place):  # editors read up to the first blank
        place = path.as_uri()
    return f"# yaml-language-server: $schema={place}"
