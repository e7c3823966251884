package records

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
)

// triples is the [Syntax] of N-Triples and N-Quads. A record is a line that [rdf.Reader] reads. Its
// values are the IRIs of the statement, including those of datatypes and triple terms. A VERSION
// line is blank.
type triples struct {
	syntax rdf.Syntax
	reader *rdf.Reader // reads the records of a block
	single *rdf.Reader // reads one record
	room   []byte      // buffer for unescaped values
}

func newTriples(syntax rdf.Syntax) *triples {
	t := &triples{syntax: syntax, reader: rdf.NewReader(nil, syntax), single: rdf.NewReader(nil, syntax)}
	t.single.IRI = ""
	t.reader.Inside, t.single.Inside = true, true                     // package files drops a byte order mark
	t.reader.MaxLine, t.single.MaxLine = math.MaxInt/2, math.MaxInt/2 // a source limits records
	return t
}

// versioned reports whether the first line of a text that is neither blank nor a comment is a
// VERSION directive, as RDF 1.2 allows.
func versioned(text []byte) bool {
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		if line = bytes.TrimRight(line, "\r"); !ntriples.Line.ValidBytes(line) || ntriples.Triple.ValidBytes(line) {
			return ntriples12.Directive.ValidBytes(line)
		}
	}
	return false
}

// Whole implements [Syntax]. A CR at the end of text does not end a record, because it may be half
// of CR LF.
func (t *triples) Whole(text []byte) int {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 || len(text) == 0 {
		return i + 1
	}
	return bytes.LastIndexByte(text[:len(text)-1], '\r') + 1
}

func (t *triples) ending([]byte) ending {
	cr := false
	return func(text []byte) (n int, ended, open bool) {
		if cr {
			if text[0] == '\n' {
				n++
			}
			return n, true, false
		}
		n, end := cutLine(text)
		cr = end > 0 && n+end == len(text) && text[n] == '\r'
		return n + end, end > 0 && !cr, false
	}
}

// cutLine returns the lengths of the first line of text and of its line ending: LF, CR LF or CR.
func cutLine(text []byte) (n, end int) {
	n = index(text, '\n')
	if cr := bytes.IndexByte(text[:n], '\r'); cr >= 0 {
		if cr == n-1 && n < len(text) {
			return cr, 2
		}
		return cr, 1
	}
	return n, min(1, len(text)-n)
}

// Next implements [Syntax].
func (t *triples) Next(r *Record, text []byte) (rest []byte) {
	n, end := cutLine(text)
	r.begin()
	r.Raw, r.Lines, rest = text[:n], min(1, end), text[n+end:]
	t.room = t.room[:0]
	t.read(r, maxReplaced)
	if r.Problem != nil {
		r.Problem.Open = end == 0 && (r.Problem.Open || !hasDot(r.Raw) && !hasDot(r.Raw[:r.Problem.Offset]))
	}
	return rest
}

// hasDot reports whether a line ends with a dot, ignoring a comment. If the last line of a file has
// neither a line ending nor a final dot, the file is truncated, regardless of other errors in the
// line.
func hasDot(line []byte) bool {
	after := bytes.TrimLeft(line[bytes.LastIndexByte(line, '.')+1:], " \t")
	return len(after) < len(line) && (len(after) == 0 || after[0] == '#')
}

// read reads the line r.Raw. replace is the maximum number of invalid IRIs to replace.
func (t *triples) read(r *Record, replace int) {
	t.single.ResetBytes(r.Raw)
	s, err := t.single.Read()
	e, ok := errors.AsType[*rdf.Error](err)
	switch {
	case ok:
		r.Problem = t.problem(r.Raw, e)
		if e.Code == rdf.CodeSyntax && e.Syntax == t.syntax && replace > 0 {
			t.replace(r, replace-1)
		}
		return
	case err != nil: // io.EOF: a blank line, a comment or a VERSION
		r.Blank = true
		return
	}
	for triple := s; triple != nil; triple = triple.Object.Triple {
		t.add(r, "subject", triple.Subject)
		t.add(r, "predicate", triple.Predicate)
		t.add(r, "object", triple.Object)
	}
	t.add(r, "graph", s.Graph)
}

// maxReplaced is the maximum number of IRIs replaced in a line.
const maxReplaced = 4

// replace finds the values of a line in which an IRI contains an invalid character, such as a
// space. It replaces the IRI with a short one and reads the line again. If the line is then a
// statement, r receives its values and the original IRI. The Problem is kept unless the IRI
// contains an invalid escape, such as "\n", whose meaning is unknown.
func (t *triples) replace(r *Record, replace int) {
	at := r.Problem.Offset
	from := bytes.LastIndexByte(r.Raw[:at], '<') + 1
	n := bytes.IndexByte(r.Raw[at:], '>')
	if from == 0 || n < 0 || bytes.IndexByte(r.Raw[from:at], '>') >= 0 {
		return
	}
	const short = "a:"
	end := at + n
	other := Record{Raw: slices.Concat(r.Raw[:from], []byte(short), r.Raw[end:])}
	more := end - from - len(short)
	if t.read(&other, replace); other.Problem != nil && len(other.Values) == 0 {
		if p := other.Problem; p.Code == RDFEscape {
			if r.Problem = p; p.Offset > from {
				p.Offset += more
			}
		}
		return
	}
	for _, v := range other.Values {
		switch {
		case v.Start == from:
			if p := wrongEscape(v.Name, r.Raw[from:end]); p != nil {
				p.Offset += from
				r.Problem, r.Values = p, r.Values[:0]
				return
			}
			t.value(r, v.Name, from, r.Raw[from:end])
			continue
		case v.Start > from:
			v.Start, v.End = v.Start+more, v.End+more
		}
		r.Values = append(r.Values, v)
	}
}

