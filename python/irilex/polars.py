"""The namespace ``irilex`` of Polars expressions and Series.

    >>> import polars as pl, irilex.polars
    >>> frame = pl.DataFrame({"url": ["http://example.org/", "a b"]})
    >>> frame.filter(pl.col("url").irilex.valid())["url"].to_list()
    ['http://example.org/']

Importing the module registers the namespace. The functions are those of :mod:`irilex.arrow`.
"""

from __future__ import annotations

import polars as pl

from . import arrow
from ._core import Parts

_PARTS = pl.Struct({name: pl.String for name in Parts._fields})


@pl.api.register_expr_namespace("irilex")
class ExprNamespace:
    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _map(self, function: object, format: str, dtype: object) -> pl.Expr:
        return self._expr.map_batches(
            lambda series: function(series, format),  # type: ignore[operator]
            return_dtype=dtype,  # type: ignore[arg-type]
            is_elementwise=True,
        )

    def valid(self, format: str = "iri") -> pl.Expr:
        """Return whether each string has the format, or null for null."""
        return self._map(arrow.valid, format, pl.Boolean)

    def codes(self, format: str = "iri") -> pl.Expr:
        """Return the code of each string's Error, or null for a valid string and for null."""
        return self._map(arrow.codes, format, pl.String)

    def parse(self, format: str = "iri") -> pl.Expr:
        """Return structs with the fields of irilex.Parts, or null for an invalid string and for null."""
        return self._map(arrow.parse, format, _PARTS)


@pl.api.register_series_namespace("irilex")
class SeriesNamespace:
    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def valid(self, format: str = "iri") -> pl.Series:
        """Return whether each string has the format, or null for null."""
        return arrow.valid(self._series, format)  # type: ignore[no-any-return]

    def codes(self, format: str = "iri") -> pl.Series:
        """Return the code of each string's Error, or null for a valid string and for null."""
        return arrow.codes(self._series, format)  # type: ignore[no-any-return]

    def parse(self, format: str = "iri") -> pl.Series:
        """Return structs with the fields of irilex.Parts, or null for an invalid string and for null."""
        return arrow.parse(self._series, format)  # type: ignore[no-any-return]
