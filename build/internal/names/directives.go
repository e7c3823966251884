package names

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A directive is a comment of the form "; @name text" that gives the compiler information about the
// document. The package comment of build lists the directives. This file reads all of them except
// @profile, which defineProfiles has already read (profile.go).

// readDirectives reads the directives of the document. It reports a faulty directive and continues
// with the next one. It stops after MaxDirectives directives.
func (g *resolver) readDirectives() {
	n := 0
	for _, d := range g.Document.Directives {
		read := g.directive(d.Name)
		if read == nil {
			g.report("unknown-directive", d.Pos, len(d.Name)+1,
				"@%s is not a directive; the directives are @components, @alternatives, @set, @profile, @words, @octets and "+
					"@code-points", d.Name)
			continue
		}
		if n++; n > MaxDirectives {
			g.report("bad-directive", d.Pos, len(d.Name)+1,
				"@%s: the document exceeds the limit of %d directives", d.Name, MaxDirectives)
			return
		}
		if err := read(d.Text); err != nil {
			g.report("bad-directive", d.Pos, len(d.Name)+1, "@%s: %v", d.Name, err)
		}
	}
}

// directive returns the function that reads the text of the named directive, or nil if the name is
// unknown.
func (g *resolver) directive(name string) func(text string) error {
	switch name {
	case "components":
		return g.readComponents
	case "alternatives":
		return g.readAlternatives
	case "set":
		return g.readSet
	case "profile": // defineProfiles has read it
		return func(string) error { return nil }
	case "words":
		return g.readWords
	case "octets":
		return func(text string) error { return g.readEncoding(text, Octets) }
	case "code-points":
		return func(text string) error { return g.readEncoding(text, CodePoints) }
	}
	return nil
}

const maxComponentName = 255 // in bytes; a table can hold longer names, but a message should not

// readComponents reads the text of a @components directive and stores its Spec in g.Specs for each
// rule before the colon. It fails if the text is malformed, if a rule is unknown or already has
// components, or if there are too many components.
func (g *resolver) readComponents(text string) error {
	before, after, ok := strings.Cut(text, ":")
	if !ok || strings.TrimSpace(before) == "" || strings.TrimSpace(after) == "" {
		return errors.New(`expected "RULE …: COMPONENT[=RULE,…] …"`)
	}
	var rules []*Rule
	for _, name := range strings.Fields(before) {
		r := g.Referent(name)
		switch {
		case r == nil:
			return g.noRule(name)
		case g.Specs[r] != nil:
			return fmt.Errorf("%s already has components", name)
		}
		rules = append(rules, r)
	}
	s := &Spec{Of: map[*Rule]automaton.Mark{}}
	for _, field := range strings.Fields(after) {
		if err := g.readComponent(s, field); err != nil {
			return err
		}
	}
	if len(s.Components) > machine.MaxComponents {
		return fmt.Errorf("%d components exceed the limit of %d", len(s.Components), machine.MaxComponents)
	}
	for _, r := range rules {
		g.Specs[r] = s
	}
	return nil
}

// readComponent adds to s the component in field, which is NAME or NAME=RULE,…. It fails if the
// name is empty or too long, if a rule is unknown, or if a rule belongs to two components.
func (g *resolver) readComponent(s *Spec, field string) error {
	name, list, ok := strings.Cut(field, "=")
	if !ok {
		list = name
	}
	if name == "" || len(name) > maxComponentName {
		return fmt.Errorf("a component name must be 1 to %d bytes long, not %d", maxComponentName, len(name))
	}
	s.Components = append(s.Components, tables.ComponentLayout{Name: name})
	for name := range strings.SplitSeq(list, ",") {
		r := g.Referent(name)
		switch {
		case r == nil:
			return g.noRule(name)
		case s.Of[r] != 0:
			return fmt.Errorf("%s belongs to two components", name)
		}
		s.Of[r] = automaton.Mark(min(len(s.Components), machine.MaxComponents+1))
	}
	return nil
}

