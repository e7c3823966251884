// Package languages compiles variants of the bundled grammars at run time. A variant is a rule of a
// grammar in which some rules have other definitions. It describes how a parser differs from the
// RFC. An automaton of the variant decides about strings, so no code need be written for this.
package languages

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables/machine"
)

// A Language is the language of a rule of a bundled grammar, or of a variant of the grammar.
type Language struct {
	Grammar string // the name of the grammar, such as rfc3987
	Rule    string // the name of the rule, such as IRI
	With    string // rules in ABNF: they replace rules with the same names, or are new; "" for no variant
}

// String returns the names of the grammar and of the rule, as "rfc3987 IRI".
func (l Language) String() string { return l.Grammar + " " + l.Rule }

// Parse returns the language for a text of the form of String, without With.
func Parse(text string) (l Language, err error) {
	var ok bool
	if l.Grammar, l.Rule, ok = strings.Cut(text, " "); !ok {
		return l, fmt.Errorf("%q is no language: a grammar, a space and a rule were expected", text)
	}
	return l, nil
}

// A compiled is the result of compiling a language.
type compiled struct {
	once      sync.Once
	reference *machine.Reference
	machine   *machine.Machine
	err       error
}

var known sync.Map // of Language: *compiled

// Reference returns an engine that decides about strings by the automaton of the language. Each
// language is compiled only once.
func (l Language) Reference() (*machine.Reference, error) {
	c := l.compiled()
	return c.reference, c.err
}

// Machine returns the automaton of the language. Each language is compiled only once.
func (l Language) Machine() (*machine.Machine, error) {
	c := l.compiled()
	return c.machine, c.err
}

// Contains reports whether a string is in the language.
func (l Language) Contains(s string) (bool, error) {
	r, err := l.Reference()
	return err == nil && r.Valid(s), err
}

func (l Language) compiled() *compiled {
	made, _ := known.LoadOrStore(l, new(compiled))
	c := made.(*compiled)
	c.once.Do(func() {
		if c.machine, c.err = l.compile(); c.err == nil {
			c.reference = c.machine.Reference()
		}
	})
	return c
}

func (l Language) compile() (*machine.Machine, error) {
	bundled, ok := build.FindBundled(l.Grammar)
	if !ok {
		return nil, fmt.Errorf("there is no bundled grammar %q", l.Grammar)
	}
	text, err := replace(bundled.Source().Text, l.With)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l, err)
	}
	g, err := build.Compile(context.Background(), syntax.NewSource(l.Grammar, text),
		build.Options{Name: l.Grammar, Dialect: bundled.Dialect, Rules: []string{l.Rule}})
	if err != nil {
		return nil, fmt.Errorf("%s with\n%s\n%w", l, l.With, err)
	}
	table, err := g.Table(l.Rule)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l, err)
	}
	return machine.Of(table)
}

var (
	head      = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z0-9-]*)[ \t]*=`)
	directive = regexp.MustCompile(`(?m)^; @(?:components|alternatives|set) .*\n`)
)

// replace returns the grammar text with the rules of with, in ABNF. A rule of with replaces the
// rule of the same name, or is new. A rule extends from its name at the beginning of a line to the
// next such name. replace leaves out the lines of text with the directives @components,
// @alternatives and @set, because these are about the unchanged grammar.
func replace(text, with string) (string, error) {
	text = directive.ReplaceAllString(text, "")
	for _, name := range head.FindAllStringSubmatch(with, -1) {
		at := head.FindAllStringSubmatchIndex(text, -1)
		for i, found := range at {
			if !strings.EqualFold(text[found[2]:found[3]], name[1]) {
				continue
			}
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			text = text[:found[0]] + text[end:]
			break
		}
	}
	if strings.TrimSpace(with) != "" && !head.MatchString(with) {
		return "", fmt.Errorf("%q has no definition at the beginning of a line", with)
	}
	return text + "\n" + with + "\n", nil
}
