// Package languages compiles variants of the bundled grammars at run time: a rule of a grammar,
// with other definitions for some of its rules. Such a variant describes how a parser differs from
// the RFC. The compiler makes an automaton of it, so no code has to inspect strings.
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

// A Language is a rule of a bundled grammar.
type Language struct {
	Grammar string // such as rfc3987
	Rule    string
	With    string // ABNF: its rules replace those of the same name, or are new
}

// String returns the name of a language in tables.
func (l Language) String() string { return l.Grammar + " " + l.Rule }

// Parse is the inverse of String.
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

// Reference returns the engine that walks the canonical automaton. Each language is compiled once.
func (l Language) Reference() (*machine.Reference, error) {
	c := l.compiled()
	return c.reference, c.err
}

// Machine returns the canonical automaton.
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

// replace returns a grammar with the rules of another in place of those of the same name. It drops
// the grammar's directives, because these concern its shipped form. A rule extends from its name at
// the beginning of a line to the next name.
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
