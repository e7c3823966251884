"""What the standards of formats demand and no table can express.

Each function gets a str that the rule of the format matches. It returns None if the str also meets the
requirement, and otherwise the offset of the problem, in code points, and a message.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Problem = tuple[int, str]


def leap_second(s: str) -> Problem | None:
    """Check that second 60 is at 23:59 UTC (RFC 3339, section 5.7), in a date-time or a time."""
    start = 0 if s[2] == ":" else len("2006-01-02T")
    if s[start + 6] != "6":
        return None
    minutes = int(s[start : start + 2]) * 60 + int(s[start + 3 : start + 5])
    if s[-1] not in "Zz":
        offset = int(s[-5:-3]) * 60 + int(s[-2:])
        minutes -= offset if s[-6] == "+" else -offset
    if minutes % (24 * 60) == 24 * 60 - 1:
        return None
    return start + 6, "a 60th second occurs only at 23:59 UTC"


def host_name(s: str) -> Problem | None:
    """Check that a host name is not four numbers (RFC 1123, section 2.1) and meets IDNA 2008 (RFC 5890)."""
    if is_dotted_decimal(s):
        return 0, "four numbers are not a host name"
    if s.isascii() and len(s) <= 253 and "xn--" not in s.lower():
        return _long_label(s) if len(s) > 63 else None
    from . import _idna  # with its tables: only for names that need them

    return _idna.check_name(s)


def _long_label(s: str) -> Problem | None:
    """Check that no label of an ASCII name has more than 63 octets (RFC 1035, section 2.3.4)."""
    offset = 0
    for label in s.split("."):
        if len(label) > 63:
            return offset, "a label has more than 63 octets"
        offset += len(label) + 1
    return None


def is_dotted_decimal(s: str) -> bool:
    """Report whether a name consists of four numbers."""
    labels = s.replace("\u3002", ".").replace("\uff0e", ".").replace("\uff61", ".").split(".")
    return len(labels) == 4 and all(label.isascii() and label.isdigit() for label in labels)


def mailbox(s: str) -> Problem | None:
    """Check the lengths (RFC 5321, section 4.5.3.1) and the domain of an address."""
    at = _local_length(s)
    octets = len(s[:at].encode())
    if octets > 64:
        return 0, f"the local part has {octets} octets, not at most 64"
    octets = len(s.encode())
    if octets > 254:
        return 0, f"the address has {octets} octets, not at most 254"
    domain = s[at + 1 :]
    if domain[0] == "[":
        return None
    if is_dotted_decimal(domain):
        if all(str(int(n)) == n and int(n) <= 255 for n in domain.split(".")):
            return at + 1, f"an IPv4 address is written in brackets: [{domain}]"
        return at + 1, "four numbers are not a domain"
    problem = host_name(domain)
    return problem and (problem[0] + at + 1, problem[1])


def _local_length(s: str) -> int:
    """Return the length of the local part, which may be a quoted string."""
    if s[0] != '"':
        return s.index("@")
    i = 1
    while s[i] != '"':
        i += 2 if s[i] == "\\" else 1
    return i + 1


def zero_host_bits(s: str) -> Problem | None:
    """Check that all bits after the prefix of a CIDR block are zero (RFC 4632, section 3.1)."""
    from ipaddress import IPv6Address, ip_network

    network = ip_network(s, strict=False)
    address, _, length = s.partition("/")
    if int(network.network_address) == int(type(network.network_address)(address)):
        return None
    text = str(network.network_address)
    if isinstance(network.network_address, IPv6Address) and network.network_address.ipv4_mapped:
        text = f"::ffff:{network.network_address.ipv4_mapped}"  # RFC 5952, section 5; not in every Python
    return 0, f"bits after the first {length} are not zero; the network is {text}/{length}"


def iban_check_digits(s: str) -> Problem | None:
    """Check the check digits of an IBAN (ISO 13616-1; ISO 7064, MOD 97-10)."""
    digits = "".join(str(int(c, 36)) for c in s[4:] + s[:2])
    want = 98 - int(digits + "00") % 97
    if int(s[2:4]) == want:
        return None
    return 2, f"the check digits are wrong: {want:02} expected"


def isbn10_groups(s: str) -> Problem | None:
    """Check the groups of a ten-digit ISBN (ISO 2108:1992)."""
    return _isbn_groups(s, 4, "four groups are expected, as in 0-306-40615-2")


def isbn13_groups(s: str) -> Problem | None:
    """Check the groups of a 13-digit ISBN (ISO 2108)."""
    problem = _isbn_groups(s, 5, "five groups are expected, as in 978-0-306-40615-7")
    if not problem and len(s) > 13 and s[3].isdigit():
        return 3, "a separator is expected after " + s[:3]
    return problem


def _isbn_groups(s: str, groups: int, message: str) -> Problem | None:
    """Check that separators are the same, that there are so many groups, and that the last is the check digit."""
    separators = [(i, c) for i, c in enumerate(s) if c in "- "]
    for i, c in separators:
        if c != separators[0][1]:
            return i, "use hyphens or spaces between groups, not both"
    if not separators:
        return None
    if len(separators) + 1 != groups:
        return 0, message
    if s[-2] != separators[0][1]:
        return len(s) - 1, "a separator is expected before the check digit"
    return None


def language_repeats(s: str) -> Problem | None:
    """Check that no variant (RFC 5646, section 2.2.5) and no singleton (section 2.2.6) is repeated."""
    singletons: set[str] = set()
    variants: list[tuple[int, str]] = []
    start = 0
    for subtag in s.split("-"):
        first = subtag[0].lower()
        if len(subtag) == 1:
            if start == 0 or first == "x":
                break  # private use subtags follow, or s is grandfathered
            if first in singletons:
                return start, "there is more than one extension " + subtag
            singletons.add(first)
        elif start > 0 and not singletons and (len(subtag) >= 5 or len(subtag) == 4 and first <= "9"):
            variants.append((start, subtag))
        start += len(subtag) + 1
    seen: set[str] = set()
    for start, variant in variants:
        if variant.lower() in seen:
            return start, f"the variant {variant} is repeated"
        seen.add(variant.lower())
    return None


def tel_parameters(s: str) -> Problem | None:
    """Check that no parameter of a tel URI is repeated, and their order (RFC 3966, section 3)."""
    ranks = {"isub": 1, "ext": 1, "phone-context": 2}
    last, last_rank = "", 0
    number, *parameters = s.split(";")
    start = len(number) + 1
    for parameter in parameters:
        name = parameter.partition("=")[0]
        rank = ranks.get(name.lower(), 3)
        if last_rank == rank and last.lower() == name.lower():
            return start, f"the parameter {name} is repeated"
        if last_rank == rank == 1:
            return start, "only one of the parameters isub and ext is allowed"
        if (last_rank, last.lower()) > (rank, name.lower()):
            return start, f"the parameter {name} must precede {last}"
        last, last_rank = name, rank
        start += len(parameter) + 1
    return None


def encoded_utf8(s: str, prefix: Callable[[str], int]) -> Problem | None:
    """Check that percent-encodings are UTF-8 (RFC 3629, section 4)."""
    valid = prefix(s)
    return None if valid == len(s) else (valid, "percent-encoded bytes must be UTF-8: é is %C3%A9")


def purl_parts(s: str, prefix: Callable[[str], int]) -> Problem | None:
    """Check the percent-encodings of a package URL, and that no qualifier is repeated (ECMA-427)."""
    problem = encoded_utf8(s, prefix)
    before, _, qualifiers = s.partition("?")
    start = len(before) + 1
    seen: set[str] = set()
    for qualifier in qualifiers.split("&") if not problem else ():
        key = qualifier.partition("=")[0]
        if key in seen:
            return start, f"the qualifier {key} is repeated"
        seen.add(key)
        start += len(qualifier) + 1
    return problem


def curie_parts(s: str, unmatched: Callable[[str, str], int | None]) -> Problem | None:
    """Check the prefix and the reference of a CURIE (CURIE Syntax 1.0, section 3)."""
    colon = next((i for i, c in enumerate(s) if c in ":/?#"), len(s))

    def problem(rule: str, start: int, end: int, message: str) -> Problem | None:
        at = unmatched(rule, s[start:end])
        if at is None:
            return None
        return start + at, "the text ends too early" if start + at == end else message

    reference, found = 0, None
    if s[colon : colon + 1] == ":":
        reference = colon + 1
        if colon > 0:
            found = problem("ncname", 0, colon, "an XML name cannot have this character here")
    return found or problem("irelative-ref", reference, len(s), "an IRI reference cannot have this character here")
