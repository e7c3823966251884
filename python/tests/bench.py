#!/usr/bin/env python3
"""Measure irilex, for the table of README.md: .ci/python --bench runs it.

Each figure is a ratio of two loops that alternate, each by its fastest run, so that other load on the machine
matters little.

    python/tests/bench.py [--rows N]    for a column of N rows, 10,000,000 unless given
"""

import argparse
import ctypes
import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ada_url
import pyarrow as pa
import rfc3987

import irilex
from irilex import arrow

HERE = Path(__file__).resolve().parents[1]


def fastest(*loops, rounds=7):
    """Return the fastest time of each loop in nanoseconds of processor time; the loops alternate."""
    best = [float("inf")] * len(loops)
    gc.disable()
    for _ in range(rounds):
        for i, loop in enumerate(loops):
            begin = time.process_time_ns()
            loop()
            best[i] = min(best[i], time.process_time_ns() - begin)
    gc.enable()
    return best


def c_batch(column):
    """Return a loop over the column in C: the function that "abnf gen --lang c" writes."""
    library = Path(tempfile.mkdtemp()) / "rfc3987.so"
    source = HERE / "build/c/rfc3987.c"
    subprocess.run(["gcc", "-std=c99", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    batch = ctypes.CDLL(str(library)).rfc3987_IRI_valid_offsets
    batch.restype = ctypes.c_size_t
    _, offsets, text = column.buffers()
    valid = (ctypes.c_bool * len(column))()
    arguments = ctypes.c_void_p(text.address), ctypes.c_void_p(offsets.address), ctypes.c_size_t(len(column)), valid
    return lambda: batch(*arguments)


def peer(check, strings):
    """Return a loop of a function that may raise."""

    def loop():
        for s in strings:
            try:
                check(s)
            except ValueError:
                pass

    return loop


def imports(module):
    command = [sys.executable, "-c", f"import time; t = time.perf_counter_ns(); import {module}; print(time.perf_counter_ns() - t)"]
    return int(subprocess.check_output(command, cwd=HERE / "tests"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--urls", required=False, default=HERE.parent.parent / "shared/corpora/urls.txt")
    args = parser.parse_args()
    urls = Path(args.urls).read_text(encoding="utf-8").splitlines()
    column = pa.array(urls, pa.string())
    column = pa.concat_arrays([column] * (args.rows // len(urls) + 1))[: args.rows]
    ours, c = fastest(lambda: arrow.valid(column), c_batch(pa.concat_arrays([column])), rounds=5)
    print(f"arrow.valid of {len(column):,} URLs: {ours / len(column):.1f} ns each, {ours / c:.2f} of the C batch")

    strings, valid = urls[:10_000], irilex.valid
    few = strings[:1_000]
    call, isascii = fastest(lambda: [valid(s) for s in strings], lambda: [s.isascii() for s in strings], rounds=40)
    print(f"valid(s): {call / len(strings):.0f} ns, {call / isascii:.1f} of s.isascii()")
    small = pa.array(few * 10, pa.string())
    ours, ada, regex = fastest(
        lambda: arrow.valid(small),
        peer(ada_url.check_url, few),
        peer(lambda s: rfc3987.parse(s, rule="IRI"), few),
        rounds=20,
    )
    each, ada, regex = ours / len(small), ada / len(few), regex / len(few)
    print(f"arrow.valid of {len(small):,} URLs, in the cache: {each:.1f} ns each")
    print(f"ada_url.check_url: {ada:.0f} ns, {ada / each:.0f} times that; rfc3987.parse: {regex:.0f} ns, {regex / each:.0f} times")

    ours, json = (min(times) for times in zip(*((imports("irilex"), imports("json")) for _ in range(20))))
    print(f"import irilex: {ours / 1e6:.1f} ms, {ours / json:.2f} of import json")


if __name__ == "__main__":
    main()
