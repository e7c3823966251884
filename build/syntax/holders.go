package syntax

import (
	"cmp"
	"slices"
	"sort"
)

// A Holder is the part of a document that belongs to one definition, whether the definition could
// be read or not. In a dialect where a rule has a mark at its end, such as Treetop, it reaches to the end
// of the rule. Elsewhere it reaches from the rule's name to the name of the next rule.
type Holder struct {
	Name       string
	Start, End Pos
}

// Holders returns the holders of all definitions of g, in the order of the text.
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

// HolderOf returns the index in h of the definition in which d stands, or -1. A diagnostic of
// length 0, about a position between bytes, belongs to the byte before it. A defect of the whole
// document belongs to no definition, although it has the position of its first occurrence.
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

// Whole reports whether the diagnostic is about the document as a whole, and not about the rule at
// its position.
func (d Diagnostic) Whole() bool {
	switch d.Code {
	case "byte-order-mark", "nul", "lone-cr", "no-rules", "prose-skipped", "foreign-notation", "unknown-dialect",
		"source-limit", "rule-limit":
		return true
	}
	return false
}

// Withdraw moves each rule where an error of the list stands from Rules to Unread.
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
