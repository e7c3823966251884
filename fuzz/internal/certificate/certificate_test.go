package certificate_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// larger returns the size of a check: few (by default an eighth of that), or many with -long.
func larger(few, many int) int {
	if testkit.Long() {
		return many
	}
	return testkit.Few(few)
}

// maxTerms is far more than any bundled grammar needs; a worse normal form would exceed it.
const maxTerms = 100_000

// A bundle is a shipped document together with the package of its tables.
type bundle struct{ bundled.Grammar }

// bundles returns all shipped documents.
func bundles() (all []bundle) {
	for _, g := range bundled.Grammars() {
		all = append(all, bundle{g})
	}
	return all
}

// bundleOf returns the bundle with the given name.
func bundleOf(t testing.TB, name string) bundle {
	t.Helper()
	g, ok := bundled.Find(name)
	if !ok {
		t.Fatalf("no grammar is named %s", name)
	}
	return bundle{g}
}

// notation returns the document's notation, as indicated by its file extension.
func (b bundle) notation() certificate.Notation {
	notations := map[string]certificate.Notation{
		".abnf": certificate.ABNF, ".bnf": certificate.RFC822, ".aparse": certificate.AParse,
		".ebnf": certificate.W3C, ".treetop": certificate.Treetop,
	}
	return notations[filepath.Ext(b.Document)]
}

// set returns the shipped set for a directive in the document.
func (b bundle) set(directive, name string) (tables.Set, bool) {
	if directive == "alternatives" {
		return b.Alternatives(name)
	}
	i := slices.IndexFunc(b.Sets, func(s tables.Set) bool { return s.Name() == name })
	if i < 0 {
		return "", false
	}
	return b.Sets[i], true
}

func (b bundle) text(t testing.TB) string {
	t.Helper()
	return testkit.ReadFile(t, "../../../build/grammars/"+b.Document)
}

func (b bundle) lower(t testing.TB) *certificate.Lowering {
	t.Helper()
	others := map[string]*certificate.Grammar{}
	switch b.Name {
	case "profiles":
		for _, name := range []string{"rfc3986", "rfc3987"} {
			others[name] = bundleOf(t, name).lower(t).Grammar
		}
	case "formats":
		sums, err := certificate.Read(testkit.ReadFile(t, "../../../build/grammars/check-digits.abnf"), certificate.ABNF)
		if err != nil {
			t.Fatalf("check-digits.abnf: %v", err)
		}
		others["check-digits"] = sums
	}
	g, err := certificate.ReadWith(b.text(t), b.notation(), others)
	if err != nil {
		t.Fatalf("%s: %v", b.Document, err)
	}
	return certificate.NewLowering(g, maxTerms)
}

// The forms of a table. shipped is the constant linked into programs, walked byte by byte with the
// methods of State, so the certificate holds for the shipped bytes as read by the engine behind
// State, Checker and readers. decoded is the machine that machine.Of builds from the same bytes.
// Other tests compare all other engines with this machine.
type (
	shipped struct{ rule tables.Rule }
	decoded struct{ m *machine.Machine }
	member  struct { // a rule of a set
		set    tables.Set
		number int
	}
	decodedMember struct {
		m      *machine.SetMachine
		number int
	}
)

func (s shipped) Start() uint32         { return uint32(s.rule.Start()) }
func (s shipped) Accepts(q uint32) bool { return s.rule.Accepting(tables.State(q)) }
func (s shipped) Next(q uint32, b byte) uint32 {
	return uint32(s.rule.Advance(tables.State(q), []byte{b}))
}

func (d decoded) Start() uint32         { return uint32(d.m.Start) }
func (d decoded) Accepts(q uint32) bool { return d.m.Accept[q] }
func (d decoded) Next(q uint32, b byte) uint32 {
	return uint32(d.m.Next[int(q)*d.m.Count+int(d.m.Class[b])])
}

