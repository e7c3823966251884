package fuzz

import (
	"context"
	"errors"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// maxTerms bounds the number of terms in a certificate for a fuzzer's grammar.
const maxTerms = 5000

// notations maps package certificate's notations to the dialects in package syntax.
var notations = map[certificate.Notation]syntax.Dialect{
	certificate.ABNF:    syntax.ABNF,
	certificate.RFC822:  syntax.RFC822,
	certificate.AParse:  syntax.AParse,
	certificate.W3C:     syntax.W3C,
	certificate.Treetop: syntax.Treetop,
	certificate.ISO:     syntax.ISO,
	certificate.BNF:     syntax.BNF,
}

// FuzzCertifyDocument compares the compiler's tables for any document with the terms of package
// certificate. Neither the two readers nor the two paths from a grammar to its language share code.
// A document that either reader rejects is skipped: the compiler is lenient by design, and has more
// limits.
func FuzzCertifyDocument(f *testing.F) {
	addDocuments(f)
	f.Fuzz(func(t *testing.T, text string) {
		for n, d := range notations {
			g, compileErr := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
				build.Options{Name: "fuzz", Dialect: d, Limits: small})
			if own, err := certificate.Read(text, n); err == nil && compileErr == nil {
				certify(t, g, own, text)
			}
		}
	})
}

// FuzzCertifyRule is FuzzCertifyDocument for valid grammars, which both readers must accept.
func FuzzCertifyRule(f *testing.F) {
	addChoices(f, testkit.Few(100), 7)
	f.Fuzz(func(t *testing.T, input []byte) {
		w := grammarWriter{choices: input}
		text := w.grammar()
		g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
			build.Options{Name: "fuzz", Limits: small})
		own, err := certificate.Read(text, certificate.ABNF)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if certify(t, g, own, text) == 0 {
			t.Skip("no rule within the limits")
		}
	})
}

// certify compares the tables of a grammar with the terms from the second reader and returns the
// number of certified tables.
func certify(t *testing.T, g *build.Grammar, own *certificate.Grammar, text string) (certified int) {
	endless := own.Endless()
	for _, r := range g.Rules {
		other := own.Rule(r.Name)
		if r.Core && other == nil {
			continue
		}
		if other == nil || endless[other] != (r.Kind != build.Regular) {
			t.Fatalf("rule %q is %s, the other reader has %+v\n%s", r.Name, r.Kind, other, text)
		}
		if r.Table == "" {
			continue
		}
		if r.Table.Recursive() {
			certified += certifyCalls(t, r, own, text)
			continue
		}
		l := certificate.NewLowering(own, maxTerms)
		term, err := l.Rule(other)
		if err != nil && (!endless[other] || l.Terms.Err() != nil) {
			continue // too many terms, prose, numbers that are not octets
		}
		if err != nil {
			t.Fatalf("%s has a finite table, the other reader: %v\n%s", r.Name, err, text)
		}
		_, err = l.Terms.Certify(term, machineOf{r.Table})
		if d := (*certificate.Difference)(nil); errors.As(err, &d) {
			t.Fatalf("%s: %v\n%s", r.Name, err, text)
		}
		if err == nil {
			certified++
		}
	}
	return certified
}

// certifyCalls compares a call-counting table with the grammar from the second reader. It returns 1
// if the table is certified, and 0 otherwise.
func certifyCalls(t *testing.T, r *build.Rule, own *certificate.Grammar, text string) (certified int) {
	m, err := machine.Of(r.Table)
	if err != nil {
		t.Fatal(err)
	}
	c, err := own.CertifyCalls(own.Rule(r.Name), joined{m}, maxTerms)
	if d := (*certificate.Difference)(nil); errors.As(err, &d) {
		t.Fatalf("%s: %v\n%s", r.Name, err, text)
	}
	if c == nil {
		return 0
	}
	return 1
}

// joined adapts a call-counting table, including its tokens, to certificate.Machine.
type joined struct{ m *machine.Machine }

func (j joined) Start() uint32         { return uint32(j.m.Start) }
func (j joined) Accepts(q uint32) bool { return j.m.Accept[q] }
func (j joined) Next(q uint32, b byte) uint32 {
	return uint32(j.m.Next[int(q)*j.m.Count+int(j.m.Class[b])])
}

// machineOf adapts a table to certificate.Machine.
type machineOf struct{ rule tables.Rule }

func (m machineOf) Start() uint32         { return uint32(m.rule.Start()) }
func (m machineOf) Accepts(q uint32) bool { return m.rule.Accepting(tables.State(q)) }
func (m machineOf) Next(q uint32, b byte) uint32 {
	return uint32(m.rule.Advance(tables.State(q), []byte{b}))
}
