"""Exact validation of IRIs, URIs and other formats, from the grammars of their standards.

    >>> import irilex
    >>> irilex.valid("http://example.org/rosé")
    True
    >>> irilex.parse("http://example.org:80/?q").host
    'example.org'
    >>> irilex.valid("2023-02-29", "date")
    False

:func:`valid`, :func:`check` and :func:`parse` accept a format by name; the default is "iri". The module
:mod:`irilex.formats` lists the formats, and :mod:`irilex.arrow` has the same functions for columns.
"""

from __future__ import annotations

from . import formats
from ._core import NATIVE, Error, Parts, check, parse, valid

__all__ = ["NATIVE", "Error", "Parts", "check", "formats", "parse", "valid"]
__version__ = "0.0.0"
