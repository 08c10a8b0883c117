"""From a YAML file, or its text, to a located document (`Map`), or diagnostics.

The only door to YAML: bytes become text here, `compose.py` turns YAML's events into nodes, `yaml_faults.py` words what
YAML itself refuses.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from ..diagnostics.diagnostic import Collector
from . import limits
from .compose import Composer
from .located import Map, Source
from .yaml_faults import report_yaml_error

# What may stand in a file: YAML's printable characters without the three rare line breaks that editors do not show.
_REFUSED = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: Path, collector: Collector, *, shown_as: str | None = None) -> Map | None:
    """The document in the file at `path`; messages call it `shown_as`. None if there is nothing to go on with."""
    name = shown_as if shown_as is not None else path.as_posix()
    try:
        with path.open("rb") as file:
            content = file.read(limits.FILE_BYTES + 1)
    except OSError as error:
        reason = {FileNotFoundError: "there is no such file", IsADirectoryError: "it is a folder"}
        reason |= {PermissionError: "it may not be read"}
        collector.report("RW100", Source(name, "").span(0, 0), file=name, reason=reason.get(type(error), "it fails"))
        return None
    return read_text(content, name, collector)


def read_text(text: str | bytes, name: str, collector: Collector) -> Map | None:
    """The document in `text`; messages call the file `name`."""
    source = _source(text, name, collector)
    if source is None:
        return None
    composer = Composer(source, collector)
    loader = _LOADER(source.text)
    try:
        while composer.running and loader.check_event():
            composer.take(loader.get_event())
    except yaml.YAMLError as error:
        report_yaml_error(error, source, composer.open_bracket, collector)
        return None
    finally:
        loader.dispose()
    if composer.stopped:
        return None
    root = composer.root
    if root is None or (not isinstance(root, Map) and source.text[root.start : root.end].strip() == ""):
        collector.report("RW106", source.span(0, 0))
        return None
    if not isinstance(root, Map):
        collector.report("RW107", root)
        return None
    return root


def _source(text: str | bytes, name: str, collector: Collector) -> Source | None:
    """The text of the file, if it is text of a bearable size."""
    if isinstance(text, bytes):
        size = len(text)
        try:
            decoded = text.decode("utf-8-sig") if size <= limits.FILE_BYTES else ""
        except UnicodeDecodeError as error:
            before = text[: error.start].decode("utf-8-sig", errors="replace")
            at = len(before)
            collector.report("RW101", Source(name, before + "?").span(at, at + 1), byte=f"{text[error.start]:#04x}")
            return None
    else:
        size = len(text.encode("utf-8", errors="replace"))
        decoded = text.removeprefix("\ufeff")
    if size > limits.FILE_BYTES:
        megabytes = limits.FILE_BYTES // 1_000_000
        collector.report("RW103", Source(name, "").span(0, 0), size=f"{size / 1_000_000:.1f}", limit=megabytes)
        return None
    source = Source(name, decoded)
    refused = _REFUSED.search(decoded)
    if refused:
        collector.report("RW102", source.span(*refused.span()), character=f"U+{ord(refused[0]):04X}")
        return None
    return source
