"""The functions of irilex._native in Python, for platforms without the extension.

A rule is an index into RULES of irilex._tables. Offsets and lengths are in code points.
"""

from __future__ import annotations

import functools
from importlib import import_module

from ._tables import RULES, SPLIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@functools.cache
def _table(rule: int | str) -> Any:
    """Return the generated class of a rule."""
    name = (RULES[rule] if isinstance(rule, int) else rule).replace("-", "_")
    return getattr(import_module("irilex._tables." + name), name)


def _require_str(s: object) -> None:
    if not isinstance(s, str):
        raise TypeError(f"a str is expected, not {type(s)}")


def valid(s: str, /, format: str = "iri") -> bool:
    """Report whether s, a str, has a format; the default is an IRI of RFC 3987, section 2.2.

    A str with a surrogate is never valid. Raise LookupError for an unknown format, and TypeError if s is
    not a str.
    """
    if format == "iri":
        return matches(0, s)
    from ._core import valid_as

    return valid_as(s, format)


def matches(rule: int, s: str) -> bool:
    """Report whether the rule matches s."""
    _require_str(s)
    return _table(rule).valid(s)  # type: ignore[no-any-return]


def error_offset(rule: int, s: str) -> int:
    """Return the offset of the first character that cannot follow the preceding ones, or the length of s if
    there is none."""
    return _table(rule).error_offset(s)  # type: ignore[no-any-return]


def prefix(rule: int, s: str) -> int:
    """Return the length of the longest prefix of s that the rule matches, or -1."""
    return _table(rule).prefix(s)  # type: ignore[no-any-return]


def split(rule: int, s: str) -> tuple[Any, ...] | None:
    """Return the fields of irilex.Parts, or None if the rule does not match s or has no parts."""
    if not matches(rule, s) or RULES[rule] not in SPLIT:
        return None
    spans = _table(SPLIT[RULES[rule]]).split(s)
    scheme, authority, path, query, fragment = (span and s[slice(*span)] for span in spans)
    userinfo = host = port = None
    if authority is not None:
        head, at, host = authority.rpartition("@")  # RFC 3986, section 3.2: neither part contains "@"
        userinfo = head if at else None
        address, bracket, after = host.rpartition("]")
        name, colon, digits = after.partition(":")
        host = address + bracket + name
        port = digits if colon else None
    return scheme, authority, userinfo, host, port, path, query, fragment
