package records

import (
	"bytes"
	"fmt"
	"regexp"
)

// An ignorer marks the values that a user wants to ignore: those that match a pattern, and in HTML,
// Markdown and text, those in lines selected by a comment such as <!-- iri-ignore-next-line -->. It
// must see all records of a file in order.
type ignorer struct {
	exclude  func(value []byte) bool // matches values to ignore; may be nil
	comments bool                    // whether comments count

	next bool // whether the next line that is not blank is ignored
	from int  // number of the line with the open iri-ignore-start, or 0
}

// ignoreMark begins the words in comments.
var ignoreMark = []byte("iri-ignore-")

var ignoreComment = regexp.MustCompile(`(?:<!--|#|//)[ \t]*iri-ignore-(next-line|start|end)(?:-->|[^\w-]|$)`)

// concerns reports whether values in a text that consists of complete records may be ignored.
func (g *ignorer) concerns(text []byte) bool {
	return g.exclude != nil || g.comments && (g.next || g.from > 0 || bytes.Contains(text, ignoreMark))
}

// mark marks the values to ignore in the next record, which begins on the given line.
func (g *ignorer) mark(r *Record, line int) {
	rest, end := r.Values, 0
	for text := range bytes.SplitSeq(r.Raw, newline) {
		end += len(text) + 1
		ignored := g.comments && g.ignores(text, line)
		for ; len(rest) > 0 && (rest[0].Start < end || !g.comments); rest = rest[1:] {
			v := &rest[0]
			if v.Ignored = ignored || g.exclude != nil && g.exclude(v.Text); v.Ignored {
				r.Ignored++
				if p := r.Problem; p != nil && v.Start <= p.Offset && p.Offset <= v.End { // in an RDF IRI
					r.Problem = nil
				}
			}
		}
		line++
	}
}

// ignores reports whether the values in the next line are ignored.
func (g *ignorer) ignores(text []byte, line int) bool {
	blank := len(bytes.TrimSpace(text)) == 0
	ignored := g.from > 0 || g.next
	if g.next = g.next && blank; !bytes.Contains(text, ignoreMark) {
		return ignored
	}
	for _, comment := range ignoreComment.FindAllSubmatch(text, -1) {
		switch word := string(comment[1]); {
		case word == "next-line":
			g.next = true
		case word == "end":
			g.from = 0
		case g.from == 0:
			g.from, ignored = line, true
		}
	}
	return ignored
}

// An OpenIgnoreError is the error at the end of a file with an iri-ignore-start that no
// iri-ignore-end follows.
type OpenIgnoreError struct {
	File string
	Line int
}

func (e *OpenIgnoreError) Error() string {
	return fmt.Sprintf("%s:%d: iri-ignore-start has no matching iri-ignore-end; links are ignored to the end of the file",
		e.File, e.Line)
}
