"""The column functions of irilex._native with pyarrow, for platforms without the extension."""

from __future__ import annotations

import pyarrow as pa

from . import _pure
from ._core import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def _strings(column: Any) -> Iterator[str | None]:
    """Return the strings; a byte that is not UTF-8 becomes a surrogate, which no rule matches."""
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        if hasattr(column, "__arrow_c_stream__"):
            column = pa.chunked_array(column)
        elif hasattr(column, "__arrow_c_array__"):
            column = pa.array(column)
        else:
            raise TypeError(
                f"an Arrow column is expected, not {type(column)}: it has neither __arrow_c_array__ nor "
                "__arrow_c_stream__"
            )
    kind = column.type
    if not any(f(kind) for f in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view,
                                 pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)):
        raise TypeError(f"a column of strings or binary values is expected, not one of {kind}")
    for value in column.to_pylist():
        yield value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


def column_valid(rule: int, column: Any, check: Callable[[str], object] | None) -> Any:
    verdicts = [s if s is None else _pure.matches(rule, s) and not (check and check(s)) for s in _strings(column)]
    return pa.array(verdicts, pa.bool_())


def column_codes(rule: int, column: Any, check: Callable[[str], object] | None) -> Any:
    def code(s: str | None) -> str | None:
        if s is None:
            return None
        if not _pure.matches(rule, s):
            return "incomplete" if _pure.error_offset(rule, s) == len(s) else "unexpected"
        return "format" if check and check(s) else None

    return pa.array(map(code, _strings(column)), pa.large_string())


def column_parse(rule: int, column: Any, check: Callable[[str], object] | None) -> Any:
    rows = (None if s is None else _pure.split(rule, s) for s in _strings(column))
    values = [row if row is None else dict(zip(Parts._fields, row)) for row in rows]
    return pa.array(values, pa.struct([(name, pa.large_string()) for name in Parts._fields]))
