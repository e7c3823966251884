"""Verdicts and errors: those of the standards, of package formats, and of the program iri."""

import collections
import copy
import doctest
import inspect
import pickle
import re
import unittest

import data
import irilex
from irilex import _core, _pure, formats

ENGINES = [_core._engine] + [_pure] * irilex.NATIVE


def unescaped(message):
    """Return a message with the characters that are escaped: which ones depends on the version of Unicode."""
    return re.sub(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})", lambda m: chr(int(m[1] or m[2], 16)), message)


class Verdicts(unittest.TestCase):
    def compare(self, rows):
        count = collections.Counter()
        for name, want, s in rows:
            if want is None or name not in formats.NAMES:
                continue
            count[name, want] += 1
            got = irilex.valid(s, name)
            self.assertIs(got, want, f"{name}: {s!r}")
            try:
                self.assertIsNone(irilex.check(s, name))
                got = True
            except irilex.Error as e:
                self.assertTrue(0 <= e.offset <= len(s), f"{name}: {s!r}: {e.offset}")
                got = False
            self.assertIs(got, want, f"{name}: {s!r}")
        self.assertGreater(len(count), 6)
        return count

    def test_cases(self):
        count = self.compare(data.cases())
        self.assertEqual(len(count), 2 * len(formats.NAMES))

    def test_official(self):
        self.compare(data.official())

    def test_conformance(self):
        self.compare(data.conformance())

    def test_edits(self):
        count = self.compare(data.verdicts())
        self.assertEqual(len(count), 2 * len(formats.NAMES))

    def test_ways(self):
        """The extension and Python agree on what they find, not only on verdicts."""
        if not irilex.NATIVE:
            self.skipTest("the extension is not installed")
        native, n = _core._engine, 0
        rows = data.cases() + data.conformance() + data.verdicts()[::20]
        for name, _, s in rows:
            if name not in formats.NAMES:
                continue
            rule, _ = _core.find(name)
            n += 1
            for function in "matches", "error_offset", "prefix", "split":
                want, got = getattr(_pure, function)(rule, s), getattr(native, function)(rule, s)
                self.assertEqual(got, want, f"{function} of {name}: {s!r}")
        self.assertGreater(n, 3000)


