package tables_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 20)) }

// bundled are the bundled grammars, compiled once.
var bundled = sync.OnceValues(func() (map[string]*build.Grammar, error) {
	grammars := map[string]*build.Grammar{}
	for _, b := range build.BundledGrammars() {
		g, err := b.Compile(context.Background())
		if err != nil {
			return nil, err
		}
		grammars[b.Name] = g
	}
	return grammars, nil
})

func bundledGrammar(t testing.TB, name string) *build.Grammar {
	t.Helper()
	grammars, err := bundled()
	if err != nil {
		t.Fatal(err)
	}
	return grammars[name]
}

func bundledRule(t testing.TB, grammar, rule string) tables.Rule {
	t.Helper()
	return bundledGrammar(t, grammar).Rule(rule).Table
}

// bundledRules returns every rule that has a table.
func bundledRules(t testing.TB) []tables.Rule {
	t.Helper()
	var rules []tables.Rule
	for _, b := range build.BundledGrammars() {
		for _, r := range bundledGrammar(t, b.Name).Rules {
			if r.Table != "" {
				rules = append(rules, r.Table)
			}
		}
	}
	if len(rules) < 100 {
		t.Fatalf("only %d rules", len(rules))
	}
	return rules
}

func machineOf(t testing.TB, r tables.Rule) *tables.Machine {
	t.Helper()
	m, err := r.Machine()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var _ automaton.StateID
