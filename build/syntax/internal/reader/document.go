// Package reader provides the code that the readers of all notations share. A reader is a function
// that takes a [Document]. It uses a [Lexer] to split the text into tokens, divides the tokens into
// definitions, reads each definition with a [Parser], and adds the rule with [Document.Define].
// Package ebnf is a short example: its lexer, parser and documentReader embed types from this
// package.
package reader

import (
	"fmt"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A Document holds the tree and the diagnostics of a document that is being read.
type Document struct {
	Grammar *syntax.Grammar
	List    *syntax.List
	Limits  syntax.Limits
	Repair  bool
	Starts  []syntax.Pos // definition positions, in order; excludes indented definitions if rules are not indented
}

func (d *Document) Report(code syntax.Code, pos, end syntax.Pos, format string, args ...any) {
	d.List.Report(code, pos, end, format, args...)
}

// Note reports all positions in t, if there are any, as a single note about the size bytes at the
// first position. The %s in format is replaced by the number of positions and the noun.
func (d *Document) Note(code syntax.Code, t Tally, size int, format, noun string) {
	if t.N > 0 {
		d.Report(code, t.First, t.First+syntax.Pos(size), format, syntax.Plural(t.N, noun))
	}
}

// Unread records the name, at pos, of a rule that contains an error.
func (d *Document) Unread(name string, pos syntax.Pos) {
	d.Grammar.Unread = append(d.Grammar.Unread, &syntax.RuleName{Name: name, Start: pos})
}

// OverLimit reports whether rule number n exceeds the limit on rules and, if so, adds an error at
// t, the first token of the rule.
func (d *Document) OverLimit(n int, t token.Token) bool {
	if n > d.Limits.Rules {
		d.Report("rule-limit", t.Pos, t.End, "the document exceeds the limit of %d rules; split it before rule %d",
			d.Limits.Rules, n)
	}
	return n > d.Limits.Rules
}

// SkippedProse warns that tokens, the text before the first rule, were skipped.
func (d *Document) SkippedProse(tokens []token.Token) {
	if len(tokens) == 0 {
		return
	}
	from, to, src := tokens[0].Pos, tokens[len(tokens)-1].End, d.Grammar.Source
	first, last := src.Position(from).Line, src.Position(to).Line
	lines := fmt.Sprintf("lines %d to %d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	d.Report("prose-skipped", from, to, "%s skipped: text before the first rule", lines)
}

// Define adds a rule to the grammar and returns it. If broken is set, Define instead records the
// name as unread and returns nil.
func (d *Document) Define(r *syntax.Rule, broken bool) *syntax.Rule {
	if broken {
		d.Unread(r.Name, r.NamePos)
		return nil
	}
	d.Grammar.Rules = append(d.Grammar.Rules, r)
	return r
}

// Parser returns a parser for the definition that consists of tokens. The parser adds its
// diagnostics to list.
func (d *Document) Parser(s *Signs, tokens []token.Token, list *syntax.List) Parser {
	return Parser{signs: s, Limits: d.Limits, list: list, Text: d.Grammar.Source.Text, Tokens: tokens}
}

// Swallowed reports an error: the comment s contains the given number of definitions.
func (d *Document) Swallowed(s *Swallow, definitions int) {
	d.Report("comment-swallows", s.pos, s.end,
		"the comment runs to the end of its line and swallows %s of text containing %s; --repair ends such comments before "+
			"the next rule or alternative",
		syntax.Plural(int(s.end-s.pos), "byte"), syntax.Plural(definitions, "definition"))
}

// CheckEncoding reports defects that concern the entire text: a byte order mark, NUL bytes, and CRs
// without LF. It returns the offset at which reading starts. Such a defect usually recurs on every
// line, so each kind is reported once, with the number of occurrences.
func CheckEncoding(text string, l *syntax.List) (from int) {
	if strings.HasPrefix(text, char.ByteOrderMark) {
		from = len(char.ByteOrderMark)
		l.Add(syntax.NewDiagnostic("byte-order-mark", 0, from,
			"the text begins with a byte order mark (U+FEFF), which the notation does not allow; it is ignored"))
	}
	if n := strings.Count(text, "\x00"); n > 0 {
		l.Add(syntax.NewDiagnostic("nul", syntax.Pos(strings.IndexByte(text, 0)), 1,
			"the text contains %s (first one here); a grammar is UTF-8 text (is this UTF-16?)", syntax.Plural(n, "NUL byte")))
	}
	if t := loneCRs(text); t.N > 0 {
		l.Add(syntax.NewDiagnostic("lone-cr", t.First, 1,
			"the text contains %s without LF (first one here); a line ends in CR LF or LF", syntax.Plural(t.N, "CR")))
	}
	return from
}

// loneCRs counts the CRs that are not followed by LF.
func loneCRs(text string) (t Tally) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			t.Add(i)
		}
	}
	return t
}
