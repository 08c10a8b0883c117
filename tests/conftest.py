"""What the tests build is kept in a cache of this run, which its processes share: not in that of whoever runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _kept_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        if "REGELWERK_CACHE" not in os.environ:
            patch.setenv("REGELWERK_CACHE", str(shared / "cache"))
        yield
