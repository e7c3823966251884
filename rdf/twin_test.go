package rdf_test

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/nquads12"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A twin reads lines with regular expressions and decodes escapes one by one.
type twin struct {
	syntax          rdf.Syntax
	rule            tables.Rule    // the rule for a line
	line            *regexp.Regexp // the groups are parts
	triple, version *regexp.Regexp // nil before RDF 1.2; triple has the groups of line
	base            iri.IRI
}

// parts are the groups of twin.line, with their indices in reading.terms.
var parts = []struct {
	name string
	term int
}{
	{"subject", 0}, {"predicate", 1}, {"object", 2}, {"object", 2}, {"datatype", 3}, {"language", 4}, {"triple", 2},
	{"graph", 5},
}

// maxNested is the maximum nesting depth of triple terms in the lines of a twin.
const maxNested = 3

func newTwin(syntax rdf.Syntax, rule tables.Rule) twin {
	const (
		uchar = `\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}`
		iri   = `<(?:[^\x00-\x20<>"{}|^` + "`" + `\\]|` + uchar + `)*>`
		text  = `"(?:[^\x22\x5C\x0A\x0D]|\\[tbnrf"'\\]|` + uchar + `)*"`
		ws    = `[ \t]*`
		rest  = ws + `(?:#[^\n\r]*)?$`
	)
	base := `A-Za-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}` +
		`\x{2070}-\x{218F}` +
		`\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}_`
	lang, nested := `@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*`, `[^\x00-\x{10FFFF}]`
	rdf12 := syntax == rdf.NTriples12 || syntax == rdf.NQuads12
	if rdf12 {
		lang += `(?:--[a-zA-Z]+)?`
	} else {
		base += ":"
	}
	more := base + `0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}\-`
	name := `(` + iri + `|_:[` + base + `0-9](?:[` + more + `.]*[` + more + `])?)`
	triple := func() string {
		return ws + name + ws + `(` + iri + `)` + ws +
			`(?:` + name + `|(` + text + `)(?:` + ws + `(?:\^\^` + ws + `(` + iri + `)|(` + lang + `)))?|(` + nested + `))` + ws
	}
	w := twin{syntax: syntax, rule: rule}
	if rdf12 {
		for range maxNested {
			nested = strings.ReplaceAll(`<<[(]`+triple()+`[)]>>`, `(`+iri, `(?:`+iri)
			nested = regexp.MustCompile(`\((\[\^|"|@|<<)`).ReplaceAllString(nested, `(?:$1`)
		}
		w.triple = regexp.MustCompile(`^<<[(]` + triple() + `[)]>>$`)
		w.version = regexp.MustCompile(`^` + ws + `VERSION` + ws + `(` + text + `)` + rest)
	}
	label := `()`
	if syntax == rdf.NQuads || syntax == rdf.NQuads12 {
		label = `(?:` + name + ws + `)?`
	}
	w.line = regexp.MustCompile(`^` + ws + `(?:` + triple() + label + `\.)?` + rest)
	return w
}

var twins = []twin{
	newTwin(rdf.NTriples, ntriples.Line), newTwin(rdf.NQuads, nquads.Line),
	newTwin(rdf.NTriples12, ntriples12.Line), newTwin(rdf.NQuads12, nquads12.Line),
}

var (
	scheme  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.\-]*:`)
	lineEnd = regexp.MustCompile("\r\n|\r|\n")
)

// A reading is a line as read by a reader or a twin.
type reading struct {
	text    string
	terms   [6]string // subject, predicate, object, datatype, language, graph; each begins with its kind
	err     string    // the code, and the part at fault
	offset  int       // offset of the error
	reason  int       // the offset in the IRI
	blank   bool
	column  int
	message string
}

var kindBefore = []string{"", "<", "_:", `"`, ""} // by rdf.Kind

const kinds = "?<_\"(" // by rdf.Kind

