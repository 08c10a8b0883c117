"""The few words that names and log lines need beyond a game's own, in English and German."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "and": "and",
        "done": "done",
        "nothing": "nothing",
        "free": "without paying",
        "box": "box",
        "piece.one": "1 {sort}",
        "piece.many": "{n} × {sort}",
        "faces": "{n} {face}",
        "moved": "{what}: {source} → {target}",
        "came": "{what} → {target}",
        "went": "{what} leaves {source}",
        "shown": "{zone} shows {what}",
        "is_shown": "shown: {what}",
        "turned": "{face} lies open on {zone}",
        "became": "{variable}: {after}",
        "empty": "nothing",
        "secret_option": "{who} decides in secret",
        "secret_part": "something secret",
        "unveiled": "All have decided",
        "secret_outcome": "something is drawn that others see",
        "option": "{who}: {what}",
        "pays": "{who} pays {what}",
        "outcome": "{what}",
        "outcome_for": "{who}: {what}",
        "yes": "yes",
        "no": "no",
    },
    "de": {
        "and": "und",
        "done": "fertig",
        "nothing": "nichts",
        "free": "ohne zu zahlen",
        "box": "Schachtel",
        "piece.one": "1 {sort}",
        "piece.many": "{n} × {sort}",
        "faces": "{n} {face}",
        "moved": "{what}: {source} → {target}",
        "came": "{what} → {target}",
        "went": "{what} verlässt {source}",
        "shown": "{zone} zeigt {what}",
        "is_shown": "gezeigt: {what}",
        "turned": "{face} liegt offen auf {zone}",
        "became": "{variable}: {after}",
        "empty": "nichts",
        "secret_option": "{who} entscheidet verdeckt",
        "secret_part": "etwas Verdecktes",
        "unveiled": "Alle haben entschieden",
        "secret_outcome": "etwas wird gezogen, das andere sehen",
        "option": "{who}: {what}",
        "pays": "{who} zahlt {what}",
        "outcome": "{what}",
        "outcome_for": "{who}: {what}",
        "yes": "ja",
        "no": "nein",
    },
}

LANGUAGES = tuple(PHRASES)


def phrase(language: str, key: str, **words: object) -> str:
    """One phrase; a language that we do not speak gets English."""
    return PHRASES.get(language, PHRASES["en"])[key].format(**words)
