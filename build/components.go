package build

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A directive in a comment names the components of a rule:
//
//	; @components IRI IRI-reference: scheme authority=iauthority path=ipath-abempty,ipath-rootless
//
// Before the colon stand the rules with components, after it the components in their order,
// each with the rules it consists of (by default the rule with its name). A string next to
// a component is its delimiter. It belongs to the component after it if there is one, else
// to the one before it.
//
// Idea. Mark each edge of the rule's NFA with its component while lowering it. The marks are
// carried over to the states of the minimal automaton. If the states do not distinguish two
// components, the rule is compiled without them, with a warning.

const (
	maxComponentName = 255 // bytes; a table has room for more, a message does not
	maxDelimiter     = 255 // bytes; a table has no room for more
)

// readComponents reads the text of a directive @components. Its errors are those of parseSpec.
func (g *Grammar) readComponents(text string) error {
	s, err := g.parseSpec(text)
	if err != nil {
		return err
	}
	for _, r := range s.rules {
		g.specs[r] = s
	}
	return nil
}

// parseSpec reads the rules and components of a directive @components. It fails if the text
// has another form, if a rule is unknown or has components already, or if the components are
// too many.
func (g *Grammar) parseSpec(text string) (*spec, error) {
	names, components, ok := strings.Cut(text, ":")
	if !ok || strings.TrimSpace(names) == "" || strings.TrimSpace(components) == "" {
		return nil, errors.New(`expected "RULE …: COMPONENT[=RULE,…] …"`)
	}
	s := &spec{of: map[*Rule]automaton.Mark{}}
	for _, name := range strings.Fields(names) {
		r := g.referent(name)
		switch {
		case r == nil:
			return nil, g.noRule(name)
		case g.specs[r] != nil:
			return nil, fmt.Errorf("%s has components already", name)
		}
		s.rules = append(s.rules, r)
	}
	for _, field := range strings.Fields(components) {
		if err := g.parseComponent(s, field); err != nil {
			return nil, err
		}
	}
	if len(s.components) > machine.MaxComponents {
		return nil, fmt.Errorf("%d components are more than %d", len(s.components), machine.MaxComponents)
	}
	return s, nil
}

// parseComponent reads COMPONENT[=RULE,…] into s. It fails if the name is empty or too long,
// and if a rule is unknown or makes up two components.
func (g *Grammar) parseComponent(s *spec, field string) error {
	name, list, ok := strings.Cut(field, "=")
	if !ok {
		list = name
	}
	if name == "" || len(name) > maxComponentName {
		return fmt.Errorf("the name of a component has 1 to %d bytes, not %d", maxComponentName, len(name))
	}
	s.components = append(s.components, tables.Component{Name: name})
	for name := range strings.SplitSeq(list, ",") {
		r := g.referent(name)
		switch {
		case r == nil:
			return g.noRule(name)
		case s.of[r] != 0:
			return fmt.Errorf("%s makes up two components", name)
		}
		s.of[r] = automaton.Mark(min(len(s.components), machine.MaxComponents+1))
	}
	return nil
}

// findComponents finds the components of the states of r, if a directive gives components
// to r.
func (l *labels) findComponents(g *Grammar, r *Rule) error {
	s := g.specs[r]
	if s == nil {
		return l.inheritComponents(g, r)
	}
	if s.reaches == nil {
		s.reaches = g.reaching(func(r *Rule) bool { return s.of[r] != 0 })
	}
	m := &marking{g: g, spec: s, components: slices.Clone(s.components), seen: make([]bool, len(s.components))}
	low := newLowerer(g)
	low.marking = m
	nfa, release, err := low.lower(r.expr)
	if err != nil {
		return err
	}
	defer release()
	if m.err != nil {
		return m.err
	}
	sets, err := automaton.Marks(r.dfa, nfa, g.meter)
	if err != nil {
		return m.explain(err)
	}
	return l.pair(sets, l.occurring(m))
}

// explain replaces marks in an error by names of components.
func (m *marking) explain(err error) error {
	var why *automaton.MarkError
	if !errors.As(err, &why) {
		return err
	}
	if why.Reason == automaton.Unmarked {
		return errors.New("some of its bytes are in no component")
	}
	name, other := m.components[why.Mark-1].Name, m.components[why.Other-1].Name
	switch why.Reason {
	case automaton.Crowded:
		return fmt.Errorf("a byte may be in more than two components, the %s and the %s among them", name, other)
	case automaton.OutOfOrder:
		return fmt.Errorf("the %s may come after the %s", name, other)
	}
	return fmt.Errorf("nothing tells a byte of the %s from one of the %s", name, other)
}

