"""The bot that plays any option, each equally likely."""

from __future__ import annotations

from .. import chance
from .eyes import Eyes


class RandomPlay:
    """Options in, one of them out."""

    name = "random"
    remembers = False

    def choose(self, eyes: Eyes, key: int) -> int:
        """Any of them."""
        return eyes.options[chance.pick(chance.step(key), len(eyes.options))]
