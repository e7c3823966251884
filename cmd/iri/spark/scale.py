"""Measures where the time of a job goes: python scale.py FOLDER ROUNDS EXECUTORS

FOLDER/lines has the files of generate.py. IRI is the path of the program. The ways take turns; of each
the fastest round counts, and of the CPU time the smallest. The start of the cluster is left out. The
result is a line of JSON for each way.
"""

import glob
import json
import os
import sys
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructField, StructType, LongType

import iri_spark

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


def identity(batches):
    yield from batches


def encode(batches):
    """Yields how many bytes the lines of a batch have."""
    import pyarrow as pa

    for batch in batches:
        yield pa.RecordBatch.from_arrays([pa.array([len(iri_spark._encode(batch.column(0)))])], ["n"])


def ways(df):
    """Returns what to do, from the least to the most. Each returns a number."""
    n = StructType([StructField("n", LongType())])
    return {
        "read: lines of text to strings": lambda: df.agg(F.sum(F.length("value"))).collect()[0][0],
        "arrow: to Python and back, untouched": lambda: df.mapInArrow(identity, df.schema).count(),
        "encode: to Python, and lines for a pipe": lambda: df.mapInArrow(encode, n).agg(F.sum("n")).collect()[0][0],
        "valid": lambda: iri_spark.valid(df, "value").where("valid").count(),
        "valid, over 100,000 rows a batch": lambda: in_batches(df, 100_000),
        "filter": lambda: iri_spark.filter(df, "value").count(),
        "rejects": lambda: iri_spark.rejects(df, "value").count(),
        "parse": lambda: iri_spark.parse(df, "value").where("parts.error is null").count(),
    }


def in_batches(df, rows):
    conf, name = df.sparkSession.conf, "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = conf.get(name)
    conf.set(name, rows)
    try:
        return iri_spark.valid(df, "value").where("valid").count()
    finally:
        conf.set(name, before)


def cpu():
    """Returns the CPU seconds so far of the executors, of their Python processes, and of iri."""
    processes, total = {}, {"jvm": 0.0, "python": 0.0, "iri": 0.0}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as f:
                head, tail = f.read().rsplit(")", 1)
            with open(os.path.dirname(path) + "/cmdline") as f:
                command = f.read().replace("\0", " ")
        except OSError:
            continue  # it has ended
        fields = tail.split()
        times = [int(t) / TICKS for t in fields[11:15]]  # user, system, and those of children that have ended
        processes[int(head.split()[0])] = int(fields[1]), command, times
    for pid, (parent, command, times) in processes.items():
        if "CoarseGrainedExecutorBackend" in command and descends(processes, pid):
            total["jvm"] += sum(times[:2])
        elif "pyspark.daemon" in command or "pyspark/daemon" in command:
            if descends(processes, pid):
                total["python"] += sum(times[:2])
                total["iri"] += sum(times[2:])
    return total


def descends(processes, pid):
    while pid in processes and pid != os.getpid():
        pid = processes[pid][0]
    return pid == os.getpid()


def main(folder, rounds, executors):
    spark = (
        SparkSession.builder.master(f"local-cluster[{executors},1,1024]").config("spark.ui.enabled", "false")
        .config("spark.sql.files.maxPartitionBytes", "256m").config("spark.sql.files.openCostInBytes", "128m")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    spark.sparkContext.addFile(os.environ["IRI"])
    spark.sparkContext.addPyFile(os.path.join(HERE, "iri_spark.py"))
    files = sorted(glob.glob(os.path.join(folder, "lines", "*.txt")))
    size = sum(map(os.path.getsize, files))
    df = spark.read.option("lineSep", "\n").text(files)
    spark.range(0, 4, 1, 4).mapInArrow(identity, "id long").count()  # the executors and Python are there
    best = {}
    for _ in range(int(rounds)):
        for name, do in ways(df).items():
            began, before = time.perf_counter(), cpu()
            result = do()
            took, after = time.perf_counter() - began, cpu()
            row = {"wall": took, **{who: after[who] - before[who] for who in after}}
            least = best.setdefault(name, {"result": result, **row})
            assert least["result"] == result, (name, least, result)
            for key, value in row.items():
                least[key] = min(least[key], value)
    for name, row in best.items():
        row = {key: round(value, 2) if isinstance(value, float) else value for key, value in row.items()}
        print(json.dumps({"executors": int(executors), "way": name, "MB/s": round(size / 1e6 / row["wall"]), **row}), flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
