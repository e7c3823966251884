"""Functions for SQL in DuckDB.

    >>> import duckdb, irilex.duckdb
    >>> connection = duckdb.connect()
    >>> irilex.duckdb.register(connection)
    >>> connection.sql("SELECT irilex_valid('http://example.org/', 'iri')").fetchall()
    [(True,)]

The functions are those of :mod:`irilex.arrow`, which requires pyarrow here:

* ``irilex_valid(text, format)``, a BOOLEAN
* ``irilex_code(text, format)``, a VARCHAR: the code of the error, or NULL if the text is valid
* ``irilex_parse(text, format)``, a STRUCT with the fields of irilex.Parts, or NULL if the text is invalid

The format is a constant. Each function returns NULL for NULL.
"""

from __future__ import annotations

from . import arrow
from ._core import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import duckdb


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the functions in a connection."""
    struct = "STRUCT(" + ", ".join(f'"{name}" VARCHAR' for name in Parts._fields) + ")"
    for name, function, result in (
        ("irilex_valid", arrow.valid, "BOOLEAN"),
        ("irilex_code", arrow.codes, "VARCHAR"),
        ("irilex_parse", arrow.parse, struct),
    ):
        connection.create_function(  # type: ignore[call-overload]
            name,
            _with_format(function),
            ["VARCHAR", "VARCHAR"],
            result,
            type="arrow",
            null_handling="special",
        )


def _with_format(function: Callable[[Any, str], Any]) -> Callable[[Any, Any], Any]:
    """Return the function for a column of texts and one of formats, which has one value."""

    def apply(texts, formats):  # type: ignore[no-untyped-def]  # DuckDB would evaluate annotations
        names = formats.unique().to_pylist()
        if len(names) > 1 or names == [None]:
            raise ValueError(f"the format must be a constant, not one of {names}")
        return function(texts, names[0] if names else "iri")

    return apply