func (s member) Start() uint32 { return uint32(s.set.Start()) }
func (s member) Accepts(q uint32) bool {
	return slices.Contains(s.set.RulesAt(tables.State(q)), s.number)
}
func (s member) Next(q uint32, b byte) uint32 {
	return uint32(s.set.Advance(tables.State(q), []byte{b}))
}

func (d decodedMember) Start() uint32                { return uint32(d.m.Start) }
func (d decodedMember) Accepts(q uint32) bool        { return slices.Contains(d.m.Matches[q], d.number) }
func (d decodedMember) Next(q uint32, b byte) uint32 { return decoded{&d.m.Machine}.Next(q, b) }

// TestRules certifies the table of every rule of every bundled grammar; outside CI, every 13th
// table.
func TestRules(t *testing.T) {
	for _, b := range bundles() {
		t.Run(b.Document, func(t *testing.T) {
			l := b.lower(t)
			t.Logf("%-22s %6s %6s %6s %7s", "rule", "terms", "pairs", "states", "cover")
			for i, r := range b.tabled(t, l.Grammar) {
				if testkit.OneIn(13, i) {
					b.certify(t, l, r)
				}
			}
			t.Logf("%d terms in all", l.Terms.Len())
		})
	}
}

// finite returns the rules of the document that have finite expressions: those without direct or
// indirect recursion.
func (b bundle) finite(g *certificate.Grammar) []*certificate.Rule {
	endless := g.Endless()
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *certificate.Rule) bool { return r.Core || endless[r] })
}

// twoBrackets lists, by document, the rules for which there can be no table.
var twoBrackets = map[string][]string{"rfc8259": {"JSON-text", "value", "object", "member", "array"}}

// tabled returns the rules of the document that have tables: all except rules with several
// recursions and rules that refer to them. It fails the test if the package has tables for other
// rules.
func (b bundle) tabled(t *testing.T, g *certificate.Grammar) (rules []*certificate.Rule) {
	endless := g.Endless()
	var names []string
	for _, r := range g.Rules {
		if !r.Core && (!endless[r] || len(g.Callable(r)) > 0 && !slices.Contains(twoBrackets[b.Name], r.Name)) {
			rules, names = append(rules, r), append(names, r.Name)
		}
	}
	if has := b.Names(); !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(has))) {
		t.Errorf("the package has tables for\n%q, the rules that can be certified are\n%q", has, names)
	}
	return rules
}

func (b bundle) certify(t *testing.T, l *certificate.Lowering, r *certificate.Rule) {
	table, ok := b.Lookup(r.Name)
	if !ok {
		t.Errorf("%s has no table", r.Name)
		return
	}
	if e, _ := table.Exactness(); e != tables.Exact && b.notation() != certificate.Treetop {
		t.Errorf("%s: the table reports that it is %v", r.Name, e)
	}
	if table.Recursive() {
		certifyCalls(t, l.Grammar, r.Name, table)
		return
	}
	m, err := machine.Of(table)
	if err != nil {
		t.Fatal(err)
	}
	term, err := l.Rule(r)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := l.Terms.Certify(term, decoded{m})
	if err != nil {
		t.Errorf("%s, its machine: %v", r.Name, err)
	}
	c, err := l.Terms.Certify(term, shipped{table})
	if err != nil {
		t.Errorf("%s: %v", r.Name, err)
		return
	}
	label := func(q uint32) string { return fmt.Sprint(table.Accepting(tables.State(q))) }
	checkMinimal(t, r.Name, c, shipped{table}, label, table.States())
	if whole != nil && (whole.Pairs() != c.Pairs() || len(whole.States()) != len(c.States())) {
		t.Errorf("%s: the table has %d pairs, its machine %d", r.Name, c.Pairs(), whole.Pairs())
	}
	cover := 0
	for s, want := range c.Cover() {
		cover++
		if got := table.Valid(s); got != want {
			t.Errorf("%s: Valid(%+q) is %v, want %v by the grammar", r.Name, s, got, want)
			break
		}
	}
	t.Logf("%-22s %6d %6d %6d %7d", r.Name, c.Terms(), c.Pairs(), len(c.States()), cover)
}

