// Package iso reads and prints the Extended BNF of ISO/IEC 14977.
//
//	decimal literal = [ "-" ], digit, { digit } ; (* at least one digit *)
//
// This reader follows the standard, with the alternative signs of its section 7: "/" and "!" for
// "|", "(/ /)" for "[ ]", "(: :)" for "{ }" and "." for ";". It interprets details as follows:
//
//   - A name may contain "-" and "_" between its letters and digits, as most grammars in this
//     notation do, so a difference needs a blank before its "-". The standard allows neither.
//   - A name may consist of several words on a line, as in the standard. Two words are two names if
//     only each by itself is defined; a warning reports the missing ",".
//   - Elements without a "," between them are a sequence, with a warning.
//   - An empty alternative, and the empty text after "-" in { a }-, are the empty string
//     (sections 4.7 and 4.9).
//   - Strings are case-sensitive and have no escapes; they do not extend past the end of a line.
//   - A special sequence, ? text ?, is a description in words.
//
// Tested against: TestRandomISO writes random trees and reads them back.
//
// The exported names of this package may change in any version.
package iso

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A documentReader splits a document in ISO EBNF into definitions.
type documentReader struct {
	reader.Definitions
	commas reader.Tally // elements without a "," before them
}

// Read reads a document in ISO EBNF.
func Read(d *reader.Document) {
	text := d.Grammar.Source.Text
	l := lex(text, reader.CheckEncoding(text, d.List))
	d.Grammar.Directives = l.Directives
	r := documentReader{Definitions: reader.Definitions{Document: d, Signs: &signs, Tokens: l.Tokens}}
	if r.Start = token.NextRule(r.Tokens, 0); r.Tokens[r.Start].Kind == token.End {
		r.Report("no-rules", 0, 0, `the document has no rules: no "name =" was found`)
		return
	}
	r.SkipProse()
	r.Keep(&l.Diagnostics)
	for i, n := r.Start, 1; r.Tokens[i].Kind != token.End; n++ {
		r.List.Begin()
		if r.OverLimit(n, r.Tokens[i]) {
			return
		}
		next := token.NextRule(r.Tokens, i+1)
		r.Starts = append(r.Starts, r.Tokens[i].Pos)
		r.rule(r.Tokens[i:next])
		i = next
	}
	r.separateNames()
	r.Note("missing-comma", r.commas, 1, `%s not preceded by "," (first one here); each is read as the next in a sequence`,
		"element")
}

// Sign returns the reason for reading a text as ISO EBNF: a terminator ends most definitions, and
// "," separates elements or comments are written (* text *).
func Sign(text string, _ []token.Token) string {
	if !strings.Contains(text, ",") && !strings.Contains(text, "(* ") {
		return ""
	}
	l := lex(text, 0)
	rules, terminated, commas := 0, 0, 0
	for i := token.NextRule(l.Tokens, 0); l.Tokens[i].Kind != token.End; {
		rules++
		next := token.NextRule(l.Tokens, i+1)
		end := terminator(l.Tokens[i:next])
		if text[l.Tokens[i+1].Pos] == '=' && i+end < next && l.endsLine(i+end) {
			terminated++
			for _, t := range l.Tokens[i : i+end] {
				if t.Kind == tokComma {
					commas++
				}
			}
		}
		i = next
	}
	switch {
	case 2*terminated <= rules:
		return ""
	case commas > 0:
		return fmt.Sprintf(`"," separates elements %s`, times(commas))
	case l.comments > 0:
		return "comments are written (* text *)"
	}
	return ""
}

// endsLine reports whether tokens[i] is the last token on its line, or a definition follows it.
func (l *lexer) endsLine(i int) bool {
	next := l.Tokens[i+1]
	return next.Kind == token.End || next.Indent >= 0 || token.StartsRule(l.Tokens, i+1)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return syntax.Plural(n, "time")
}

// terminator returns the index of the first terminator in tokens, or len(tokens).
func terminator(tokens []token.Token) int {
	for i, t := range tokens {
		if t.Kind == tokTerminator {
			return i
		}
	}
	return len(tokens)
}

// rule reads one definition from its tokens: name, "=", expression and terminator. It adds the rule
// to the grammar or records its name as unread.
func (r *documentReader) rule(tokens []token.Token) {
	t, last := tokens[0], tokens[len(tokens)-1]
	switch end := terminator(tokens); {
	case end == len(tokens):
		r.Report("missing-terminator", last.End, last.End, "%s requires %q at the end of a rule", signs.Name, ";")
	case end+1 < len(tokens):
		r.Report("stray-text", tokens[end+1].Pos, last.End, "a rule begins with its name: name = definition ;")
		fallthrough
	default:
		last, tokens = tokens[end], tokens[:end]
	}
	p := parser{Parser: r.Parser(&signs, tokens, r.List)}
	p.Broken = t.Kind == token.BadName || t.Kind == token.Prose
	x := p.Definition(p.alternation)
	if p.commas.N > 0 && !p.Broken {
		r.commas.Add(int(p.commas.First))
		r.commas.N += p.commas.N - 1
	}
	r.Define(&syntax.Rule{Name: nameOf(r.Name(t)), Expr: x, NamePos: t.Pos, End: last.End}, p.Broken)
}

// nameOf returns the name that a text spells: its words with single blanks between them.
func nameOf(text string) string { return strings.Join(strings.Fields(text), " ") }

// separateNames replaces each undefined name of several words by a sequence of names if all words
// are defined.
func (r *documentReader) separateNames() {
	defined := map[string]bool{}
	for _, rule := range r.Grammar.Rules {
		defined[rule.Name] = true
	}
	for _, name := range r.Grammar.Unread {
		defined[name.Name] = true
	}
	for _, rule := range r.Grammar.Rules {
		rule.Expr = replace(rule.Expr, func(name *syntax.RuleName) syntax.Expr {
			words := strings.Fields(name.Name)
			if len(words) == 1 || defined[name.Name] {
				return name
			}
			var items []syntax.Expr
			for i, word := range words {
				if !defined[word] {
					return name
				}
				if i > 0 {
					r.commas.Add(int(name.Start))
				}
				items = append(items, &syntax.RuleName{Name: word, Start: name.Start})
			}
			return &syntax.Group{Item: &syntax.Concatenation{Items: items}, Start: name.Start}
		})
	}
}

// replace returns x with each name replaced by the result of with.
func replace(x syntax.Expr, with func(*syntax.RuleName) syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.RuleName:
		return with(x)
	case *syntax.Alternation:
		replaceAll(x.Items, with)
	case *syntax.Concatenation:
		replaceAll(x.Items, with)
	case *syntax.Repetition:
		x.Item = replace(x.Item, with)
	case *syntax.Group:
		x.Item = replace(x.Item, with)
	case *syntax.Option:
		x.Item = replace(x.Item, with)
	case *syntax.Difference:
		x.Item, x.Except = replace(x.Item, with), replace(x.Except, with)
	}
	return x
}

func replaceAll(items []syntax.Expr, with func(*syntax.RuleName) syntax.Expr) {
	for i := range items {
		items[i] = replace(items[i], with)
	}
}
