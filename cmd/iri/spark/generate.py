"""Writes files of lines, about 1 % of them invalid: python generate.py FOLDER FILES MEGABYTES

File i depends only on i and its size. With a fourth argument, parquet, each file is also written as
FOLDER/parquet/i.parquet, with the columns file, line and url.
"""

import os
import random
import sys

INVALID = [
    b"", b"no scheme", b"http://h/a b", b"http://h/<", b"http://[::1", b"http://h:80a/", b"http://h/50%", b"a:\\", b"a:\tb", b'a:"',
    b"http://h/\xff", "http://h/\u202e".encode(), b"a:\rb", b"\\x41:b", b"a:" + b"x" * 3000 + b" ",
]


def pool(r: random.Random) -> list[bytes]:
    """Returns a pool of lines."""
    lines = []
    for _ in range(20_000):
        host = f"www.{r.choice(['example', 'beispiel', 'exemple'])}{r.randrange(500)}.{r.choice(['org', 'com', 'net'])}"
        path = "/".join(r.choice(["wiki", "artikel", "été", "static", "%C3%A9", "2026", "index.html"]) for _ in range(r.randrange(1, 5)))
        query = f"?page={r.randrange(10_000)}&q={r.choice('abc')}" if r.random() < 0.5 else ""
        lines.append(f"https://{host}/{path}/{r.randrange(10**8)}{query}".encode())
    for _ in range(200):
        lines[r.randrange(len(lines))] = r.choice(INVALID)
    return lines


def generate(path: str, seed: int, size: int) -> None:
    r = random.Random(seed)
    lines = pool(r)
    with open(path, "wb") as f:
        while f.tell() < size:
            f.write(b"\n".join(r.choices(lines, k=10_000)) + b"\n")


def to_parquet(text: str, parquet: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open(text, "rb") as f:
        urls = f.read().split(b"\n")[:-1]
    url = pa.array(urls, pa.binary()).view(pa.string())  # any bytes, as in Spark
    name = pa.array([os.path.basename(text)] * len(urls)).dictionary_encode().cast(pa.string())
    table = pa.table({"file": name, "line": pa.array(range(1, len(urls) + 1), pa.int64()), "url": url})
    pq.write_table(table, parquet)


def main(folder: str, files: str, megabytes: str, parquet: str = "") -> None:
    os.makedirs(os.path.join(folder, "lines"), exist_ok=True)
    os.makedirs(os.path.join(folder, "parquet"), exist_ok=True)
    for i in range(int(files)):
        path = os.path.join(folder, "lines", f"{i:02}.txt")
        generate(path, i, int(float(megabytes) * 1e6))
        if parquet:
            to_parquet(path, os.path.join(folder, "parquet", f"{i:02}.parquet"))


if __name__ == "__main__":
    main(*sys.argv[1:])
