"""From a path to whether it is a link that leads out of its folder: a folder from a stranger must not have other files read."""

from __future__ import annotations

from pathlib import Path


def leads_out(file: Path) -> bool:
    """Whether `file` is a link to something outside its folder (or to itself)."""
    try:
        return file.is_symlink() and not file.resolve().is_relative_to(file.parent.resolve())
    except (OSError, RuntimeError):
        return True
