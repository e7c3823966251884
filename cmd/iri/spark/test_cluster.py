"""Tests iri_spark on a cluster of one machine with two executors. .ci/spark runs the tests.

IRI is the path of the program, and DATA a folder that generate.py filled, with parquet.
"""

import collections
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import iri_spark
from test_validator import HARD, ask

IRI, DATA = os.environ["IRI"], os.environ["DATA"]
HERE = os.path.dirname(os.path.abspath(__file__))

# A program that adds a line "PID PARENT" to VICTIMS and becomes iri.
NOTING = '#!/bin/sh\necho "$$ $PPID" >>{victims}\nexec {iri} "$@"\n'


def parent(pid):
    with open(f"/proc/{pid}/stat") as f:
        return int(f.read().rsplit(")", 1)[1].split()[1])


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(true, seconds=120):
    """Waits until true returns a true value, and returns the value."""
    for _ in range(seconds * 20):
        if result := true():
            return result
        time.sleep(0.05)
    raise TimeoutError


class ClusterTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local-cluster[2,1,1024]").appName("iri_spark")
            .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.files.maxPartitionBytes", "256m").config("spark.sql.files.openCostInBytes", "128m")
            .getOrCreate()
        )
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.spark.sparkContext.addFile(IRI)
        cls.spark.sparkContext.addPyFile(os.path.join(HERE, "iri_spark.py"))
        cls.files = sorted(glob.glob(os.path.join(DATA, "lines", "*.txt")))
        run = subprocess.run([IRI, "check", "--json", *cls.files], stdout=subprocess.PIPE)
        *lines, summary = run.stdout.splitlines()
        cls.mistakes = [json.loads(line) for line in lines]
        cls.counts = json.loads(summary)["summary"]
        assert cls.counts["invalid"] == len(cls.mistakes) > 1000 and cls.counts["valid"] > 100_000, cls.counts

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        began = time.monotonic()
        self.addCleanup(lambda: print(f"{self.id()}: {time.monotonic() - began:.0f} s", flush=True))

    def path(self, name):
        return os.path.join(self.folder, name)

    def noting(self):
        """Returns a program that records its starts, and a function that returns them."""
        with open(self.path("noting"), "w") as f:
            f.write(NOTING.format(victims=self.path("victims"), iri=IRI))
        os.chmod(self.path("noting"), 0o755)

        def notes():
            if not os.path.exists(self.path("victims")):
                return []
            with open(self.path("victims")) as f:
                return [tuple(map(int, line.split())) for line in f.read().splitlines()]

        return self.path("noting"), notes

    def lines(self):
        # Only LF ends a line: lines contain CR.
        return self.spark.read.option("lineSep", "\n").text(self.files)

    def read(self, values, partitions=1):
        """Returns a DataFrame of these bytes as strings. Parquet passes them to Spark unchanged."""
        column = pa.array(values, pa.binary()).view(pa.string())
        pq.write_table(pa.table({"id": pa.array(range(len(values))), "url": column}), self.path("in.parquet"))
        df = self.spark.read.parquet(self.path("in.parquet"))
        return df.repartition(partitions) if partitions > 1 else df

    def test_lines(self):
        df = self.lines()
        rejected = iri_spark.rejects(df, "value").select(F.col("value").cast("binary"), "error.*").toArrow()
        got = sorted((r["value"], r["code"], r["message"]) for r in rejected.to_pylist())
        want = sorted((self.input(m), m["code"], m["message"]) for m in self.mistakes)
        self.assertEqual(got, want)
        self.assertEqual(iri_spark.filter(df, "value").count(), self.counts["valid"])
        verdicts = dict(iri_spark.valid(df, "value").groupBy("valid").count().collect())
        self.assertEqual(verdicts, {True: self.counts["valid"], False: self.counts["invalid"]})

    @staticmethod
    def input(mistake):
        return bytes.fromhex(mistake["input_hex"]) if "input_hex" in mistake else mistake["input"].encode()

    def test_parquet(self):
        df = self.spark.read.parquet(os.path.join(DATA, "parquet"))
        want = sorted((os.path.basename(m["file"]), m["line"], m["code"], m["offset"], m["message"]) for m in self.mistakes)
        rejected = iri_spark.rejects(df, "url").select("file", "line", "error.*").toArrow()
        got = sorted((r["file"], r["line"], r["code"], r["offset"], r["message"]) for r in rejected.to_pylist())
        self.assertEqual(got, want)
        parts = iri_spark.parse(df, "url")
        got = parts.where("parts.error is not null").select("file", "line", "parts.error.*").toArrow()
        got = sorted((r["file"], r["line"], r["code"], r["offset"], r["message"]) for r in got.to_pylist())
        self.assertEqual(got, want)
        hosts = dict(parts.where("parts.scheme = 'https'").groupBy("parts.host").count().collect())
        want = collections.Counter()
        for file in self.files:
            command = [IRI, "parse", "--fields", "scheme,host", "-r", "IRI", file]
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            want.update(line[6:].decode() for line in run.stdout.splitlines() if line.startswith(b"https\t"))
        self.assertEqual(hosts, dict(want))

    def test_hard_values(self):
        known = [v for v in HARD if v is not None]
        want = dict(zip(known, ask(known, "parse", "--json", "-r", "IRI")))
        df = self.read(HARD, partitions=7)

        def by_id(df):
            return {row["id"]: row for row in df.drop("url").toArrow().to_pylist()}

        verdicts, parts = by_id(iri_spark.valid(df, "url")), by_id(iri_spark.parse(df, "url"))
        kept, rejected = by_id(iri_spark.filter(df, "url")), by_id(iri_spark.rejects(df, "url"))
        binary = by_id(iri_spark.valid(df.withColumn("url", F.col("url").cast("binary")), "url"))
        self.assertEqual(len(kept) + len(rejected), len(HARD))
        for i, value in enumerate(HARD):
            valid = None if value is None else want[value]["valid"]
            self.assertEqual(verdicts[i]["valid"], valid, value)
            self.assertEqual(binary[i]["valid"], valid, value)
            self.assertEqual(i in kept, valid is True, value)
            self.assertEqual(i in rejected, valid is not True, value)
            row = parts[i]["parts"]
            if valid is None:
                self.assertIsNone(row)
                self.assertIsNone(rejected[i]["error"])
                continue
            error = row.pop("error")
            self.assertEqual(row, want[value].get("components") or dict.fromkeys(row), value)
            if not valid:
                self.assertEqual(error, rejected[i]["error"], value)
                self.assertEqual(error["code"], want[value]["error"]["code"], value)

    def test_mistaken_calls(self):
        df = self.read([b"a:b"])
        for call, error, text in (
            (lambda: iri_spark.valid(df, "uri"), ValueError, "no column 'uri'; its columns are id, url"),
            (lambda: iri_spark.valid(df, "id"), TypeError, "'id' is bigint, not string or binary"),
            (lambda: iri_spark.valid(df, "url", name="id"), ValueError, "already has a column 'id'"),
            (lambda: iri_spark.parse(df, "url", grammar="ntriples"), ValueError, "not 'ntriples'"),
        ):
            self.assertRaisesRegex(error, text, call)

    def test_errors_reach_the_driver(self):
        df = self.read([b"a:b"])
        for make, text in (
            (lambda: iri_spark.valid(df, "url", iri="/nowhere/iri"), "'/nowhere/iri' is not a program. Ship it with spark-submit"),
            (lambda: iri_spark.parse(df, "url", rule="nothing"), "ended with status 2; stderr: iri: "),
        ):
            with self.assertRaises(Exception) as caught:
                make().collect()
            self.assertIn(text, str(caught.exception))

    def test_empty_partitions(self):
        program, notes = self.noting()
        df = self.spark.createDataFrame([("a:b",), ("a b",)], "url string").repartition(8)
        self.assertEqual(iri_spark.filter(df, "url", iri=program).count(), 1)
        self.assertIn(len(notes()), (1, 2))  # one process for each partition with rows
        empty = df.where("url = ''")
        self.assertEqual(iri_spark.valid(empty, "url").collect(), [])
        self.assertEqual(iri_spark.parse(empty, "url").collect(), [])
        self.assertEqual(iri_spark.rejects(empty, "url").collect(), [])

    def test_a_million_short_lines(self):
        df = self.spark.range(0, 1_000_000, 1, 1).select(F.when(F.col("id") % 4 == 0, "").otherwise("a:").alias("url"))
        verdicts = dict(iri_spark.valid(df, "url").groupBy("valid").count().collect())
        self.assertEqual(verdicts, {True: 750_000, False: 250_000})
        df = df.where("url = 'a:'")
        self.assertEqual(iri_spark.parse(df, "url").where("parts.scheme = 'a' and parts.path = ''").count(), 750_000)

    def test_long_lines(self):
        df = self.read([b"a:" + b"b" * 10_000_000, b"a:b", b"a:" + b"b" * 10_000_000 + b"<", b"\n" * 1_000_000])
        verdicts = iri_spark.valid(df, "url").orderBy("id").select("valid").collect()
        self.assertEqual([v for (v,) in verdicts], [True, True, False, False])
        parts = iri_spark.parse(df, "url").orderBy("id").select(F.length("parts.path"), "parts.error.offset").collect()
        self.assertEqual([tuple(p) for p in parts], [(10_000_000, None), (1, None), (None, 10_000_002), (None, 0)])

    def test_limit_leaves_no_process(self):
        program, notes = self.noting()
        df = self.spark.range(0, 4_000_000, 1, 2).select(F.concat(F.lit("a:"), "id").alias("url"))
        self.assertEqual(len(iri_spark.valid(df, "url", iri=program).limit(3).collect()), 3)
        until(lambda: not any(alive(pid) for pid, _ in notes()))

    def test_killed(self):
        """A process is killed during a task. Spark retries the task, and the rows are correct."""
        for victim in "iri", "python", "executor":
            with self.subTest(victim=victim):
                self.folder = tempfile.mkdtemp()
                self.addCleanup(shutil.rmtree, self.folder)
                self.kill(victim)

    def kill(self, victim):
        program, notes = self.noting()
        gate, out, rows = self.path("gate"), self.path("out"), 400_000

        def wait(batches):
            # The first rows are validated before the gate opens, the others afterwards.
            for i, batch in enumerate(batches):
                while i == 10 and not os.path.exists(gate):
                    time.sleep(0.01)
                yield batch

        df = self.spark.range(0, rows, 1, 2).select("id", F.when(F.col("id") % 10 == 0, "a b").otherwise("a:b").alias("url"))
        df = iri_spark.valid(df.mapInArrow(wait, df.schema), "url", iri=program)
        job = threading.Thread(target=df.write.parquet, args=(out,))
        job.start()
        until(lambda: len(notes()) == 2)
        pid, worker = notes()[0]
        doomed = {"iri": pid, "python": worker, "executor": parent(parent(worker))}[victim]
        with open(f"/proc/{doomed}/cmdline") as f:
            self.assertIn({"iri": "check", "python": "pyspark", "executor": "CoarseGrainedExecutorBackend"}[victim], f.read())
        os.kill(doomed, signal.SIGKILL)
        until(lambda: not alive(pid))  # the pipe of its worker is closed
        open(gate, "w").close()
        job.join()
        self.assertGreaterEqual(len(notes()), 3)  # the task was retried
        done = self.spark.read.parquet(out)
        self.assertEqual(done.select("id").distinct().count(), rows)
        self.assertEqual(dict(done.groupBy("valid").count().collect()), {True: rows * 9 // 10, False: rows // 10})
        self.assertEqual(done.where("valid != (id % 10 != 0)").count(), 0)

    # The shell separates the status 1 (some values are invalid), which is not a failure, from others.
    PIPE = "sh -c '\"$0\" check --verdicts --escaped || test $? = 1' {}"

    def test_rdd_pipe(self):
        lines = self.spark.sparkContext.textFile(",".join(self.files[:4]), 4).map(iri_spark.escape)
        verdicts = lines.pipe(self.PIPE.format(IRI), checkCode=True)
        pairs = lines.zip(verdicts)  # line N of the output answers line N
        got = pairs.filter(lambda pair: pair[1] == "0").keys().collect()
        text = "".join(line + "\n" for line in got).encode()
        run = subprocess.run([IRI, "check", "--verdicts", "--escaped"], input=text, stdout=subprocess.PIPE)
        self.assertEqual(set(run.stdout.split()), {b"0"})
        # The JVM reads bytes that are not UTF-8 as U+FFFD, and CR ends a line: in a:\rb the b is
        # invalid.
        self.assertEqual(len(got), sum(m["file"] in self.files[:4] for m in self.mistakes))

    def test_rdd_pipe_that_dies(self):
        lines = self.spark.sparkContext.parallelize(["a:b"] * 1000, 2)
        with self.assertRaises(Exception) as caught:
            lines.pipe(f"sh -c 'head -n 10 | \"$0\" check --verdicts; kill -9 $$' {IRI}", checkCode=True).count()
        self.assertIn("-9", str(caught.exception))


if __name__ == "__main__":
    unittest.main(verbosity=2)
