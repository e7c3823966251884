package syntax

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A Holder is the part of a document that belongs to one definition, whether or not the definition
// is readable. It starts at the rule's name. In a dialect that marks the end of a rule, such as
// Treetop, it extends to that mark; in other dialects it extends to the name of the next rule.
type Holder struct {
	Name       string
	Start, End Pos
}

// Holders returns the holders of all definitions in g, in text order.
func (g *Grammar) Holders() []Holder {
	var h []Holder
	for _, x := range g.Unread {
		h = append(h, Holder{x.Name, x.Start, Pos(len(g.Source.Text))})
	}
	for _, rule := range g.Rules {
		end := Pos(len(g.Source.Text))
		if g.Dialect.facts().marked {
			end = rule.End
		}
		h = append(h, Holder{rule.Name, rule.NamePos, end})
	}
	slices.SortFunc(h, func(a, b Holder) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(h); i++ {
		h[i-1].End = min(h[i-1].End, h[i].Start)
	}
	return h
}

// HolderOf returns the index in h of the definition that contains d, or -1. A diagnostic of length
// 0, which marks a position between two bytes, belongs to the preceding byte. A defect of the
// entire document belongs to no definition, even though it is positioned at its first occurrence.
func HolderOf(h []Holder, d Diagnostic) int {
	pos := d.Pos
	if d.Len == 0 {
		pos--
	}
	i := sort.Search(len(h), func(i int) bool { return h[i].Start > pos }) - 1
	if i < 0 || h[i].End <= pos || d.Whole() {
		return -1
	}
	return i
}

// Whole reports whether the diagnostic concerns the entire document rather than the rule at its
// position.
func (d Diagnostic) Whole() bool {
	switch d.Code {
	case "byte-order-mark", "nul", "lone-cr", "no-rules", "prose-skipped", "foreign-notation", "unknown-dialect",
		"source-limit", "rule-limit":
		return true
	}
	return false
}

// Withdraw moves each rule that contains an error in l from Rules to Unread.
func (g *Grammar) Withdraw(l *List) {
	if l.Errors() == 0 {
		return
	}
	holders := g.Holders()
	holds := map[Pos]bool{}
	for _, d := range l.errors() {
		if i := HolderOf(holders, d); i >= 0 {
			holds[holders[i].Start] = true
		}
	}
	g.Rules = slices.DeleteFunc(g.Rules, func(rule *Rule) bool {
		if holds[rule.NamePos] {
			g.Unread = append(g.Unread, &RuleName{rule.Name, rule.NamePos})
		}
		return holds[rule.NamePos]
	})
	slices.SortFunc(g.Unread, func(a, b *RuleName) int { return cmp.Compare(a.Start, b.Start) })
}

// JoinBlocks replaces all errors in a block with a single error. A block is foreign text in a
// document, such as program code or a paragraph of prose, with an error in nearly every word.
//
// A block extends from the first error in a definition to the last. A definition ends at the next
// position in starts, which does not include an indented "name =" in code. The errors form a block
// if there are more than maxErrors, they are on more than one line, and they are not all the same
// error. The message reports that the text is not in the notation.
func (l *List) JoinBlocks(starts []Pos, notation string) {
	var out []Diagnostic
	for items := l.Items; len(items) > 0; {
		n := sameDefinition(items, starts)
		out = append(out, l.joined(items[:n], notation)...)
		items = items[n:]
	}
	l.Items = out
}

// sameDefinition returns the number of items in the definition that contains the first item. The
// items are sorted by position; starts lists the positions of the definitions.
func sameDefinition(items []Diagnostic, starts []Pos) (n int) {
	next := sort.Search(len(starts), func(i int) bool { return starts[i] > items[0].Pos })
	for n < len(items) && (next == len(starts) || items[n].Pos < starts[next]) {
		n++
	}
	return n
}

// joined returns items, the diagnostics in one definition. If their errors form a block, a single
// diagnostic replaces the diagnostics in the block.
func (l *List) joined(items []Diagnostic, notation string) []Diagnostic {
	var first Diagnostic
	errors, until, different := 0, Pos(0), false
	for _, d := range items {
		if d.Severity != Error || !d.inBlock() {
			continue
		}
		if errors == 0 {
			first = d
		}
		suppressed := l.suppressed[d.Pos]
		errors += 1 + suppressed.n
		until = max(until, d.Pos+Pos(max(d.Len, 1)), suppressed.until+1)
		different = different || !strings.HasPrefix(d.Message, first.Message) // the last message may end with a count
	}
	from, to := l.Source.Position(first.Pos).Line, 0
	if errors > maxErrors && different {
		until = min(until, Pos(len(l.Source.Text)))
		to = l.Source.Position(until - 1).Line
	}
	if from >= to {
		return items
	}
	block := NewDiagnostic("foreign-text", first.Pos, int(until-first.Pos),
		"lines %d to %d are not in %s (%d errors); the first: %s", from, to, notation,
		errors, first.Message)
	block.Message = shorten(block.Message)
	rest := slices.DeleteFunc(slices.Clone(items), func(d Diagnostic) bool {
		gone := d.Severity > Note && d.inBlock() && first.Pos <= d.Pos && d.Pos < until
		if gone {
			delete(l.suppressed, d.Pos)
		}
		return gone
	})
	at := sort.Search(len(rest), func(i int) bool { return rest[i].Pos >= first.Pos })
	return slices.Insert(rest, at, block)
}

// inBlock reports whether the diagnostic may be part of a block. A diagnostic that reports
// something other than text in the wrong notation, such as an exceeded limit or a defect of the
// entire document, is never part of a block.
func (d Diagnostic) inBlock() bool {
	switch d.Code {
	case "comment-swallows", "interrupted-rule", "skipped-definition", "repaired",
		"nesting-limit", "repetition-limit", "list-limit", "code-point-limit":
		return false
	}
	return !d.Whole()
}
