"""Whatever a stranger sends: a diagnostic or a clean result, in 2 s and 512 MB, without a traceback, nothing outside the folder touched."""

from __future__ import annotations

from . import specs  # noqa: F401
