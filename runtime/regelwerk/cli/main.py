"""The entry point: finds the subcommand, runs it, and turns whatever stops it into one sentence and an exit code."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence

import click

from ..clock import ticking
from ..errors import GameFaults, RegelwerkError, UsageError
from . import faults

COMMANDS = {
    "check": ("check", "check"),
    "play": ("play", "play"),
    "simulate": ("simulate", "simulate"),
    "test": ("scenarios", "test"),
    "trace": ("trace", "trace"),
    "show": ("show", "show"),
    "replay": ("replay", "replay"),
    "perft": ("perft", "perft"),
    "bench": ("bench", "bench"),
    "new": ("new", "new"),
    "fmt": ("fmt", "fmt"),
    "explain": ("explain", "explain"),
    "schema": ("schema", "schema"),
    "completion": ("completion", "completion"),
}
"""Subcommand -> (module of this package, object in it), in the order in which people meet them."""

HELP = """The rules of a tabletop game, written in YAML, become a program that plays it.

\b
Play a game:           regelwerk play GAME
Write your own:        regelwerk new my_game
See what is wrong:     regelwerk check my_game
Let bots try it:       regelwerk simulate my_game --games 100
Run its rule tests:    regelwerk test my_game

GAME is a folder with a game.yaml, such a file, or the id of a game that comes with Regelwerk; `regelwerk play` without one lists those.
"""


class Commands(click.Group):
    """A group that imports a subcommand's module only when that one is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table, not of the alphabet."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command = getattr(importlib.import_module(f".{module}", __package__), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As usual, but an unknown name is told with its nearest match."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from regelwerk_compiler.diagnostics.words import nearest

            near = nearest(name, COMMANDS)
            hint = f"Did you mean `{near}`?" if near else f"There are: {', '.join(COMMANDS)}."
            raise UsageError(f"there is no command `{name}`", hint)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("regelwerk")
    except PackageNotFoundError:
        found = "(not installed)"
    click.echo(f"regelwerk {found}, Python {sys.version.split()[0]}")
    ctx.exit()


@click.group(
    cls=Commands,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Without a subcommand there is only the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(faults.USAGE)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(outcome(arguments))


def outcome(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code.  Nothing is ever raised, and a traceback shown only with REGELWERK_DEBUG=1."""
    _streams()
    args = None if arguments is None else list(arguments)
    return guarded(lambda: app.main(args=args, prog_name="regelwerk", standalone_mode=False))


def guarded(call: Callable[[], object]) -> int:
    """What `call` gives, if it is an exit code; whatever stops it becomes a sentence and an exit code."""
    debug = os.environ.get("REGELWERK_DEBUG", "") not in ("", "0")
    try:
        with ticking():
            code = call()
        sys.stdout.flush()
        return code if isinstance(code, int) else faults.FINE
    except RegelwerkError as known:
        return _told(known)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.UsageError as usage:
        return _usage(usage)
    except click.ClickException as other:
        faults.tell(_sentence(other.format_message()))
        return faults.USAGE
    except (KeyboardInterrupt, EOFError, click.Abort):
        faults.tell("broken off")
        return faults.INTERRUPTED
    except BrokenPipeError:
        return _broken_pipe()
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else faults.USAGE
    except OSError as error:
        if debug:
            raise
        faults.tell(faults.of_os_error(error))
        return faults.USAGE
    except RecursionError:
        if debug:
            raise
        faults.tell("something in this game is nested too deeply")
        return faults.USAGE
    except MemoryError:
        faults.tell("there is not enough memory for this")
        return faults.USAGE
    except Exception as error:
        from ..engine import RuleFault

        if isinstance(error, RuleFault):  # a formula that nobody but the table asked for
            faults.tell(f"the rules broke down: {faults.broken(error.reason)}")
            return faults.FAULTS
        if debug:
            raise
        faults.tell(
            faults.internal(error),
            f"Please report it to {faults.ISSUES}, with the game; REGELWERK_DEBUG=1 shows where it happened.",
        )
        return faults.INTERNAL


def _streams() -> None:
    """Whoever started us may have closed the standard streams; then they lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 -- for as long as we run


def _told(error: RegelwerkError) -> int:
    """One of our own sentences; faults in a game are all told, with their places."""
    if isinstance(error, GameFaults):
        from .reports import print_diagnostics

        print_diagnostics(sorted(error.diagnostics, key=lambda one: one.severity))
    faults.tell(error.message, error.hint)
    return error.code


def _usage(error: click.UsageError) -> int:
    """Wrong usage: the sentence, and how the command is used."""
    hint = ""
    if error.ctx is not None:
        hint = f"{error.ctx.get_usage()}   (more: {error.ctx.command_path} --help)"
    faults.tell(_sentence(error.format_message()), " ".join(hint.split()))
    return faults.USAGE


def _sentence(message: str) -> str:
    """Click's message as the tail of one of ours."""
    message = " ".join(message.split()).rstrip(".")
    return message[:1].lower() + message[1:] if message[:2].istitle() or message[1:2].islower() else message


def _broken_pipe() -> int:
    """Whoever read our output has gone away (`| head`): stay quiet, and keep Python quiet at exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + getattr(signal, "SIGPIPE", 13)
