// Package bnf reads and prints classic BNF, the notation of the ALGOL 60 report, with quoted text.
//
//	<version core> ::= <major> "." <minor> | <major>
//
// This reader interprets details as follows:
//
//   - A name is any text in angle brackets. Blanks around it are dropped, and other blanks are
//     single.
//   - Strings are quoted with " or ', are case-sensitive and have no escapes.
//   - Text without quotes is literal too, as in the ALGOL report, with a warning. Brackets, and
//     "*", "+" or "?" directly after an element, are errors, because most authors mean operators.
//   - An empty alternative is the empty string.
//   - ";" begins a comment at the start of a line, or if text follows it.
//   - A definition ends where the next one begins, anywhere on a line.
//
// Tested against: TestRandomBNF writes random trees and reads them back.
//
// The exported names of this package may change in any version.
package bnf

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Read reads a document in classic BNF.
func Read(d *reader.Document) {
	text := d.Grammar.Source.Text
	l := lex(text, reader.CheckEncoding(text, d.List))
	d.Grammar.Directives = l.Directives
	r := reader.Definitions{Document: d, Signs: &signs, Tokens: l.Tokens}
	if r.Start = token.NextRule(r.Tokens, 0); r.Tokens[r.Start].Kind == token.End {
		r.Report("no-rules", 0, 0, `the document has no rules: no "<name> ::=" was found`)
		return
	}
	r.SkippedProse(r.Tokens[:r.Start])
	r.Keep(&l.Diagnostics)
	var bare reader.Tally
	for i, n := r.Start, 1; r.Tokens[i].Kind != token.End; n++ {
		r.List.Begin()
		if r.OverLimit(n, r.Tokens[i]) {
			return
		}
		next := token.NextRule(r.Tokens, i+1)
		tokens := r.Tokens[i:next]
		r.Starts = append(r.Starts, tokens[0].Pos)
		p := parser{r.Parser(&signs, tokens, r.List), &bare}
		x := p.Definition(p.alternation)
		r.Define(&syntax.Rule{Name: nameOf(p.Source(tokens[0])), Expr: x, NamePos: tokens[0].Pos + 1,
			End: tokens[len(tokens)-1].End}, p.Broken)
		i = next
	}
	r.Note("bare-text", bare, 1, `%s not in quotes (first one here); each is read as literal text`, "word")
}

// definition matches the start of a line that defines a rule.
var definition = regexp.MustCompile(`(?m)^[ \t]*<[^<>\r\n]+>[ \t]*::=`)

// Sign returns the reason for reading a text as classic BNF: most definitions of the form
// name ::= have their name in angle brackets.
func Sign(text string, tokens []token.Token) string {
	if !strings.Contains(text, "::=") {
		return ""
	}
	n := len(definition.FindAllStringIndex(text, -1))
	if equals, _ := token.CountDefinitions(tokens, text); n == 0 || n < equals || 2*n < strings.Count(text, "::=") {
		return ""
	}
	return fmt.Sprintf(`"<name> ::=" defines %s`, syntax.Plural(n, "rule"))
}

// Defines reports whether a line of the text defines a rule.
func Defines(text string) bool { return definition.MatchString(text) }

// nameOf returns the name in angle brackets.
func nameOf(text string) string { return strings.Join(strings.Fields(strings.Trim(text, "<>")), " ") }

// A parser reads the definition of one rule.
type parser struct {
	reader.Parser
	bare *reader.Tally // text without quotes
}

// alternation: A | B
func (p *parser) alternation() syntax.Expr { return p.Alternatives(p.concatenation, false) }

// concatenation: A B, or nothing
func (p *parser) concatenation() syntax.Expr {
	if !p.atElement() {
		return &syntax.CharVal{Start: p.Last().Pos}
	}
	return p.Sequence(p.element, p.atElement)
}

// atElement reports whether the next token is an element.
func (p *parser) atElement() bool {
	switch p.Peek().Kind {
	case token.Name, token.String, tokBare, token.Bad:
		return true
	}
	return false
}

// element: <name>, "text" or text
func (p *parser) element() syntax.Expr {
	switch t := p.Take(); t.Kind {
	case token.Name:
		return &syntax.RuleName{Name: nameOf(p.Source(t)), Start: t.Pos + 1}
	case token.String:
		p.CheckString(t, "the notation cannot write the character by number")
		return &syntax.CharVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	case tokBare:
		p.bare.Add(int(t.Pos))
		return &syntax.CharVal{Text: p.Source(t), Start: t.Pos}
	}
	p.Broken = true
	return reader.Unread
}
