package tables_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A setCase is a set, its rules in separate tables, and a way to draw members of each rule. The set
// is compared with the verdicts of the rules.
type setCase struct {
	name  string
	set   tables.Set
	rules []*language
}

// ofRules returns the case for a set that package build compiles.
func ofRules(t testing.TB, g *build.Grammar, name string, rules ...string) *setCase {
	t.Helper()
	set, err := g.Set(name, rules...)
	if err != nil {
		t.Fatal(err)
	}
	c := &setCase{name: g.Name + " " + name, set: set}
	for _, rule := range rules {
		c.rules = append(c.rules, languageOf(t, g.Rule(rule).Table))
	}
	return c
}

func compileText(t testing.TB, name, text string, d syntax.Dialect) *build.Grammar {
	t.Helper()
	g, err := build.Compile(context.Background(), syntax.NewSource(name, text),
		build.Options{Name: name, Dialect: d, Places: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tablesOf returns the names of the rules with a table.
func tablesOf(g *build.Grammar) (names []string) {
	for _, r := range g.Rules {
		if r.Table != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// ofMade returns the case for a set of expressions, bypassing package build.
func ofMade(name string, all ...made) *setCase {
	c := &setCase{name: name}
	var dfas []*automaton.DFA
	m := &machine.SetMachine{}
	for i, f := range all {
		d := canonical(f)
		dfas = append(dfas, d)
		m.Rules = append(m.Rules, fmt.Sprintf("rule%d", i))
		one := machineFrom(d)
		one.Name = m.Rules[i]
		rule, err := one.Encode()
		if err != nil {
			panic(err)
		}
		l := &language{name: m.Rules[i], rule: rule, m: one, dfa: d}
		if !l.empty() {
			s := automaton.NewSampler(d)
			l.draw = func(r *rand.Rand, length int) []byte { return s.Draw(r, length, nil) }
		}
		c.rules = append(c.rules, l)
	}
	classified, err := automaton.Classify(dfas, automaton.NewMeter(context.Background(), automaton.DefaultLimits()))
	if err != nil {
		panic(err)
	}
	m.Machine, m.Matches = *machineFrom(classified.DFA), classified.Matches
	m.Grammar, m.Name = "random", name
	if c.set, err = m.Encode(); err != nil {
		panic(err)
	}
	return c
}

// keywords defines a small programming language whose tokens share prefixes.
const keywords = `
if     = %s"if"
import = %s"import"
name   = ALPHA *( ALPHA / DIGIT / "_" / %xA0-D7FF )
number = 1*DIGIT
float  = 1*DIGIT "." 1*DIGIT [ "e" [ "-" ] 1*DIGIT ]
dots   = "." / "..."
arrow  = "-" *"-" ">"
string = %x22 *( %x20-21 / %x23-5B / %x5D-10FFFF / "\" %x20-10FFFF ) %x22
blank  = 1*( %x20 / %x9 )
none   = *( "a" ) never
never  = ""
`

// letters defines a language whose tokens contain two-byte characters with the same first byte.
const letters = `
quoted = %x22 *%xE9 %x22
letter = %xE8
`

var setCasesOnce struct {
	sync.Once
	all []*setCase
}

var ntriplesTokens = []string{
	"IRIREF", "STRING_LITERAL_QUOTE", "BLANK_NODE_LABEL", "LANGTAG", "DATATYPE", "DOT", "EOL", "WS", "COMMENT",
}

// setCases returns sets of every form: from grammars, with special properties, and random.
func setCases(t testing.TB) []*setCase {
	t.Helper()
	setCasesOnce.Do(func() { setCasesOnce.all = makeSetCases(t) })
	return setCasesOnce.all
}

func makeSetCases(t testing.TB) []*setCase {
	t.Helper()
	iris := bundledGrammar(t, "rfc3987")
	program := compileText(t, "program", keywords, syntax.ABNF)
	all := []*setCase{
		ofRules(t, bundledGrammar(t, "ntriples"), "Token", ntriplesTokens...),
		ofRules(t, iris, "Host", "IPv4address", "ireg-name", "port", "dec-octet", "IP-literal", "scheme"),
		ofRules(t, iris, "Everything", tablesOf(iris)...),
		ofRules(t, iris, "One", "IPv6address"),
		ofRules(t, iris, "Wide", "IRI", "IPv6address", "IRI-reference", "iauthority"),
		ofRules(t, program, "Keywords", "if", "import", "name", "number", "float", "dots", "arrow", "string", "blank",
			"never", "none"),
		ofRules(t, program, "Keywords, turned", "blank", "string", "arrow", "dots", "float", "number", "name",
			"import", "if"),
		ofRules(t, compileText(t, "letters", letters, syntax.ABNF), "Characters with one first byte", "quoted", "letter"),
	}
	return append(all, madeSetCases()...)
}

func madeSetCases() []*setCase {
	nothing := func(b *automaton.Builder) automaton.Fragment { return b.Alt() }
	empty, letters := literal(""), star(bytesFrom('a', 'z'))
	anything := bytesFrom(0, 255)
	r := seeded(70)
	all := []*setCase{
		ofMade("no rules"),
		ofMade("nothing", nothing),
		ofMade("nothing, twice", nothing, nothing),
		ofMade("empty string", empty),
		ofMade("empty string and more", nothing, empty, letters, literal("if"), nothing, letters),
		ofMade("everything", star(anything)),
		ofMade("every byte", literal("\xFF"), anything),
		ofMade("a byte and what comes late", literal("a"), then(star(literal("a")), literal("b"))),
		ofMade("lines of 254 and 255", literal(strings.Repeat("a", 253)), literal(strings.Repeat("a", 254)), literal("a")),
		ofMade("cycles", cycle(130), cycle(131), cycle(3), letters),
		ofMade("far away", then(cycle(300), literal("c")), literal("a"), literal("ab"), letters),
		ofMade("256 classes", every256(), then(every256(), every256()), cycle(7)),
	}
	var words300 []made
	for range 300 {
		words300 = append(words300, words(r, 1, 1+r.IntN(5), 3))
	}
	all = append(all, ofMade("300 words", words300...), ofMade("300 rules", repeated(300, letters, literal("ab"))...))
	for i := range 20 {
		var some []made
		for range 1 + r.IntN(6) {
			some = append(some, randomExpr(r, 1+i%5))
		}
		all = append(all, ofMade(fmt.Sprintf("expressions %d", i), some...))
	}
	for i := range 6 {
		all = append(all,
			ofMade(fmt.Sprintf("words %d", i), words(r, 3, 2, 2), words(r, 30, 5, 3), star(words(r, 5, 3, 4)),
				words(r, 40, 7, 20)))
	}
	return all
}

func repeated(n int, all ...made) (more []made) {
	for i := range n {
		more = append(more, all[i%len(all)])
	}
	return more
}

// first computes First from the rules.
func (c *setCase) first(s string) int {
	for i, l := range c.rules {
		if l.rule.Valid(s) {
			return i
		}
	}
	return tables.NoRule
}

// longest computes Prefix from the rules.
func (c *setCase) longest(s string) (rule, n int) {
	for n := len(s); n >= 0; n-- {
		if rule := c.first(s[:n]); rule >= 0 {
			return rule, n
		}
	}
	return tables.NoRule, -1
}

// broken lists invalid UTF-8, and code points that occur in few rules.
var broken = []string{"\xFF", "\x80", "\xC3", "\xE2\x82", "\xED\xA0\x80", "\xF0\x9F\x98", "\xF4\x90\x80\x80",
	"\xC0\xAF", "é", "\U0001F600", "\uFFFD", "\x00", "\u202E", "\n"}

// input concatenates members, pieces of members, mutations, and strings that match no rule.
func (c *setCase) input(r *rand.Rand, most int) string {
	var s []byte
	for range 1 + r.IntN(4) {
		switch kind := r.IntN(8); {
		case kind == 0:
			s = append(s, broken[r.IntN(len(broken))]...)
		case kind == 1:
			s = append(s, randomBytes(r, r.IntN(3))...)
		default:
			s = append(s, c.piece(r, kind, r.IntN(most/2))...)
		}
	}
	return string(s[:min(len(s), most)])
}

func (c *setCase) piece(r *rand.Rand, kind, length int) []byte {
	if len(c.rules) == 0 {
		return nil
	}
	l := c.rules[r.IntN(len(c.rules))]
	if l.empty() {
		return nil
	}
	member := l.draw(r, length)
	switch kind {
	case 2:
		return mutate(r, member)
	case 3:
		return member[r.IntN(len(member)+1):]
	case 4:
		return member[:r.IntN(len(member)+1)]
	}
	return member
}
