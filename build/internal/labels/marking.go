package labels

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

const maxDelimiter = 255 // in bytes; the maximum in a table

// A marking chooses marks for the edges of an NFA while a rule with components is lowered (see
// [automata.Marker]). A mark is a component number, starting with 1.
type marking struct {
	*names.Spec
	names      *names.Grammar
	components []tables.ComponentLayout // the components; Enter adds the lengths of their delimiters
	seen       []bool                   // by component: whether Enter has seen it
	reaches    map[*names.Rule]bool     // rules that refer, directly or indirectly, to a rule that belongs to a component

	prefix, suffix int   // lengths of the delimiters around the next component, kept between Look and Enter
	err            error // the first error in Enter, or nil
}

// marking returns a marking for s, the content of a @components directive.
func (b *Labeler) marking(s *names.Spec) *marking {
	if b.reaches[s] == nil {
		b.reaches[s] = b.Graph.Reaching(func(r *names.Rule) bool { return s.Of[r] != 0 })
	}
	return &marking{
		Spec: s, names: b.Names, reaches: b.reaches[s],
		components: slices.Clone(s.Components), seen: make([]bool, len(s.Components)),
	}
}

// Look returns the mark of the component that items[i] delimits, if items[i] is a string next to a
// component. If items[i] is a reference to a component, Look stores the lengths of the delimiters
// in m.prefix and m.suffix for Enter, and returns 0. For any other item, Look returns 0.
func (m *marking) Look(items []syntax.Expr, i int) automaton.Mark {
	m.prefix, m.suffix = 0, 0
	switch items[i].(type) {
	case *syntax.CharVal:
		if mark := m.component(items, i+1); mark != 0 {
			return mark
		}
		return m.component(items, i-1)
	case *syntax.RuleName:
		if m.component(items, i) == 0 { // then Enter finds no delimiter for a component inside this item
			break
		}
		m.prefix = m.literal(items, i-1)
		if m.component(items, i+2) == 0 {
			m.suffix = m.literal(items, i+1)
		}
	}
	return 0
}

// component returns the mark of items[i] if that is a reference to a component, and 0 otherwise. i
// may be out of range.
func (m *marking) component(items []syntax.Expr, i int) automaton.Mark {
	if i < 0 || i >= len(items) {
		return 0
	}
	ref, ok := items[i].(*syntax.RuleName)
	if !ok {
		return 0
	}
	return m.Of[m.names.Referent(ref.Name)]
}

// literal returns the length of items[i] in bytes if that is a string, and 0 otherwise. i may be
// out of range.
func (m *marking) literal(items []syntax.Expr, i int) int {
	if i < 0 || i >= len(items) {
		return 0
	}
	if s, ok := items[i].(*syntax.CharVal); ok {
		return len(s.Text)
	}
	return 0
}

// Enter returns the mark of the component to which r belongs, and true. It records the delimiter
// lengths that Look has stored. If they differ from the lengths at an earlier reference, or are too
// large, it sets m.err. If r does not belong to a component, Enter returns false.
func (m *marking) Enter(r *names.Rule) (automaton.Mark, bool) {
	mark := m.Of[r]
	if mark == 0 {
		return 0, false
	}
	c := &m.components[mark-1]
	if m.seen[mark-1] && (c.Prefix != m.prefix || c.Suffix != m.suffix) {
		m.err = fmt.Errorf("the component %s has delimiters of different lengths", c.Name)
	}
	if m.prefix > maxDelimiter || m.suffix > maxDelimiter {
		m.err = fmt.Errorf("a delimiter of the component %s is longer than %d bytes", c.Name, maxDelimiter)
	}
	m.seen[mark-1] = true
	c.Prefix, c.Suffix = m.prefix, m.suffix
	m.prefix, m.suffix = 0, 0
	return mark, true
}

// Reaches reports whether r refers, directly or indirectly, to a rule that belongs to a component.
func (m *marking) Reaches(r *names.Rule) bool { return m.reaches[r] }

// explain converts an [automaton.MarkError] to an error that names components instead of marks. It
// returns any other error unchanged.
func (m *marking) explain(err error) error {
	var why *automaton.MarkError
	if !errors.As(err, &why) {
		return err
	}
	if why.Reason == automaton.Unmarked {
		return errors.New("some of its bytes do not belong to any component")
	}
	name, other := m.components[why.Mark-1].Name, m.components[why.Other-1].Name
	switch why.Reason {
	case automaton.Crowded:
		return fmt.Errorf("a byte may belong to more than two components, including the %s and the %s", name, other)
	case automaton.OutOfOrder:
		return fmt.Errorf("the %s can follow the %s", name, other)
	}
	return fmt.Errorf("a byte of the %s cannot be distinguished from a byte of the %s", name, other)
}