// of reads a line as the W3C recommendations require, with the given rule for IRIs.
func (w twin) of(line string, rule tables.Rule) (got reading) {
	got.text = line
	if w.version != nil && utf8.ValidString(line) {
		if found := w.version.FindStringSubmatchIndex(line); found != nil {
			_, code, offset := unescaped(line[found[2]+1 : found[3]-1])
			if got.blank = code == ""; code != "" {
				got.err, got.offset = code+" version", found[2]+1+offset
			}
			return got
		}
	}
	found := w.line.FindStringSubmatchIndex(line)
	if found == nil || !utf8.ValidString(line) {
		got.err = "syntax"
		return got
	}
	if o, g := 2*3, 2*len(parts); w.version != nil && found[o+1] == found[g] && found[g] < found[g+1] &&
		line[found[o]] == '_' && line[found[g]] == '_' {
		got.err = "syntax" // the "_" continues the label of the object
		return got
	}
	if got.blank = found[2] < 0; !got.blank {
		w.read(&got, line, 0, found, rule)
	}
	return got
}

// read reads the terms that a regular expression found in a text, which begins at an offset in the
// line.
func (w twin) read(got *reading, s string, start int, found []int, rule tables.Rule) {
	fail := func(code, part string, at int) {
		if code != "" && got.err == "" {
			got.err, got.offset = code+" "+part, at
		}
	}
	for i, part := range parts {
		if 2*i+3 >= len(found) || found[2*i+2] < 0 || found[2*i+2] == found[2*i+3] {
			continue
		}
		raw, at, to := s[found[2*i+2]:found[2*i+3]], start+found[2*i+2], &got.terms[part.term]
		switch {
		case part.name == "language":
			*to = raw[1:]
			if tag, direction, ok := strings.Cut(raw, "--"); ok && direction != "ltr" && direction != "rtl" {
				fail("base-direction", "object", at+len(tag)+2)
			}
		case part.name == "triple":
			inner := reading{err: got.err, offset: got.offset, reason: got.reason}
			w.read(&inner, raw, at, w.triple.FindStringSubmatchIndex(raw), rule)
			*to, got.err, got.offset, got.reason = inner.triple(), inner.err, inner.offset, inner.reason
		case strings.HasPrefix(raw, "_:"):
			*to = "_" + raw[2:]
		default:
			text, code, offset := unescaped(raw[1 : len(raw)-1])
			if raw[0] == '<' && code == "" && w.base.HasScheme() && !scheme.MatchString(text) {
				var reason int
				if text, code, offset, reason = w.resolved(raw[1:len(raw)-1], rule); got.err == "" {
					got.reason = reason
				}
			}
			*to = raw[:1] + text
			if code == "" && raw[0] == '<' && rule != "" && got.err == "" {
				var wrong *tables.SyntaxError
				if errors.As(rule.Check(text), &wrong) {
					code, got.reason = "iri", wrong.Offset
					offset = rawOffset(raw[1:len(raw)-1], wrong.Offset)
					if !scheme.MatchString(text) {
						code, offset = "iri-no-scheme", 0
					}
				}
			}
			const ns = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
			if tagged := text == ns+"langString" || text == ns+"dirLangString"; part.name == "datatype" && tagged &&
				w.triple != nil && code == "" {
				code, offset = "datatype-of-tagged", 0
			}
			fail(code, part.name, at+1+offset)
		}
	}
}

// triple returns the terms of a triple term.
func (x reading) triple() string { return "(" + strings.Join(x.terms[:5], " ") }

// resolved resolves a relative IRI with escapes, and validates the result.
func (w twin) resolved(raw string, rule tables.Rule) (text, code string, offset, reason int) {
	i, err := w.base.ResolveString(first(unescaped(raw)))
	var wrong *tables.SyntaxError
	if errors.As(err, &wrong) {
		return raw, "iri", rawOffset(raw, wrong.Offset), wrong.Offset
	}
	if rule != "" && errors.As(rule.Check(i.String()), &wrong) {
		return raw, "iri", 0, wrong.Offset
	}
	return i.String(), "", 0, 0
}

// rawOffset maps an offset in the decoded text to an offset in raw.
func rawOffset(raw string, unescapedOffset int) (at int) {
	for at = len(raw); len(first(unescaped(raw, at))) > unescapedOffset; {
		at--
	}
	return at
}

