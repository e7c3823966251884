"""The accessor ``irilex`` of pandas Series.

    >>> import pandas as pd, irilex.pandas
    >>> urls = pd.Series(["http://example.org/", "a b"])
    >>> urls.irilex.valid().tolist()
    [True, False]

Importing the module registers the accessor, which requires pyarrow. The functions are those of
:mod:`irilex.arrow`. Strings that pandas does not store as Arrow strings, such as those of dtype object, are
converted first.
"""

from __future__ import annotations

import pandas as pd
import pyarrow as pa

from . import arrow


@pd.api.extensions.register_series_accessor("irilex")
class SeriesAccessor:
    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def _map(self, function: object, format: str) -> pd.Series:
        strings = pa.array(self._series)  # without copying, if they are Arrow strings
        if pa.types.is_null(strings.type):
            strings = strings.cast(pa.string())
        result = function(strings, format)  # type: ignore[operator]
        dtype = pd.ArrowDtype(result.type)
        return pd.Series(result, index=self._series.index, name=self._series.name, dtype=dtype)

    def valid(self, format: str = "iri") -> pd.Series:
        """Return whether each string has the format, or null for null."""
        return self._map(arrow.valid, format)

    def codes(self, format: str = "iri") -> pd.Series:
        """Return the code of each string's Error, or null for a valid string and for null."""
        return self._map(arrow.codes, format)

    def parse(self, format: str = "iri") -> pd.Series:
        """Return structs with the fields of irilex.Parts, or null for an invalid string and for null."""
        return self._map(arrow.parse, format)
