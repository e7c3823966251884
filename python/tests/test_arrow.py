"""Columns: the same results as for each str, in every layout of Arrow, and in pyarrow, Polars, pandas and DuckDB."""

import doctest
import os
import re
import threading
import unittest

import data
import irilex

try:
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa
except ModuleNotFoundError:
    if "IRILEX_ARROW" in os.environ:  # .ci/python sets it where it installs them
        raise
    raise unittest.SkipTest("pyarrow, Polars, pandas and DuckDB are not installed")

import irilex.duckdb
import irilex.pandas
import irilex.polars
from irilex import arrow

STRINGS = [
    "http://u:p@example.org:80/p?q#f", None, "a b", "", "http://[::1", "mailto:ann@example.org", None,
    "http://é.example/" + "é" * 20, "http://例え.jp/\U00020000", "a:", "http://a/%4",
] * 7  # more than eight rows, and not a multiple of eight
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def code(s, format):
    """Return the code of a string, or None; the slow version."""
    try:
        irilex.check(s, format) if s is not None else None
    except irilex.Error as e:
        return e.code
    return None


def parts(s):
    return irilex.parse(s)._asdict() if s is not None and irilex.valid(s) else None


class Columns(unittest.TestCase):
    def compare(self, column, strings, format="iri"):
        want = [None if s is None else irilex.valid(s, format) for s in strings]
        got = arrow.valid(column, format)
        got.validate(full=True)
        self.assertEqual(got.to_pylist(), want)
        got = arrow.codes(column, format)
        got.validate(full=True)
        self.assertEqual(got.to_pylist(), [code(s, format) for s in strings])
        if format == "iri":
            got = arrow.parse(column)
            got.validate(full=True)
            self.assertEqual(got.to_pylist(), [parts(s) for s in strings])

    def test_layouts(self):
        for kind in TYPES:
            column = pa.array(STRINGS, pa.string()).cast(pa.binary()).cast(kind)
            self.compare(column, STRINGS)
            self.compare(column[3:20], STRINGS[3:20])
            self.compare(column[5:5], [])
            chunked = pa.chunked_array([column[:5], column[5:5], column[5:30], column[30:]])
            self.compare(chunked, STRINGS)
            self.compare(pa.chunked_array([], kind), [])
            valid = [s for s in STRINGS if s]
            self.compare(pa.array(valid, pa.string()).cast(pa.binary()).cast(kind), valid)

    def test_nulls(self):
        for kind in TYPES:
            self.compare(pa.nulls(9, kind), [None] * 9)

    def test_formats(self):
        """The cases of every format, those that Python functions check too."""
        for name in irilex.formats.NAMES:
            strings = [s for n, _, s in data.cases() if n == name] + [None]
            self.compare(pa.array(strings), strings, name)

    def test_not_utf8(self):
        self.assertEqual(arrow.valid(pa.array([b"http://a/\xff", b"a:\xc3", b"a:\xc3\xa9"])).to_pylist(), [False, False, True])

    def test_refused(self):
        for column in pa.array([1]), pa.array([["a:"]]), pa.array(["a:"]).dictionary_encode(), pa.table({"a": ["a:"]}):
            with self.assertRaisesRegex(TypeError, "^a column of strings or binary values is expected"):
                arrow.valid(column)
        for column in ["a:"], "a:", None:
            with self.assertRaisesRegex(TypeError, "^an Arrow column is expected, not <class"):
                arrow.valid(column)
        with self.assertRaises(LookupError):
            arrow.valid(pa.array(["a:"]), "dates")
        with self.assertRaises(LookupError):
            arrow.parse(pa.array(["2023-02-28"]), "date")

    def test_failing_stream(self):
        """An error of the column's own reader is reported, not swallowed."""

        class Failing:
            def __arrow_c_stream__(self, requested_schema=None):
                def batches():
                    raise OSError("the disk is gone")
                    yield  # a generator

                return pa.RecordBatchReader.from_batches(pa.schema([("a", pa.string())]), batches()).__arrow_c_stream__()

        with self.assertRaisesRegex((RuntimeError, OSError), "the disk is gone"):
            arrow.valid(Failing())

    def test_threads(self):
        column, failures = pa.array(STRINGS * 2000), []
        want = arrow.valid(column)

        def run():
            for _ in range(3):
                if not arrow.valid(column).equals(want):
                    failures.append(1)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_memory(self):
        """Results release their memory, whether another library takes them or not."""
        if not irilex.NATIVE:
            self.skipTest("the extension is not installed")
        import resource

        column = pa.array(["http://example.org/" + "a" * 1000] * 1000)
        class Plain:
            def __arrow_c_array__(self, requested_schema=None):
                return column.__arrow_c_array__()

        before = 0
        for i in range(300):
            for function in arrow.valid, arrow.codes, arrow.parse:
                function(column)
                function(Plain())
            if i == 100:
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 50_000)  # kilobytes; a leak of one result in three would be 60,000


