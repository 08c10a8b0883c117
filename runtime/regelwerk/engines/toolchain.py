"""C source -> a library that is loaded: which compiler there is, how it is called, and where what it built is kept.

A library is named by what is in it, and a note beside says which one belongs to a key; so half a file, a foreign one or one of another
version is never loaded, and two processes that build at once do not disturb each other.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import cache as kept

if TYPE_CHECKING:
    from regelwerk_compiler.flow.flow import Program

FLAGS = ("-std=c99", "-O2", "-fPIC", "-shared")
SECONDS = 300  # a compiler that takes longer is broken
SUFFIX = ".dll" if sys.platform == "win32" else ".so"


class NoCompiler(Exception):
    """C cannot be built here; why, in one line."""


# -- the compiler ----------------------------------------------------------------------------------
@cache
def compilers() -> tuple[tuple[str, ...], ...]:
    """The commands that may be a C compiler, the likeliest first.  `REGELWERK_CC` names the only one (`off`: none)."""
    said = os.environ.get("REGELWERK_CC", "")
    if said:
        return () if said.lower() in ("off", "no", "0") else (tuple(said.split()),)
    found = [(path,) for name in ("cc", "gcc", "clang") if (path := shutil.which(name))]
    if importlib.util.find_spec("ziglang") is not None:
        found.append((sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined"))  # type: ignore[arg-type]
    return tuple(found)


@cache
def machine() -> str:
    """A word for this machine's instructions: what was built for one is not run on another."""
    said = f"{sys.platform} {platform.machine()} {ctypes.sizeof(ctypes.c_void_p)} "
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
        found = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
        said += found[1] if found else ""
    except OSError:
        said += platform.processor()
    return hashlib.sha256(said.encode()).hexdigest()[:16]


@cache
def with_python() -> bool:
    """Whether a library may call CPython by itself: its symbols must be at hand for whoever is loaded."""
    if sys.implementation.name != "cpython" or not sys.platform.startswith("linux"):
        return False
    try:
        ctypes.c_char.in_dll(ctypes.CDLL(None), "_Py_NoneStruct")
    except (OSError, ValueError):
        return False
    return True


def flags() -> tuple[str, ...]:
    """How the compiler is called."""
    found = FLAGS + tuple(os.environ.get("REGELWERK_CFLAGS", "").split())  # for tests and sanitizers
    if with_python():
        found += ("-DPYTHON",)
    elif sys.platform == "darwin":
        found += ("-undefined", "dynamic_lookup")
    return found


def compile_c(source: str, folder: Path) -> Path:
    """Build the source in a folder.  Raises `NoCompiler`."""
    text = folder / "game.c"
    text.write_text(source, "utf-8")
    result = folder / f"game{SUFFIX}"
    said = "there is no C compiler (cc, gcc or clang; or: pip install regelwerk[native])"
    for command in compilers():
        for more in (("-march=native",), ()):
            line = [*command, *flags(), *more, "-o", str(result), str(text)]
            try:
                code, errors = _run(line, folder)
            except (OSError, subprocess.SubprocessError) as error:
                said = f"`{' '.join(command)}` does not work: {error}".splitlines()[0]
                break
            if code == 0 and result.is_file():
                return result
            first = next((x for x in errors.splitlines() if "error:" in x), errors.strip()[:200] or "it failed")
            said = f"`{' '.join(command)}` does not work: {first}"
    raise NoCompiler(said)


def _run(line: Sequence[str], folder: Path) -> tuple[int, str]:
    """Call a compiler: its exit code and what it complained about.  One that hangs is ended with all that it started; raises `TimeoutExpired`."""
    said = folder / "errors"
    with said.open("wb") as errors:  # not a pipe, which would stay open as long as any child of the compiler lives
        run = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, cwd=folder, start_new_session=True
        )
        try:
            code = run.wait(SECONDS)
        except BaseException:
            if hasattr(os, "killpg"):
                os.killpg(run.pid, signal.SIGKILL)
            run.kill()
            run.wait()
            raise
    return code, said.read_text("utf-8", "replace")


# -- what was built --------------------------------------------------------------------------------
def key_of(program: Program, without: Collection[str] = ()) -> str:
    """The key of the library of a program, on this machine and of this version; `without` are passes that were left out."""
    return kept.key_of_program(
        program, sorted(without), machine(), flags(), sys.version_info[:2] if with_python() else ()
    )


def fetch(key: str) -> tuple[Path, dict[str, Any]] | None:
    """The library that was built for a key and what was noted beside it, or None."""
    where = kept.folder()
    if where is None:
        return None
    note = where / f"{key}.native"
    try:
        about = json.loads(note.read_text("utf-8"))
        name = about["library"]
        if about["key"] != key or not re.fullmatch(rf"[0-9a-f]{{64}}{re.escape(SUFFIX)}", name):
            return None
        library = where / name
        if hashlib.sha256(library.read_bytes()).hexdigest() != name[:64]:
            return None
        for path in (note, library):
            os.utime(path)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return library, about


def keep(key: str, built: Path, about: dict[str, Any]) -> Path | None:
    """Keep a library; where it lies then, or None if it cannot be kept."""
    where = kept.folder()
    if where is None:
        return None
    content = built.read_bytes()
    name = hashlib.sha256(content).hexdigest() + SUFFIX
    note = json.dumps({**about, "key": key, "library": name}).encode()
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        for target, text in ((where / name, content), (where / f"{key}.native", note)):
            handle, beside = tempfile.mkstemp(dir=where, prefix=".new-")
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            os.replace(beside, target)
    except OSError:
        return None
    kept.sweep(where)
    return where / name


def load(library: Path) -> ctypes.CDLL:
    """Load a library.  Raises `OSError`."""
    return ctypes.CDLL(str(library))
