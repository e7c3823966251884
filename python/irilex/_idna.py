"""Host names of IDNA 2008 (RFC 5890 to RFC 5893) with Unicode 17, as the Go package internal/idna checks them.

Its tables, not those of unicodedata, decide: their version does not depend on that of Python.
"""

from __future__ import annotations

from bisect import bisect_right

from . import _idna_data as data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Problem = tuple[int, str]

MAX_LABEL, MAX_NAME = 63, 253  # in octets (RFC 1035, section 2.3.4)

# Values in the tables; see properties.go of the Go package.
VALID = 0  # a status of UTS 46
LEFT_TO_RIGHT, RIGHT_TO_LEFT, ARABIC_NUMBER, EUROPEAN_NUMBER, NONSPACING_MARK = range(5)  # directions
LEFT_JOINING, RIGHT_JOINING, DUAL_JOINING, TRANSPARENT = range(1, 5)
NOT_PERMITTED, _, GREEK, HEBREW, KANA_OR_HAN = range(5)  # classes of RFC 5892
STATUS, DIRECTION, JOINING, IS_MARK, COMBINING, IS_STABLE, CLASS = range(7)  # the properties of a code point


def _records(table: bytes, width: int) -> list[bytes]:
    return [table[i : i + width] for i in range(0, len(table), width)]


def _code_point(record: bytes) -> str:
    return chr(int.from_bytes(record[:3], "big"))


_STARTS = [_code_point(run) for run in _records(data.RUNS, 4)]
_PROPERTIES = _records(data.PROPERTIES, 7)
_RUNS = [_PROPERTIES[run[3]] for run in _records(data.RUNS, 4)]
_DECOMPOSITIONS = {
    _code_point(r): data.TEXTS[int.from_bytes(r[3:5], "big") :][: r[5]].decode()
    for r in _records(data.DECOMPOSITIONS, 6)
}
_COMPOSITIONS = {
    _code_point(r) + _code_point(r[3:]): _code_point(r[6:]) for r in _records(data.COMPOSITIONS, 9)
}


def _properties(char: str) -> bytes:
    return _RUNS[bisect_right(_STARTS, char) - 1]


class _Invalid(Exception):
    """A label is invalid. Its text is the message."""


def _invalid(label: str, text: str) -> _Invalid:
    return _Invalid(f"the label {_quoted(label)} {text}")


def _quoted(s: str) -> str:
    """Quote s, with escapes as in Go."""
    escapes = [c if c.isprintable() else f"\\u{ord(c):04x}" if c <= "\uffff" else f"\\U{ord(c):08x}" for c in s]
    return '"' + "".join(escapes) + '"'


def check_name(name: str) -> Problem | None:
    """Check a host name whose labels are not empty, and whose ASCII labels consist of letters, digits and
    hyphens without a hyphen at either end."""
    labels = name.translate(dict.fromkeys(map(ord, "\u3002\uff0e\uff61"), ".")).split(".")
    octets, start = -1, 0
    decoded = []
    for label in labels:
        try:
            text, length = _decode(label)
        except _Invalid as e:
            return start, str(e)
        decoded.append((start, text))
        octets += 1 + length
        start += len(label) + 1
    if octets > MAX_NAME:
        return 0, f"it has more than {MAX_NAME} octets"
    if any(_properties(c)[DIRECTION] in (RIGHT_TO_LEFT, ARABIC_NUMBER) for _, text in decoded for c in text):
        for start, text in decoded:
            if not _has_one_direction(text):
                return start, str(_invalid(text, "mixes writing directions"))
    return None


def _decode(label: str) -> tuple[str, int]:
    """Return the Unicode form of a label and the length of its DNS form; raise _Invalid."""
    if len(label) > MAX_LABEL:
        raise _Invalid(f"a label has more than {MAX_LABEL} octets")
    if label.isascii() and label[:4].lower() != "xn--":
        # ASCII labels that merely stand in a name are not U-labels, and are checked by the rule.
        return label, len(label)
    if label.isascii():
        text = _decode_punycode(label[4:].lower())
        if text is None:
            raise _invalid(label, "is not valid Punycode")
        _check_u_label(text)
        return text, len(label)
    _check_u_label(label)
    length = len("xn--") + len(label.encode("punycode"))
    if length > MAX_LABEL:
        raise _invalid(label, "has more than 63 octets as Punycode")
    return label, length


