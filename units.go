package iri

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// Normalization works on units: a byte outside percent-encodings, a percent-encoding, or the
// percent-encodings of one character. The normal form of a unit does not depend on other units, so
// a component is copied, tested and compared from left to right without buffering. Tested against:
// slowNormal in TestNormalOfAllShortReferences.

// units holds the normalizations that change units.
type units struct {
	form  Form // only CaseForm, PercentForm and IRIForm matter
	lower bool // whether to lowercase ASCII letters
}

// idle reports whether u changes no unit of any component.
func (u units) idle() bool { return u.form&(CaseForm|PercentForm|IRIForm) == 0 }

// A unit holds a normalized unit in text[:size].
type unit struct {
	text [utf8.UTFMax]byte
	size int
}

// at returns the normalized unit at s[i:], and the width of the unit in s.
func (u units) at(s string, i int) (to unit, width int) {
	c := s[i]
	if c != '%' {
		return unit{[utf8.UTFMax]byte{u.inCase(c)}, 1}, 1
	}
	high, low := s[i+1], s[i+2]
	c = chars.Octet(s[i:])
	upper := u.form&CaseForm != 0
	switch {
	case c < utf8.RuneSelf && u.form&PercentForm != 0 && chars.Unreserved().Has(c):
		return unit{[utf8.UTFMax]byte{u.inCase(c)}, 1}, chars.PctLength
	case c >= utf8.RuneSelf && u.form&IRIForm != 0:
		if to = decodedCharacter(s[i:]); to.size > 0 {
			return to, chars.PctLength * to.size
		}
		upper = true
	}
	if upper {
		high, low = chars.Upper(high), chars.Upper(low)
	}
	return unit{[utf8.UTFMax]byte{'%', high, low}, chars.PctLength}, chars.PctLength
}

func (u units) inCase(c byte) byte {
	if u.lower {
		return chars.Lower(c)
	}
	return c
}

// append appends the normal form of a component.
func (u units) append(dst []byte, s string) []byte {
	if u.idle() {
		return append(dst, s...)
	}
	for i := 0; i < len(s); {
		if run := u.run(s[i:]); run > 0 {
			dst = append(dst, s[i:i+run]...)
			i += run
			continue
		}
		to, width := u.at(s, i)
		dst = append(dst, to.text[:to.size]...)
		i += width
	}
	return dst
}

// normal reports whether a component is normal.
func (u units) normal(s string) bool {
	if u.idle() {
		return true
	}
	for i := 0; i < len(s); {
		if run := u.run(s[i:]); run > 0 {
			i += run
			continue
		}
		to, width := u.at(s, i)
		if to.size != width || string(to.text[:to.size]) != s[i:i+width] {
			return false
		}
		i += width
	}
	return true
}

// run returns the length of a prefix of s that contains only normal units. The prefix need not be
// the longest.
func (u units) run(s string) int {
	if u.lower {
		i := 0
		for i < len(s) && s[i] != '%' && s[i] == chars.Lower(s[i]) {
			i++
		}
		return i
	}
	if i := strings.IndexByte(s, '%'); i >= 0 {
		return i
	}
	return len(s)
}

// ascii reports whether the normal form of a component is ASCII.
func (u units) ascii(s string) bool {
	if !chars.IsASCII(s) {
		return false
	}
	if u.form&IRIForm == 0 {
		return true
	}
	for i := strings.IndexByte(s, '%'); i >= 0 && i < len(s); {
		to, width := u.at(s, i)
		if to.text[0] >= utf8.RuneSelf {
			return false
		}
		i += width
	}
	return true
}

// A cursor reads the normal form of a component byte by byte.
type cursor struct {
	units
	rest string // the component after the unit
	unit unit
	read int // bytes of the unit already read
}

// next returns the next byte. ok is false at the end.
func (c *cursor) next() (b byte, ok bool) {
	if c.read == c.unit.size {
		if c.rest == "" {
			return 0, false
		}
		if b = c.rest[0]; b != '%' {
			c.rest = c.rest[1:]
			return c.inCase(b), true
		}
		var width int
		c.unit, width = c.at(c.rest, 0)
		c.rest, c.read = c.rest[width:], 0
	}
	c.read++
	return c.unit.text[c.read-1], true
}

// equal reports whether s normalized by u equals t normalized by v.
func (u units) equal(s string, v units, t string) bool {
	if u == v && (s == t || u.idle()) {
		return s == t
	}
	for a, b := (cursor{units: u, rest: s}), (cursor{units: v, rest: t}); ; {
		c, more := a.next()
		d, also := b.next()
		if c != d || more != also {
			return false
		}
		if !more {
			return true
		}
	}
}

// decodedCharacter decodes the character at the beginning of s. The size is 0 if the
// percent-encoded bytes are not valid UTF-8, or if the character must remain encoded (RFC 3987,
// section 3.2, step 4). A character must remain encoded if it is not a ucschar (section 2.2), or
// has the Unicode property Bidi_Control (section 4.1) or White_Space (section 6.1: "look-alikes of
// space").
func decodedCharacter(s string) (c unit) {
	n := 0
	for ; n < len(c.text) && s != "" && s[0] == '%'; n++ {
		c.text[n] = chars.Octet(s)
		s = s[chars.PctLength:]
	}
	r, size := utf8.DecodeRune(c.text[:n])
	if ruleUcschar.ValidBytes(c.text[:size]) &&
		!unicode.Is(unicode.Bidi_Control, r) && !unicode.Is(unicode.White_Space, r) {
		c.size = size
	}
	return c
}
