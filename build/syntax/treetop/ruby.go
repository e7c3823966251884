package treetop

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
)

// A ruby reads the text inside a string or character class as Ruby does. Treetop passes both to
// Ruby unchanged: a string as a literal, and a class as an Onigmo regular expression.
type ruby struct {
	p        *parser
	pos, end syntax.Pos // bounds of the remaining text
	inClass  bool
}

func (r *ruby) rest() string { return r.p.Text[r.pos:r.end] }

func (r *ruby) fail(code syntax.Code, from syntax.Pos, format string, args ...any) {
	r.p.Fail(code, from, max(r.pos, from+1), format, args...)
}

// text reads the complete string and returns its characters. double reports whether the string is
// double-quoted. In a single-quoted string, a backslash is special only before another backslash or
// a single quote.
func (r *ruby) text(double bool) string {
	var b strings.Builder
	for r.pos < r.end {
		rest := r.rest()
		switch {
		case !double && (strings.HasPrefix(rest, `\\`) || strings.HasPrefix(rest, `\'`)):
			b.WriteByte(rest[1])
			r.pos += 2
		case double && rest[0] == '\\':
			for _, c := range r.escape() {
				b.WriteRune(c)
			}
		case double && rest[0] == '#' && len(rest) > 1 && strings.IndexByte("{$@", rest[1]) >= 0:
			r.p.Fail("interpolation", r.pos, r.pos+2,
				`in double quotes %q starts a Ruby interpolation; write \#`, rest[:2])
			r.pos += 2
		default:
			b.WriteByte(rest[0])
			r.pos++
		}
	}
	return b.String()
}

// rubyLetters maps the letter of a Ruby escape, such as the n in \n, to the character it denotes in
// both strings and classes. It excludes \s, which denotes a blank in a string but a set in a class.
var rubyLetters = map[byte]rune{
	'n': '\n', 't': '\t', 'r': '\r', 'e': 0x1B, 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v',
}

// escape reads the escape at r.pos and returns the characters it denotes.
func (r *ruby) escape() []rune {
	from, rest := r.pos, r.rest()
	if len(rest) < 2 {
		r.pos = r.end
		r.fail("bad-escape", from, "a character must follow the backslash")
		return nil
	}
	c, size := utf8.DecodeRuneInString(rest[1:])
	r.pos += 1 + syntax.Pos(size)
	switch letter, ok := rubyLetters[rest[1]]; {
	case ok:
		return []rune{letter}
	case c == 's' && !r.inClass:
		return []rune{' '}
	case c == 'u':
		return r.unicode(from)
	case c == 'x':
		return r.number(from, from+2, 16, 2)
	case '0' <= c && c <= '7':
		return r.number(from, from+1, 8, 3)
	case c == 'c' || c == 'C' || c == 'M' || r.inClass && (c == 'p' || c == 'P'):
		r.fail("unsupported-escape", from, `\%c is not supported; write the characters by number, \u0041, or by range`, c)
		return nil
	}
	return []rune{c}
}

// number reads the digits of an octal or hexadecimal escape. The offset of the escape is from, that
// of its digits is at, and their maximum number is most. The escape denotes a byte. A byte above 7F
// is not a character, so number reports an error.
func (r *ruby) number(from, at syntax.Pos, base, most int) []rune {
	r.pos = at
	n := 0
	for r.pos < r.end && int(r.pos-at) < most {
		d := char.Digit(r.p.Text[r.pos])
		if d >= base {
			break
		}
		n = n*base + d
		r.pos++
	}
	switch {
	case r.pos == at:
		r.fail("bad-escape", from, `hexadecimal digits must follow \x`)
		return nil
	case n > 0x7F:
		r.fail("unsupported-escape", from, `%s is a byte, not a character; write the character by number: \u00E9`,
			r.p.Text[from:r.pos])
		return nil
	}
	return []rune{rune(n)}
}

// unicode reads the rest of a \u escape that starts at from: exactly four digits, or numbers in
// braces.
func (r *ruby) unicode(from syntax.Pos) []rune {
	if strings.HasPrefix(r.rest(), "{") {
		return r.unicodeList(from)
	}
	digits := r.rest()[:r.hexDigits(4)]
	r.pos += syntax.Pos(len(digits))
	if len(digits) < 4 {
		r.fail("bad-escape", from, `\u takes four hexadecimal digits, or any number in braces: \u{A0}`)
		return nil
	}
	if r.hexDigits(1) > 0 {
		r.p.short.Add(int(from))
	}
	return r.character(nil, digits, from)
}

// hexDigits returns the number of hexadecimal digits at r.pos, up to most.
func (r *ruby) hexDigits(most int) int {
	n, rest := 0, r.rest()
	for n < min(most, len(rest)) && char.Digit(rest[n]) < 16 {
		n++
	}
	return n
}

// unicodeList reads the blank-separated numbers of an escape such as \u{41 42}.
func (r *ruby) unicodeList(from syntax.Pos) (list []rune) {
	n := strings.IndexByte(r.rest(), '}')
	if n < 0 {
		r.fail("bad-escape", from, `\u{ is not closed: a "}" is missing`)
		return nil
	}
	numbers := strings.Fields(r.rest()[1:n])
	r.pos += syntax.Pos(n) + 1
	if len(numbers) == 0 {
		r.fail("bad-escape", from, `\u{} must contain a hexadecimal number: \u{A0}`)
	}
	for _, digits := range numbers {
		list = r.character(list, digits, from)
	}
	return list
}