def _check_u_label(label: str) -> None:
    """Check a U-label (RFC 5891, section 4.2)."""
    if label != _normalized(label):
        raise _invalid(label, "is not in Normalization Form C")
    if any("A" <= c <= "Z" for c in label):
        raise _invalid(label, "is not ASCII and contains a capital letter; lowercase it")
    if label[0] == "-":
        raise _invalid(label, "begins with a hyphen")
    if label[-1] == "-":
        raise _invalid(label, "ends with a hyphen")
    if label[2:4] == "--":
        raise _invalid(label, "has hyphens as its third and fourth characters")
    if _properties(label[0])[IS_MARK]:
        raise _invalid(label, "begins with a combining mark")
    for i, c in enumerate(label):
        is_std3 = "a" <= c <= "z" or "0" <= c <= "9" or c == "-"
        if _properties(c)[STATUS] != VALID or c.isascii() and not is_std3:
            raise _Invalid(f"{_named(c)} is not allowed")
        if c in "\u200c\u200d" and not _is_joiner_in_context(label, i):
            raise _invalid(label, f"contains U+{ord(c):04X} between letters that do not join")
    for i, c in enumerate(label):
        if not c.isascii() and _properties(c)[CLASS] == NOT_PERMITTED:
            raise _Invalid(f"{_named(c)} is not allowed")
        if not _is_in_context(label, i):
            raise _invalid(label, f"contains {_named(c)} in the wrong context")


def _named(c: str) -> str:
    return f"{_quoted(c)} (U+{ord(c):04X})"


def _is_joiner_in_context(label: str, i: int) -> bool:
    """Report whether a joiner or non-joiner is allowed at label[i] (RFC 5892, appendices A.1 and A.2)."""
    if i > 0 and _properties(label[i - 1])[COMBINING] == 9:  # a virama
        return True
    joining = [_properties(c)[JOINING] for c in label]
    before = next((j for j in reversed(joining[:i]) if j != TRANSPARENT), 0)
    after = next((j for j in joining[i + 1 :] if j != TRANSPARENT), 0)
    return label[i] == "\u200c" and before in (LEFT_JOINING, DUAL_JOINING) and after in (RIGHT_JOINING, DUAL_JOINING)


def _is_in_context(label: str, i: int) -> bool:
    """Report whether label[i] meets its contextual rule (RFC 5892, appendices A.3 to A.9)."""
    c, before, after = label[i], label[i - 1 : i] or "\0", label[i + 1 : i + 2] or "\0"
    if c == "\u00b7":  # MIDDLE DOT, in Catalan
        return before == after == "l"
    if c == "\u0375":  # GREEK LOWER NUMERAL SIGN (KERAIA)
        return _properties(after)[CLASS] == GREEK
    if c in "\u05f3\u05f4":  # HEBREW PUNCTUATION GERESH, GERSHAYIM
        return _properties(before)[CLASS] == HEBREW
    if c == "\u30fb":  # KATAKANA MIDDLE DOT
        return any(_properties(c)[CLASS] == KANA_OR_HAN for c in label)
    if "\u0660" <= c <= "\u0669":  # ARABIC-INDIC DIGITS, not with the extended ones of A.9
        return not any("\u06f0" <= c <= "\u06f9" for c in label)
    return True


def _has_one_direction(label: str) -> bool:
    """Report whether a label meets the six conditions of RFC 5893, section 2."""
    directions = [_properties(c)[DIRECTION] for c in label]
    last = next((d for d in reversed(directions) if d != NONSPACING_MARK), None)
    if directions[0] == RIGHT_TO_LEFT:
        return (
            LEFT_TO_RIGHT not in directions
            and not (EUROPEAN_NUMBER in directions and ARABIC_NUMBER in directions)
            and last in (RIGHT_TO_LEFT, EUROPEAN_NUMBER, ARABIC_NUMBER)
        )
    return (
        directions[0] == LEFT_TO_RIGHT
        and RIGHT_TO_LEFT not in directions
        and ARABIC_NUMBER not in directions
        and last in (LEFT_TO_RIGHT, EUROPEAN_NUMBER)
    )


