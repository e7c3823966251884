package syntax

import (
	"slices"
	"sort"
	"strings"
)

// JoinBlocks replaces all errors of a block by one. A block is foreign text in a document, such as
// code of a program or a paragraph of prose. It has an error in every word.
//
// A block reaches from the first error of a definition to its last. The definition ends at the
// beginning of the next one, given by starts, in which an indented "name =" of code is missing.
// The errors form a block under three conditions: they are more than maxErrors, they stand on
// several lines, and they are not all the same mistake. The message says that the text is not in
// the notation.
func (l *List) JoinBlocks(starts []Pos, notation string) {
	var out []Diagnostic
	for items := l.Items; len(items) > 0; {
		n := sameDefinition(items, starts)
		out = append(out, l.joined(items[:n], notation)...)
		items = items[n:]
	}
	l.Items = out
}

// sameDefinition returns how many items stand in the definition of the first item. items are
// sorted by position, and starts has the positions of the definitions.
func sameDefinition(items []Diagnostic, starts []Pos) (n int) {
	next := sort.Search(len(starts), func(i int) bool { return starts[i] > items[0].Pos })
	for n < len(items) && (next == len(starts) || items[n].Pos < starts[next]) {
		n++
	}
	return n
}

// joined returns the diagnostics items of one definition. If they form a block, one diagnostic
// replaces those of the block.
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
		silenced := l.silenced[d.Pos]
		errors += 1 + silenced.n
		until = max(until, d.Pos+Pos(max(d.Len, 1)), silenced.until+1)
		different = different || !strings.HasPrefix(d.Message, first.Message) // the last message may have a number at its end
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
			delete(l.silenced, d.Pos)
		}
		return gone
	})
	at := sort.Search(len(rest), func(i int) bool { return rest[i].Pos >= first.Pos })
	return slices.Insert(rest, at, block)
}

// inBlock reports whether the diagnostic may be one of a block. It is not if it says more than
// that the text is not in the notation, such as a limit or a defect of the whole document.
func (d Diagnostic) inBlock() bool {
	switch d.Code {
	case "comment-swallows", "interrupted-rule", "skipped-definition", "repaired",
		"nesting-limit", "repetition-limit", "list-limit", "code-point-limit":
		return false
	}
	return !d.Whole()
}
