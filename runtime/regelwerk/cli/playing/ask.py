"""Asking at a terminal: a line with completion, and Enter.  Ctrl-D and Ctrl-C break off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer
    from prompt_toolkit.document import Document


class Asker(Protocol):
    """Whoever can be asked."""

    def ask(self, prompt: str, completions: Sequence[str]) -> str:
        """A line.  Raises EOFError or KeyboardInterrupt."""

    def wait(self, prompt: str) -> None:
        """Wait for Enter."""


class Terminal:
    """Asks with prompt_toolkit: completion of words, editing, and for each prompt its own history: nobody pages through what another typed."""

    def __init__(self) -> None:
        self._sessions: dict[str, PromptSession[str]] = {}

    def ask(self, prompt: str, completions: Sequence[str]) -> str:
        """A line, completed from `completions`."""
        return self._session(prompt).prompt(prompt, completer=_completer(completions))

    def _session(self, prompt: str) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        if prompt not in self._sessions:
            self._sessions[prompt] = PromptSession(
                history=InMemoryHistory(),
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
                reserve_space_for_menu=0,
            )
        return self._sessions[prompt]

    def wait(self, prompt: str) -> None:
        """Wait for Enter, whatever is typed before it; nothing typed is shown or kept."""
        from prompt_toolkit import PromptSession

        PromptSession[str]().prompt(prompt, is_password=True)


class Plain:
    """Asks with `input()`, for terminals that can do nothing else."""

    def ask(self, prompt: str, completions: Sequence[str]) -> str:
        """A line."""
        return input(prompt)

    def wait(self, prompt: str) -> None:
        """Wait for Enter."""
        input(prompt)


def asker(environment: Mapping[str, str]) -> Asker:
    """What suits the terminal."""
    return (
        Plain() if environment.get("TERM", "dumb") in ("", "dumb") or environment.get("REGELWERK_PLAIN") else Terminal()
    )


def _completer(completions: Sequence[str]) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    from .menu import matching, simple

    class Words(Completer):
        """Whole options: what was typed so far is replaced."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            typed = document.text_before_cursor
            said = simple(typed)
            for text in matching(said, [(text, text) for text in completions]) if said else completions:
                yield Completion(text, start_position=-len(typed))

    return Words()
