"""Measures where a job spends its time: python scale.py FOLDER ROUNDS EXECUTORS [WAY...]

FOLDER/lines contains the files of generate.py. IRI is the path of the program. Each round measures
all ways. The result is a line of JSON for each way, with the minimum time and the minimum CPU seconds,
without the start of the cluster. stderr shows each round.
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
    """Yields the number of bytes in the lines of a batch."""
    import pyarrow as pa

    for batch in batches:
        yield pa.RecordBatch.from_arrays([pa.array([len(iri_spark._encode(batch.column(0)))])], ["n"])


def ways(df):
    """Returns functions, each of which adds a stage: JVM, Arrow to Python and back, lines for a pipe, the pipe."""
    n = StructType([StructField("n", LongType())])
    return {
        "read": lambda: df.agg(F.sum(F.length("value"))).collect()[0][0],
        "arrow": lambda: df.mapInArrow(identity, df.schema).count(),
        "encode": lambda: df.mapInArrow(encode, n).agg(F.sum("n")).collect()[0][0],
        "valid": lambda: iri_spark.valid(df, "value").where("valid").count(),
        "filter": lambda: iri_spark.filter(df, "value").count(),
        "rejects": lambda: iri_spark.rejects(df, "value").count(),
        "parse": lambda: iri_spark.parse(df, "value").where("parts.error is null").count(),
    }


def cpu():
    """Returns the CPU seconds used by the executors, their Python processes, and iri."""
    processes, total = {}, {"jvm": 0.0, "python": 0.0, "iri": 0.0}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as f:
                head, tail = f.read().rsplit(")", 1)
            with open(os.path.dirname(path) + "/cmdline") as f:
                command = f.read().replace("\0", " ")
        except OSError:
            continue  # the process has ended
        fields = tail.split()
        times = [int(t) / TICKS for t in fields[11:15]]  # user and system, then those of ended children
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


def main(folder, rounds, executors, *chosen):
    spark = (
        SparkSession.builder.master(f"local-cluster[{executors},1,1024]")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.files.maxPartitionBytes", "256m").config("spark.sql.files.openCostInBytes", "128m")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    spark.sparkContext.addFile(os.environ["IRI"])
    spark.sparkContext.addPyFile(os.path.join(HERE, "iri_spark.py"))
    files = sorted(glob.glob(os.path.join(folder, "lines", "*.txt")))
    size = sum(map(os.path.getsize, files))
    df = spark.read.option("lineSep", "\n").text(files)
    spark.range(0, 4, 1, 4).mapInArrow(identity, "id long").count()  # starts the executors and Python
    best = {}
    for _ in range(int(rounds)):
        for name, do in ways(df).items():
            if chosen and name not in chosen:
                continue
            began, before = time.perf_counter(), cpu()
            result = do()
            took, after = time.perf_counter() - began, cpu()
            row = {"wall": took, **{who: after[who] - before[who] for who in after}}
            print(name, row, file=sys.stderr, flush=True)
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
