"""Formats of the strings in Arrow columns, without copying them.

    >>> import pyarrow as pa
    >>> from irilex import arrow
    >>> arrow.valid(pa.array(["http://example.org/", "a b", None])).to_pylist()
    [True, False, None]

A column is a pyarrow Array or ChunkedArray, a Polars Series, a pandas Series of Arrow strings, or any other
object with the method ``__arrow_c_array__`` or ``__arrow_c_stream__``. Its values are strings or bytes (Arrow's
types string, large_string, string_view, binary, large_binary and binary_view); other types raise TypeError. The
result has a row for each row, and is of the library of the column: a pyarrow Array, a Series, or an object
with ``__arrow_c_array__`` that can be read once.

The GIL is released for formats that a table decides, and taken for each string of those that need more, such
as "hostname". Without the extension (``irilex.NATIVE`` is false), pyarrow is required and strings are copied.
"""

from __future__ import annotations

import sys

from . import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def valid(column: Any, format: str = "iri") -> Any:
    """Return a column of booleans: whether each string has the format, or null for null."""
    return _apply("column_valid", column, *_core.find(format))


def codes(column: Any, format: str = "iri") -> Any:
    """Return a column of strings: the code of each string's Error, or null for a valid string and for null."""
    return _apply("column_codes", column, *_core.find(format))


def parse(column: Any, format: str = "iri") -> Any:
    """Return a column of structs with the fields of Parts, or null for an invalid string and for null.

    The format is "iri", "iri-reference", "uri" or "uri-reference".
    """
    return _apply("column_parse", column, _core.parts_rule(format), None)


class _Column:
    """An Arrow array that any library can read, once."""

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._capsules


def _apply(function: str, column: Any, rule: int, prose: Callable[[str], object] | None) -> Any:
    """Return the result of a function of the extension in the library of the column."""
    library = type(column).__module__.partition(".")[0]
    if _core.NATIVE:
        from . import _native

        result: Any = _Column(getattr(_native, function)(rule, column, prose))
    else:
        from . import _pure_arrow

        result = getattr(_pure_arrow, function)(rule, column, prose)
    if library == "pyarrow":
        return sys.modules["pyarrow"].array(result)
    if library == "polars":
        return sys.modules["polars"].Series(result).alias(column.name)
    if library == "pandas":
        import pyarrow

        pandas = sys.modules["pandas"]
        array = pyarrow.array(result)
        return pandas.Series(array, index=column.index, name=column.name, dtype=pandas.ArrowDtype(array.type))
    return result