def _decode_punycode(s: str) -> str | None:
    """Decode Punycode (RFC 3492, section 6.2), or return None if s is not Punycode or encodes only ASCII.

    The codec "punycode" is not used: it accepts more than the RFC, and which strings differs between versions.
    """
    basic, hyphen, digits = s.rpartition("-")
    if hyphen and not basic:
        digits = s  # a leading "-" is not a delimiter
    text = list(basic)
    code, at, bias, first, i = 0x80, 0, 72, True, 0
    while i < len(digits):
        before, weight, k = at, 1, 36
        while True:
            digit = "abcdefghijklmnopqrstuvwxyz0123456789".find(digits[i : i + 1] or " ")
            i += 1
            if digit < 0:
                return None
            at += digit * weight
            threshold = min(max(k - bias, 1), 26)
            if digit < threshold:
                break
            weight *= 36 - threshold
            k += 36
        delta = (at - before) // (700 if first else 2)
        delta += delta // (len(text) + 1)
        bias = 0
        while delta > 35 * 26 // 2:
            delta //= 35
            bias += 36
        bias += 36 * delta // (delta + 38)
        first = False
        code += at // (len(text) + 1)
        at %= len(text) + 1
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            return None
        text.insert(at, chr(code))
        at += 1
    return None if first else "".join(text)


def _normalized(s: str) -> str:
    """Return s in Normalization Form C (Unicode Standard Annex 15)."""
    last = 0
    for c in s:  # the quick check: most labels are in that form
        p = _properties(c)
        if not p[IS_STABLE] and c >= "\u0300" or 0 < p[COMBINING] < last:
            return _composed(_sorted_marks(_decomposed(s)))
        last = p[COMBINING]
    return s


# Hangul syllables are composed arithmetically from jamo (Unicode Standard, section 3.12).
_SYLLABLE, _LEAD, _VOWEL, _TAIL = 0xAC00, 0x1100, 0x1161, 0x11A7
_LEADS, _VOWELS, _TAILS = 19, 21, 28  # the first tail means no tail


def _decomposed(s: str) -> list[str]:
    """Replace each code point with its full canonical decomposition."""
    chars: list[str] = []
    for c in s:
        i = ord(c) - _SYLLABLE
        if 0 <= i < _LEADS * _VOWELS * _TAILS:
            chars += chr(_LEAD + i // (_VOWELS * _TAILS)), chr(_VOWEL + i // _TAILS % _VOWELS)
            if i % _TAILS:
                chars.append(chr(_TAIL + i % _TAILS))
        else:
            chars += _DECOMPOSITIONS.get(c, c)
    return chars


def _sorted_marks(chars: list[str]) -> list[str]:
    """Stably sort each run of code points whose combining class is not 0 by that class."""
    i = 0
    while i < len(chars):
        start = i
        while i < len(chars) and _properties(chars[i])[COMBINING]:
            i += 1
        chars[start:i] = sorted(chars[start:i], key=lambda c: _properties(c)[COMBINING])
        i += 1
    return chars


def _composed(chars: Sequence[str]) -> str:
    """Compose each code point with the last one of class 0 before it, unless one between them blocks it."""
    text: list[str] = []
    starter, last = -1, 0
    for c in chars:
        combining = _properties(c)[COMBINING]
        if starter >= 0 and (len(text) == starter + 1 or last < combining):
            composed = _composition(text[starter], c)
            if composed:
                text[starter] = composed
                continue
        if combining == 0:
            starter = len(text)
        text.append(c)
        last = combining
    return "".join(text)


def _composition(first: str, second: str) -> str | None:
    lead, vowel = ord(first) - _LEAD, ord(second) - _VOWEL
    if 0 <= lead < _LEADS and 0 <= vowel < _VOWELS:
        return chr(_SYLLABLE + (lead * _VOWELS + vowel) * _TAILS)
    syllable, tail = ord(first) - _SYLLABLE, ord(second) - _TAIL
    if 0 <= syllable < _LEADS * _VOWELS * _TAILS and syllable % _TAILS == 0 and 0 < tail < _TAILS:
        return chr(ord(first) + tail)
    return _COMPOSITIONS.get(first + second)
