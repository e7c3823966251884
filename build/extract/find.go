package extract

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax/notation"
)

// A definition is a range of lines that may define a rule.
type definition struct {
	name        string // folded
	sign        string // "=", "=/", ":=", ":=/" or "::="
	first, last int    // indexes of lines in the reading
	indent      int32
	figure      int32
	spaced      bool // blanks surround the sign
	loose       bool // there is a blank on one side of the sign, and the name contains a hyphen
	touches     bool // an adjacent line may belong to a paragraph
	evidence
	accepted bool
	repeat   bool // repeats an earlier accepted definition
	whole    bool // all lines of a whole figure, not a definition
}

func (d *definition) w3c() bool { return d.sign == "::=" }

const (
	aName = `(<[^<>]*>|[A-Za-z][A-Za-z0-9_-]*)`
	aSign = `(::=|:=/|:=|=/|=)`
)

var (
	head     = regexp.MustCompile(`^(?:\[[0-9]+[a-z]*\][ \t]+)?` + aName + `([ \t]*)` + aSign + `([ \t]*)(.?)`)
	nameOnly = regexp.MustCompile(`^` + aName + `$`)
	signOnly = regexp.MustCompile(`^` + aSign + `[ \t]*([^ \t=>~]|$)`)
)

// find returns the possible definitions in document order.
func find(r *reading) []*definition {
	f := finder{reading: r, known: map[string]bool{}}
	for i := range r.lines {
		if d := f.begins(i); d != nil {
			f.known[d.name] = true
			if f.heads = append(f.heads, d); len(f.heads) > limitDefinitions {
				return f.heads
			}
		}
	}
	for i, d := range f.heads {
		end := len(r.lines)
		if i+1 < len(f.heads) {
			end = f.heads[i+1].first
		}
		f.extend(d, end)
		d.touches = f.touched(d, i)
		next := d.last + 1
		d.remark = next < len(r.lines) && r.lines[next].gap == adjacent && isRemark(f.content(next))
	}
	return f.heads
}

// A finder finds definitions in the lines of a text.
type finder struct {
	*reading
	heads []*definition
	known map[string]bool // the names of the possible definitions
}

// begins returns the definition that starts on line i, or nil if no definition starts there.
func (f *finder) begins(i int) *definition {
	text := f.content(i)
	l := f.lines[i]
	d := &definition{first: i, last: i, indent: l.indent, figure: l.figure}
	if m := head.FindStringSubmatch(text); m != nil {
		if m[3] == "=" && (m[5] == "=" || m[5] == ">" || m[5] == "~") && m[4] == "" {
			return nil
		}
		before, after := m[2] != "", m[4] != "" || m[5] == ""
		d.name, d.sign, d.spaced = fold(m[1]), m[3], before && after
		d.loose = (before || after) && strings.Contains(d.name, "-")
		return d
	}
	if word, sign := notation.Broken(text); word != "" && f.figures[l.figure].trusted {
		d.name, d.sign, d.spaced = fold(word), sign, true // the reader reports the error
		return d
	}
	if i+1 == len(f.lines) || !nameOnly.MatchString(text) {
		return nil
	}
	if next := f.lines[i+1]; next.gap == adjacent && next.indent > l.indent && next.figure == l.figure {
		if m := signOnly.FindStringSubmatch(f.content(i + 1)); m != nil {
			d.name, d.sign, d.spaced, d.last = fold(text), m[1], true, i+1
			return d
		}
	}
	return nil
}

// extend adds to d the lines that belong to it, up to but excluding the line with index end.
func (f *finder) extend(d *definition, end int) {
	s := shape{w3c: d.w3c()}
	for i := d.first; i <= d.last; i++ {
		s.add(f.content(i))
	}
	for i := d.last + 1; i < end; i++ {
		switch l, text := f.lines[i], f.content(i); {
		case l.figure != d.figure:
			return
		case f.belongs(d, l, text, &s):
			s.add(text)
			d.last = i
		case text[0] != ';' || s.w3c: // the rest of the definition may follow a comment
			return
		}
	}
}

// belongs reports whether a line continues the definition whose previous lines have the shape s.
func (f *finder) belongs(d *definition, l line, text string, s *shape) bool {
	inside := l.indent > d.indent
	switch {
	case l.gap == adjacent:
		return inside || s.unfinished() || beginsChoice(text) ||
			l.indent == d.indent && text[0] != ';' && f.isGrammar(text, s.w3c)
	case s.unfinished():
		return inside || l.gap == page
	case s.angle:
		return inside
	case l.gap == page && strings.IndexByte(`/|)]([<"*%`, text[0]) >= 0:
		return inside // prose here would be an error; leaving out grammar would cut a definition in half
	case strings.HasPrefix(text, "|  ") && !s.bar: // a vertical bar next to a remark
		return inside && f.isGrammar(text, s.w3c)
	case beginsChoice(text), text[0] == ')', text[0] == ']', text[0] == ';' && !s.w3c:
		return inside || text[0] == '/'
	}
	return inside && f.isGrammar(text, s.w3c)
}

// beginsChoice reports whether a line begins with a single choice sign. Two signs begin a path or
// another language's comment.
func beginsChoice(text string) bool {
	return punctuation(text[0]) == choice && (len(text) == 1 || text[1] == ' ' || text[1] == '\t' || text[1] == '"')
}

// isGrammar reports whether a line is grammar rather than prose: it contains no words, or at least
// half of its words are known names.
func (f *finder) isGrammar(text string, w3c bool) bool {
	names, known, others := 0, 0, 0
	scan(text, w3c, func(t token) {
		switch {
		case t.sign == name:
			names++
			if n := fold(t.text); f.known[n] || isCore(t.text) || common[n] {
				known++
			}
		case t.sign == other:
			others++
		}
	})
	return others == 0 && 2*known >= names
}

// touched reports whether d, the i-th definition, may be part of a paragraph.
func (f *finder) touched(d *definition, i int) bool {
	if f.figures[d.figure].declared() {
		return false
	}
	if at := d.first; at > 0 && f.lines[at].gap == adjacent && f.lines[at-1].figure == d.figure {
		text := f.content(at - 1)
		ours := i > 0 && f.heads[i-1].last == at-1
		if !ours && text[0] != ';' && !strings.HasSuffix(text, ":") && f.lines[at-1].indent == d.indent {
			return true
		}
	}
	at := d.last + 1
	if at == len(f.lines) || f.lines[at].gap != adjacent || f.lines[at].figure != d.figure {
		return false
	}
	ours := i+1 < len(f.heads) && f.heads[i+1].first == at
	return !ours && f.lines[at].indent == d.indent && f.content(at)[0] != ';'
}

// A shape records whether lines form a complete definition.
type shape struct {
	w3c   bool
	depth int  // number of open brackets
	last  sign // sign of the last token
	wants bool // whether the last token is a definition sign
	bar   bool // whether the tokens include "|"
	angle bool // whether a "<" is not closed on its line
}

// add adds the next line to the shape.
func (s *shape) add(text string) {
	scan(text, s.w3c, func(t token) {
		switch {
		case t.sign == open:
			s.depth++
		case t.sign == closing:
			s.depth = max(s.depth-1, 0)
		case t.text == "<", t.text == ">":
			s.angle = t.text == "<"
		}
		s.last, s.wants, s.bar = t.sign, t.text == "=", s.bar || t.text == "|"
	})
}

// unfinished reports whether another element must follow.
func (s *shape) unfinished() bool {
	return s.depth > 0 || s.last == choice || s.wants
}
