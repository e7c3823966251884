package differences

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A language is a rule of a bundled grammar in which some rules are redefined. It describes how a
// parser differs from the RFC. Its automaton decides which strings match, so describing a parser
// takes no code.
type language struct {
	rule string // a grammar and a rule, such as "rfc3987 IRI"
	with string // rules in ABNF that replace rules with the same names or are new
}

// compiled caches the compiled languages.
var compiled = map[language]*machine.Reference{}

// reference returns an engine that matches strings with the language's automaton.
func (l language) reference() (*machine.Reference, error) {
	if r := compiled[l]; r != nil {
		return r, nil
	}
	table, err := l.table()
	if err != nil {
		return nil, err
	}
	m, err := machine.Of(table)
	if err != nil {
		return nil, err
	}
	compiled[l] = m.Reference()
	return compiled[l], nil
}

// table compiles the language.
func (l language) table() (tables.Rule, error) {
	grammar, rule, _ := strings.Cut(l.rule, " ")
	bundled, ok := build.FindBundled(grammar)
	if !ok {
		return tables.Rule(""), fmt.Errorf("there is no bundled grammar %q", grammar)
	}
	g, err := build.Compile(context.Background(), syntax.NewSource(grammar, replace(bundled.Source().Text, l.with)),
		build.Options{Name: grammar, Dialect: bundled.Dialect, Rules: []string{rule}})
	if err != nil {
		return tables.Rule(""), fmt.Errorf("%s with\n%s\n%w", l.rule, l.with, err)
	}
	table, err := g.Table(rule)
	if err != nil {
		return tables.Rule(""), fmt.Errorf("%s with\n%s\n%w", l.rule, l.with, err)
	}
	return table, nil
}

var (
	head      = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z0-9-]*)[ \t]*=`)
	directive = regexp.MustCompile(`(?m)^; @(?:components|alternatives|set) .*\n`)
)

// replace adds the rules from the second argument to the grammar text, replacing rules with the
// same names. A rule extends from its name at the start of a line to the next such name. replace
// removes the directives @components, @alternatives and @set, because they apply only to the
// unchanged grammar.
func replace(text, with string) string {
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
	return text + "\n" + with + "\n"
}
