package records

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// This file reads JSON lines: each line is blank or a JSON text (RFC 8259). Next reads a line to
// its end, and the whole line must be a JSON text.
//
// A field is a path of names. An array on the path or at its end means all its elements, unless the
// fields are JSON Pointers (RFC 6901), which select elements by number. If several members of an
// object have the same name, the name refers to all of them, because RFC 8259, section 4, does not
// define which of them a program uses. Names are compared after unescaping. A field is missing if
// the member is missing, null or an empty array. A number, an object, true or false is an error.
//
// Idea. The field names form a tree. A stack holds the tree node of each open object and array.
// text reads strings eight bytes at a time. Next validates UTF-8 once per line, and only if the
// line may contain a non-ASCII byte. The tokens are defined by the set Token in tables/rfc8259.
//
// Requires and returns: text begins with a line. The values alias the line, or scratch if they
// contain escapes.
//
// Cost: BenchmarkJSON compares it with the Lexer for Token and with encoding/json. Next does not
// allocate unless a line contains an error (TestNextDoesNotAllocate).
//
// Rejected: the Lexer for Token. It takes three times as long.
//
// Tested against: that Lexer and encoding/json, in compareJSON (TestJSONInTheSmall,
// TestEncodingJSON).

// jsonLines is the [Syntax] of JSON lines.
type jsonLines struct {
	root   *name
	fields []*name  // in the order passed to openJSON
	exact  bool     // whether the fields are JSON Pointers
	names  []string // the fields of the first record that lacks one; nil if there is none

	record   int64 // number of the current record, from 1
	open     []level
	high     uint64 // OR of the bytes of strings: if bit 7 of each byte is 0, the line is ASCII
	mistyped *Problem
	scratch  []byte // buffer for unescaped values
}

// A name is a node in the tree of field names.
type name struct {
	text   string
	index  int    // text as the number of an array element, or -1
	field  string // the field with this path, or ""
	seen   bool   // whether a value of any type was found for the field
	next   []*name
	record int64 // the last record that contains a non-null value for the field
}

// A level is an open object or array.
type level struct {
	object bool
	name   *name // its tree node; nil if it is not on the path of any field
	index  int   // the number of the next element
}

// Whole implements [Syntax].
func (j *jsonLines) Whole(text []byte) int { return bytes.LastIndexByte(text, '\n') + 1 }

func (j *jsonLines) ending([]byte) ending { return endOfLine('\n') }

// Next implements [Syntax].
func (j *jsonLines) Next(r *Record, text []byte) (rest []byte) {
	r.begin()
	end := index(text, '\n')
	r.Raw = withoutReturn(text[:end])
	if end < len(text) {
		r.Lines, rest = 1, text[end+1:]
	}
	first := skipBlanks(r.Raw, 0)
	if r.Blank = first == len(r.Raw); r.Blank {
		return rest
	}
	j.record++
	j.open, j.scratch, j.high, j.mistyped = j.open[:0], j.scratch[:0], 0, nil
	at, want := j.read(r, first)
	switch {
	case want != "":
		r.Problem = syntaxProblem(r.Raw, at, want)
		r.Problem.Open = end == len(text) &&
			(r.Problem.Open || want == wantEscape && beginsEscape(r.Raw[at:]) || isCut(r.Raw[first:]))
	case j.high&0x8080808080808080 != 0 && !utf8.Valid(r.Raw):
		r.Problem = encodingProblem(r.Raw)
	case j.mistyped != nil:
		r.Problem = j.mistyped
	default:
		j.findMissing(r)
		return rest
	}
	r.Values = r.Values[:0]
	return rest
}

// isCut reports whether the closing bracket of an object or array is missing, regardless of other
// errors.
func isCut(text []byte) bool {
	text = bytes.TrimRight(text, " \t")
	last := text[len(text)-1]
	return text[0] == '{' && last != '}' || text[0] == '[' && last != ']'
}

// findMissing adds the fields that have no value to r.Missing.
func (j *jsonLines) findMissing(r *Record) {
	for _, n := range j.fields {
		if n.record == j.record {
			continue
		}
		if r.Missing = append(r.Missing, Gap{n.field, len(r.Values)}); j.names == nil {
			j.names = fieldNames(r.Raw, j.exact)
		}
	}
}

// read reads a line from its first value. If the line is not a JSON text, read returns the offset
// of the error and a description of what is allowed there.
func (j *jsonLines) read(r *Record, at int) (stop int, want string) {
	s, n := r.Raw, j.root
	for {
		at = skipBlanks(s, at)
		if at == len(s) {
			return at, wantValue
		}
		begin := s[at]
		if at, want = j.value(r, at, n); want != "" {
			return at, want
		}
		if begin == '{' || begin == '[' {
			if at = skipBlanks(s, at); at < len(s) && s[at] == begin+2 { // ] is '[' + 2, and } is '{' + 2
				j.open = j.open[:len(j.open)-1]
				at++
			} else if begin == '[' {
				n = j.element()
				continue
			} else if n, at, want = j.memberName(s, at); want != "" {
				return at, want
			} else {
				continue
			}
		}
		if n, at, want = j.after(s, at); want != "" || at == len(s) {
			return at, want
		}
	}
}

