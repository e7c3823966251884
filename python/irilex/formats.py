"""The formats: a function each, and their names.

    >>> from irilex import formats
    >>> formats.date("2023-02-29")  # 2023 is not a leap year
    False
    >>> formats.hostname("xn--9.example")  # "xn--9" is not Punycode
    False

Each function reports whether a str has the format exactly as the standard defines it, and raises TypeError for
anything but a str. ``irilex.check(s, "date-time")`` raises an error that says why a str does not have a format:
the name of a format is that of its function, with hyphens. The functions take time linear in the length of the
str. Lengths in octets are those of its UTF-8 form.
"""

from __future__ import annotations

from ._core import NAMES as NAMES
from ._core import valid_as


# Dates and times.


def date_time(s: str) -> bool:
    """Report whether s is a date and time of RFC 3339, section 5.6, such as "1985-04-12T23:20:50.52Z".

    The day must exist in its month. Second 60 is accepted only at 23:59 UTC; that leap seconds occur only at
    the ends of June and December (section 5.7) is not checked.
    """
    return valid_as(s, "date-time")


def date(s: str) -> bool:
    """Report whether s is a full-date of RFC 3339, section 5.6, such as "1985-04-12".

    The day must exist in its month.
    """
    return valid_as(s, "date")


def time(s: str) -> bool:
    """Report whether s is a full-time of RFC 3339, section 5.6, such as "23:20:50.52Z".

    Second 60 is accepted only at 23:59 UTC, as in :func:`date_time`.
    """
    return valid_as(s, "time")


def duration(s: str) -> bool:
    """Report whether s is a duration of RFC 3339, appendix A, such as "P4DT12H30M5S" or "P2W".

    Unlike in ISO 8601, fractions are not allowed, weeks cannot be combined with other units, and no unit may be
    omitted between two others: "P1Y2D" is not a duration.
    """
    return valid_as(s, "duration")


def xsd_date_time(s: str) -> bool:
    """Report whether s is a dateTime of XML Schema 1.1, part 2, section 3.3.7, such as
    "2002-10-10T12:00:00.5-05:00" or "-0044-03-15T24:00:00".

    The day must exist in its month, for years of any length. Year 0000 exists; second 60 does not.
    """
    return valid_as(s, "xsd-date-time")


def xsd_date(s: str) -> bool:
    """Report whether s is a date of XML Schema 1.1, part 2, section 3.3.9, such as "2002-10-10" or
    "2002-10-10+13:00".

    The day must exist in its month.
    """
    return valid_as(s, "xsd-date")


# Hosts and mail.


def email(s: str) -> bool:
    """Report whether s is a Mailbox of RFC 5321, section 4.1.2, such as "joe.bloggs@example.com", '"joe
    bloggs"@example.com' or "joe@[IPv6:2001:db8::1]".

    Address literals are checked with their numbers. The standard also requires:

    - The local part has at most 64 octets (section 4.5.3.1.1).
    - The mailbox has at most 254 octets, because a path has 256 (section 4.5.3.1.3).
    - A domain satisfies :func:`hostname`.
    """
    return valid_as(s, "email")


def idn_email(s: str) -> bool:
    """Report whether s is a Mailbox of RFC 6531, section 3.3, such as "δοκιμή@example.com".

    Its local part may contain any non-ASCII character. The limits of :func:`email` apply to UTF-8 octets. The
    domain is also checked as in :func:`idn_hostname`, but only "." ends a label.
    """
    return valid_as(s, "idn-email")


def hostname(s: str) -> bool:
    """Report whether s is a host name of RFC 1123, section 2.1, such as "www.example.com".

    Labels have 1 to 63 letters, digits and hyphens, and neither begin nor end with a hyphen. A final dot is not
    accepted. The standards also require:

    - The name has at most 253 octets (RFC 1035, section 2.3.4).
    - It does not consist of four numbers (RFC 1123, section 2.1), even if they exceed 255.
    - Labels that begin with "xn--" are A-labels of IDNA 2008 with Unicode 17: they decode to labels that
      :func:`idn_hostname` accepts. The Bidi rule applies to the whole name.

    Other labels with hyphens as their third and fourth characters are accepted, such as "r3---sn-a".
    """
    return valid_as(s, "hostname")


