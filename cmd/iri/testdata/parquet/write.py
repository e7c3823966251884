#!/usr/bin/env python3
"""Writes rows.parquet: pip install pyarrow==26.0.1 && python3 write.py

Its columns have the types that a copy of rows can lose: nested, dictionary, decimal, timestamp, half, null.
"""
import decimal

import pyarrow as pa
import pyarrow.parquet as pq

urls = ["http://a.example/1", "http://b.example/ 2", None, "http://a.example/4", "http://a.example/5", "urn:x:6"]
n = len(urls)
pq.write_table(pa.table({
    "url": urls,
    "category": pa.array(["a", "b", "a", None, "b", "a"]).dictionary_encode(),
    "page": pa.array([None if i == 4 else {"url": u, "links": [f"t:{i}-{k}" for k in range(i % 3)]}
                      for i, u in enumerate(urls)], pa.struct([("url", pa.string()), ("links", pa.list_(pa.string()))])),
    "map": pa.array([[("k", i)] * (i % 2) for i in range(n)], pa.map_(pa.string(), pa.int64())),
    "decimal": pa.array([decimal.Decimal(i) / 4 for i in range(n)], pa.decimal128(20, 2)),
    "time": pa.array(range(n), pa.timestamp("us", "UTC")),
    "half": pa.array([i / 2 for i in range(n)], pa.float16()),
    "binary": pa.array([bytes([i, 255]) for i in range(n)]),
    "flag": pa.array([None, True, False, True, None, False]),
    "nothing": pa.nulls(n),
}).replace_schema_metadata({"source": "crawl"}), "rows.parquet", compression="zstd", row_group_size=4)