func first(s, _ string, _ int) string { return s }

// unescaped decodes the first bytes of s; by default, all of s.
func unescaped(s string, of ...int) (text, code string, offset int) {
	end := append(of, len(s))[0]
	if !strings.Contains(s[:end], `\`) {
		return s[:end], "", 0
	}
	for i := 0; i < end; {
		if s[i] != '\\' {
			text += s[i : i+1]
			i++
			continue
		}
		if n := strings.IndexByte(`tbnrf"'\`, s[i+1]); n >= 0 {
			text += "\t\b\n\r\f\"'\\"[n : n+1]
			i += 2
			continue
		}
		digits := map[byte]int{'u': 4, 'U': 8}[s[i+1]]
		n, err := strconv.ParseUint(s[i+2:i+2+digits], 16, 64)
		switch {
		case err != nil:
			return text, "escape", i
		case n > 0x10FFFF:
			return text, "escape-range", i
		case n >= 0xD800 && n < 0xE000:
			return text, "escape-surrogate", i
		}
		text += string(rune(n))
		i += 2 + digits
	}
	return text, "", 0
}

// document reads a document line by line with the twin.
func (w twin) document(s string, rule tables.Rule, most int) (all []reading) {
	lines := lineEnd.Split(strings.TrimPrefix(s, "\uFEFF"), -1)
	for i, line := range lines {
		switch {
		case i == len(lines)-1 && line == "":
		case most > 0 && len(line) > most:
			all = append(all, reading{text: line[:most], err: "line-too-long", offset: most})
		default:
			all = append(all, w.of(line, rule))
		}
	}
	return all
}

// readAll reads a document. It infers blank lines from the counts and the line numbers.
func readAll(t *testing.T, r *rdf.Reader, rd io.Reader, mark int64) (all []reading, err error) {
	t.Helper()
	if m, ok := rd.(*inMemory); ok {
		r.ResetBytes(m.text)
	} else {
		r.Reset(rd)
	}
	start := mark
	for {
		s, err := r.Read()
		var wrong *rdf.Error
		if err != nil && !errors.As(err, &wrong) {
			counts := r.Counts()
			for int64(len(all)) < counts.Lines {
				all = append(all, reading{blank: true})
			}
			checkCounts(t, counts, all)
			return all, err
		}
		text, number, at := r.Line()
		for int64(len(all)) < number-1 {
			all = append(all, reading{blank: true})
		}
		if at < start || int64(len(all)) != number-1 {
			t.Fatalf("line %d at %d, after %d lines, up to %d", number, at, len(all), start)
		}
		start = at + int64(len(text))
		x := reading{text: string(text)}
		if wrong != nil {
			x.err, x.offset, x.column, x.message = strings.TrimSpace(string(wrong.Code)+" "+wrong.Part), wrong.Offset,
				wrong.Column, wrong.Error()
			var reason *tables.SyntaxError
			if errors.As(err, &reason) && wrong.Code != rdf.CodeSyntax {
				x.reason = reason.Offset
			}
			if wrong.Line != number || wrong.Start != at || !strings.HasPrefix(wrong.Error(), "line ") {
				t.Fatalf("line %d at %d: %v, in line %d at %d", number, at, wrong, wrong.Line, wrong.Start)
			}
		} else {
			x.terms = termsOf(t, s, text)
		}
		all = append(all, x)
	}
}

func checkCounts(t *testing.T, counts rdf.Counts, all []reading) {
	t.Helper()
	var want rdf.Counts
	for _, x := range all {
		want.Lines++
		switch {
		case x.blank:
			want.Blank++
		case x.err != "":
			want.Wrong++
		default:
			want.Statements++
		}
	}
	if want.ByteOrderMark = counts.ByteOrderMark; counts != want {
		t.Fatalf("%+v, want %+v", counts, want)
	}
}