def idn_hostname(s: str) -> bool:
    """Report whether s is a host name that may be internationalized (RFC 5890, section 2.3.2.3), such as
    "www.bücher.example".

    Labels may also end at U+3002, U+FF0E and U+FF61 (RFC 5895, section 2). No other character is mapped. The
    standards require:

    - ASCII labels follow the rules of :func:`hostname`.
    - Other labels are U-labels (RFC 5891, section 4.2): they are in Normalization Form C, consist of code
      points that RFC 5892, applied to Unicode 17, permits in their context, do not begin with a combining mark,
      and do not have hyphens as their third and fourth characters. The A-label of each has at most 63 octets.
    - If any character is written from right to left, each label meets the Bidi rule (RFC 5893).
    - The name has at most 253 octets with A-labels, and does not consist of four numbers.
    """
    return valid_as(s, "idn-hostname")


def ipv4(s: str) -> bool:
    """Report whether s is an IPv4 address in dotted-decimal form without leading zeros (RFC 3986, section 3.2.2;
    JSON Schema cites RFC 2673, section 3.2), such as "192.0.2.1".
    """
    return valid_as(s, "ipv4")


def ipv6(s: str) -> bool:
    """Report whether s is an IPv6 address of RFC 4291, section 2.2, such as "2001:db8::1" or "::ffff:192.0.2.1".

    Brackets and zones are not accepted.
    """
    return valid_as(s, "ipv6")


def cidr(s: str) -> bool:
    """Report whether s is an IPv4 prefix of RFC 4632, section 3.1, or an IPv6 prefix of RFC 4291, section 2.3,
    such as "192.0.2.0/24" or "2001:db8::/32".

    All bits after the prefix must be zero: "192.0.2.1/24" is a host address with a prefix length.
    """
    return valid_as(s, "cidr")


def mac(s: str) -> bool:
    """Report whether s is a 48-bit or 64-bit MAC address (EUI-48, EUI-64) of IEEE Std 802, clause 8, such as
    "00-00-5E-00-53-01", "00:00:5e:00:53:01" or "0000.5e00.5301".

    Digits without separators are not accepted.
    """
    return valid_as(s, "mac")


# Identifiers and numbers.


def uuid(s: str) -> bool:
    """Report whether s is a UUID of RFC 9562, section 4, such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".

    Any version and variant is accepted; "urn:uuid:" and braces are not.
    """
    return valid_as(s, "uuid")


def ulid(s: str) -> bool:
    """Report whether s is a ULID of github.com/ulid/spec, such as "01ARZ3NDEKTSV4RRFFQ69G5FAV", in upper or
    lower case.

    The first digit is at most 7.
    """
    return valid_as(s, "ulid")


def semver(s: str) -> bool:
    """Report whether s is a version of Semantic Versioning 2.0.0, such as "1.0.0-rc.1+build.5".

    "v1.0.0" is not a version.
    """
    return valid_as(s, "semver")


def e164(s: str) -> bool:
    """Report whether s is "+" followed by an international telephone number of ITU-T E.164: 2 to 15 digits, the
    first of which is not 0, such as "+18165551212".

    Whether the country code exists is not checked.
    """
    return valid_as(s, "e164")


def hex_color(s: str) -> bool:
    """Report whether s is a color of CSS Color 4, section 5.2: "#" followed by 3, 4, 6 or 8 hexadecimal digits,
    such as "#c0ffee".
    """
    return valid_as(s, "hex-color")


def base64(s: str) -> bool:
    """Report whether s is data encoded in base64 (RFC 4648, section 4) with padding and without line breaks,
    such as "Zm9vYg==".

    The bits that pad the last digit must be zero (section 3.5: they "MUST be set to zero by conforming
    encoders"), so "Zm9vYh==" is not accepted.
    """
    return valid_as(s, "base64")


def base64url(s: str) -> bool:
    """Report whether s is data encoded in base64url (RFC 4648, section 5), such as "-_8=".

    The padding may be omitted, as in JSON Web Signatures (RFC 7515, section 2). Otherwise it is like
    :func:`base64`.
    """
    return valid_as(s, "base64url")


def doi(s: str) -> bool:
    """Report whether s is a DOI name of the DOI Handbook (ISO 26324), such as "10.1000/182".

    The suffix is any printable text without spaces: whether Unicode assigns its code points is not checked.
    "doi:10.1000/182" and "https://doi.org/10.1000/182" are not DOI names.
    """
    return valid_as(s, "doi")


def iban(s: str) -> bool:
    """Report whether s is an IBAN of ISO 13616-1 in its electronic form, without spaces and in upper case, such
    as "GB82WEST12345698765432".

    The check digits are verified (ISO 7064, MOD 97-10). The account number has at most 30 letters and digits.
    The length and structure that a country prescribes are not checked.
    """
    return valid_as(s, "iban")


