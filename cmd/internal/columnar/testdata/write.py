#!/usr/bin/env python3
"""Writes the files of this folder with pyarrow 26.0.1, and those of duckdb, polars and fastparquet.

    pip install pyarrow==26.0.1 duckdb polars fastparquet && python3 write.py

Each file of pyarrow has the same rows: a column for each encoding, and one for each shape. TestOthers
has the values that are expected, made by the rules of rows(). The files pyarrow-empty-* have a row group
without rows first, in the middle or last, and empty-* have no other.
"""
import pyarrow as pa
import pyarrow.parquet as pq

N = 60


def rows():
    url = [f"https://example.org/{i % 7}/é?q={i}" for i in range(N)]
    null = [None if i % 5 == 0 else u for i, u in enumerate(url)]
    few = [f"urn:x:{i % 3}" for i in range(N)]
    lists = [None if i % 4 == 0 else [None if k == 1 else f"t:{i}-{k}" for k in range(i % 4 - 1)] for i in range(N)]
    return url, null, few, lists


def table():
    url, null, few, lists = rows()
    struct = pa.struct([("url", pa.string()), ("links", pa.list_(pa.string()))])
    return pa.table({
        "plain": pa.array(url),
        "delta_length": pa.array(null),
        "delta": pa.array(url),
        "dictionary": pa.array(few),
        "large": pa.array(null, pa.large_string()),
        "view": pa.array(url, pa.string_view()),
        "binary": pa.array([u.encode("latin-1") for u in url]),
        "category": pa.array(few).dictionary_encode(),
        "list": pa.array(lists),
        "nested": pa.array([[l, l] if l else None for l in lists], pa.list_(pa.list_(pa.string()))),
        "page": pa.array([None if l is None else {"url": u, "links": l} for u, l in zip(url, lists)], struct),
        "map": pa.array([[(f, u)] * (i % 3) for i, (f, u) in enumerate(zip(few, url))], pa.map_(pa.string(), pa.string())),
        "nulls": pa.array([None] * N, pa.string()),
        "number": pa.array(range(N)),
        "half": pa.array([0.5] * N, pa.float16()),
        "decimal": pa.array([1] * N, pa.decimal128(20, 2)),
        "fixed": pa.array([b"abcd"] * N, pa.binary(4)),
        "time": pa.array([0] * N, pa.timestamp("us")),
    })


def main():
    t = table()
    encodings = {"plain": "PLAIN", "delta_length": "DELTA_LENGTH_BYTE_ARRAY", "delta": "DELTA_BYTE_ARRAY", "view": "PLAIN"}
    for version in "1.0", "2.0":
        for codec in "none", "snappy", "gzip", "zstd", "lz4":
            pq.write_table(
                t, f"pyarrow-{codec}-{version[0]}.parquet", compression=codec, data_page_version=version,
                use_dictionary=["dictionary", "category", "list.list.element", "page.links.list.element"],
                column_encoding=encodings, row_group_size=37, data_page_size=512, write_batch_size=16,
                write_page_checksum=codec in ("none", "snappy", "gzip"), write_statistics=codec == "zstd", store_schema=False)
    parts = {"pyarrow-empty-first": [(0, 0), (0, N)], "pyarrow-empty-middle": [(0, 23), (23, 23), (23, 23), (23, N)],
             "pyarrow-empty-last": [(0, N), (N, N)], "empty": [(0, 0)]}
    for name, ranges in parts.items():
        for version, options in ("1.0", {"write_page_index": True}), (
                "2.0", {"compression": "zstd", "use_dictionary": False}):
            with pq.ParquetWriter(f"{name}-{version[0]}.parquet", t.schema, data_page_version=version,
                                  write_statistics=False, store_schema=False, **options) as w:
                for start, end in ranges:
                    w.write_table(t.slice(start, end - start))
    url, null, few, lists = rows()
    small = pa.table({"url": pa.array(url[:3]), "link": pa.array([null[0], few[1], few[1]]), "list": pa.array(lists[:4][1:])})
    pq.write_table(small, "tiny.parquet", compression="none", use_dictionary=["link"], write_statistics=False,
                   store_schema=False)
    pq.write_table(small, "tiny-checksum.parquet", compression="snappy", use_dictionary=["link"], write_statistics=False,
                   store_schema=False, write_page_checksum=True, data_page_version="2.0")
    pq.write_table(small, "tiny-lz4.parquet", compression="lz4", use_dictionary=["link"], write_statistics=False,
                   column_encoding={"url": "DELTA_BYTE_ARRAY", "list.list.element": "DELTA_LENGTH_BYTE_ARRAY"},
                   store_schema=False)
    other = t.select(["plain", "delta_length", "dictionary", "list"])
    import duckdb
    duckdb.sql("COPY other TO 'duckdb.parquet' (FORMAT parquet, COMPRESSION zstd)")
    import polars
    polars.from_arrow(other).write_parquet("polars.parquet", compression="lz4")
    import fastparquet
    fastparquet.write("fastparquet.parquet", other.drop(["list"]).to_pandas(), compression="GZIP")


main()