// termsOf returns the terms in the twin's form, and checks their offsets in the line.
func termsOf(t *testing.T, s *rdf.Statement, line []byte) (all [6]string) {
	t.Helper()
	at := 0
	for i, x := range []rdf.Term{s.Subject, s.Predicate, s.Object, s.Graph} {
		if x.Kind == rdf.AbsentTerm {
			if i < 3 || x.Raw != nil || x.Value != nil || x.Start != 0 {
				t.Fatalf("%q: term %d is %+v", line, i, x)
			}
			continue
		}
		if x.Start < at || !bytes.Equal(line[x.Start:x.Start+len(x.Raw)], x.Raw) || x.String() != string(x.Raw) {
			t.Fatalf("%q: term %d, %q, is not at %d", line, i, x.Raw, x.Start)
		}
		at = x.Start + len(x.Raw)
		for _, part := range [][]byte{line, x.Raw, x.Value, x.Datatype, x.Language, x.Direction} {
			if cap(part) != len(part) {
				t.Fatalf("%q: an append to %q of term %d writes after it", line, part, i)
			}
		}
		if rules := []tables.Rule{ntriples.Subject, ntriples.Predicate, ntriples.Object,
			nquads.GraphLabel}; !rules[i].ValidBytes(x.Raw) && (i != 2 || !ntriples12.Object.ValidBytes(x.Raw)) {
			t.Fatalf("%q: term %d, %q, is no %v", line, i, x.Raw, rules[i])
		}
		if (x.Triple != nil) != (x.Kind == rdf.TripleTerm) || x.Triple != nil && x.Value != nil {
			t.Fatalf("%q: term %d is %+v", line, i, x)
		}
		if x.Triple != nil {
			all[2] = reading{terms: termsOf(t, x.Triple, line)}.triple()
			continue
		}
		inLine := x.Kind != rdf.IRITerm || first(unescaped(string(x.Raw[1:len(x.Raw)-1]))) == string(x.Value)
		for n := -1; n <= len(x.Value)+1; n += 1 + len(x.Value)/64 {
			if !inLine { // it was resolved
				if at := x.LineOffset(n); at != x.Start+1 {
					t.Fatalf("%q: byte %d of the resolved term %d is at %d", line, n, i, at)
				}
				continue
			}
			at, n := x.LineOffset(n), min(max(n, 0), len(x.Value))
			text := string(line[x.Start+len(kindBefore[x.Kind]) : at])
			if x.Kind != rdf.BlankTerm {
				text = first(unescaped(text))
			}
			if !strings.HasPrefix(string(x.Value[:n]), text) || n-len(text) >= utf8.UTFMax || n == len(x.Value) &&
				n != len(text) {
				t.Fatalf("%q: byte %d of term %d, %q, is at %d of the line", line, n, i, x.Value, at)
			}
		}
		all[[]int{0, 1, 2, 5}[i]] = kinds[x.Kind:x.Kind+1] + string(x.Value)
		if x.Datatype != nil {
			all[3] = "<" + string(x.Datatype)
		}
		if x.Language != nil {
			all[4] = string(x.Language)
		}
		if x.Direction != nil {
			all[4] += "--" + string(x.Direction)
		}
	}
	return all
}

// agrees reports whether a reading matches the twin's.
func (x reading) agrees(want reading, rule tables.Rule, line string) bool {
	switch {
	case x.blank || want.blank:
		return x.blank == want.blank
	case want.err == "syntax":
		var reason *tables.SyntaxError
		return x.err == want.err && errors.As(rule.Check(line), &reason) && x.offset == reason.Offset &&
			x.column == reason.Column
	case want.err != "":
		return x.err == want.err && x.offset == want.offset && x.reason == want.reason &&
			x.column == utf8.RuneCountInString(line[:want.offset])+1
	}
	return x.err == "" && x.terms == want.terms && x.text == want.text
}

// bases lists the bases under test.
var bases = []iri.IRI{
	iri.MustParse("http://a/b/c/d;p?q"), iri.MustParse("urn:x:y"), iri.MustParse("HTTP://é.example"), iri.MustParse("a:/"),
}

// rules lists the IRI rules under test.
var rules = []tables.Rule{rfc3987.IRI, "", rfc3987.IRIReference, rfc3986.URI}