class Errors(unittest.TestCase):
    def test_offsets(self):
        """Offsets, codes and messages of prose are those of "iri check --json"."""
        by_format = collections.defaultdict(dict)  # a set that keeps its order
        for name, _, s in data.cases() + data.official() + data.conformance() + data.verdicts()[::10]:
            if name in formats.NAMES and not set(s) & set("\n\r\0") and not s.startswith("\ufeff"):
                by_format[name][s] = None
        checked = 0
        for name, strings in by_format.items():
            strings = [s for s in strings if not any("\ud800" <= c <= "\udfff" for c in s)]
            for s, want in zip(strings, data.diagnostics(name, strings)):
                try:
                    irilex.check(s, name)
                    self.assertIsNone(want, f"{name}: {s!r}")
                    continue
                except irilex.Error as e:
                    got = e
                self.assertIsNotNone(want, f"{name}: {s!r}")
                checked += 1
                where = f"{name}: {s!r}: {got}, {want}"
                if got.code == "format":
                    self.assertEqual(want["code"], "format", where)
                    self.assertEqual(unescaped(want["message"]), unescaped(got.message), where)
                stop = want["stop"] or want
                self.assertEqual(len(s[: got.offset].encode()), stop["offset"], where)
                self.assertEqual(got.column, stop["column"], where)
                if want["stop"]:
                    self.assertEqual(got.code == "incomplete", stop["incomplete"], where)
        self.assertGreater(checked, 4000)

    def test_corpora(self):
        """Truncated and damaged lines of real IRIs fail where they do for the program."""
        for name in "urls", "iris":
            with open(data.required("IRI_SHARED") + f"/corpora/{name}.txt", encoding="utf-8") as file:
                lines = [line.rstrip("\n") for line in file][:2000]
            damaged = [s[: len(s) // 2] + " " * (i % 2) + s[len(s) // 2 + i % 3 :] for i, s in enumerate(lines)]
            for s, want in zip(lines + damaged, data.diagnostics("iri", lines + damaged)):
                if irilex.valid(s):
                    self.assertIsNone(want, s)
                    continue
                with self.assertRaises(irilex.Error) as caught:
                    irilex.check(s)
                self.assertEqual(caught.exception.column, want["stop"]["column"], s)

    def test_error(self):
        with self.assertRaises(ValueError) as caught:
            irilex.check("http://é.example/a b")
        for e in caught.exception, pickle.loads(pickle.dumps(caught.exception)), copy.copy(caught.exception):
            self.assertEqual((e.format, e.offset, e.column, e.code), ("iri", 18, 19, "unexpected"))
            self.assertEqual(str(e), "iri: column 19: a space is not allowed here")
        self.assertEqual(type(e).__module__, "irilex")
        with self.assertRaisesRegex(irilex.Error, "^iri: column 10: the text ends too early$"):
            irilex.check("http://[:")

    def test_surrogates(self):
        for engine in ENGINES:
            self.assertFalse(engine.valid("http://a/\udc80"))
            self.assertFalse(engine.matches(0, "http://a/\ud83d\ude00"))
            self.assertEqual(engine.error_offset(0, "http://é/\udc80x"), 9)
            self.assertIsNone(engine.split(0, "http://a/\udc80"))

    def test_arguments(self):
        for engine in ENGINES:
            self.assertTrue(engine.valid("2023-02-28", "date"))
            self.assertFalse(engine.valid("2023-02-29", format="date"))
            for s in b"http://a/", None, 1:
                with self.assertRaisesRegex(TypeError, "^a str is expected, not <class '"):
                    engine.valid(s)
                with self.assertRaisesRegex(TypeError, "^a str is expected, not <class '"):
                    engine.split(0, s)
            for args, keywords in ((), {}), (("a:", "iri", 1), {}), (("a:",), {"f": 1}), ((), {"s": "a:"}):
                with self.assertRaises(TypeError):
                    engine.valid(*args, **keywords)
        for function in irilex.valid, irilex.check, irilex.parse:
            for name in "dates", "IRI", "token":  # the last two are rules
                with self.assertRaisesRegex(LookupError, f"'{name}'"):
                    function("a:", name)
            parameters = inspect.signature(function).parameters
            self.assertEqual([(p.name, p.default) for p in parameters.values()], [("s", inspect.Parameter.empty), ("format", "iri")])
        with self.assertRaisesRegex(LookupError, "has no parts"):
            irilex.parse("2023-02-28", "date")


class Package(unittest.TestCase):
    def test_parse(self):
        self.assertEqual(
            irilex.parse("http://u:p@[::1]:80/p?q#f"),
            ("http", "u:p@[::1]:80", "u:p", "[::1]", "80", "/p", "q", "f"),
        )
        self.assertEqual(irilex.parse("a:"), ("a", None, None, None, None, "", None, None))
        self.assertEqual(irilex.parse("//@:?#", "uri-reference"), (None, "@:", "", "", "", "", "", ""))
        self.assertEqual(irilex.parse("http://é.example/").host, "é.example")
        with self.assertRaises(irilex.Error):
            irilex.parse("//a")

    def test_names(self):
        for name in formats.NAMES:
            function = getattr(formats, name.replace("-", "_"))
            self.assertTrue(function.__doc__.startswith("Report whether s is "), name)
            valid, invalid = (next(s for n, v, s in data.cases() if n == name and v is want) for want in (True, False))
            self.assertIs(function(valid), True)
            self.assertIs(function(invalid), False)
        public = [name for name, f in vars(formats).items() if inspect.isfunction(f) and f.__module__ == formats.__name__]
        self.assertEqual(len(public), len(formats.NAMES))

    def test_examples(self):
        for module in irilex, formats:
            result = doctest.testmod(module, verbose=False)
            self.assertEqual(result.failed, 0)
            self.assertGreater(result.attempted, 1)


if __name__ == "__main__":
    unittest.main()
