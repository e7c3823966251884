"""What the package exports: formats by name, their checks, and the parts of an IRI."""

from __future__ import annotations

from collections import namedtuple

from . import _prose
from ._tables import RULES

try:
    from ._native import valid as valid

    from . import _native as _engine

    NATIVE = True
except ModuleNotFoundError:  # the wheel without the extension; other failures of the extension are errors
    from . import _pure as _engine  # type: ignore[no-redef]
    from ._pure import valid as valid

    NATIVE = False

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple

    Problem = tuple[int, str]

    class Parts(NamedTuple):
        scheme: str | None
        authority: str | None
        userinfo: str | None
        host: str | None
        port: str | None
        path: str
        query: str | None
        fragment: str | None

else:
    # Not typing.NamedTuple: importing typing would double the time of "import irilex".
    Parts = namedtuple("Parts", "scheme authority userinfo host port path query fragment", module="irilex")
    Parts.__doc__ = """The components of an IRI reference (RFC 3986, section 3), without their delimiters.

    Each is a substring of the text, neither decoded nor normalized. A missing component is None, and an empty
    one is "". The path is never missing. The host of an IP literal includes its brackets.
    """


class Error(ValueError):
    """A str that does not have a format.

    ``format``: the name of the format.
    ``offset``: where the str is invalid, in code points from 0, like an index of the str.
    ``column``: ``offset`` + 1.
    ``code``: "unexpected" for a character that is not allowed at the offset, "incomplete" if the str ends too
    early, and "format" for a requirement that the standard states only in prose.
    ``message``: what is wrong, without the format and the column.
    """

    def __init__(self, format: str, offset: int, code: str, message: str) -> None:
        super().__init__(format, offset, code, message)  # args, which pickle needs
        self.format = format
        self.offset = offset
        self.code = code
        self.message = message

    @property
    def column(self) -> int:
        return self.offset + 1

    def __str__(self) -> str:
        return f"{self.format}: column {self.column}: {self.message}"


Error.__module__ = "irilex"

NAMES = (
    "date-time", "date", "time", "duration", "xsd-date-time", "xsd-date", "email", "idn-email", "hostname",
    "idn-hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "ulid", "semver", "e164", "hex-color", "base64",
    "base64url", "doi", "iban", "xsd-decimal", "xsd-double", "ncname", "qname", "isbn-10", "isbn-13",
    "issn", "orcid", "uri", "uri-reference", "iri", "iri-reference", "uri-template", "json-pointer",
    "relative-json-pointer", "urn", "curie", "language-tag", "media-type", "http-token", "cookie-name",
    "cookie-value", "tel", "mailto", "data", "geo", "tag", "did", "purl",
)

# The formats whose rule has another name, and those whose standard requires more than a rule can express.
_RULE_OF = {
    "iri": "IRI",
    "iri-reference": "IRI-reference",
    "uri": "URI",
    "uri-reference": "URI-reference",
    "http-token": "token",
    "cookie-name": "token",
}
_PROSE_OF: dict[str, Callable[[str], Problem | None]] = {
    "date-time": _prose.leap_second,
    "time": _prose.leap_second,
    "email": _prose.mailbox,
    "idn-email": _prose.mailbox,
    "hostname": _prose.host_name,
    "idn-hostname": _prose.host_name,
    "cidr": _prose.zero_host_bits,
    "iban": _prose.iban_check_digits,
    "isbn-10": _prose.isbn10_groups,
    "isbn-13": _prose.isbn13_groups,
    "curie": lambda s: _prose.curie_parts(s, _unmatched),
    "language-tag": _prose.language_repeats,
    "tel": _prose.tel_parameters,
    "mailto": lambda s: _prose.encoded_utf8(s, _utf8_prefix),
    "purl": lambda s: _prose.purl_parts(s, _utf8_prefix),
}

_NUMBER = {name: RULES.index(_RULE_OF.get(name, name)) for name in NAMES}


def _unmatched(rule: str, s: str) -> int | None:
    """Return the offset at which a rule rejects s, or None if it matches."""
    number = RULES.index(rule)
    return None if _engine.matches(number, s) else _engine.error_offset(number, s)


def _utf8_prefix(s: str) -> int:
    """Return the length of the longest prefix of s whose percent-encodings are UTF-8 (RFC 3629, section 4)."""
    return _engine.prefix(RULES.index("decodes-to-UTF-8"), s)


def find(format: str) -> tuple[int, Callable[[str], Problem | None] | None]:
    """Return the number of the rule of a format, and what checks the rest or None."""
    number = _NUMBER.get(format)
    if number is None:
        raise LookupError(f"there is no format {format!r}; irilex.formats.NAMES lists them")
    return number, _PROSE_OF.get(format)


def valid_as(s: str, format: str) -> bool:
    """Report whether s has a format."""
    rule, prose = find(format)
    return _engine.matches(rule, s) and (prose is None or prose(s) is None)


def check(s: str, /, format: str = "iri") -> None:
    """Raise Error if s, a str, does not have a format; the default is an IRI of RFC 3987, section 2.2.

    Raise LookupError for an unknown format, and TypeError if s is not a str.
    """
    rule, prose = find(format)
    if not _engine.matches(rule, s):
        raise _syntax_error(rule, s, format)
    problem = prose and prose(s)
    if problem:
        raise Error(format, problem[0], "format", problem[1])


def parse(s: str, /, format: str = "iri") -> Parts:
    """Return the parts of s, a str, which has the format "iri", "iri-reference", "uri" or "uri-reference".

    Raise Error if it does not have the format, LookupError for another format, and TypeError if s is not a str.
    """
    rule = parts_rule(format)
    fields = _engine.split(rule, s)
    if fields is None:
        raise _syntax_error(rule, s, format)
    return Parts._make(fields)


def parts_rule(format: str) -> int:
    """Return the number of the rule of a format that has parts."""
    if format not in ("iri", "iri-reference", "uri", "uri-reference"):
        raise LookupError(f"the format {format!r} has no parts: iri, iri-reference, uri and uri-reference have them")
    return _NUMBER[format]


def _syntax_error(rule: int, s: str, format: str) -> Error:
    """Return the error for s, which the rule rejects."""
    offset = _engine.error_offset(rule, s)
    if offset == len(s):
        return Error(format, offset, "incomplete", "the text ends too early")
    return Error(format, offset, "unexpected", _described(s[offset]) + " is not allowed here")


def _described(char: str) -> str:
    if char == " ":
        return "a space"
    if char == '"':
        return "a quotation mark"
    return f'"{char}"' if char.isprintable() else f"U+{ord(char):04X}"
