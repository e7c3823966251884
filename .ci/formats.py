"""Compares the verdicts of package formats with those of Python libraries; see .ci/formats.

Standard input holds the lines of ./fuzz/formats: format, 1 or 0, string in JSON. A disagreement is
explained if a row of REASONS for its format matches. The script prints the number of strings that
each row explains. It fails if a disagreement is not explained or a row explains nothing.
"""

import base64
import collections
import ipaddress
import json
import re
import sys

import elementpath.datatypes as xsd
import jsonschema
import packageurl
import semver
import ulid
from langcodes.tag_parser import parse_tag
from stdnum import iban, isbn, issn, mac
from stdnum.iso7064 import mod_11_2

SCHEMA = jsonschema.Draft202012Validator.FORMAT_CHECKER


def schema(name):
    """Return the check for a format in jsonschema and the libraries that it uses."""
    assert name in SCHEMA.checkers, name
    return lambda s: SCHEMA.conforms(s, name)


def parses(parse):
    """Return a check for whether a parser succeeds."""
    def check(s):
        try:
            parse(s)
        except (ValueError, TypeError, OverflowError, ArithmeticError):
            return False
        return True
    return check


def canonical_purl(s):
    """Parse a package URL and raise ValueError unless it is in canonical form."""
    if packageurl.PackageURL.from_string(s).to_string() != s:
        raise ValueError


CHECKS = {name: schema(name) for name in (
    "date-time date time duration hostname idn-hostname ipv4 ipv6 uuid uri uri-reference iri "
    "iri-reference uri-template json-pointer relative-json-pointer").split()}
CHECKS |= {
    "cidr": lambda s: "/" in s and parses(ipaddress.ip_network)(s),
    "semver": semver.Version.is_valid,
    "ulid": parses(ulid.ULID.from_str),
    "isbn-10": lambda s: parses(isbn.validate)(s) and isbn.isbn_type(s) == "ISBN10",
    "isbn-13": lambda s: parses(isbn.validate)(s) and isbn.isbn_type(s) == "ISBN13",
    "issn": parses(issn.validate),
    "orcid": lambda s: re.fullmatch(r"(\d{4}-){3}\d{3}[\dX]", s, re.A) is not None
    and mod_11_2.is_valid(s.replace("-", "")),
    "iban": parses(lambda s: iban.validate(s, check_country=False)),
    "mac": parses(lambda s: mac.validate(s, validate_manufacturer=False)),
    "purl": parses(canonical_purl),
    "language-tag": parses(parse_tag),
    "base64": parses(lambda s: base64.b64decode(s, validate=True)),
    "base64url": parses(lambda s: base64.b64decode(s, altchars=b"-_", validate=True)),
    "xsd-date-time": parses(xsd.DateTime.fromstring),
    "xsd-date": parses(xsd.Date.fromstring),
    "xsd-decimal": parses(xsd.DecimalProxy),
    "xsd-double": parses(xsd.DoubleProxy),
    "ncname": parses(xsd.NCName),
    "qname": parses(lambda s: xsd.QName("urn:x", s)),
}