// readAlternatives reads the text of an @alternatives directive. It adds the rule before the colon
// to g.WithAlternatives, and stores the rules after the colon in g.Named. It fails if a rule is
// unknown, if the rule before the colon already has alternatives, or if it does not refer to each
// rule after the colon. It also fails if no rule follows the colon, or if a rule is listed twice.
func (g *resolver) readAlternatives(text string) error {
	name, names, colon := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	r := g.Referent(name)
	switch {
	case r == nil:
		return g.noRule(name)
	case slices.Contains(g.WithAlternatives, r):
		return fmt.Errorf("%s already has alternatives", r.Name)
	}
	if colon {
		named, err := g.findRules(names)
		if err != nil {
			return err
		}
		inside := reached(r)
		for _, to := range named {
			if !inside[to] {
				return fmt.Errorf("%s does not refer to %s, directly or indirectly", r.Name, to.Name)
			}
		}
		g.Named[r] = named
	}
	g.WithAlternatives = append(g.WithAlternatives, r)
	return nil
}

// readSet reads the text of a @set directive and adds the set to g.Sets. It fails if the text is
// malformed, if a set with this name exists, or if a rule is unknown.
func (g *resolver) readSet(text string) error {
	name, names, ok := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	switch {
	case !ok || name == "":
		return errors.New(`expected "NAME: RULE …"`)
	case slices.ContainsFunc(g.Sets, func(s Set) bool { return s.Name == name }):
		return fmt.Errorf("the set %s already exists", name)
	}
	rules, err := g.findRules(names)
	if err != nil {
		return err
	}
	set := Set{Name: name}
	for _, r := range rules {
		set.Rules = append(set.Rules, r.Name)
	}
	g.Sets = append(g.Sets, set)
	return nil
}

// readWords reads the text of a @words directive and stores the words in g.Words. It fails if the
// text is malformed, or if the rule is unknown or already has words. Words contain a blank, so they
// differ from any rule name.
func (g *resolver) readWords(text string) error {
	name, words, _ := strings.Cut(text, ":")
	name, words = strings.TrimSpace(name), strings.TrimSpace(words)
	r := g.Referent(name)
	switch {
	case name == "" || !strings.Contains(words, " ") || strings.ContainsRune(words, '"'):
		return errors.New("expected \"RULE: at least two words, without quotes\"")
	case r == nil:
		return g.noRule(name)
	case g.Words[r] != "":
		return fmt.Errorf("%s already has words", name)
	}
	g.Words[r] = words
	return nil
}

// readEncoding reads the text of an @octets or @code-points directive, which chooses the encoding
// e. It fails if a rule is unknown, or if an earlier directive chose the other encoding for the
// same rule.
func (g *resolver) readEncoding(text string, e Encoding) error {
	rules := []*Rule{nil} // the document
	if text != "" {
		var err error
		if rules, err = g.findRules(text); err != nil {
			return err
		}
	}
	for _, r := range rules {
		if before := g.encodings[r]; before != Unspecified && before != e {
			return errors.New("this contradicts an earlier directive")
		}
		g.encodings[r] = e
	}
	return nil
}

// findRules returns the rules named in names, a list separated by blanks. It fails if the list is
// empty, if a rule is unknown, or if a rule is listed twice.
func (g *resolver) findRules(names string) ([]*Rule, error) {
	var rules []*Rule
	known := map[*Rule]bool{}
	for _, name := range strings.Fields(names) {
		r := g.Referent(name)
		switch {
		case r == nil:
			return nil, g.noRule(name)
		case known[r]:
			return nil, fmt.Errorf("%s is listed twice", name)
		}
		known[r] = true
		rules = append(rules, r)
	}
	if len(rules) == 0 {
		return nil, errors.New("a rule name is missing")
	}
	return rules, nil
}
