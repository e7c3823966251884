#!/usr/bin/env python3
"""Compares what iri filter writes with table.filter of pyarrow.

compare.py write FOLDER writes files NAME.parquet. Then iri filter --column url writes NAME.good and NAME.bad.
compare.py check FOLDER compares the schema with its metadata, the rows, and the codecs. It also checks that
no statistics exclude a value.
"""
import decimal
import glob
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

N = 2000
ENCODINGS = {"time": "DELTA_BINARY_PACKED", "url": "DELTA_BYTE_ARRAY", "large": "DELTA_LENGTH_BYTE_ARRAY",
             "double": "BYTE_STREAM_SPLIT", "fixed": "DELTA_BYTE_ARRAY"}
OPTIONS = {
    "snappy": {}, "none": {"compression": "none", "store_schema": False}, "brotli": {"compression": "brotli"},
    "zstd": {"compression": "zstd", "data_page_version": "2.0"}, "gzip": {"compression": "gzip", "use_dictionary": False},
    "lz4": {"compression": "lz4", "use_dictionary": ["category"], "column_encoding": ENCODINGS},
    "int96": {"use_deprecated_int96_timestamps": True}, "empty": {},
}


def url(i):
    return None if i % 11 == 3 else f"https://h{i % 7}.example/{i}" + (" x" if i % 5 == 0 else "")


def table():
    r = range(N)
    page = pa.struct([("url", pa.string()), ("links", pa.list_(pa.string()))])
    t = pa.table({
        "url": [url(i) for i in r],
        "category": pa.array([f"c{i % 9}" for i in r]).dictionary_encode(),
        "list": pa.array([None if i % 4 == 0 else [None if k == 1 else f"t{k}" for k in range(i % 5)] for i in r]),
        "nested": pa.array([[[1, i], None, []] if i % 3 else None for i in r], pa.list_(pa.list_(pa.int32()))),
        "page": pa.array([None if i % 6 == 0 else {"url": url(i), "links": ["a", "b"][:i % 3]} for i in r], page),
        "map": pa.array([[(f"k{k}", i) for k in range(i % 3)] for i in r], pa.map_(pa.string(), pa.int64())),
        "decimal": pa.array([decimal.Decimal(i - 99).scaleb(-2) for i in r], pa.decimal128(20, 2)),
        "small": pa.array([decimal.Decimal(i - 99).scaleb(-2) for i in r], pa.decimal128(7, 2)),
        "time": pa.array([i * 1000003 for i in r], pa.timestamp("us", "UTC")),
        "date": pa.array(r, pa.date32()),
        "null": pa.nulls(N), "nulls": pa.array([None] * N, pa.string()),
        "binary": pa.array([bytes([i % 256, 0, 255]) for i in r]),
        "fixed": pa.array([b"abcd" if i % 2 else None for i in r], pa.binary(4)),
        "half": pa.array([(i % 100) - 50.0 for i in r], pa.float32()).cast(pa.float16()),
        "float": pa.array([i * .5 for i in r], pa.float32()), "double": pa.array([i * .5 for i in r]),
        "flag": pa.array([None if i % 7 == 0 else i % 3 == 0 for i in r]),
        "byte": pa.array([i % 256 for i in r], pa.uint8()), "unsigned": pa.array([2**63 + i for i in r], pa.uint64()),
        "large": pa.array([url(i) for i in r], pa.large_string()),
        "duration": pa.array(r, pa.duration("us")),
    })
    fields = [f.with_metadata({"PARQUET:field_id": str(i)}) for i, f in enumerate(t.schema)]
    return pa.table(t.columns, schema=pa.schema(fields, metadata={"k": "v", "é": "1"}))


def rows(column):
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.int64())
    return repr(column.to_pylist())


def check(name, out, source, keep):
    got, want = pq.read_table(out), source.filter(keep)
    assert got.schema.equals(want.schema, check_metadata=True), (out, got.schema, want.schema)
    for c in want.column_names:
        assert rows(got[c]) == rows(want[c]), (out, c)
    a, b = pq.ParquetFile(out), pq.ParquetFile(name)
    assert a.schema.equals(b.schema) and a.metadata.metadata == b.metadata.metadata, out
    for g in range(a.num_row_groups):
        for c in range(a.metadata.num_columns):
            chunk = a.metadata.row_group(g).column(c)
            assert chunk.compression == b.metadata.row_group(0).column(c).compression, (out, chunk.path_in_schema)
            column, s = chunk.path_in_schema, chunk.statistics
            if s and s.has_min_max and column in got.column_names and got[column].type not in (pa.dictionary(pa.int32(), pa.string()), pa.duration("us")):
                values = [v for v in a.read_row_group(g, [column])[column].to_pylist() if v is not None]
                assert s.min <= min(values) and max(values) <= s.max, (out, column, s)


folder = sys.argv[2]
if sys.argv[1] == "write":
    for name, options in OPTIONS.items():
        t = table().slice(0, 0 if name == "empty" else N)
        pq.write_table(t, f"{folder}/{name}.parquet", row_group_size=701, data_page_size=900, write_batch_size=64, **options)
else:
    files = glob.glob(folder + "/*.parquet")
    assert len(files) == len(OPTIONS)
    for name in files:
        t = pq.read_table(name)
        valid = pa.array([u is not None and " " not in u for u in t["url"].to_pylist()], pa.bool_())
        check(name, name.replace(".parquet", ".good"), t, valid)
        check(name, name.replace(".parquet", ".bad"), t, pc.invert(valid))