def xsd_decimal(s: str) -> bool:
    """Report whether s is a decimal of XML Schema 1.1, part 2, section 3.3.3, such as "-1.23", "210." or ".5"."""
    return valid_as(s, "xsd-decimal")


def xsd_double(s: str) -> bool:
    """Report whether s is a double of XML Schema 1.1, part 2, section 3.3.5, such as "-1E4", "1267.43233E12",
    "INF", "+INF", "-INF" or "NaN".

    The special values match only as written here.
    """
    return valid_as(s, "xsd-double")


def ncname(s: str) -> bool:
    """Report whether s is an NCName of Namespaces in XML 1.0, section 3: a name of XML 1.0, fifth edition,
    without a colon, such as "xsl" or "été".
    """
    return valid_as(s, "ncname")


def qname(s: str) -> bool:
    """Report whether s is a QName of Namespaces in XML 1.0, section 4: an :func:`ncname`, or two with a colon
    between them, such as "xsl:template".
    """
    return valid_as(s, "qname")


def isbn_10(s: str) -> bool:
    """Report whether s is an ISBN of ten digits (ISO 2108:1992), such as "0-306-40615-2".

    The check digit, which may be "X", is verified. A number with separators, all hyphens or all spaces,
    consists of four groups, the last of which is the check digit. The lengths of the other groups, which a
    registry determines, are not checked.
    """
    return valid_as(s, "isbn-10")


def isbn_13(s: str) -> bool:
    """Report whether s is an ISBN of 13 digits (ISO 2108), such as "978-0-306-40615-7" or "9780306406157".

    It is like :func:`isbn_10`, but the check digit is never "X", and there are five groups, the first of which
    is 978 or 979.
    """
    return valid_as(s, "isbn-13")


def issn(s: str) -> bool:
    """Report whether s is an ISSN of ISO 3297, such as "0317-8471".

    The check digit, which may be "X", is verified.
    """
    return valid_as(s, "issn")


def orcid(s: str) -> bool:
    """Report whether s is an ORCID iD in its short form of 16 characters in four groups, such as
    "0000-0002-1694-233X".

    The check digit is verified (ISO 7064, MOD 11-2). The full form, a URL that begins with
    "https://orcid.org/", is not accepted: remove the prefix first.
    """
    return valid_as(s, "orcid")


# URIs and other formats of the web.


def uri(s: str) -> bool:
    """Report whether s is a URI of RFC 3986, section 3, such as "http://example.org/?q#f".

    Whether s satisfies the rules of its scheme is not checked.
    """
    return valid_as(s, "uri")


def uri_reference(s: str) -> bool:
    """Report whether s is a URI or a relative reference of RFC 3986, section 4.1, such as "../a?q"."""
    return valid_as(s, "uri-reference")


def iri(s: str) -> bool:
    """Report whether s is an IRI of RFC 3987, section 2.2, such as "http://example.org/rosé".

    Whether s satisfies the rules of its scheme is not checked.
    """
    return valid_as(s, "iri")


def iri_reference(s: str) -> bool:
    """Report whether s is an IRI or a relative reference of RFC 3987, section 2.2, such as "../é?q"."""
    return valid_as(s, "iri-reference")


def uri_template(s: str) -> bool:
    """Report whether s is a URI template of RFC 6570, section 2, such as "http://example.org/{+path}{?x,y*}".

    Operators that are reserved for extensions, such as "{=x}", are accepted.
    """
    return valid_as(s, "uri-template")


def json_pointer(s: str) -> bool:
    """Report whether s is a JSON Pointer of RFC 6901, section 3, such as "/a/0/b~1c".

    This is the pointer itself, not its representation as a JSON string or a URI fragment.
    """
    return valid_as(s, "json-pointer")


def relative_json_pointer(s: str) -> bool:
    """Report whether s is a Relative JSON Pointer of draft-bhutton-relative-json-pointer-00, section 3, such as
    "1/a" or "0-1#".

    An index manipulation may precede "#": an example in the draft has one, although its grammar does not allow
    it.
    """
    return valid_as(s, "relative-json-pointer")


def urn(s: str) -> bool:
    """Report whether s is a URN of RFC 8141, section 2, such as "urn:isbn:0451450523".

    The r-, q- and f-components are accepted. Whether the namespace is registered, and whether s satisfies its
    rules, is not checked.
    """
    return valid_as(s, "urn")


