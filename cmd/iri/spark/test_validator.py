"""Tests iri_spark without a cluster. IRI is the path of the program: python -m unittest test_validator"""

import json
import os
import random
import signal
import stat
import subprocess
import tempfile
import unittest
from unittest import mock

import pyarrow as pa
from pyspark import SparkFiles

import iri_spark

IRI = os.environ.get("IRI", "iri")

# Values that need escapes in a line, or that look like another format.
HARD = [
    None, b"", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\0", b"a:b\r", b"a:b\n", b"a:b\nc:d", b"\na:b", b"a:\0", b"a:\t", b'"', b'a:"b"', b"'",
    b"\\", b"a:\\", b"a:\\x41", b"\\N", b"\\x0A b", b"\\\\\n <", b"\xff", b"a:\xff", b"a:\xed\xa0\x80", b"\xef\xbb\xbfa:b", b"\x1f\x8b\x08\0",
    b"PAR1", b'{"a":1}', b"#", "é:b".encode(), "a:é東".encode(), "a:\u202e".encode(), b"a:" + b"b" * 100_000, b"a:" + b"b" * 100_000 + b"<",
    b"http://[g\xff]/", b"http://[g\tb\\\x01]/", b"http://u@h:8a\xff/",
    b"http://u:p@h:8/p?q#f", b"http:?#", b"http://@:/", b"a b", b"a:b",
]


def validator(path=IRI, grammar="rfc3987", rule="IRI"):
    return iri_spark._Validator(path, grammar, rule)


def escaped(value):
    return value.replace(b"\\", b"\\\\").replace(b"\n", b"\\x0A").replace(b"\r", b"\\x0D")


def ask(values, *args):
    """Returns the JSON objects that iri prints for values."""
    run = subprocess.run([IRI, *args, "--escaped"], input=b"".join(escaped(v) + b"\n" for v in values),
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in run.stdout.splitlines()]


class ValidatorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, value in ("_root_directory", self.folder), ("_is_running_on_worker", True):
            patch = mock.patch.object(SparkFiles, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def program(self, script):
        path = os.path.join(self.folder, "program")
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + script)
        os.chmod(path, stat.S_IRWXU)
        return path

    def check(self, values, kind):
        known = [v for v in values if v is not None]
        want = dict(zip(known, ask(known, "parse", "--json", "-r", "IRI")))
        array = pa.array(values, pa.binary()).view(kind) if kind == pa.string() else pa.array(values, kind)
        invalid = pa.array([v for v in values if v is None or not want[v]["valid"]], pa.binary())
        v = validator()
        with v:
            verdicts, parts, errors = v.verdicts(array), v.parts(array), v.errors(invalid)
        self.assertEqual(verdicts.to_pylist(), [v if v is None else want[v]["valid"] for v in values])
        for value, row in zip(values, parts.to_pylist()):
            if value is None:
                self.assertIsNone(row)
                continue
            error = row.pop("error")
            self.assertEqual(row, want[value].get("components") or dict.fromkeys(iri_spark.COMPONENTS), value)
            self.check_error(value, error, want[value])
        for value, error in zip(invalid.to_pylist(), errors.to_pylist()):
            if value is None:
                self.assertIsNone(error)
            else:
                self.check_error(value, error, want[value])

    def check_error(self, value, error, want):
        if want["valid"]:
            self.assertIsNone(error, value)
            return
        want = want["error"]
        self.assertEqual((error["code"], error["message"]), (want["code"], want["message"]), value)
        at = error["offset"]
        self.assertEqual(len(escaped(value[:at])), want["offset"], value)

    def test_hard_values(self):
        for kind in pa.string(), pa.binary(), pa.large_string(), pa.large_binary():
            with self.subTest(kind=kind):
                values = [v for v in HARD if kind != pa.large_string() or v is None or v.isascii()]
                self.check(values, kind)
                for value in values:
                    self.check([value], kind)

    def test_random_values(self):
        r = random.Random(1)
        parts = [b"a", b":", b"/", b"\\", b"\n", b"\r", b"x0A", b" ", b"<", b"\0", b"\xc3\xa9", b"\xff", b"http://", b"%", b"@", b"?", b"#"]
        for _ in range(40):
            values = [r.choice([None, b"".join(r.choices(parts, k=r.randrange(9)))]) for _ in range(r.randrange(200))]
            self.check(values, pa.binary())

    def test_slices(self):
        array = pa.array(["a b", None, "a:b", "<", "a:c"])
        v = validator()
        with v:
            for i in range(6):
                for n in range(6 - i):
                    want = [False, None, True, False, True][i:i + n]
                    self.assertEqual(v.verdicts(array.slice(i, n)).to_pylist(), want)
                    parts = v.parts(array.slice(i, n)).to_pylist()
                    self.assertEqual([p and p["error"] is None for p in parts], want)

    def test_more_than_a_pipe_holds(self):
        array = pa.array(["a:" + "b" * 200, "a b"] * 100_000)
        v = validator()
        with v:
            for _ in range(3):
                self.assertEqual(v.verdicts(array).to_pylist(), [True, False] * 100_000)
            self.assertEqual(v.parts(array).field("path").null_count, 100_000)
            self.assertEqual(len(v._pipes), 2)

    def test_other_rules(self):
        for grammar, rule, value, want in (
            ("rfc3986", None, "a:é", False), ("rfc3987", "IRI-reference", "a", True), ("ntriples", None, "<a:b> <a:b> <a:b> .", True),
            ("profiles", None, "a:\u202e", False),
        ):
            v = validator(grammar=grammar, rule=rule)
            with v:
                self.assertEqual(v.verdicts(pa.array([value])).to_pylist(), [want], (grammar, rule))

    def test_shipped_grammar_and_program(self):
        with open(os.path.join(self.folder, "own.abnf"), "w") as f:
            f.write('greeting = "hi"\r\n')
        os.symlink(os.path.abspath(IRI), os.path.join(self.folder, "iri"))
        v = validator(None, "own.abnf", "greeting")
        with mock.patch.dict(os.environ), v:
            os.environ.pop("IRI", None)
            self.assertEqual(v.verdicts(pa.array(["hi", "ho"])).to_pylist(), [True, False])

    def fails(self, path, values=("a:b", "a b"), ask="verdicts", **kwargs):
        v = validator(path, **kwargs)
        with self.assertRaises((RuntimeError, FileNotFoundError)) as caught, v:
            getattr(v, ask)(pa.array(values))
        return str(caught.exception)

    def test_no_program(self):
        self.assertIn("'/nowhere/iri' is not a program. Ship it", self.fails("/nowhere/iri"))
        with mock.patch.dict(os.environ, {"PATH": ""}):
            os.environ.pop("IRI", None)
            self.assertIn("iri was neither shipped nor found in the PATH", self.fails(None))
            os.environ["IRI"] = "/other/iri"
            self.assertIn("'/other/iri' is not a program", self.fails(None))

    def test_program_refuses(self):
        self.assertIn('answered 0 of 2 lines and ended with status 2; stderr: iri: nowhere is neither ', self.fails(IRI, grammar="nowhere"))
        for ask in "parts", "errors":
            self.assertIn("and ended with status 2; stderr: iri: ", self.fails(IRI, ask=ask, rule="nothing"))

    def test_program_dies(self):
        for script, want in (
            ("read line; echo 1; echo oh >&2; exit 3", "answered 1 of 2 lines and ended with status 3; stderr: oh"),
            ("read line; echo 1; kill -9 $$", "answered 1 of 2 lines and was killed by signal 9; stderr: empty"),
            ("exit 0", "answered 0 of 2 lines and ended with status 0"),
            ("read line; echo 1; read line; printf 0; exit 0", "answered 1 of 2 lines"),
            ("read line; echo 1; read line; echo x", "lines other than 1 and 0"),
            ("read line; echo 1; read line; echo 0; exit 2", "after its answers to 2 lines and ended with status 2"),
            ("read line; echo 1; read line; echo 0; kill -9 $$", "after its answers to 2 lines and was killed by signal 9"),
            ("read line; echo 1; read line; echo 0; cat; echo 1", "printed b'1\\n' after its answers to 2 lines"),
        ):
            self.assertIn(want, self.fails(self.program(script)), script)
        text = self.fails(self.program("exec 0<&-; exit 1"), values=["a" * 1000] * 10_000)
        self.assertIn("answered 0 of 10000 lines and ended with status 1", text)

    def test_killed_between_batches(self):
        v = validator()
        with self.assertRaisesRegex(RuntimeError, "answered 1 of 2 lines and was killed by signal 9"), v:
            v.verdicts(pa.array(["a:b"]))
            (pipe,) = v._pipes.values()
            os.kill(pipe._process.pid, signal.SIGKILL)
            v.verdicts(pa.array(["a:b"]))

    def test_no_process_stays(self):
        for error in None, ValueError, GeneratorExit:
            v, pids = validator(), []
            try:
                with v:
                    v.errors(pa.array(["a b"]))
                    v.verdicts(pa.array(["a b"]))
                    pids = [pipe._process.pid for pipe in v._pipes.values()]
                    if error:
                        raise error
            except (ValueError, GeneratorExit):
                pass
            self.assertEqual(len(pids), 2)
            for pid in pids:
                self.assertRaises(ProcessLookupError, os.kill, pid, 0)

    def test_a_closed_generator_ends_the_process(self):
        # Spark closes the generator of a partition in the same way.
        v, pids = validator(), []

        def partition():
            with v:
                v.verdicts(pa.array(["a:b"]))
                pids.extend(pipe._process.pid for pipe in v._pipes.values())
                yield

        g = partition()
        next(g)
        os.kill(pids[0], 0)
        g.close()
        self.assertRaises(ProcessLookupError, os.kill, pids[0], 0)

    def test_escape(self):
        values = ["", "\n", "a\r", "\\", "\\x0A", "é", "\ud800", "a:\udfff", "a:b", "\0"]
        text = "".join(iri_spark.escape(v) + "\n" for v in values).encode()
        run = subprocess.run([IRI, "parse", "--json", "--escaped"], input=text, stdout=subprocess.PIPE)
        inputs = [json.loads(line) for line in run.stdout.splitlines()]
        for value, got in zip(values, inputs, strict=True):
            bytes_ = value.encode(errors="surrogatepass")
            self.assertEqual(bytes.fromhex(got["input_hex"]) if "input_hex" in got else got["input"].encode(), bytes_)
        self.assertRaises(TypeError, iri_spark.escape, None)


if __name__ == "__main__":
    unittest.main()