// character appends to list the character whose hexadecimal number is digits. It reports an error
// if digits is not a hexadecimal number or does not denote a character.
func (r *ruby) character(list []rune, digits string, from syntax.Pos) []rune {
	n, ok := char.ParseNumber(digits, 16, utf8.MaxRune)
	switch {
	case strings.TrimLeft(digits, "0123456789abcdefABCDEF") != "":
		r.fail("bad-escape", from, "%s is not a hexadecimal number", char.Excerpt(digits))
	case !ok:
		r.fail("code-point-limit", from, "%s exceeds U+10FFFF, the last code point", char.Clip(digits))
	case !utf8.ValidRune(rune(n)):
		r.fail("surrogate", from, `\u%s is a surrogate, which Ruby rejects: no character has that number`, char.Clip(digits))
	default:
		return append(list, rune(n))
	}
	return list
}

// A classReader reads a character class element by element, as Onigmo does.
//
// Tested against: TestClassesAsInGo compares the result with Go's regexp.
type classReader struct {
	ruby
	ranges []syntax.ClassRange
	state  classState
}

// A classState determines what a "-" in a class means. In the state classValue it denotes a range;
// in the other states it is literal.
type classState uint8

const (
	classOther classState = iota // at the start, after a range, or after a set
	classValue                   // after a character that may start a range
	classRange                   // after the "-" of a range
)

// read reads all elements of the class into c.ranges.
func (c *classReader) read() {
	for c.pos < c.end && !c.p.Gone {
		rest := c.rest()
		switch {
		case strings.HasPrefix(rest, "&&"):
			c.refuse("class-intersection", "&&", "class intersections are not supported; write the intended characters")
		case rest[0] == '[':
			c.bracket(rest)
		case rest[0] == '-' && c.state == classValue && len(rest) > 1:
			c.state = classRange
			c.pos++
		case rest[0] == '\\' && len(rest) > 1 && isSetLetter(rest[1]):
			c.pos += 2
			c.set(setOf(rest[1]))
		case rest[0] == '\\':
			for _, v := range c.escape() {
				c.value(v)
			}
		default:
			v, size := utf8.DecodeRuneInString(rest)
			c.pos += syntax.Pos(size)
			c.value(v)
		}
	}
}

// refuse reports the text at c.pos as an error and skips the rest of the class, because its meaning
// is unclear.
func (c *classReader) refuse(code syntax.Code, text, format string, args ...any) {
	c.p.Fail(code, c.pos, c.pos+syntax.Pos(len(text)), format, args...)
	c.pos = c.end
}

// bracket reads a bracket at c.pos. It accepts [:xdigit:], the only POSIX class that is pure ASCII
// in Ruby, and rejects all others. A "[" without ":" opens a nested class, which is also rejected,
// because Treetop ends the outer class at the first "]".
func (c *classReader) bracket(rest string) {
	switch posix := posixClass.FindString(rest); posix {
	case "[:xdigit:]":
		c.pos += syntax.Pos(len(posix))
		c.set(setOf('h'))
	case "":
		c.refuse("class-in-class", "[",
			`a class cannot contain a class: Treetop ends both at the first "]"; write a literal bracket as \[`)
	default:
		c.refuse("posix-class", posix,
			"%s includes non-ASCII characters in Ruby and is not supported; write the intended ranges: [a-zA-Z]", posix)
	}
}

// value adds the character v to the class. In the state classRange, v is the end of a range.
func (c *classReader) value(v rune) {
	if c.state != classRange {
		c.ranges = append(c.ranges, syntax.ClassRange{Lo: v, Hi: v})
		c.state = classValue
		return
	}
	last := &c.ranges[len(c.ranges)-1]
	if last.Lo > v {
		c.p.Fail("range-order", c.pos-1, c.pos, "the range %s to %s is empty; write the smaller character first",
			char.Describe(string(last.Lo)), char.Describe(string(v)))
		v = last.Lo
	}
	last.Hi = v
	c.state = classOther
}

// set adds a character set, such as \d, to the class. A set cannot be the end of a range.
func (c *classReader) set(ranges []syntax.ClassRange) {
	if c.state == classRange {
		c.p.Fail("set-in-range", c.pos-1, c.pos, "a character set cannot be the end of a range")
	}
	c.ranges = append(c.ranges, ranges...)
	c.state = classOther
}

// rubySets maps the lowercase letter of an escape such as \d to its character set. In Ruby these
// sets are pure ASCII. An uppercase letter denotes the complement of the set; see setOf.
var rubySets = map[byte][]syntax.ClassRange{
	'd': {{Lo: '0', Hi: '9'}},
	'h': {{Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'F'}, {Lo: 'a', Hi: 'f'}},
	's': {{Lo: '\t', Hi: '\r'}, {Lo: ' ', Hi: ' '}},
	'w': {{Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: '_', Hi: '_'}, {Lo: 'a', Hi: 'z'}},
}

func isSetLetter(c byte) bool { return rubySets[c|0x20] != nil && char.IsAlpha(c) }

// setOf returns the set that a backslash and the given letter, in either case, denote.
func setOf(letter byte) []syntax.ClassRange {
	set := rubySets[letter|0x20]
	if letter >= 'a' {
		return set
	}
	var others []syntax.ClassRange
	next := rune(0)
	for _, r := range set {
		others = append(others, syntax.ClassRange{Lo: next, Hi: r.Lo - 1})
		next = r.Hi + 1
	}
	return append(others, syntax.ClassRange{Lo: next, Hi: utf8.MaxRune})
}
