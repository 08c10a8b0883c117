"""`show`: any representation of a game as text, or a picture of its table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import click

from regelwerk_compiler.flow.passes import names as pass_names

from ..errors import GameFaults, UsageError
from . import options as opt
from .faults import FINE


@click.command(short_help="Print a representation of a game, or picture its table.")
@opt.game_argument()
@click.option("--document", "stage", flag_value="document", help="The YAML with the place of every node.")
@click.option("--spec", "stage", flag_value="spec", help="Names resolved, formulas typed.  [default]")
@click.option("--flow", "stage", flag_value="flow", help="The graph of blocks over the vector.")
@click.option("--python", "stage", flag_value="python", help="The generated Python.")
@click.option("--c", "stage", flag_value="c", help="The generated C.")
@click.option(
    "--header", "stage", flag_value="header", help="The header that goes with it, to embed the game elsewhere."
)
@click.option(
    "--passes",
    metavar="NAME",
    help="The flow as the passes for `python` or `c` leave it, or as it is behind the pass of this name.",
)
@click.option(
    "--without", multiple=True, metavar="PASS", help="Leave out a pass, with --passes, --python or --c; several times."
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False),
    metavar="FILE.svg",
    help="Write the table as a picture, as `play` draws it.",
)
@click.option(
    "--after",
    type=click.IntRange(0),
    metavar="N",
    help="With --picture: after so many decisions of bots.  [default: 40]",
)
@click.option("--width", type=click.IntRange(40, 300), help="With --picture: so many columns wide.  [default: 120]")
@opt.players_option
@opt.seed_option
@opt.choice_option
@opt.table_option
@opt.lang_option
def show(
    game: str,
    stage: str | None,
    passes: str | None,
    without: tuple[str, ...],
    picture: str | None,
    after: int | None,
    width: int | None,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    tables: tuple[str, ...],
    lang: str | None,
) -> int:
    """Print a representation of GAME: what one pass of the compiler hands to the next.

    \b
    regelwerk show GAME --flow --players 3
    regelwerk show GAME --passes c --without sets
    regelwerk show GAME --picture table.svg --lang de
    """
    chosen, replaced = opt.pairs(options, "--option NAME=VALUE"), opt.pairs(tables, "--table NAME=FILE")
    if picture is not None:
        if stage is not None or passes is not None or without:
            raise UsageError("--picture and a representation do not go together")
        return _picture(
            game,
            Path(picture),
            40 if after is None else after,
            120 if width is None else width,
            players,
            7 if seed is None else seed,
            chosen,
            replaced,
            opt.language_of(lang),
        )
    for given, name in ((after, "--after"), (width, "--width"), (seed, "--seed")):
        if given is not None:
            raise UsageError(f"{name} goes with --picture FILE.svg")
    if passes is not None and stage not in (None, "flow"):
        raise UsageError("--passes prints the flow", "--python and --c are always written behind the passes.")
    if without and passes is None and stage not in ("python", "c"):
        raise UsageError("--without goes with --passes, --python or --c")
    for name in (*without, *(() if passes in (None, "python", "c") else (passes,))):
        if name not in pass_names():
            raise UsageError(f"there is no pass `{name}`", f"There are {', '.join(pass_names())}.")
    stage = "passes" if passes is not None else stage or "spec"
    click.echo(_text(game, stage, players, chosen, replaced, passes, without), nl=False)
    return FINE


def _text(
    game: str,
    stage: str,
    players: int | None,
    options: Mapping[str, str],
    tables: Mapping[str, str],
    passes: str | None = None,
    without: Collection[str] = (),
) -> str:
    if stage in ("flow", "passes", "python", "c", "header"):
        from ..game import load

        loaded = load(
            game,
            players=players,
            options=dict(options),
            tables=dict(tables),
            engine="interpreter",
        )
        if stage in ("flow", "passes"):
            from regelwerk_compiler.flow.passes import optimise
            from regelwerk_compiler.flow.print import print_flow

            if passes is None:
                return print_flow(loaded.program)
            native = passes == "c" or passes in pass_names(native=True)
            return print_flow(optimise(loaded.program, without, native=native, last=passes))
        if stage in ("c", "header"):
            from regelwerk_compiler.native import header

            from ..engines.native import NoNative, write

            try:
                source = write(loaded.program, without)
            except NoNative as error:
                raise UsageError(str(error)) from error
            return source.c if stage == "c" else header(loaded.program, source)
        from regelwerk_compiler.flow.passes import optimise
        from regelwerk_compiler.python import emit

        return emit(optimise(loaded.program, without))
    if players is not None or options:
        raise UsageError(
            f"the {stage} is one for all numbers of players and all options",
            "--players and --option go with --flow, --python or --c.",
        )
    return _before_the_flow(game, stage, {name: Path(file) for name, file in tables.items()})


def _before_the_flow(game: str, stage: str, tables: Mapping[str, Path]) -> str:
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector

    from ..find import find_game

    path, collector = find_game(game), Collector()
    if stage == "document":
        from regelwerk_compiler.document.print import print_document

        documents = pipeline.read_documents(path, tables, collector)
        if documents is None:
            raise GameFaults(collector.in_reading_order(), game)
        return "".join(print_document(document) for document in documents.all)
    from regelwerk_compiler.spec.print import print_spec

    spec = pipeline.load_spec(path, collector, tables, statements=False)
    if spec is None:
        raise GameFaults(collector.in_reading_order(), game)
    return print_spec(spec)


def _picture(
    game: str,
    path: Path,
    after: int,
    width: int,
    players: int | None,
    seed: int,
    options: Mapping[str, str],
    tables: Mapping[str, str],
    language: str,
) -> int:
    """Let bots play a while, then draw what the seat that decides sees."""
    import io
    import re

    from rich.console import Console

    from ..bots import make_bot
    from ..bots.playing import Table
    from ..find import find_game
    from ..game import load
    from ..lang import Words
    from ..writing import write_whole
    from .background import background_of, name_everything
    from .playing.screen import Screen
    from .playing.seats import seated

    if path.suffix.lower() != ".svg":
        raise UsageError(f"a picture is an SVG: {path.with_suffix('.svg')}")
    background = background_of(find_game(game), {name: Path(file) for name, file in tables.items()})
    count = players or background.players[0]
    loaded = load(game, players=count, options=dict(options), tables=dict(tables))
    names = () if background.seats else [seat.name for seat in seated({}, (), count, (), False, "random")]
    name_everything(loaded, background, [*names, *loaded.program.seats[count:]] if names else ())
    table = Table(loaded, [make_bot("random") for _ in loaded.program.seats], seed)
    state = loaded.start(seed)
    for _ in range(after):
        if state.over or state.player is None:
            break
        state = state.play(table.choose(state.vector, state.player, state.numbers()))
    console = Console(
        record=True,
        width=width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
    )
    screen = Screen(console, loaded, background, Words(language))
    screen.show(screen.table(state, "public" if state.player is None else state.player))
    svg = console.export_svg(title=f"regelwerk play {loaded.id}", unique_id="table")
    write_whole(
        path, re.sub(r',\s*url\("https?:[^)]*"\) format\("\w+"\)', "", svg)
    )  # fonts of the reader's machine, from nowhere else
    click.echo(f"{path}: the table of {screen.title} after {after} decisions.", err=True)
    return FINE