// after reads the text between a value and the next value and returns the node of the next value.
// After the last value, next is the end of the line.
func (j *jsonLines) after(s []byte, at int) (n *name, next int, want string) {
	for {
		at = skipBlanks(s, at)
		if len(j.open) == 0 {
			if at < len(s) {
				return nil, at, wantEnd
			}
			return nil, at, ""
		}
		in := j.open[len(j.open)-1]
		closing := byte(']')
		if want = wantElement; in.object {
			closing, want = '}', wantMember
		}
		switch {
		case at == len(s):
			return nil, at, want
		case s[at] == closing:
			j.open = j.open[:len(j.open)-1]
			at++
		case s[at] != ',':
			return nil, at, want
		case in.object:
			return j.memberName(s, skipBlanks(s, at+1))
		default:
			if at++; skipBlanks(s, at) == len(s) {
				return nil, len(s), wantValue
			}
			return j.element(), at, ""
		}
	}
}

// element returns the node of the next element of the innermost array.
func (j *jsonLines) element() *name {
	in := &j.open[len(j.open)-1]
	if !j.exact || in.name == nil {
		return in.name
	}
	index := in.index
	in.index++
	for _, next := range in.name.next {
		if next.index == index {
			return next
		}
	}
	return nil
}

// memberName reads a member name and the colon and returns the node of the member.
func (j *jsonLines) memberName(s []byte, at int) (n *name, next int, want string) {
	if at == len(s) || s[at] != '"' {
		return nil, at, wantName
	}
	end, escaped, want := j.text(s, at+1)
	if want != "" {
		return nil, end, want
	}
	if in := j.open[len(j.open)-1].name; in != nil {
		n = in.find(s[at+1:end], escaped)
	}
	if at = skipBlanks(s, end+1); at == len(s) || s[at] != ':' {
		return nil, at, wantColon
	}
	if at = skipBlanks(s, at+1); at == len(s) {
		return nil, at, wantValue
	}
	return n, at, ""
}

// find returns the node of a member of n, or nil. escaped reports whether the name contains
// escapes.
func (n *name) find(member []byte, escaped bool) *name {
	if escaped && n.next != nil {
		member = jsonEscapes.Append(nil, member)
	}
	for _, next := range n.next {
		if next.text == string(member) {
			return next
		}
	}
	return nil
}

// value reads a simple value, or the opening bracket of an object or array. n is the node of the
// value, or nil.
func (j *jsonLines) value(r *Record, at int, n *name) (next int, want string) {
	s := r.Raw
	wanted := n != nil && n.field != ""
	if wanted {
		n.seen = true
	}
	switch c := s[at]; c {
	case '"':
		end, escaped, want := j.text(s, at+1)
		if want != "" {
			return end, want
		}
		if wanted {
			j.add(r, n, at+1, end, escaped)
		}
		return end + 1, ""
	case '{', '[':
		if len(j.open) == MaxDepth {
			return at, wantLess
		}
		if j.open = append(j.open, level{object: c == '{', name: n}); wanted && c == '{' {
			j.mistype(n, at, 1, "an object")
		} else if wanted && j.exact {
			j.mistype(n, at, 1, "an array")
		}
		return at + 1, ""
	case 't':
		next, want = word(s, at, "true")
	case 'f':
		next, want = word(s, at, "false")
	case 'n':
		return word(s, at, "null")
	default:
		if next, want = number(s, at); want == "" && wanted {
			j.mistype(n, at, next-at, "a number")
		}
		return next, want
	}
	if want == "" && wanted {
		j.mistype(n, at, next-at, string(s[at:next]))
	}
	return next, want
}

// add adds the string s[start:end] of the line as the value of a field.
func (j *jsonLines) add(r *Record, n *name, start, end int, escaped bool) {
	n.record = j.record
	v := r.add(n.field, r.Raw, start, end)
	if escaped {
		if at := loneSurrogate(v.Text); at >= 0 && j.mistyped == nil {
			j.mistyped = surrogateProblem(r.Raw, start+at)
		}
		from := len(j.scratch)
		v.Escapes = jsonEscapes
		j.scratch = v.Escapes.Append(j.scratch, v.Text)
		v.Text = j.scratch[from:]
	}
}

// mistype records the first value in a line whose type is wrong for its field.
func (j *jsonLines) mistype(n *name, at, length int, what string) {
	n.record = j.record
	if j.mistyped == nil {
		j.mistyped = &Problem{
			Code: JSONType, Offset: at, Length: length,
			Message: fmt.Sprintf("the field %s is %s, not a string; write the IRI as a string in quotes",
				n.field, what),
		}
	}
}
