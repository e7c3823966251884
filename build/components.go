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

// A component is a named part of a rule's members, such as the scheme of an IRI. A directive in a
// comment names the components of a rule:
//
//	; @components IRI IRI-reference: scheme authority=iauthority path=ipath-abempty,ipath-rootless
//
// Before the colon stand the rules that have components. After it stand the components in the
// order of the text. After "=" stand the rules whose text belongs to the component. Without "=" it
// is the rule with the component's name. A string next to a component is its delimiter: in scheme
// ":" the ":" is the delimiter of scheme. Between two components it belongs to the second.
//
// Idea. While a rule is lowered, each edge of its NFA is marked with its component. The marks are
// carried over to the states of the minimal automaton. If these states do not tell two
// components apart, the rule is compiled without components, with a warning.

const (
	maxComponentName = 255 // in bytes; a table holds longer names, a message does not
	maxDelimiter     = 255 // in bytes; a table holds no longer one
)

// readComponents reads the text of a directive @components, and stores its spec in g.specs for
// each rule before the colon. Its errors are those of parseSpec.
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

// parseSpec returns the rules and the components in the text of a directive @components. It fails
// if the text has another form, if a rule is unknown or has components already, or if there are
// too many components.
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

// parseComponent adds the component in field, NAME or NAME=RULE,…, to s. It fails if the name is
// empty or too long, if a rule is unknown, or if a rule belongs to two components.
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

// findComponents stores in l the components of r, and the slot of each state of r.dfa. It does so
// if a directive gives components to r, or if r is a profile whose first rule has components. It
// fails if the states do not tell the components apart.
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

// explain returns an error with names of components for an [automaton.MarkError], which has only
// marks. It returns any other error as it is.
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

// occurring adds to l.components the components that occur in the rule, and leaves out others: a
// directive for several rules may name components that one of them lacks. place has, at the index
// of a component's mark, its index in l.components.
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

// pair stores the slot of each state in l.slotOf: the one or two components to which the byte
// before the state may belong. sets has the marks of each state. place has the index of a
// component by its mark. States with equal sets share a slot. pair fails if there are more than
// machine.MaxSlots slots.
func (l *labels) pair(sets []automaton.MarkSet, place []int) error {
	l.slotOf = make([]uint8, len(sets))
	for _, set := range sets {
		if set == 0 { // the dead state, or a start to which no byte leads
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

// A marking chooses the marks of the edges of an NFA while a rule with components is lowered. A
// mark is the number of a component, from 1.
type marking struct {
	g *Grammar
	*spec
	components []tables.Component // the components; enter adds the lengths of their delimiters
	seen       []bool             // by component: whether enter has met it

	prefix, suffix int   // lengths of the delimiters around the next component, from look to enter
	err            error // a mistake found by enter; nil without one
}

// look must be called before items[i], an item of a concatenation, is lowered. For a string next
// to a component it returns the mark of the component to which the string belongs as a delimiter.
// For a reference to a component it stores the lengths of its delimiters in m.prefix and m.suffix,
// where enter finds them, and returns 0. For any other item it returns 0.
func (m *marking) look(items []syntax.Expr, i int) automaton.Mark {
	m.prefix, m.suffix = 0, 0
	switch items[i].(type) {
	case *syntax.CharVal:
		if mark := m.component(items, i+1); mark != 0 {
			return mark
		}
		return m.component(items, i-1)
	case *syntax.RuleName:
		if m.component(items, i) == 0 { // so that enter finds no delimiter for a component inside of this item
			break
		}
		m.prefix = m.literal(items, i-1)
		if m.component(items, i+2) == 0 {
			m.suffix = m.literal(items, i+1)
		}
	}
	return 0
}

// component returns the mark of items[i] if it is a reference to a component, else 0. i may be out
// of range.
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

// literal returns the length in bytes of items[i] if it is a string, else 0. i may be out of
// range.
func (m *marking) literal(items []syntax.Expr, i int) int {
	if i < 0 || i >= len(items) {
		return 0
	}
	if s, ok := items[i].(*syntax.CharVal); ok {
		return len(s.Text)
	}
	return 0
}

// enter must be called before a reference to r is lowered. If r belongs to a component, it returns
// the mark of the component and true, and records the lengths of its delimiters, which look has
// stored. If these differ from an earlier place, or are too long, it sets m.err.
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
