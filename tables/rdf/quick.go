package rdf

import (
	"bytes"
	"unicode/utf8"

	"github.com/irilex/iri/tables/rfc3987"
)

// This file reads the most frequent lines of dumps: right statements without comments.
//
// Idea. A search for one byte takes many bytes at a time, and the automaton of the lexer takes one.
// A term ends at ">", or at the first quote without a backslash before it. The text before ">" is
// the text of an IRIREF if it matches the rule IRI of RFC 3987, because IRIREF allows every
// character of that rule (TestIRIsAreTextOfIRIREF). So one match serves as the token and as the
// check of the IRI.
//
// Returns false for other lines, and leaves some terms in the statement: the lexer reads the line
// again, and makes the errors.
//
// Cost. A line is searched for its end, a term for its own. Half the time of the lexer, for a dump
// in memory, and with the check of IRIs (BenchmarkReader). A line read again by the lexer costs a
// tenth more.
//
// Twin: regular expressions (TestQuickLinesInTheSmall, TestVerdictsAreThoseOfLine, TestDocuments).

// quick reads a line, and its end, into the statement. It returns false for a line left to the
// lexer.
func (r *Reader) quick() bool {
	if r.IRI != rfc3987.IRI {
		return false
	}
	to := r.next('\n', &r.feed)
	after := min(to+1, r.full)
	if after < r.full && (r.buf[after] == '\n' || r.buf[after] == '\r') {
		return false // the token EOL has more than one end of a line
	}
	if cr := r.next('\r', &r.carriage); cr < to {
		if cr != to-1 || to == r.full {
			return false
		}
		to = cr
	}
	if to-r.from > r.most() {
		return false
	}
	c := cursor{line: r.buf[r.from:to:to], scratch: r.scratch[:0]}
	c.escapes = r.next('\\', &r.backslash) < to
	right := c.statement(&r.statement, r.syntax)
	if r.scratch = c.scratch; !right {
		return false
	}
	r.to, r.after = to, after
	r.ends = int64(min(after-to, 1))
	return true
}

// A cursor goes over a line.
type cursor struct {
	line    []byte // without its end
	at      int
	escapes bool   // whether the line has a backslash
	scratch []byte // texts with their escapes taken out
}

// statement reads the whole line.
func (c *cursor) statement(s *Statement, syntax Syntax) bool {
	if !c.resource(&s.Subject) || !c.iri(&s.Predicate) || !c.object(&s.Object) {
		return false
	}
	if s.Graph.Raw != nil {
		s.Graph = Term{}
	}
	if syntax == NQuads && c.peek() != '.' && !c.resource(&s.Graph) {
		return false
	}
	if c.peek() != '.' {
		return false
	}
	c.at++
	c.peek()
	return c.at == len(c.line)
}

// peek skips white space, and returns the byte after it, or 0.
func (c *cursor) peek() byte {
	for ; c.at < len(c.line); c.at++ {
		if b := c.line[c.at]; b != ' ' && b != '\t' {
			return b
		}
	}
	return 0
}

// object reads any term.
func (c *cursor) object(t *Term) bool {
	if c.peek() == '"' {
		return c.literal(t)
	}
	return c.resource(t)
}

// resource reads an IRI or a blank node.
func (c *cursor) resource(t *Term) bool {
	if c.peek() == '_' {
		return c.blank(t)
	}
	return c.iri(t)
}

// iri reads an IRI.
func (c *cursor) iri(t *Term) bool {
	if c.peek() != '<' {
		return false
	}
	start := c.at
	value := c.absolute()
	if value == nil {
		return false
	}
	*t = Term{Kind: IRI, Start: start, Raw: c.line[start:c.at:c.at], Value: value}
	return true
}

// absolute reads an IRI from its "<" on, and returns it without the angle brackets and without
// escapes. The escapes of literals must not stand in an IRI. Only \' needs a test, because the rule
// IRI refuses the characters of all others.
func (c *cursor) absolute() []byte {
	rest := c.line[c.at+1:]
	n := bytes.IndexByte(rest, '>')
	if n < 0 {
		return nil
	}
	value, ok := c.unescaped(rest[:n:n])
	if !ok || !rfc3987.IRI.ValidBytes(value) || len(value) < n && bytes.Contains(rest[:n], []byte(`\'`)) {
		return nil
	}
	c.at += n + 2
	return value
}

// unescaped returns raw with its escapes taken out, and false if one is wrong.
func (c *cursor) unescaped(raw []byte) (value []byte, ok bool) {
	if !c.escapes || bytes.IndexByte(raw, '\\') < 0 {
		return raw, true
	}
	from := len(c.scratch)
	all, err := AppendUnescaped(c.scratch, raw)
	c.scratch = all
	return all[from:len(all):len(all)], err == nil
}

// blank reads a blank node whose label has letters and digits of ASCII alone, and white space after
// it.
func (c *cursor) blank(t *Term) bool {
	start := c.at
	end := start + 2
	for end < len(c.line) && alphanumeric(c.line[end]) {
		end++
	}
	if end == len(c.line) || end == start+2 || c.line[start+1] != ':' || c.line[end] != ' ' && c.line[end] != '\t' {
		return false
	}
	*t = Term{Kind: Blank, Start: start, Raw: c.line[start:end:end], Value: c.line[start+2 : end : end]}
	c.at = end
	return true
}

// literal reads a literal, with its escapes.
func (c *cursor) literal(t *Term) bool {
	start := c.at
	n := quoted(c.line[start+1:])
	if n < 0 {
		return false
	}
	c.at += n + 2
	raw := c.line[start+1 : c.at-1 : c.at-1]
	value, ok := c.unescaped(raw)
	if !ok || !utf8.Valid(raw) {
		return false
	}
	*t = Term{Kind: Literal, Start: start, Raw: c.line[start:c.at:c.at], Value: value}
	switch rest := c.line[c.at:]; {
	case bytes.HasPrefix(rest, []byte("^^<")):
		c.at += 2
		t.Datatype = c.absolute()
		t.Raw = c.line[start:c.at:c.at]
		return t.Datatype != nil
	case len(rest) > 0 && rest[0] == '@':
		n := language(rest[1:])
		t.Language = rest[1 : 1+n : 1+n]
		c.at += 1 + n
		t.Raw = c.line[start:c.at:c.at]
		return n > 0
	}
	return true
}

// quoted returns the length of the text before the first quote outside escapes, or -1.
func quoted(s []byte) int {
	end := bytes.IndexByte(s, '"')
	for at := 0; end >= 0; {
		n := bytes.IndexByte(s[at:end], '\\')
		if n < 0 {
			return end
		}
		at += n + 2
		if at > end { // the quote was escaped
			if n = bytes.IndexByte(s[at:], '"'); n < 0 {
				return -1
			}
			end = at + n
		}
	}
	return -1
}

// language returns the length of the language tag at the beginning of s, or 0. It does not look at
// the byte after the tag; statement refuses a wrong one.
func language(s []byte) int {
	n := 0
	for n < len(s) && letter(s[n]) {
		n++
	}
	for n > 0 && n+1 < len(s) && s[n] == '-' && alphanumeric(s[n+1]) {
		for n += 2; n < len(s) && alphanumeric(s[n]); {
			n++
		}
	}
	return n
}

func letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func alphanumeric(b byte) bool { return letter(b) || '0' <= b && b <= '9' }
