package lint

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/uts39"
)

// This file finds host labels that look like ASCII but are not (UTS 39, section 4).

// lookAlikes finds labels whose letters all come from one script other than Latin and all look like
// ASCII. Digits and hyphens are ignored.
func (x *search) lookAlikes(yield yielder) bool {
	if !x.hasHost || x.isIPv6 || x.isFuture || x.isIPv4Host || x.isPlainName {
		return true
	}
	for rest := x.host; rest.Start < rest.End; {
		label := labelOf(x.text(rest))
		at := iri.Span{Start: rest.Start, End: rest.Start + len(label)}
		if scriptOf(label) >= 0 && !x.report(yield, "look-alike", iri.Host, at) {
			return false
		}
		rest.Start = at.End
		if rest.Start < rest.End {
			_, dot := chars.DecodedRune(x.text(rest))
			rest.Start += dot
		}
	}
	return true
}

// scriptOf returns the number of the script whose letters a label uses to look like ASCII, or
// [tables.NoRule].
func scriptOf(label string) int {
	var runes [idna.MaxLabel]rune
	script := tables.NoRule
	for _, r := range runes[:decodeLabel(label, &runes)] {
		if r == '-' || '0' <= r && r <= '9' {
			continue
		}
		switch s := uts39.Script.First(string(r)); {
		case s < 0 || script >= 0 && s != script:
			return tables.NoRule
		default:
			script = s
		}
	}
	return script
}

// decodeLabel decodes percent-encodings and Punycode, and returns the number of characters, or 0 if
// the label is longer than DNS allows or is not valid Punycode.
func decodeLabel(label string, runes *[idna.MaxLabel]rune) (n int) {
	if rest, ok := cutPunycode(label); ok {
		var ascii [idna.MaxLabel]byte
		if n, ok = asciiOf(rest, &ascii); !ok || n > len(ascii) {
			return 0
		}
		n, _ = idna.DecodePunycode(string(ascii[:n]), runes)
		return n
	}
	for ; label != ""; n++ {
		if n == len(runes) {
			return 0
		}
		r, size := chars.DecodedRune(label)
		runes[n] = r
		label = label[size:]
	}
	return n
}

// asciiOf decodes an ASCII label and returns its length. It stores at most [idna.MaxLabel] bytes in
// ascii. ok is false if the label is not ASCII.
func asciiOf(label string, ascii *[idna.MaxLabel]byte) (n int, ok bool) {
	for ; label != ""; n++ {
		r, size := chars.DecodedRune(label)
		if r >= utf8.RuneSelf {
			return n, false
		}
		if n < len(ascii) {
			ascii[n] = byte(r)
		}
		label = label[size:]
	}
	return n, true
}

// lookAlikeMessage is Message for look-alikes.
func lookAlikeMessage(label string) string {
	var runes [idna.MaxLabel]rune
	n := decodeLabel(label, &runes)
	var skeleton strings.Builder
	for _, r := range runes[:n] {
		if r < utf8.RuneSelf {
			skeleton.WriteRune(r)
		} else {
			name := uts39.LookAlike.RuleName(uts39.LookAlike.First(string(r)))
			skeleton.WriteString(strings.TrimPrefix(name, "like-"))
		}
	}
	q := strconv.Quote(label)
	if text := string(runes[:n]); text != label {
		q += " (" + strconv.Quote(text) + ")"
	}
	return "the label " + q + " looks like \"" + skeleton.String() + "\", but its letters are " +
		strings.ReplaceAll(uts39.Script.RuleName(scriptOf(label)), "-", " ") + "; check that the host is the intended one"
}
