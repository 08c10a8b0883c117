"""What can stop a command: wrong usage, an unreadable file, faults in a game; each becomes one clear sentence and an exit code.

Exit codes: 0 fine, 1 faults found in what was checked, 2 wrong usage or an unreadable file, 3 a fault of the program itself,
130 broken off with Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys

from ..writing import why

FINE, FAULTS, USAGE, INTERNAL, BROKEN_PIPE, INTERRUPTED = 0, 1, 2, 3, 141, 130
ISSUES = "the issue tracker of Regelwerk"


def tell(message: str, hint: str = "") -> None:
    """One sentence on standard error."""
    from regelwerk_compiler.diagnostics.render import printable

    out = sys.stderr
    try:
        print(printable(f"regelwerk: {message}"), file=out)
        if hint:
            print(printable(f"  {hint}"), file=out)
    except (OSError, UnicodeError):
        pass


def of_os_error(error: OSError) -> str:
    """What the system refused, in a sentence."""
    name = os.fspath(error.filename) if isinstance(error.filename, (str, os.PathLike)) else ""
    plain = "there is no such file or folder" if error.errno == errno.ENOENT else why(error)
    return f"{name}: {plain}" if name else plain


def broken(reason: int) -> str:
    """Why the rules broke down, where nothing more is known than the engine's own reason."""
    from ..broke import OWN_REASONS

    return OWN_REASONS.get(reason, "a formula has no value")


def internal(error: BaseException) -> str:
    """The short message for a fault of the program itself."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        place = f"{os.path.basename(frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"this is a fault of Regelwerk itself, not of your game: {type(error).__name__} at {place}: {error}"
