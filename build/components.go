package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// The components of a rule are named in the grammar, by a directive in a comment:
//
//	; @components IRI IRI-reference: scheme authority=iauthority path=ipath-abempty,ipath-rootless
//
// In front of the colon stand the rules that have components, behind it the components
// in their order, each with the rules that make it up (the rule of its own name when
// none are given). A string next to a component is its delimiter: that of the component
// behind it if there is one, else of the one before it.

// A spec is what a directive says.
type spec struct {
	rules []string
	parts []part
}

type part struct {
	name  string
	rules []string
}

// specs reads the directives of the grammar. One that cannot be read is reported, and left out.
func (g *Grammar) specs() []spec {
	if g.read {
		return g.parsed
	}
	g.read = true
	for _, d := range g.directives {
		if d.Name != "components" {
			g.report(syntax.Note, "unknown-directive", d.Pos, len(d.Name)+1, "@%s means nothing to this program", d.Name)
			continue
		}
		s, err := g.parseSpec(d.Text)
		if err != nil {
			g.report(syntax.Error, "components", d.Pos, len(d.Name)+1, "@components: %v", err)
			continue
		}
		g.parsed = append(g.parsed, s)
	}
	return g.parsed
}

func (g *Grammar) parseSpec(text string) (s spec, err error) {
	rules, parts, ok := strings.Cut(text, ":")
	if !ok {
		return s, errors.New(`expected "RULE …: COMPONENT[=RULE,…] …"`)
	}
	s.rules = strings.Fields(rules)
	for _, field := range strings.Fields(parts) {
		name, list, ok := strings.Cut(field, "=")
		if !ok {
			list = name
		}
		s.parts = append(s.parts, part{name, strings.Split(list, ",")})
	}
	if len(s.parts) > tables.MaxParts {
		return s, fmt.Errorf("%d components are more than %d", len(s.parts), tables.MaxParts)
	}
	named := slices.Clone(s.rules)
	for _, p := range s.parts {
		named = append(named, p.rules...)
	}
	for _, name := range named {
		if g.Rule(name) == nil {
			return s, fmt.Errorf("there is no rule %q", name)
		}
	}
	return s, nil
}

// components fills in which component a state of r says, when a directive gives r components.
func (l *labels) components(g *Grammar, r *Rule, meter *automaton.Meter, limits Limits) error {
	for _, s := range g.specs() {
		if !slices.ContainsFunc(s.rules, func(name string) bool { return g.Rule(name) == r }) {
			continue
		}
		m := newMarking(g, s)
		low := lowerer{g: g, b: automaton.NewBuilder(meter), limits: limits, copies: 1, marking: m}
		nfa, release, err := low.lower(r)
		if err != nil {
			return err
		}
		defer release()
		sets, err := automaton.Marks(r.dfa, nfa)
		if err == nil {
			err = m.err
		}
		if err != nil {
			return err
		}
		l.parts = m.parts
		return l.pair(sets)
	}
	return nil
}

// pair numbers the different sets of marks.
func (l *labels) pair(sets []automaton.MarkSet) error {
	l.slotOf = make([]uint8, len(sets))
	for q, set := range sets {
		if set == 0 { // dead, or the start and never come back to
			continue
		}
		first, second := set.Pair()
		slot := tables.Slot{First: int(first) - 1, Second: int(second) - 1}
		if !slices.Contains(l.slots, slot) {
			l.slots = append(l.slots, slot)
		}
		l.slotOf[q] = uint8(slices.Index(l.slots, slot))
	}
	if len(l.slots) > tables.MaxSlots {
		return fmt.Errorf("%d combinations of components are more than %d", len(l.slots), tables.MaxSlots)
	}
	return nil
}

// A marking marks the edges of an NFA with components, 1 for the first.
type marking struct {
	g       *Grammar
	of      map[*Rule]automaton.Mark
	reaches map[*Rule]bool // whether a rule refers, itself or through others, to a component
	parts   []tables.Part
	seen    []bool // by component: whether its delimiters are known

	prefix, suffix int // lengths of the delimiters of the reference that is about to be entered
	err            error
}

func newMarking(g *Grammar, s spec) *marking {
	m := &marking{g: g, of: map[*Rule]automaton.Mark{}, reaches: map[*Rule]bool{}}
	for i, p := range s.parts {
		m.parts = append(m.parts, tables.Part{Name: p.name})
		for _, name := range p.rules {
			m.of[g.Rule(name)] = automaton.Mark(i + 1)
		}
	}
	m.seen = make([]bool, len(m.parts))
	for _, r := range g.order(nil) { // those referred to come first
		for _, to := range r.refs {
			if m.of[to] != 0 || m.reaches[to] {
				m.reaches[r] = true
			}
		}
	}
	return m
}

// look prepares for item i of a concatenation and returns its mark: of a delimiter that
// of its component, of everything else none.
func (m *marking) look(items []syntax.Expr, i int) automaton.Mark {
	m.prefix, m.suffix = 0, 0
	switch items[i].(type) {
	case *syntax.CharVal:
		if mark := m.component(items, i+1); mark != 0 {
			return mark
		}
		return m.component(items, i-1)
	case *syntax.RuleName:
		m.prefix = m.literal(items, i-1)
		if m.component(items, i+2) == 0 {
			m.suffix = m.literal(items, i+1)
		}
	}
	return 0
}

func (m *marking) component(items []syntax.Expr, i int) automaton.Mark {
	if i < 0 || i >= len(items) {
		return 0
	}
	ref, ok := items[i].(*syntax.RuleName)
	if !ok {
		return 0
	}
	return m.of[m.g.Rule(ref.Name)]
}

func (m *marking) literal(items []syntax.Expr, i int) int {
	if i < 0 || i >= len(items) {
		return 0
	}
	if s, ok := items[i].(*syntax.CharVal); ok {
		return len(s.Text)
	}
	return 0
}

// enter returns the mark of a component, whose delimiters must be equally long wherever it stands.
func (m *marking) enter(r *Rule) (automaton.Mark, bool) {
	mark := m.of[r]
	if mark == 0 {
		return 0, false
	}
	p := &m.parts[mark-1]
	if m.seen[mark-1] && (p.Prefix != m.prefix || p.Suffix != m.suffix) {
		m.err = fmt.Errorf("the component %s has delimiters of different lengths", p.Name)
	}
	m.seen[mark-1] = true
	p.Prefix, p.Suffix = m.prefix, m.suffix
	m.prefix, m.suffix = 0, 0
	return mark, true
}
