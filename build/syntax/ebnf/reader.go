// Package ebnf reads and prints W3C's EBNF, the notation of XML 1.0 (fifth edition), section 6. It
// is used in the recommendations for XML, XPath, SPARQL, Turtle, N-Triples and N-Quads.
//
//	[8] IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
//
// This reader interprets details that section 6 leaves open as follows:
//
//   - A definition ends where the next one begins, anywhere on a line.
//   - "-" binds more tightly than juxtaposition and less tightly than "*", and is left-associative,
//     as in ISO/IEC 14977, sections 4.5 to 4.7. XML 1.0 itself uses "-" only in parentheses:
//     (Char* - (Char* '?>' Char*)).
//   - A name starts with a letter or "_" and may also contain digits, "-" and "."; it does not end
//     in "-" or ".", so Name-'x' is a difference.
//   - Strings and classes have no escapes and do not extend past the end of a line.
//   - A "-" is literal if it is first or last in a class or follows a range.
//   - A class that starts with a scheme and "://" is a link to a production in another document.
//   - Text before the first rule is skipped with a warning, as in the other dialects.
//   - Headings between numbered productions are skipped with a note; see skipHeadings.
//   - "@terminals", "@pass" and "@skip" are declarations for the RDF groups' tools. They do not
//     affect the rules, and a note reports this.
//   - "#" begins a comment wherever a code point cannot begin.
//
// Tested against: TestRandomEBNF writes random trees and reads them back.
//
// The exported names of this package may change in any version.
package ebnf

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A documentReader splits a document in W3C's EBNF into definitions.
type documentReader struct {
	reader.Definitions
	allNumbered bool // whether the first rule is numbered, as in [1] document ::= …
}

// Read reads a document in W3C's EBNF.
func Read(d *reader.Document) {
	e := documentReader{Definitions: reader.Definitions{Document: d, Signs: &signs}}
	if e.lex() {
		e.rules()
	}
}

// lex splits the document into r.Tokens and reports whether it contains a rule.
func (r *documentReader) lex() bool {
	text := r.Grammar.Source.Text
	l := lex(text, reader.CheckEncoding(text, r.List))
	r.Grammar.Directives = l.Directives
	r.Tokens = l.Tokens
	first := token.NextRule(r.Tokens, 0)
	for from := 0; r.Tokens[first].Kind != token.End && r.onBroken(from, first); first = token.NextRule(r.Tokens, from) {
		from = first + 1
	}
	if r.Tokens[first].Kind == token.End {
		r.Report("no-rules", 0, 0, `the document has no rules: no "name ::=" was found`)
		return false
	}
	if r.Start = first; r.numbered(first) {
		r.Start--
	}
	r.allNumbered = r.Start < first
	if i := nextMark(r.Tokens[:r.Start]); i < r.Start {
		r.Start = i
	}
	r.skipProse()
	r.skipHeadings(l)
	r.Keep(&l.Diagnostics)
	r.Note("hash-comment", l.hashes, 1,
		`%s after "#" skipped (first one here); a comment in W3C's EBNF is written /* text */`, "comment")
	return true
}

// onBroken reports whether the line of tokens[i] is a broken definition. It considers only lines
// that start at tokens[from] or later.
func (r *documentReader) onBroken(from, i int) bool {
	for i > from && r.Tokens[i].Indent < 0 {
		i--
	}
	_, ok := r.Broken(i)
	return ok
}

// skipProse warns about the text before the first rule. It reports each broken definition in that
// text, and each other definition sign, as an error.
func (r *documentReader) skipProse() {
	r.Definitions.SkipProse()
	var name token.Token // the last name before t
	broken := false      // whether the line of t has been reported
	for i, t := range r.Tokens[:r.Start] {
		if t.Indent >= 0 {
			_, broken = r.Broken(i)
		}
		switch {
		case t.Kind == token.Name:
			name = t
		case t.Kind == token.Define && !broken:
			r.Report("skipped-definition", t.Pos, t.End,
				"a definition is skipped: no name precedes its %q", r.Signs.Define)
			if name.Kind == token.Name {
				r.Unread(r.Name(name), name.Pos)
			}
		}
	}
}

// Sign returns the reason for reading a text as W3C's EBNF: "::=" defines at least as many rules as
// "=".
func Sign(text string, tokens []token.Token) string {
	equals, colons := token.CountDefinitions(tokens, text)
	if colons == 0 || colons < equals {
		return ""
	}
	return fmt.Sprintf(`"::=" defines %s`, syntax.Plural(colons, "rule"))
}

