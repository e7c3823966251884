package abnf

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// noteDepartures adds notes about harmless departures from the letter of the notation, such as a
// line ending without CR. A document often departs on every line, so each kind of departure gets a
// single note with the number of occurrences.
func (r *documentReader) noteDepartures(l *lexer) {
	r.Note("nbsp", l.wideBlanks, len(string(wideBlank)),
		"%s (U+00A0) read as blanks (first one here)", "no-break space")
	r.Note("list-form", r.count(func(i int) bool { return r.Tokens[i].Kind == token.List }), 1,
		`%s with "#" (first one here) read in the sender form of RFC 9110, section 5.6.1.1: `+
			`1#element is element *( OWS "," OWS element )`, "list")
	if !r.variant.crlf {
		return
	}
	text := r.Grammar.Source.Text
	r.Note("line-end", bareLFs(text), 1,
		"%s without CR before LF (first one here); RFC 5234 (appendix B.1) requires CR LF", "line")
	if end := syntax.Pos(len(text)); !strings.HasSuffix(text, "\n") {
		r.Report("final-line-end", end, end,
			"the last line has no line ending; RFC 5234 (section 4) requires one after every rule")
	}
	shared := r.count(func(i int) bool { return r.Tokens[i].Indent < 0 && token.StartsRule(r.Tokens, i) })
	r.Note("shared-line", shared, 0,
		"%s on the same line as another (first one here); RFC 5234 (section 2.1) requires a new line for each", "definition")
	_, size := utf8.DecodeRuneInString(text[l.NonASCII.First:])
	r.Note("non-ascii", l.NonASCII, size,
		"%s in comments or prose (first one here); RFC 5234 (section 4) allows only ASCII", "non-ASCII character")
}

// bareLFs counts the line endings in text that lack a CR.
func bareLFs(text string) (t reader.Tally) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && (i == 0 || text[i-1] != '\r') {
			t.Add(i)
		}
	}
	return t
}

// count counts the tokens after the leading prose that satisfy a predicate on token indexes.
func (r *documentReader) count(is func(i int) bool) (t reader.Tally) {
	for i := r.Start; i < len(r.Tokens); i++ {
		if is(i) {
			t.Add(int(r.Tokens[i].Pos))
		}
	}
	return t
}
