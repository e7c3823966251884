package play

import (
	"context"
	"fmt"

	"github.com/irilex/iri/build"
)

// A difference compares two rules. The shortest string that only one of them matches is nil if
// there is none.
type difference struct {
	Relation string   `json:"relation"`
	OnlyA    *witness `json:"onlyA"`
	OnlyB    *witness `json:"onlyB"`
}

// A witness is a member of one rule, with the rules of its derivation around the byte at which the
// other rule stops.
type witness struct {
	String shown    `json:"string"`
	Path   []string `json:"path"`
}

// rules describes the rules of a bundled grammar, or of the one on the page.
func (s *Session) rules(r Request) (any, error) {
	g, err := s.named(r.Grammar)
	if err != nil {
		return nil, err
	}
	return map[string]any{"rules": rows(g)}, nil
}

// named returns the compiled grammar with this name. The grammar on the page is named "".
func (s *Session) named(name string) (*build.Grammar, error) {
	if name == "" {
		if s.grammar == nil {
			return nil, errNone
		}
		return s.grammar, nil
	}
	if g := s.bundled[name]; g != nil {
		return g, nil
	}
	b, ok := build.FindBundled(name)
	if !ok {
		return nil, fmt.Errorf("no grammar is named %q", name)
	}
	g, err := build.Compile(context.Background(), b.Source(), build.Options{Name: b.Name, Dialect: b.Dialect})
	if err != nil {
		return nil, err
	}
	if s.bundled == nil {
		s.bundled = map[string]*build.Grammar{}
	}
	s.bundled[name] = g
	return g, nil
}

// diff compares a rule with another one.
func (s *Session) diff(r Request) (any, error) {
	a, err := s.withTable(r.Rule)
	if err != nil {
		return nil, err
	}
	g, err := s.named(r.Grammar)
	if err != nil {
		return nil, err
	}
	b, err := g.Find(r.Other)
	if err != nil {
		return nil, err
	}
	if b.Table == "" {
		return nil, fmt.Errorf("the rule %s has no table: %s", b.Name, b.Reason())
	}
	c, err := build.Compare(a, b)
	if err != nil {
		return nil, err
	}
	d := &difference{Relation: c.Relation.String()}
	if c.Relation == build.Superset || c.Relation == build.Incomparable {
		d.OnlyA = newWitness(s.grammar, a, b, c.OnlyA)
	}
	if c.Relation == build.Subset || c.Relation == build.Incomparable {
		d.OnlyB = newWitness(g, b, a, c.OnlyB)
	}
	return d, nil
}

// newWitness returns a member of r, a rule of g, that other does not match.
func newWitness(g *build.Grammar, r, other *build.Rule, member string) *witness {
	w := &witness{String: newShown(member)}
	for _, r := range g.Derive(r, member, other.Fails(member)) {
		w.Path = append(w.Path, r.Name)
	}
	return w
}