// rules reads all definitions and the declarations between them.
func (r *documentReader) rules() {
	first := token.NextRule(r.Tokens, r.Start)
	r.marks(r.Tokens[r.Start:r.ruleStart(first)])
	for n := 1; r.Tokens[first].Kind != token.End; n++ {
		r.List.Begin()
		if r.OverLimit(n, r.Tokens[first]) {
			return
		}
		r.Starts = append(r.Starts, r.Tokens[first].Pos)
		next := token.NextRule(r.Tokens, first+1)
		tokens := r.Tokens[first:r.ruleStart(next)]
		end := nextMark(tokens)
		r.rule(tokens[:end])
		r.marks(tokens[end:])
		first = next
	}
}

// ruleStart returns the index of the first token of the rule named by tokens[i]. That token is the
// rule's number, such as [12], or the name itself if the rule is not numbered.
func (r *documentReader) ruleStart(i int) int {
	switch {
	case r.numbered(i) && (r.allNumbered || r.Tokens[i-1].Indent >= 0):
		return i - 1
	case r.labelled(i):
		t := r.Tokens[i-1]
		r.Report("production-label", t.Pos, t.End,
			"%s is read as the number of the next production, not as a class", r.source(t))
		return i - 1
	}
	return i
}

// labelled reports whether a class such as [XX] before the rule at tokens[i] is a placeholder for
// the rule's number. This requires that the first rule of the document is numbered, and that the
// class is the first token on the line that contains the name.
func (r *documentReader) labelled(i int) bool {
	if !r.allNumbered || i < 2 || r.Tokens[i].Kind == token.End || r.Tokens[i].Indent >= 0 {
		return false
	}
	t := r.Tokens[i-1]
	const label = "0123456789._ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return t.Kind == token.Class && t.Indent >= 0 && !unfinished(r.Tokens[i-2]) &&
		strings.Trim(r.source(t)[1:], label) == "]"
}

// source returns the source text of a token.
func (r *documentReader) source(t token.Token) string { return r.Grammar.Source.Text[t.Pos:t.End] }

// nextMark returns the index in tokens of the first declaration, such as "@terminals", or
// len(tokens) if there is no declaration.
func nextMark(tokens []token.Token) int {
	i := 0
	for i < len(tokens) && tokens[i].Kind != tokMark {
		i++
	}
	return i
}

// marks adds a note for each declaration in tokens. The tokens between "@pass" and the next
// declaration are its definition.
func (r *documentReader) marks(tokens []token.Token) {
	for len(tokens) > 0 {
		end := 1 + nextMark(tokens[1:])
		first, last := tokens[0], tokens[end-1]
		switch name := r.source(first); {
		case first.Kind != tokMark: // the number of the first rule
		case name == "@terminals":
			r.Report("terminals-mark", first.Pos, first.End, "%s: %s", name, marks[name])
			if end > 1 {
				r.Report("stray-text", tokens[1].Pos, last.End,
					`nothing may follow %q on its line; a production is written name ::= expression`, name)
			}
		default:
			r.Report("pass-mark", first.Pos, last.End, "%s: %s", name, marks[name])
		}
		tokens = tokens[end:]
	}
}

// numbered reports whether the token before the rule at tokens[i] may be the rule's number, such as
// "[12]" or "[144s]". A number looks like a class, so the token could also belong to the rule
// above. It must belong there if the rule above would otherwise be unfinished. The caller checks
// the remaining condition: the token is the first on its line, or the first rule of the document is
// numbered.
func (r *documentReader) numbered(i int) bool {
	if i == 0 || r.Tokens[i].Kind == token.End || r.Tokens[i-1].Kind != token.Class {
		return false
	}
	return productionNumber.MatchString(r.source(r.Tokens[i-1])) && (i == 1 || !unfinished(r.Tokens[i-2]))
}

// unfinished reports whether an operand must follow t, so that a definition cannot end there.
func unfinished(t token.Token) bool {
	return t.Kind == token.Define || t.Kind == token.Choice || t.Kind == tokMinus
}

// productionNumber matches a production number: digits, optionally followed by letters. W3C's
// editors insert [28a] after [28].
var productionNumber = regexp.MustCompile(`^\[[0-9]+[A-Za-z]*\]$`)

// rule reads one definition from its tokens: name, "::=" and expression. It adds the rule to the
// grammar or records its name as unread.
func (r *documentReader) rule(tokens []token.Token) {
	t, text := tokens[0], r.Grammar.Source.Text
	name := text[t.Pos:t.End]
	p := parser{r.Parser(&signs, tokens, r.List)}
	p.Broken = t.Kind == token.BadName
	x := p.Definition(p.alternation)
	r.Define(&syntax.Rule{Name: name, Expr: x, NamePos: t.Pos, End: tokens[len(tokens)-1].End}, p.Broken)
}
