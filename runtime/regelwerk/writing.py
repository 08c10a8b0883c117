"""Text -> a file, whole or not at all: written beside, flushed to the disk, renamed.  Whatever stops it is one clear error."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from .errors import WriteError

_PLAIN = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EROFS: "that disk can only be read",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "the name is too long",
}


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Replace the file by `text`; on any failure the old file is untouched and nothing is left beside it.  Raises `WriteError`."""
    target = Path(path)
    beside: str | None = None
    try:
        if target.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")  # a pipe or a device: nothing to replace
            return
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".new")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, target)
    except BaseException as error:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)
        if isinstance(error, (OSError, ValueError)):
            raise WriteError(f"{target} cannot be written: {why(error)}") from error
        raise


def why(error: OSError | ValueError) -> str:
    """What the system refused, in plain words."""
    if isinstance(error, OSError):
        return _PLAIN.get(error.errno or 0, error.strerror or str(error))
    return str(error)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
