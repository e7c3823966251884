package syntax

import (
	"strings"
	"unicode/utf8"
)

// noteDepartures adds notes about departures from the letter of the notation, if their meaning is
// clear. An example is a line end without CR. A document usually has such a departure on every
// line. So there is one note for each kind, with the number of its positions.
func (r *abnfReader) noteDepartures(l *abnfLexer) {
	if t := l.wideBlanks; t.n > 0 {
		r.report("nbsp", t.first, t.first+Pos(len(string(wideBlank))),
			"%s of U+00A0 (no-break space), the first here, read as blanks", Plural(t.n, "character"))
	}
	r.noteLists()
	if !r.notation.crlf {
		return
	}
	text := r.grammar.Source.Text
	if t := bareLFs(text); t.n > 0 {
		r.report("line-end", t.first, t.first+1, "LF alone ends %s, the first here; RFC 5234 (appendix B.1) has CR LF",
			Plural(t.n, "line"))
	}
	if end := Pos(len(text)); !strings.HasSuffix(text, "\n") {
		r.report("final-line-end", end, end, "the last line has no line end; RFC 5234 (section 4) ends every rule with one")
	}
	if t := r.sharedLines(); t.n > 0 {
		r.report("shared-line", t.first, t.first,
			"%s after another on the same line, the first here; in RFC 5234 (section 2.1) each begins a line",
			Plural(t.n, "definition"))
	}
	if t := l.nonASCII; t.n > 0 {
		_, size := utf8.DecodeRuneInString(text[t.first:])
		r.report("non-ascii", t.first, t.first+Pos(size),
			"%s beyond ASCII in comments or prose, the first here; RFC 5234 (section 4) has ASCII only",
			Plural(t.n, "character"))
	}
}

// bareLFs counts the line ends in text that are an LF without a CR before it.
func bareLFs(text string) (t tally) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && (i == 0 || text[i-1] != '\r') {
			t.add(i)
		}
	}
	return t
}

// sharedLines counts the definitions that begin after other text on their line.
func (r *abnfReader) sharedLines() (t tally) {
	for i := r.start; i < len(r.tokens); i++ {
		if r.tokens[i].indent < 0 && startsRule(r.tokens, i) {
			t.add(int(r.tokens[i].pos))
		}
	}
	return t
}

// noteLists reports all lists of the document in one note, at the first of them.
func (r *abnfReader) noteLists() {
	var t tally
	for _, token := range r.tokens[r.start:] {
		if token.kind == tokList {
			t.add(int(token.pos))
		}
	}
	if t.n > 0 {
		r.report("list-form", t.first, t.first+1,
			`%s with "#", the first here, read in the form for senders of RFC 9110, section 5.6.1.1: `+
				`1#element is element *( OWS "," OWS element )`, Plural(t.n, "list"))
	}
}