// wrongEscape returns the problem for the first invalid escape in an IRI, or nil. Its offset is
// relative to the IRI.
func wrongEscape(part string, iri []byte) *Problem {
	const maxEscape = len(`\U000000E9`)
	for at := range iri {
		if iri[at] != '\\' || ntriples.UCHAR.Prefix(string(iri[at:min(len(iri), at+maxEscape)])) > 0 {
			continue
		}
		r, size := utf8.DecodeRune(iri[at+1:])
		if r == utf8.RuneError {
			size = 0 // a message is UTF-8
		}
		return &Problem{Code: RDFEscape, Offset: at, Length: 1 + size, Message: part + `: "` + string(iri[at:at+1+size]) +
			`" is not an escape in an IRI: only \u with four hex digits and \U with eight are; write %5C for a backslash`}
	}
	_, err := rdf.AppendUnescaped(nil, iri)
	if e, ok := errors.AsType[*rdf.EscapeError](err); ok {
		return &Problem{Code: RDFEscape, Offset: e.Offset, Length: len(e.Text), Message: part + ": " + e.Error()}
	}
	return nil
}

// add adds the IRI of a term or its datatype to the values.
func (t *triples) add(r *Record, name string, term rdf.Term) {
	switch {
	case term.Kind == rdf.IRITerm:
		t.value(r, name, term.Start+1, term.Raw[1:len(term.Raw)-1])
	case term.Datatype != nil:
		from := bytes.LastIndexByte(term.Raw, '<') + 1
		t.value(r, "datatype", term.Start+from, term.Raw[from:len(term.Raw)-1])
	}
}

// value adds the IRI raw, at offset at in the record, to the values.
func (t *triples) value(r *Record, name string, at int, raw []byte) {
	v := Value{Name: name, Start: at, End: at + len(raw), Text: raw}
	v.Text = r.Raw[v.Start:v.End]
	if bytes.IndexByte(raw, '\\') >= 0 {
		from := len(t.room)
		t.room, _ = rdf.AppendUnescaped(t.room, raw)
		v.Text, v.Escapes = t.room[from:], uchar
	}
	r.Values = append(r.Values, v)
}

// problem returns the problem for an invalid line.
func (t *triples) problem(raw []byte, e *rdf.Error) *Problem {
	_, length := utf8.DecodeRune(raw[e.Offset:])
	p := &Problem{Code: RDFSyntax, Offset: e.Offset, Length: length, Message: e.Message()}
	if e.Part != "" {
		p.Message = e.Part + ": " + p.Message
	}
	for format, syntax := range rdfSyntaxes {
		if syntax == e.Syntax && syntax != t.syntax {
			p.Message += " (--format " + string(format) + ")"
		}
	}
	if wrong, ok := errors.AsType[*tables.SyntaxError](e); ok {
		p.Open = wrong.Incomplete || !utf8.FullRune(raw[e.Offset:])
	}
	if wrong, ok := errors.AsType[*rdf.EscapeError](e); ok {
		p.Code, p.Length = RDFEscape, len(wrong.Text)
	}
	return p
}

// validate implements validator: [rdf.Reader] reads and validates the whole text.
func (t *triples) validate(dst []run, text []byte, rule Rule) []run {
	t.reader.IRI = rule.Table
	t.reader.ResetBytes(text)
	now, at := run{}, 0
	line, counts := 1, rdf.Counts{}
	for {
		_, err := t.reader.Read()
		if err == nil {
			continue
		}
		e, wrong := errors.AsType[*rdf.Error](err)
		before := t.reader.Counts()
		now.valid = int(before.Statements - counts.Statements)
		now.blank = int(before.Blank - counts.Blank)
		counts = before
		if !wrong {
			now.lines = int(counts.Lines) - (line - 1)
			if now.size = len(text) - at; now.size > 0 {
				dst = append(dst, now)
			}
			return dst
		}
		start := int(e.Start)
		n, end := cutLine(text[start:])
		now.size, now.lines, now.invalid = start-at, int(e.Line)-line, n+end
		if dst = append(dst, now); len(dst) >= maxRuns {
			return dst
		}
		now, at, line = run{}, start+n+end, int(e.Line)+1
	}
}

// uchar is the escape notation of IRIs in N-Triples and N-Quads.
var uchar = &files.Escapes{Marks: `\`, Decode: func(dst, raw []byte) (text []byte, length int) {
	if length = len(`\u00E9`); raw[1] == 'U' {
		length = len(`\U000000E9`)
	}
	text, _ = rdf.AppendUnescaped(dst, raw[:length])
	return text, length
}}