class Libraries(unittest.TestCase):
    def test_polars(self):
        series = pl.Series("url", STRINGS)
        want = [None if s is None else irilex.valid(s) for s in STRINGS]
        self.assertEqual(arrow.valid(series).to_list(), want)
        self.assertEqual(arrow.valid(series).name, "url")
        self.assertEqual(series.irilex.valid().to_list(), want)
        frame = pl.DataFrame({"url": STRINGS}).lazy()
        got = frame.select(
            pl.col("url").irilex.valid().alias("v"),
            pl.col("url").irilex.codes().alias("c"),
            pl.col("url").irilex.parse().struct.field("host").alias("h"),
        ).collect()
        self.assertEqual(got["v"].to_list(), want)
        self.assertEqual(got["c"].to_list(), [code(s, "iri") for s in STRINGS])
        self.assertEqual(got["h"].to_list(), [(parts(s) or {}).get("host") for s in STRINGS])
        self.assertEqual(frame.filter(pl.col("url").irilex.valid("email")).collect().height, 0)

    def test_pandas(self):
        want = [pd.NA if s is None else irilex.valid(s) for s in STRINGS]
        for dtype in "string", "object", "str", pd.ArrowDtype(pa.string()):
            series = pd.Series(STRINGS, dtype=dtype, name="url", index=range(5, 5 + len(STRINGS)))
            got = series.irilex.valid()
            self.assertEqual(got.tolist(), want, dtype)
            self.assertEqual((got.name, got.index[0]), ("url", 5))
            hosts = series.irilex.parse().struct.field("host")
            self.assertEqual(hosts.dropna().tolist(), [p["host"] for p in map(parts, STRINGS) if p and p["host"]])
        self.assertEqual(arrow.valid(pd.Series(STRINGS, dtype="string[pyarrow]")).tolist(), want)
        self.assertEqual(pd.Series([None, None], dtype="object").irilex.codes().isna().tolist(), [True, True])

    def test_duckdb(self):
        connection = duckdb.connect()
        irilex.duckdb.register(connection)
        table = pa.table({"i": range(len(STRINGS)), "url": STRINGS})
        connection.register("t", table)
        got = connection.sql(
            "SELECT irilex_valid(url, 'iri'), irilex_code(url, 'iri'), irilex_parse(url, 'iri').host FROM t ORDER BY i"
        ).fetchall()
        want = [
            (None if s is None else irilex.valid(s), code(s, "iri"), (parts(s) or {}).get("host")) for s in STRINGS
        ]
        self.assertEqual(got, want)
        self.assertEqual(connection.sql("SELECT irilex_valid('2023-02-29', 'date')").fetchall(), [(False,)])
        with self.assertRaisesRegex(duckdb.Error, "must be a constant"):
            connection.sql("SELECT irilex_valid(url, url) FROM t").fetchall()

    def test_page(self):
        """The examples of README.md."""
        text = re.sub("^```.*$", "", (data.ROOT / "python/README.md").read_text(encoding="utf-8"), flags=re.M)
        test = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, 0)
        self.assertEqual(doctest.DocTestRunner(verbose=False).run(test).failed, 0)
        self.assertGreater(len(test.examples), 20)

    def test_examples(self):
        for module in arrow, irilex.polars, irilex.pandas, irilex.duckdb:
            result = doctest.testmod(module, verbose=False)
            self.assertEqual(result.failed, 0)
            self.assertGreater(result.attempted, 1)


if __name__ == "__main__":
    unittest.main()
