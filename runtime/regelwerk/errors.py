"""What can go wrong for whoever uses Regelwerk: one small hierarchy; each carries a sentence, a way out and an exit code.

Faults in a game's files are diagnostics (values), not exceptions; `GameFaults` only carries them out of `load`.
"""

from __future__ import annotations

from regelwerk_compiler.diagnostics.diagnostic import Diagnostic


class RegelwerkError(Exception):
    """`str(error)` is the sentence, `hint` the way out ('' if there is none), `code` the exit code of a command that meets it."""

    code = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[RegelwerkError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class UsageError(RegelwerkError):
    """Somebody asked for what there is not: a game, a seat, an option, a number of players."""


class NoSuchGame(UsageError):
    """There is no game where one was named."""


class NotAnOption(UsageError):
    """What was to be played is not among the options; the state is as it was."""


class LogError(RegelwerkError):
    """A log or save that cannot be read, was not written by us, or belongs to another game or version."""


class WriteError(RegelwerkError):
    """A file that cannot be written: full disk, no permission, a missing folder.  Nothing is left half-written."""


class GameFaults(RegelwerkError):
    """A game whose files have faults; `diagnostics` are all of them."""

    code = 1

    def __init__(self, diagnostics: tuple[Diagnostic, ...], game: str) -> None:
        errors = sum(d.severity == "error" for d in diagnostics)
        count = "a fault" if errors == 1 else f"{errors} faults"
        super().__init__(f"the rules of {game} have {count}", f"regelwerk check {game}")
        self.diagnostics = diagnostics
        self.game = game

    def __reduce__(self) -> tuple[type[RegelwerkError], tuple[object, ...]]:  # type: ignore[override]
        return type(self), (self.diagnostics, self.game)


class SettingsFaults(GameFaults):
    """Settings of a repository (`regelwerk.toml`, `pyproject.toml`) with faults; `game` is their file."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], game: str) -> None:
        super().__init__(diagnostics, game)
        self.message = (
            f"the settings in {game} have {'a fault' if len(diagnostics) == 1 else f'{len(diagnostics)} faults'}"
        )
        self.hint = ""


class RulesBroke(RegelwerkError):
    """The rules broke down while they were played (`engine.RuleFault`), told with the address and the place of the fault."""

    code = 1
