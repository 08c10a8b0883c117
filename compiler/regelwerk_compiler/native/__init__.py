"""Program -> C: goes in a Flow, comes out one file of C99 without dependencies."""

from .emit import Source, emit
from .expressions import Unsuited
from .header import header

__all__ = ["Source", "Unsuited", "emit", "header"]