// checkMinimal checks that all live states are reachable, that no two states are equivalent, and
// that each term is paired with one state.
func checkMinimal(t *testing.T, name string, c *certificate.Certificate, m certificate.Machine,
	label func(q uint32) string, live int) {
	t.Helper()
	states := c.States()
	if err := certificate.Minimal(m, states, label); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	reached := len(slices.DeleteFunc(slices.Clone(states), func(q uint32) bool { return q == 0 }))
	if reached != live {
		t.Errorf("%s: strings lead to %d live states, the table has %d", name, reached, live)
	}
	if c.Terms() != c.Pairs() {
		t.Errorf("%s: %d terms stand with a state in %d ways", name, c.Terms(), c.Pairs())
	}
}

// TestSets certifies each rule and each alternative of every shipped set; by default, every ninth.
func TestSets(t *testing.T) {
	for _, b := range bundles() {
		t.Run(b.Document, func(t *testing.T) {
			l := b.lower(t)
			declared := map[string]bool{}
			for _, d := range l.Grammar.Directives {
				if d.Name != "set" && d.Name != "alternatives" {
					continue
				}
				name, members, err := l.Set(d)
				if err != nil {
					t.Fatal(err)
				}
				set, ok := b.set(d.Name, name)
				if !ok {
					t.Errorf("@%s %s has no table", d.Name, name)
					continue
				}
				if testkit.OneIn(9, len(declared)) {
					certifySet(t, l, d.Name+" "+name, set, members)
				}
				declared[name] = true
			}
			for _, set := range b.Sets {
				if !declared[set.Name()] {
					t.Errorf("no directive asks for the set %s", set.Name())
				}
			}
		})
	}
}

func certifySet(t *testing.T, l *certificate.Lowering, name string, set tables.Set, members []certificate.Member) {
	m, err := machine.OfSet(set)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	reached := map[uint32]bool{}
	for i, a := range members {
		names = append(names, a.Name)
		if _, err := l.Terms.Certify(a.Term, decodedMember{m, i}); err != nil {
			t.Errorf("%s, %s, its machine: %v", name, a.Name, err)
		}
		c, err := l.Terms.Certify(a.Term, member{set, i})
		if err != nil {
			t.Errorf("%s, %s: %v", name, a.Name, err)
			continue
		}
		for _, q := range c.States() {
			reached[q] = true
		}
		t.Logf("%-28s %-20s %5d terms %5d pairs %4d states", name, a.Name, c.Terms(), c.Pairs(), len(c.States()))
		for s, want := range c.Cover() {
			if got := slices.Contains(set.Classify(s), i); got != want {
				t.Errorf("%s, %s: Classify(%+q) is %v, want %v by the grammar", name, a.Name, s, got, want)
				break
			}
		}
	}
	if !slices.Equal(names, set.Rules()) {
		t.Errorf("%s tells %q, the directive %q", name, set.Rules(), names)
	}
	states := slices.Sorted(maps.Keys(reached))
	label := func(q uint32) string { return fmt.Sprint(set.RulesAt(tables.State(q))) }
	if err := certificate.Minimal(member{set, 0}, states, label); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	delete(reached, 0)
	if len(reached) != set.States() {
		t.Errorf("%s: strings lead to %d live states, the table has %d", name, len(reached), set.States())
	}
	for _, q := range states {
		first := tables.NoRule
		if at := set.RulesAt(tables.State(q)); len(at) > 0 {
			first = at[0]
		}
		if set.RuleAt(tables.State(q)) != first || set.Accepting(tables.State(q)) != (first != tables.NoRule) {
			t.Errorf("%s: state %d accepts as rule %d, and the first that matches is %d", name, q,
				set.RuleAt(tables.State(q)), first)
		}
	}
}
