"""C is built without optimising here, which is quicker, and not at all where there is no compiler: those tests are skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk.engines import toolchain
from regelwerk.engines.native import NoNative

os.environ.setdefault("REGELWERK_CFLAGS", "-O0")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    """A fixture that asks for C."""
    try:
        return (yield)
    except NoNative as error:
        _skip(error)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Iterator[None]:
    """A test that asks for C."""
    try:
        return (yield)
    except NoNative as error:
        _skip(error)


def _skip(error: NoNative) -> None:
    if toolchain.compilers():
        raise error
    pytest.skip(str(error))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("REGELWERK_CACHE", str(folder))
    return folder
