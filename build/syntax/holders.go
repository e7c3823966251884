package syntax

import (
	"cmp"
	"slices"
	"sort"
)

// A Holder is the stretch of a document belonging to one definition, read or not. In
// dialects with a mark for the end of a rule it is the rule's own text, elsewhere the text
// from its name to the next name.
type Holder struct {
	Name       string
	Start, End Pos
}

// Holders returns the stretches of all definitions of g, in the order of the text.
func (g *Grammar) Holders() []Holder {
	var h []Holder
	for _, x := range g.Unread {
		h = append(h, Holder{x.Name, x.Start, Pos(len(g.Source.Text))})
	}
	for _, rule := range g.Rules {
		end := Pos(len(g.Source.Text))
		if g.Dialect == Treetop || g.Dialect == AParse {
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

// HolderOf returns the index of the holder of d, or -1 if d stands in no holder. A position
// between bytes belongs to the byte before it. A defect of the whole document has no
// holder, although it is reported at its first position.
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

// Whole reports whether the diagnostic concerns the document as a whole, and not the rule
// at its position.
func (d Diagnostic) Whole() bool {
	switch d.Code {
	case "byte-order-mark", "nul", "lone-cr", "no-rules", "foreign-notation", "unknown-dialect",
		"source-limit", "rule-limit":
		return true
	}
	return false
}
