package syntax

import (
	"fmt"
)

// A document is a document while it is read: its tree and its diagnostics so far.
type document struct {
	grammar *Grammar
	list    *List
	limits  Limits
	repair  bool
	starts  []Pos // positions of the definitions, in order; without indented ones if rules are not indented
}

func (d *document) report(code Code, pos, end Pos, format string, args ...any) {
	d.list.Report(code, pos, end, format, args...)
}

// unread notes that the rule with this name, which stands at pos, could not be read.
func (d *document) unread(name string, pos Pos) {
	d.grammar.Unread = append(d.grammar.Unread, &RuleName{name, pos})
}

// overLimit reports whether rule number n is over the limit on rules. If it is, overLimit adds an
// error at t, the first token of the rule.
func (d *document) overLimit(n int, t token) bool {
	if n > d.limits.Rules {
		d.report("rule-limit", t.pos, t.end, "the document has more than %d rules, the limit; split it before rule %d",
			d.limits.Rules, n)
	}
	return n > d.limits.Rules
}

// skippedProse warns that the text from the offset from to the offset to, before the first
// rule, is skipped.
func (d *document) skippedProse(from, to Pos) {
	src := d.grammar.Source
	first, last := src.Position(from).Line, src.Position(to).Line
	lines := fmt.Sprintf("lines %d to %d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	d.report("prose-skipped", from, to, "%s skipped: text before the first rule", lines)
}

// parser returns a parser for one definition with these tokens. It adds its diagnostics to list.
func (d *document) parser(s *signs, tokens []token, list *List) parser {
	return parser{signs: s, limits: d.limits, list: list, text: d.grammar.Source.Text, tokens: tokens}
}

// swallowed reports the comment s as an error, because it has definitions in it. definitions is
// their number.
func (d *document) swallowed(s *swallow, definitions int) {
	d.report("comment-swallows", s.pos, s.end,
		"the comment runs to the end of its line and swallows %s of text with %s; --repair ends such comments before the "+
			"next rule or alternative",
		Plural(int(s.end-s.pos), "byte"), Plural(definitions, "definition"))
}