// occurring gives l the components that occur in r. It returns, by mark, the index of the component
// in l. A directive for several rules may name components that one of them lacks.
func (l *labels) occurring(m *marking) (place []int) {
	place = make([]int, len(m.components)+1)
	for i, p := range m.components {
		if m.seen[i] {
			place[i+1] = len(l.components)
			l.components = append(l.components, p)
		}
	}
	return place
}

// pair gives each state its slot: the one or two components to which the byte before the state
// may belong. States with equal sets of marks share a slot. pair fails if there are more than
// machine.MaxSlots slots.
func (l *labels) pair(sets []automaton.MarkSet, place []int) error {
	l.slotOf = make([]uint8, len(sets))
	for _, set := range sets {
		if set == 0 { // the dead state, or a start without a way back
			continue
		}
		first, second := set.Pair()
		slot := machine.Slot{First: place[first], Second: place[second]}
		if !slices.Contains(l.slots, slot) {
			l.slots = append(l.slots, slot)
		}
	}
	slices.SortFunc(l.slots, func(a, b machine.Slot) int {
		return cmp.Or(cmp.Compare(a.Second-a.First, b.Second-b.First), cmp.Compare(a.First, b.First))
	})
	for q, set := range sets {
		if set != 0 {
			first, second := set.Pair()
			l.slotOf[q] = uint8(slices.Index(l.slots, machine.Slot{First: place[first], Second: place[second]}))
		}
	}
	if len(l.slots) > machine.MaxSlots {
		return fmt.Errorf("%d combinations of components are more than %d", len(l.slots), machine.MaxSlots)
	}
	return nil
}

// A marking marks the edges of an NFA with components.
type marking struct {
	g *Grammar
	*spec
	components []tables.Component // the components, with the delimiters known so far
	seen       []bool             // by component: whether its delimiters are known

	prefix, suffix int // lengths of the delimiters of the reference to be entered
	err            error
}

// look must be called before item i of a concatenation is lowered. For a string next to a component
// it returns the mark of this component. For a component it notes the lengths of the strings next
// to it, for enter, and returns 0. For any other item it returns 0.
func (m *marking) look(items []syntax.Expr, i int) automaton.Mark {
	m.prefix, m.suffix = 0, 0
	switch items[i].(type) {
	case *syntax.CharVal:
		if mark := m.component(items, i+1); mark != 0 {
			return mark
		}
		return m.component(items, i-1)
	case *syntax.RuleName:
		if m.component(items, i) == 0 { // enter of a component below this item must find no delimiter
			break
		}
		m.prefix = m.literal(items, i-1)
		if m.component(items, i+2) == 0 {
			m.suffix = m.literal(items, i+1)
		}
	}
	return 0
}

// component returns the mark of item i if it refers to a component, else 0.
func (m *marking) component(items []syntax.Expr, i int) automaton.Mark {
	if i < 0 || i >= len(items) {
		return 0
	}
	ref, ok := items[i].(*syntax.RuleName)
	if !ok {
		return 0
	}
	return m.of[m.g.referent(ref.Name)]
}

// literal returns the length of item i in bytes if it is a string, else 0.
func (m *marking) literal(items []syntax.Expr, i int) int {
	if i < 0 || i >= len(items) {
		return 0
	}
	if s, ok := items[i].(*syntax.CharVal); ok {
		return len(s.Text)
	}
	return 0
}

// enter returns the mark of r, and whether r is a component. It records the lengths of the
// delimiters of the component, which look has noted. If they differ from place to place, or
// are too long, it sets m.err.
func (m *marking) enter(r *Rule) (automaton.Mark, bool) {
	mark := m.of[r]
	if mark == 0 {
		return 0, false
	}
	p := &m.components[mark-1]
	if m.seen[mark-1] && (p.Prefix != m.prefix || p.Suffix != m.suffix) {
		m.err = fmt.Errorf("the component %s has delimiters of different lengths", p.Name)
	}
	if m.prefix > maxDelimiter || m.suffix > maxDelimiter {
		m.err = fmt.Errorf("a delimiter of the component %s is longer than %d bytes", p.Name, maxDelimiter)
	}
	m.seen[mark-1] = true
	p.Prefix, p.Suffix = m.prefix, m.suffix
	m.prefix, m.suffix = 0, 0
	return mark, true
}
