"""The data of the tests: files of the repository, the shared data, and what .ci/python writes.

IRI_SHARED is the folder of the shared data, IRI the program iri, and IRILEX_VERDICTS the output of
"go run ./fuzz/formats". Tests that need one that is not set are skipped; .ci/python sets all.
"""

import functools
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCTIONS = {"IRI": "iri", "IRI-reference": "iri-reference", "URI": "uri", "URI-reference": "uri-reference"}
# The grammar and rule of a format for "iri check", unless they are formats and its name.
GRAMMARS = {name: ("rfc3987" if rule[0] == "I" else "rfc3986", rule) for rule, name in PRODUCTIONS.items()}
GRAMMARS |= {
    "media-type": ("rfc9110", "media-type"),
    "http-token": ("rfc9110", "token"),
    "cookie-name": ("rfc9110", "token"),
}


def required(variable):
    """Return the value of an environment variable, or skip the test."""
    if variable not in os.environ:
        raise unittest.SkipTest(f"{variable} is not set")
    return os.environ[variable]


def rows(path):
    """Return the rows of a table with a heading."""
    lines = Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return [line.split("\t") for line in lines[1:]]


def cases():
    """Return (format, valid, s) for the cases of the repository."""
    path = ROOT / "internal/formatcases/testdata/cases.tsv"
    return [(row[0], row[1] == "1", json.loads(row[2])) for row in rows(path)]


def official():
    """Return (format, valid, s) for the official tests of JSON Schema's formats."""
    path = Path(required("IRI_SHARED")) / "formats/json-schema-formats.tsv"
    found = [(row[0], row[1] == "1", json.loads(row[2])) for row in rows(path)]
    # TestOfficialCases of package formats gives the reason: a U-label is in Normalization Form C.
    deviation = ("idn-email", True, "user@cafe\u0301.com")
    found[found.index(deviation)] = ("idn-email", False, deviation[2])
    return found


def conformance():
    """Return (format, valid, s) for the public suites of IRIs and URIs; valid is None where they differ."""
    found = []
    for path in sorted(Path(required("IRI_SHARED")).glob("conformance/*.tsv")):
        if ".resolve." in path.name:
            continue
        for production, strict, _, text, *_ in rows(path):
            if production in PRODUCTIONS:
                found.append((PRODUCTIONS[production], {"1": True, "0": False}.get(strict), json.loads(text)))
    return found


@functools.cache
def verdicts():
    """Return (format, valid, s) for the cases of the repository and random edits of them, by package formats."""
    found = []
    with open(required("IRILEX_VERDICTS"), encoding="utf-8") as file:
        for line in file:
            name, verdict, text = line.rstrip("\n").split("\t")
            found.append((name, verdict == "1", json.loads(text)))
    return found


def diagnostics(format, strings):
    """Return what "iri check --json" prints for strings without line ends: an object or None for each."""
    grammar, rule = GRAMMARS.get(format, ("formats", format))
    text = "".join(s + "\n" for s in strings).encode("utf-8", "surrogateescape")
    command = [required("IRI"), "check", "-g", grammar, "-r", rule, "--json"]
    result = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = [None] * len(strings)
    *objects, summary = map(json.loads, result.stdout.splitlines())
    assert summary["summary"]["valid"] + summary["summary"]["invalid"] == len(strings)
    for diagnostic in objects:
        found[diagnostic["line"] - 1] = diagnostic
    return found
