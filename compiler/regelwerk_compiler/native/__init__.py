"""Program -> C: goes in a Flow, comes out one file of C99 without dependencies, and how to build it."""

from .emit import emit

__all__ = ["emit"]
