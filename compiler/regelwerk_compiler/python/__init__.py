"""Generated Python: goes in a Flow, comes out the source of a module that plays it."""

from .emit import emit

__all__ = ["emit"]