# Each row contains a format, whether package formats accepts the string, the reason, and a regular
# expression that matches the strings to which the reason applies.
REASONS = [
    ("date-time", True, "year 0000", r"^0000"),
    ("date-time", True, "a leap second", r":60"),
    ("time", True, "a leap second", r":60"),
    ("date", True, "year 0000", r"^0000"),
    ("duration", True, "lower case, which ABNF allows", r"[a-z]"),
    ("duration", False, "a minus sign or a fraction, as in ISO 8601-2", r"[-.,]"),
    ("duration", False, "units omitted between two others, as in ISO 8601", r"^P\d+Y\d+D|T\d+H\d+S$"),
    ("duration", False, "parts not separated by T, a missing unit, or weeks and other units", r"D\d+T|\d+T|W.|.W"),
    ("hostname", False, "a full stop at the end", r"\.$"),
    ("hostname", False, "xn-- not followed by the Punycode of a U-label", r"(?i)(^|\.)xn--"),
    ("hostname", False, "four numbers, which are an address", r"^\d+(\.\d+){3}$"),
    ("idn-hostname", False, "a full stop at the end", r"[.。]$"),
    ("idn-hostname", False, "a label that breaks the Bidi rule, left of a label from right to left", r"[\u0590-\u08ff]"),
    ("idn-hostname", True, "two characters and -- in an ASCII label, as in host names", r"(?i)(^|\.)(?!xn)[a-z0-9]{2}--"),
    ("uuid", False, "braces, and digits with separators of int()", r"_|-.*-.*-.*-.*-|\s|[{}]"),
    ("uri-reference", False, "a line end, which $ ignores", r"\n$"),
    ("iri", True, "code points from U+10000", r"[\U00010000-\U0010ffff]"),
    ("uri-template", True, "a percent-encoding in a name", r"\{.*%[\dA-Fa-f]{2}"),
    ("uri-template", True, "a prefix of four digits", r":\d{4}"),
    ("uri-template", False, "any literals", r"[^{}]"),
    ("relative-json-pointer", True, "index manipulation of draft-bhutton", r"^\d+[-+]"),
    ("language-tag", True, "a primary subtag of four to eight letters", r"^[A-Za-z]{4,8}(-|$)"),
    ("language-tag", False, "four letters before an extended language, an extension or a variant", r"^[A-Za-z]{4}-"),
    ("language-tag", False, "a region of letters and digits", r"-(?=.?.?[A-Za-z])(?=.?.?\d)[A-Za-z\d]{3}(-|$)"),
    ("language-tag", False, "a region after an extended language that is not one", r"^..-[A-Za-z]{3}-[\dA-Za-z]{3}-"),
    ("language-tag", False, "a repeated variant or extension", r"(?i)-([a-z\d]|[a-z\d]{5,8}|\d[a-z\d]{3})-(.*-)?\1(-|$)"),
    ("language-tag", False, "an underscore", r"_"),
    ("language-tag", False, "digits in the primary subtag", r"^[a-zA-Z]*\d"),
    ("language-tag", False, "several extended language subtags", r"^[A-Za-z]{2,3}(-[A-Za-z]{3}){2,3}"),
    ("purl", True, "%2F in a version or a value", r"[@?].*%2F"),
    ("purl", True, "an encoding in lower case", r"%([a-f]|\d[a-f])"),
    ("purl", True, "a type that is a substring of cpan", r"^pkg:[pn]/"),
    ("purl", True, "keys in another order", r"\?.*&"),
    ("purl", True, "upper case in a name, which a type's rules forbid", r"^pkg:[^/]*/[^@?]*[A-Z]"),
    ("purl", False, "a type or a key that does not begin with a letter", r"^pkg:[^a-zA-Z]|[?&][^a-z]"),
    ("purl", False, "an underscore in a type", r"^pkg:[^/]*_"),
    ("purl", False, "a slash in the version", r"@.*/"),
    ("cidr", False, "a netmask or a zone", r"/\d+\.|%"),
    ("cidr", False, "a length with leading zeros", r"/0\d"),
    ("relative-json-pointer", True, "the digit 0 in a number", r"^[1-9]\d*0"),
    ("iban", True, "a length or characters that the country does not use", r""),
    ("iban", False, "separators, white space, and check digits with a letter", r"[- \n]|^..\d?[A-Z]"),
    ("isbn-10", False, "misplaced separators, or fewer digits", r"^(?!\d{9}[\dX]$|(?=.{13}$)((\d+-){3}|(\d+ ){3})[\dX]$)"),
    ("isbn-13", False, "misplaced separators", r"^(?!\d{13}$|(?=.{17}$)97\d(-(\d+-){3}|(\d+ ){3})\d$)"),
    ("issn", False, "a misplaced or missing hyphen", r"^(?!\d{4}-\d{3}[\dX]\Z)"),
    ("mac", True, "64 bits", r"^(..[-:]){7}..$"),
    ("mac", False, "one digit, both separators, or a line end", r"^(?![\dA-Fa-f]{2}([-:])([\dA-Fa-f]{2}\1){4}[\dA-Fa-f]{2}\Z)"),
    ("base64", False, "too much padding", r"^([^=]{4})+=+$"),
    ("base64", False, "pad bits that are not zero", r"[^AEIMQUYcgkosw048]=$|[^AQgw]==$"),
    ("base64url", True, "no padding, as in RFC 7515", r"[^=]$"),
    ("base64url", False, "too much padding", r"^([^=]{4})+=+$"),
    ("base64url", False, "pad bits that are not zero", r"[^AEIMQUYcgkosw048]=$|[^AQgw]==$"),
    ("base64url", False, "both alphabets", r"[+/]"),
    ("ncname", False, "white space at either end, which is collapsed", r"^\s|\s$"),
    ("qname", False, "white space at either end, which is collapsed", r"^\s|\s$"),
    ("xsd-decimal", False, "white space, which is removed", r"\s"),
    ("xsd-double", False, "white space at either end, which is collapsed", r"^\s|\s$"),
    ("xsd-double", False, "a signed NaN, in any case", r"(?i)nan$"),
    ("xsd-date-time", True, "29 February of years over 9999", r"^-?\d{5,}-02-29"),
    ("xsd-date", True, "29 February of years over 9999", r"^-?\d{5,}-02-29"),
    ("xsd-date", True, "years of ten digits and more", r"^-?\d{10,}-"),
    ("xsd-date-time", False, "29 February of years over 9999", r"^-?\d{5,}-02-29"),
    ("xsd-date", False, "29 February of years over 9999", r"^-?\d{5,}-02-29"),
]


def main():
    total, explained, unexplained, missing = collections.Counter(), collections.Counter(), [], set()
    for line in sys.stdin:
        name, verdict, text = line.rstrip("\n").split("\t")
        if name not in CHECKS:
            missing.add(name)
            continue
        s, ours = json.loads(text), verdict == "1"
        total[name] += 1
        if bool(CHECKS[name](s)) == ours:
            continue
        for row in REASONS:
            if row[0] == name and row[1] == ours and re.search(row[3], s):
                explained[row] += 1
                break
        else:
            unexplained.append((name, ours, s))
    print(f"{sum(total.values())} strings, {len(total)} formats; no Python library for {', '.join(sorted(missing))}")
    for row in REASONS:
        print(f"{explained[row]:6} {row[0]}: {'ours' if row[1] else 'theirs'} only: {row[2]}")
    for name, ours, s in unexplained:
        print(f"unexplained: {name}: {'ours' if ours else 'theirs'} only: {json.dumps(s, ensure_ascii=False)}")
    idle = [row[:3] for row in REASONS if not explained[row]]
    for row in idle:
        print(f"explains nothing: {row}")
    if unexplained or idle or set(CHECKS) - set(total):
        sys.exit(f"{len(unexplained)} unexplained disagreements; no string of {set(CHECKS) - set(total) or 'no format'}")


main()