def curie(s: str) -> bool:
    """Report whether s is a curie of CURIE Syntax 1.0, section 3, such as "wiki:CURIE".

    Both the prefix and its colon are optional, so most relative references are CURIEs. A safe_curie, in
    brackets, is not accepted.

    The prefix must be an NCName, and the rest an irelative-ref of RFC 3987.
    """
    return valid_as(s, "curie")


def language_tag(s: str) -> bool:
    """Report whether s is a language tag of RFC 5646, section 2.1, such as "zh-Hant-TW" or the grandfathered
    "i-klingon".

    There is at most one extended language subtag (section 2.2.2), and no variant (section 2.2.5) or singleton
    (section 2.2.6) is repeated. Whether the subtags are registered is not checked.
    """
    return valid_as(s, "language-tag")


def media_type(s: str) -> bool:
    """Report whether s is a media type with its parameters, as RFC 9110, section 8.3.1, defines it for HTTP,
    such as 'text/html; charset="utf-8"'.

    Empty parameters, as in "text/html;", are accepted. Whether the type is registered, and whether a parameter
    is repeated, is not checked.
    """
    return valid_as(s, "media-type")


def http_token(s: str) -> bool:
    """Report whether s is a token of RFC 9110, section 5.6.2, such as "gzip".

    Field names and methods are tokens.
    """
    return valid_as(s, "http-token")


def cookie_name(s: str) -> bool:
    """Report whether s is a cookie-name of RFC 6265, section 4.1.1, such as "SID".

    It is a token, as in :func:`http_token`.
    """
    return valid_as(s, "cookie-name")


def cookie_value(s: str) -> bool:
    """Report whether s is a cookie-value of RFC 6265, section 4.1.1, such as "31d4d96e", with or without quotes.

    It may be empty.
    """
    return valid_as(s, "cookie-value")


def tel(s: str) -> bool:
    """Report whether s is a tel URI of RFC 3966, section 3, such as "tel:+1-201-555-0123" or
    "tel:7042;phone-context=example.com".

    A "#" in a local number must be percent-encoded.

    A local number requires a phone-context. No parameter is repeated; at most one of isub and ext is present
    and comes first; phone-context comes next, and all others are in lexicographical order.
    """
    return valid_as(s, "tel")


def mailto(s: str) -> bool:
    """Report whether s is a mailto URI of RFC 6068, section 2, such as
    "mailto:joe@example.com?cc=bob@example.com&body=hello%20world".

    The address "not@me"@example.org is written "mailto:%22not%40me%22@example.org". The percent-encodings must
    be UTF-8. Whether a header field is repeated, and whether the line breaks of a body are "%0D%0A" (section
    5), is not checked.
    """
    return valid_as(s, "mailto")


def data(s: str) -> bool:
    """Report whether s is a data URL of RFC 2397, section 3, such as "data:text/plain,a%20b".

    After ";base64," the data must be base64 with padding; percent-encoded white space in the data is accepted.
    A fragment is not accepted, because it is not part of the URL.
    """
    return valid_as(s, "data")


def geo(s: str) -> bool:
    """Report whether s is a geo URI of RFC 5870, section 3.3, such as "geo:48.2010,16.3695;u=40".

    Latitudes and longitudes are limited to 90 and 180 degrees, unless a coordinate reference system other than
    WGS 84 is named.
    """
    return valid_as(s, "geo")


def tag(s: str) -> bool:
    """Report whether s is a tag URI of RFC 4151, section 2.1, such as
    "tag:timothy@hpl.hp.com,2001:web/externalHome".

    The date must exist. It may be in the future.
    """
    return valid_as(s, "tag")


def did(s: str) -> bool:
    """Report whether s is a DID of Decentralized Identifiers (DIDs) 1.0, section 3.1, such as
    "did:example:123456789abcdefghi".

    DID URLs with a path, a query or a fragment are not accepted.
    """
    return valid_as(s, "did")


def purl(s: str) -> bool:
    """Report whether s is a Package-URL (ECMA-427) in canonical form, such as
    "pkg:npm/%40angular/animation@12.3.1".

    Characters are percent-encoded only if they must be, except that "/" in the value of a qualifier may be. The
    percent-encodings must be UTF-8, and no qualifier is repeated. The order of qualifiers and the rules of each
    package type are not checked.
    """
    return valid_as(s, "purl")
