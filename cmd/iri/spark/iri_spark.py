"""Checks the IRIs and URIs of a column of a Spark DataFrame with the program iri.

    import iri_spark

    iri_spark.valid(df, "url")    # adds a column "valid": true, false, or null for null
    iri_spark.filter(df, "url")   # keeps the rows whose value is valid
    iri_spark.rejects(df, "url")  # keeps the other rows, and adds a column "error"
    iri_spark.parse(df, "url")    # adds a column "parts": scheme, host, path and so on

Each partition runs one iri process (`rejects` runs a second one to describe the mistakes), from its
first row to its last. README.md describes how to ship the program to the executors.

Parameters of all four functions:

df       the DataFrame; all its columns pass through Python, so select only those you need
col      the name of a string or binary column
grammar  as for `iri -g`: a bundled grammar, or a file that is on each executor or was shipped
rule     as for `iri -r`; None means the rule IRI of rfc3987, URI of rfc3986, and for other grammars
         the default of `iri check`
iri      the path of the program on the executors; None means the environment variable IRI of the
         executors, else a shipped file "iri" (`spark-submit --files iri`), else the PATH
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from typing import IO, TYPE_CHECKING, Callable, Iterator, NoReturn

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.json
from pyspark import SparkFiles
from pyspark.sql.types import (
    BinaryType, BooleanType, DataType, LongType, StringType, StructField, StructType,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["valid", "filter", "rejects", "parse", "escape", "ERROR", "PARTS"]

COMPONENTS = (
    "scheme", "authority", "userinfo", "host", "host_kind", "port", "path", "path_kind", "query", "fragment",
)

#: The type of a mistake: a code for `iri explain`, a message, and its byte offset in the value.
ERROR = StructType([
    StructField("code", StringType()), StructField("message", StringType()), StructField("offset", LongType()),
])

#: The type of the column that `parse` adds. A missing component is null, an empty one is "".
PARTS = StructType([*(StructField(name, StringType()) for name in COMPONENTS), StructField("error", ERROR)])


def valid(
    df: DataFrame, col: str, *, name: str = "valid",
    grammar: str = "rfc3987", rule: str | None = None, iri: str | None = None,
) -> DataFrame:
    """Returns df with a boolean column: whether the value of col is valid, or null for null."""

    def add(batch: pa.RecordBatch, values: pa.Array, validator: _Validator) -> pa.RecordBatch:
        return _with_column(batch, validator.verdicts(values))

    return _map(df, col, add, _new(df, name, BooleanType()), _Validator(iri, grammar, rule))


def filter(
    df: DataFrame, col: str, *, grammar: str = "rfc3987", rule: str | None = None, iri: str | None = None,
) -> DataFrame:
    """Returns the rows of df whose value of col is valid. `rejects` returns the other rows."""

    def keep(batch: pa.RecordBatch, values: pa.Array, validator: _Validator) -> pa.RecordBatch:
        return batch.filter(validator.verdicts(values))

    return _map(df, col, keep, df.schema, _Validator(iri, grammar, rule))


def rejects(
    df: DataFrame, col: str, *, name: str = "error",
    grammar: str = "rfc3987", rule: str | None = None, iri: str | None = None,
) -> DataFrame:
    """Returns the rows of df that `filter` omits, with a column of type ERROR, which is null if the
    value of col is null."""

    def reject(batch: pa.RecordBatch, values: pa.Array, validator: _Validator) -> pa.RecordBatch:
        others = pc.invert(pc.fill_null(validator.verdicts(values), False))
        return _with_column(batch.filter(others), validator.errors(values.filter(others)))

    return _map(df, col, reject, _new(df, name, ERROR), _Validator(iri, grammar, rule))


def parse(
    df: DataFrame, col: str, *, name: str = "parts",
    grammar: str = "rfc3987", rule: str | None = None, iri: str | None = None,
) -> DataFrame:
    """Returns df with a column of type PARTS, the components of the value of col.

    For a valid value, error is null; for an invalid one, all components are null. For null, the
    struct is null. The grammar is rfc3987 or rfc3986, and the rule that of IRIs, URIs or references.
    """
    if rule is None:
        rule = {"rfc3987": "IRI", "rfc3986": "URI"}.get(grammar)
    if rule is None:
        raise ValueError(f"parse supports rfc3987 and rfc3986, not {grammar!r}")

    def add(batch: pa.RecordBatch, values: pa.Array, validator: _Validator) -> pa.RecordBatch:
        return _with_column(batch, validator.parts(values))

    return _map(df, col, add, _new(df, name, PARTS), _Validator(iri, grammar, rule))


def escape(value: str) -> str:
    """Returns value as a line for `iri --escaped`, without a line end, for RDD.pipe.

    It escapes any string, even with lone surrogates, which are never valid. None raises TypeError:
    RDD.pipe would write the line "None".
    """
    if value is None:
        raise TypeError("None is not a line: remove it before the pipe")
    return _ESCAPED.sub(lambda m: _escape(m[0]), value)


_ESCAPED = re.compile("[\\\\\n\r\ud800-\udfff]")


def _escape(c: str) -> str:
    return "\\\\" if c == "\\" else f"\\x{ord(c):02X}" if ord(c) < 0x80 else f"\\u{ord(c):04X}"


_Transform = Callable[[pa.RecordBatch, pa.Array, "_Validator"], pa.RecordBatch]


def _map(df: DataFrame, col: str, transform: _Transform, schema: StructType, validator: _Validator) -> DataFrame:
    """Returns df with each batch transformed. transform also gets the values of col."""
    if col not in df.columns:
        raise ValueError(f"the DataFrame has no column {col!r}; its columns are {', '.join(df.columns)}")
    index = df.columns.index(col)
    kind = df.schema.fields[index].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise TypeError(f"the column {col!r} is {kind.simpleString()}, not string or binary")

    def partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with validator:
            for batch in batches:
                yield transform(batch, batch.column(index), validator)

    return df.mapInArrow(partition, schema)


def _new(df: DataFrame, name: str, kind: DataType) -> StructType:
    if name in df.columns:
        raise ValueError(f"the DataFrame already has a column {name!r}; set another name: name=…")
    return StructType([*df.schema.fields, StructField(name, kind)])


def _with_column(batch: pa.RecordBatch, column: pa.Array) -> pa.RecordBatch:
    # Spark identifies columns by index, so the new one needs no name.
    return pa.RecordBatch.from_arrays([*batch.columns, column], [*batch.schema.names, ""])


_NULL = "\\N"  # not a value in a row, where a backslash is doubled
_ERROR = pa.struct([("code", pa.string()), ("message", pa.string()), ("offset", pa.int64())])
_PARTS = pa.struct([*((name, pa.string()) for name in COMPONENTS), ("error", _ERROR)])
_ROW = pa.schema([*_ERROR, *((name, pa.string()) for name in COMPONENTS)])
_TRUE, _FALSE = (pa.scalar(int.from_bytes(line, sys.byteorder), pa.uint16()) for line in (b"1\n", b"0\n"))


_ESCAPE = re.compile(r"\\(?:x([0-9A-F]{2})|(.))")


def _unescape(match):
    """Returns the character of an escape in a row."""
    code, letter = match.groups()
    return chr(int(code, 16)) if code else {"t": "\t", "n": "\n", "r": "\r"}.get(letter, letter)


class _Validator:
    """Validates the values of a partition. A process starts when a value first needs it."""

    def __init__(self, path: str | None, grammar: str, rule: str | None) -> None:
        self._path, self._grammar, self._rule = path, grammar, rule
        self._pipes: dict[tuple[str, ...], _Pipe] = {}

    def __enter__(self) -> None:
        self._pipes = {}

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # After an error, or if Spark needs no more rows (limit), output of a process may be unread.
        try:
            for pipe in self._pipes.values():
                if kind is None:
                    pipe.finish()
        finally:
            for pipe in self._pipes.values():
                pipe.kill()

    def verdicts(self, values: pa.Array) -> pa.Array:
        """Returns whether each value is valid, and null for null."""
        n = len(values)
        if n == 0:
            return pa.array([], pa.bool_())
        answers = self._pipe("check", "--verdicts").ask(_encode(values), lambda stdout: stdout.read(2 * n))
        # An answer is two bytes, so the text of all answers is an array of 16-bit numbers.
        numbers = pa.Array.from_buffers(pa.uint16(), n, [None, pa.py_buffer(answers)])
        verdicts = pc.equal(numbers, _TRUE)
        if not pc.all(pc.or_(verdicts, pc.equal(numbers, _FALSE))).as_py():
            raise RuntimeError(f"iri check --verdicts printed lines other than 1 and 0: {answers[:80]!r}")
        return pc.if_else(pc.is_valid(values), verdicts, None)

    def errors(self, values: pa.Array) -> pa.Array:
        """Returns the mistakes in invalid values, and null for null."""
        known = values.drop_null()
        if len(known) == 0:
            return pa.nulls(len(values), _ERROR)
        text = _encode(known)
        answers = self._pipe("check", "--json").ask(text, _lines(len(known)))
        table = pyarrow.json.read_json(
            io.BytesIO(answers),
            pyarrow.json.ReadOptions(use_threads=False, block_size=len(answers) + 1),
            pyarrow.json.ParseOptions(explicit_schema=pa.schema(list(_ERROR)), unexpected_field_behavior="ignore"),
        )
        code, message, offset = (table[field.name].combine_chunks() for field in _ERROR)
        errors = pa.StructArray.from_arrays([code, message, _origins(text, offset)], fields=list(_ERROR))
        there = pc.is_valid(values)
        places = pc.subtract(pc.cumulative_sum(there.cast(pa.int64())), 1)
        return errors.take(pc.if_else(there, places, None))

    def parts(self, values: pa.Array) -> pa.Array:
        """Returns the components or the mistake of each value, and null for null."""
        if len(values) == 0:
            return pa.array([], _PARTS)
        text = _encode(values)
        pipe = self._pipe("parse", "--fields", ",".join(_ROW.names), "--absent", _NULL)
        answers = pipe.ask(text, _lines(len(values)))
        table = pyarrow.csv.read_csv(
            io.BytesIO(answers),
            pyarrow.csv.ReadOptions(use_threads=False, block_size=len(answers) + 1, column_names=_ROW.names),
            pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False),
            pyarrow.csv.ConvertOptions(column_types=_ROW, null_values=[_NULL], strings_can_be_null=True),
        )
        code, message, offset, *components = (table[name].combine_chunks() for name in _ROW.names)
        # Rows escape controls and backslashes, which components do not contain.
        if pc.any(pc.match_substring(message, "\\")).as_py():
            message = pa.array([m and _ESCAPE.sub(_unescape, m) for m in message.to_pylist()], message.type)
        error = pa.StructArray.from_arrays(
            [code, message, _origins(text, offset)], fields=list(_ERROR), mask=pc.is_null(code))
        return pa.StructArray.from_arrays([*components, error], fields=list(_PARTS), mask=pc.is_null(values))

    def _pipe(self, command: str, *flags: str) -> _Pipe:
        key = (command, *flags)
        if key not in self._pipes:
            rule = ("-r", self._rule) if self._rule else ()
            grammar = _shipped(self._grammar) or self._grammar
            self._pipes[key] = _Pipe([_find(self._path), command, "--escaped", "-g", grammar, *rule, *flags])
        return self._pipes[key]


def _find(path: str | None) -> str:
    """Returns the path of the program on this executor."""
    name = path or os.environ.get("IRI")
    found = shutil.which(name) if name else _shipped("iri") or shutil.which("iri")
    if found is None:
        where = f"{name!r} is not a program" if name else "iri was neither shipped nor found in the PATH"
        raise FileNotFoundError(
            f"iri_spark needs the program iri on each executor: {where}. "
            "Ship it with spark-submit --files iri or SparkContext.addFile, or set its path: iri=…"
        )
    return found


def _shipped(name: str) -> str | None:
    """Returns the path of a file shipped with --files or addFile, or None."""
    path = os.path.join(SparkFiles.getRootDirectory(), name)
    return path if os.path.isfile(path) else None


_ESCAPES = ((b"\\", b"\\\\"), (b"\n", b"\\x0A"), (b"\r", b"\\x0D"))
_AN_ESCAPE = re.compile(rb"\\\\|\\x0[AD]")


def _encode(values: pa.Array) -> bytes:
    """Returns a line for each value, escaped for `iri --escaped`; an empty one for null."""
    # Bytes that are not UTF-8 are kept: Spark strings may contain them. Large arrays cannot
    # overflow.
    values = pc.fill_null(values.cast(pa.large_binary()), b"")
    text = _join(values)
    if text.count(b"\n") == len(values) and b"\r" not in text and b"\\" not in text:
        return text
    for byte, escaped in _ESCAPES:
        values = pc.replace_substring(values, byte, escaped)
    return _join(values)


def _join(values: pa.Array) -> bytes:
    lines = pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)
    return pc.binary_join(lines, pa.scalar(b"\n", values.type))[0].as_py() + b"\n"


def _origins(text: bytes, offsets: pa.Array) -> pa.Array:
    """Converts offsets in the lines of text to offsets in the values."""
    if b"\\" not in text:
        return offsets
    pairs = zip(text.split(b"\n"), offsets.to_pylist())
    return pa.array([at if at is None else len(_AN_ESCAPE.sub(b".", line[:at])) for line, at in pairs], pa.int64())


def _lines(n: int) -> Callable[[IO[bytes]], bytes]:
    """Returns a function that reads n lines."""
    return lambda stdout: b"".join([stdout.readline() for _ in range(n)])


class _Pipe:
    """An iri process that answers each line with a line."""

    def __init__(self, command: list[str]) -> None:
        self._name = " ".join(command)
        self._lines = 0
        self._stderr = tempfile.TemporaryFile()  # a pipe that is not read would fill up
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr,
            env={**os.environ, "GOMAXPROCS": "1"})  # Spark gives a task one core

    def ask(self, text: bytes, read: Callable[[IO[bytes]], bytes]) -> bytes:
        """Writes the lines of text and returns the answers.

        A thread writes, because otherwise both sides could wait for each other: iri does not read
        while its answers fill the pipe.
        """
        writer = threading.Thread(target=self._write, args=(text,), daemon=True)
        writer.start()
        answers = read(self._process.stdout)
        got, written = answers.count(b"\n"), text.count(b"\n")
        if got != written:
            self._fail(f"answered {self._lines + got} of {self._lines + written} lines")
        writer.join()
        self._lines += written
        return answers

    def _write(self, text: bytes) -> None:
        with contextlib.suppress(OSError):  # the process died, so answers are missing
            self._process.stdin.write(text)
            self._process.stdin.flush()

    def finish(self) -> None:
        """Ends the process, whose remaining output must be empty or a summary."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        rest = self._process.stdout.read()
        if self._process.wait() not in (0, 1) or rest and not rest.startswith(b'{"summary":'):
            self._fail(f"printed {rest[:80]!r} after its answers to {self._lines} lines")

    def kill(self) -> None:
        """Kills the process."""
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._stderr):
            with contextlib.suppress(OSError):  # text that a dead process did not read
                file.close()

    def _fail(self, problem: str) -> NoReturn:
        """Raises an error with the status of the process and the end of its stderr."""
        status = self._process.wait()
        end = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - 2000))
        stderr = self._stderr.read().decode(errors="replace").strip()
        raise RuntimeError(f"{self._name} {problem} and {end}; stderr: {stderr or 'empty'}")
