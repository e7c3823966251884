package rdf

import (
	"bytes"
	"math"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// This file reads the most common lines in dumps: valid statements without comments.
//
// Idea. A term ends at a mark (marks.go): an IRI at ">", and a literal at the first quote that is
// not escaped. If the text before ">" matches the rule IRI of RFC 3987, it is also valid in an
// IRIREF, which allows every character of that rule (TestIRIsAreTextOfIRIREF). So a single match
// both reads the token and validates the IRI.
//
// For other lines, such as those with a triple term or a base direction, quick returns false, and
// the lexer reads the line from its beginning. The statement then already holds some terms of the
// line.
//
// Cost. For a dump in memory, less than half the time of the lexer, including IRI validation
// (BenchmarkReader). A line that the lexer must read again takes a tenth longer.
//
// Tested against: regular expressions (TestQuickLinesInTheSmall, TestVerdictsAreThoseOfLine,
// TestDocuments).

// quick reads a line and its line ending into the statement. It returns false if the lexer must
// read the line.
func (r *Reader) quick() bool {
	if r.IRI != rfc3987.IRI || uint64(r.full) > math.MaxUint32 {
		return false
	}
	c := &r.cursor
	c.base = &r.Base
	if c.at != r.from { // the marks are at another offset
		c.seek(r.from)
	}
	c.from, c.at, c.scratch = r.from, r.from, c.scratch[:0]
	if !c.statement(&r.statement, r.syntax) || c.at-r.from > r.maxLine() {
		c.at = -1
		return false
	}
	r.to, r.ends = c.at, 0
	if c.at < len(c.text) {
		if !c.end() {
			c.at = -1
			return false
		}
		r.ends = 1
	}
	r.after = c.at
	return true
}

// A cursor reads a line. Between terms, next has returned exactly the marks before at.
type cursor struct {
	marks
	from, at int      // offsets in the text: the line; the next byte, or -1 after a line for the lexer
	scratch  []byte   // decoded texts and resolved IRIs
	base     *iri.IRI // base IRI of the reader
}

// end reads the line ending, LF or CR LF. It returns false if there is no such line ending, or if
// another follows.
func (c *cursor) end() bool {
	if c.text[c.at] == '\r' {
		c.next()
		c.at++
	}
	if c.at == len(c.text) || c.text[c.at] != '\n' {
		return false
	}
	c.next()
	c.at++
	return c.at == len(c.text) || c.text[c.at] != '\n' && c.text[c.at] != '\r'
}

// open moves to the beginning of a text.
func (c *cursor) open(text []byte) {
	c.begin(text)
	c.at = 0
}

// statement reads a statement and the white space after it.
func (c *cursor) statement(s *Statement, syntax Syntax) bool {
	if !c.resource(&s.Subject) || !c.reference(&s.Predicate) || !c.object(&s.Object) {
		return false
	}
	if s.Graph.Raw != nil {
		s.Graph = Term{}
	}
	if syntax.rdf12() {
		if s.Object.Direction, s.Object.Triple = nil, nil; isTagged(s.Object.Datatype) {
			return false
		}
	}
	if syntax.quads() && c.peek() != '.' && !c.resource(&s.Graph) {
		return false
	}
	if c.peek() != '.' {
		return false
	}
	c.at++
	c.peek()
	return true
}

// peek skips white space, and returns the byte after it, or 0.
func (c *cursor) peek() byte {
	for ; c.at < len(c.text); c.at++ {
		if b := c.text[c.at]; b != ' ' && b != '\t' {
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
	return c.reference(t)
}

// reference reads an IRI.
func (c *cursor) reference(t *Term) bool {
	if c.peek() != '<' {
		return false
	}
	start := c.at
	value := c.absolute()
	if value == nil {
		return false
	}
	t.Kind, t.Start, t.Raw, t.Value = IRITerm, start-c.from, c.text[start:c.at:c.at], value
	t.Datatype, t.Language = nil, nil
	return true
}

// absolute reads an IRI that starts with "<". It returns the IRI without angle brackets, decoded
// and resolved.
func (c *cursor) absolute() (value []byte) {
	if c.next() != c.at {
		return nil
	}
	from := c.at + 1
	to := c.next()
	if to >= len(c.text) {
		return nil
	}
	if c.text[to] == '\\' {
		return c.escaped()
	}
	value = c.text[from:to:to]
	if c.text[to] != '>' {
		return nil
	}
	c.at = to + 1
	if !rfc3987.IRI.ValidBytes(value) {
		return c.resolved(value)
	}
	return value
}

// escaped is absolute for an IRI with escapes. It is called after next has returned the first
// escape. An IRI must not contain the escapes that only literals allow: escaped tests for \', and
// the rule IRI rejects the characters that all others denote.
func (c *cursor) escaped() (value []byte) {
	from, to := c.at+1, 0
	for to = c.next(); to < len(c.text) && c.text[to] == '\\'; {
		to = c.next()
	}
	if to >= len(c.text) || c.text[to] != '>' {
		return nil
	}
	raw := c.text[from:to]
	value, ok := c.unescaped(raw)
	if !ok || bytes.Contains(raw, []byte(`\'`)) {
		return nil
	}
	c.at = to + 1
	if !rfc3987.IRI.ValidBytes(value) {
		return c.resolved(value)
	}
	return value
}

// resolved resolves a relative reference. It returns nil if there is no base or ref is not
// relative.
func (c *cursor) resolved(ref []byte) []byte {
	if !c.base.HasScheme() || hasScheme(ref) {
		return nil
	}
	value, err := resolve(&c.scratch, *c.base, ref)
	if err != nil {
		return nil
	}
	return value
}

// unescaped decodes the escapes in raw. ok is false if any of the escapes is invalid.
func (c *cursor) unescaped(raw []byte) (value []byte, ok bool) {
	from := len(c.scratch)
	all, err := AppendUnescaped(c.scratch, raw)
	c.scratch = all
	return all[from:len(all):len(all)], err == nil
}

// blank reads a blank node whose label consists of ASCII letters and digits and is followed by
// white space.
func (c *cursor) blank(t *Term) bool {
	start := c.at
	end := start + 2
	for end < len(c.text) && alphanumeric(c.text[end]) {
		end++
	}
	if end >= len(c.text) || end == start+2 || c.text[start+1] != ':' || c.text[end] != ' ' && c.text[end] != '\t' {
		return false
	}
	t.Kind, t.Start, t.Raw, t.Value = BlankTerm, start-c.from, c.text[start:end:end], c.text[start+2:end:end]
	t.Datatype, t.Language = nil, nil
	c.at = end
	return true
}

// literal reads a literal and its language or datatype.
func (c *cursor) literal(t *Term) bool {
	start := c.at
	if c.next() != start {
		return false
	}
	to, escaped := c.quote()
	if to < 0 {
		return false
	}
	value := c.text[start+1 : to : to]
	if !c.utf8 && !ntriples.StringLiteralQuote.ValidBytes(c.text[start:to+1]) {
		return false
	}
	if escaped {
		ok := false
		if value, ok = c.unescaped(value); !ok {
			return false
		}
	}
	c.at = to + 1
	t.Kind, t.Start, t.Raw, t.Value = LiteralTerm, start-c.from, c.text[start:c.at:c.at], value
	t.Datatype, t.Language = nil, nil
	switch rest := c.text[c.at:]; {
	case bytes.HasPrefix(rest, []byte("^^<")):
		c.at += 2
		t.Datatype = c.absolute()
		t.Raw = c.text[start:c.at:c.at]
		return t.Datatype != nil
	case len(rest) > 0 && rest[0] == '@':
		n := language(rest[1:])
		t.Language = rest[1 : 1+n : 1+n]
		c.at += 1 + n
		t.Raw = c.text[start:c.at:c.at]
		return n > 0
	}
	return true
}

// quote returns the offset of the closing quote of a literal, or -1. escaped reports whether the
// literal contains escapes.
func (c *cursor) quote() (to int, escaped bool) {
	for to = c.next(); to < len(c.text); {
		switch c.text[to] {
		case '"':
			return to, escaped
		case '\n', '\r':
			return -1, escaped
		case '\\': // the next byte may be a mark, but does not end the literal
			escaped = true
			if after := to + 1; after < len(c.text) {
				if to = c.next(); to != after || c.text[to] != '"' && c.text[to] != '\\' {
					continue
				}
			}
		}
		to = c.next()
	}
	return -1, escaped
}

// language returns the length of the language tag at the beginning of s, or 0. If the byte after
// the tag is invalid, statement rejects the line.
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
