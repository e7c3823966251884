package build

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

func membersOf(t testing.TB, g *Grammar, rule string, unit Unit) *Members {
	t.Helper()
	m, err := g.Members(t.Context(), rule, unit)
	if err != nil {
		t.Fatalf("%s#%s: %v", g.Name, rule, err)
	}
	return m
}

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

func sumOf(ns ...*big.Int) *big.Int {
	total := new(big.Int)
	for _, n := range ns {
		total.Add(total, n)
	}
	return total
}

// addresses returns the number of IPv6 addresses. Each term counts those with a given number of
// groups after the "::".
func addresses(h16 *big.Int) *big.Int {
	groups := func(n int64) *big.Int { return new(big.Int).Exp(h16, big.NewInt(n), nil) }
	times := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	ls32 := sumOf(groups(2), power(256, 4))
	total := times(groups(6), ls32)
	before := new(big.Int)
	for n := range int64(8) {
		before.Add(before, groups(n))
		switch n {
		case 6:
			total.Add(total, times(before, h16))
		case 7:
			total.Add(total, before)
		default:
			total.Add(total, times(before, times(groups(5-n), ls32)))
		}
	}
	return total
}

// The number of members of these rules can be worked out with pencil and paper.
func TestTotals(t *testing.T) {
	uri, iri := bundled(t, "rfc3986"), bundled(t, "rfc3987")
	tags, _ := compileWith(t, "grammars/declaresub-rfc5646.abnf", Options{Name: "rfc5646"})
	h16 := sumOf(power(22, 1), power(22, 2), power(22, 3), power(22, 4))
	letters := func(n int64) *big.Int { return power(52, n) }
	three := new(big.Int).Mul(letters(3), big.NewInt(140608)) // "-" 3ALPHA contributes a factor of 52^3
	extended := sumOf(three, new(big.Int).Mul(three, letters(3)), new(big.Int).Mul(three, letters(6)))
	short := sumOf(letters(2), letters(3))
	short.Add(short, new(big.Int).Quo(new(big.Int).Mul(extended, short), letters(3)))
	for _, tt := range []struct {
		g    *Grammar
		rule string
		want *big.Int
	}{
		{uri, "dec-octet", big.NewInt(256)},
		{uri, "IPv4address", power(256, 4)},
		{uri, "pct-encoded", power(22, 2)},
		{uri, "h16", h16},
		{uri, "ls32", sumOf(new(big.Int).Mul(h16, h16), power(256, 4))},
		{uri, "IPv6address", addresses(h16)},
		{uri, "unreserved", big.NewInt(66)},
		{uri, "path-empty", big.NewInt(1)},
		{iri, "ucschar", big.NewInt(0xD7FF - 0x9F + 0xFDCF - 0xF8FF + 0xFFEF - 0xFDEF + 13*0xFFFE + 0xEFFFD - 0xE0FFF)},
		{iri, "iprivate", big.NewInt(0x1900 + 2*0xFFFE)},
		{tags, "language", sumOf(short, letters(4), letters(5), letters(6), letters(7), letters(8))},
		{uri, "port", nil},
		{uri, "URI", nil},
	} {
		m := membersOf(t, tt.g, tt.rule, Characters)
		total, err := m.Total()
		if err != nil || (total == nil) != (tt.want == nil) || total != nil && total.Cmp(tt.want) != 0 {
			t.Errorf("%s has %v members, want %v, %v", tt.rule, total, tt.want, err)
		}
		if m.Finite() != (tt.want != nil) || m.Finite() == (m.Longest() < 0) {
			t.Errorf("%s: finite %t, up to %d", tt.rule, m.Finite(), m.Longest())
		}
	}
	port := membersOf(t, uri, "port", Characters)
	for n := range 30 {
		if got, err := port.Count(n); err != nil || got.Cmp(power(10, int64(n))) != 0 {
			t.Errorf("%v ports of %d digits, %v", got, n, err)
		}
	}
}

// walks counts the members of each length up to the given maximum by walking the table state by
// state and byte by byte, with one walk for all bytes that lead to the same state.
func walks(table tables.Rule, unit Unit, most int) []*big.Int {
	counts := make([]*big.Int, most+1)
	for n := range counts {
		counts[n] = new(big.Int)
	}
	type move struct {
		to     tables.State
		length int
	}
	known := map[tables.State]map[move]int64{}
	moves := func(q tables.State) map[move]int64 {
		if known[q] == nil {
			known[q] = map[move]int64{}
			for b := range 256 {
				length := 1
				if unit == Characters && !utf8.RuneStart(byte(b)) {
					length = 0
				}
				if to := table.Advance(q, []byte{byte(b)}); !to.Dead() {
					known[q][move{to, length}]++
				}
			}
		}
		return known[q]
	}
	var walk func(q tables.State, length int, ways *big.Int)
	walk = func(q tables.State, length int, ways *big.Int) {
		if table.Accepting(q) {
			counts[length].Add(counts[length], ways)
		}
		for x, n := range moves(q) {
			if length+x.length <= most {
				walk(x.to, length+x.length, new(big.Int).Mul(ways, big.NewInt(n)))
			}
		}
	}
	if !table.Start().Dead() {
		walk(table.Start(), 0, big.NewInt(1))
	}
	return counts
}

// The counts for all shipped rules for URIs, IRIs and languages equal those of the walks.
func TestCountsAreWalks(t *testing.T) {
	n := 0
	for _, name := range []string{"rfc3986", "rfc3987", "rfc2396", "ntriples", "rfc8259", "rfc9110"} {
		g := bundled(t, name)
		for _, r := range compiled(g) {
			if r.made().Calls != nil || r.Core {
				continue
			}
			n++
			for _, unit := range []Unit{Characters, Bytes} {
				m := membersOf(t, g, r.Name, unit)
				most := map[string]int{"rfc3986": 6, "rfc3987": 3, "ntriples": 3}[name]
				if most == 0 {
					most = 5
				}
				for length, want := range walks(r.Table, m.Unit(), most) {
					if got, err := m.Count(length); err != nil || got.Cmp(want) != 0 {
						t.Errorf("%s#%s has %v members of %d %v, want %v, %v", name, r.Name, got, length, m.Unit(), want, err)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d rules were counted", n)
	}
}

// For small rules, listing the members yields the same strings in the same order as testing all
// strings with a matcher on the syntax tree.
func TestListIsEnumeration(t *testing.T) {
	const text = "a = *(\"x\" / %x80-81 / %x7FF-800)\nb = 1*2\"x\" / %xFFFF-10000 \"x\"\nc = [a] b\n" +
		"d = *2(b / %x800)\ne = \"x\" *(\"x\" %x80)\nf = 2*3(\"x\" / %x81) / *\"X\"\n"
	g, list := compileABNF(text)
	if list.Errors() > 0 {
		t.Fatal(list)
	}
	document, _ := notation.Read(syntax.NewSource("test", text), syntax.ABNF)
	reader := newMatcher(document)
	alphabet := []string{"X", "x", "\u0080", "\u0081", "\u07ff", "\u0800", "\uffff", "\U00010000"}
	all := testkit.Texts(alphabet, 5) // texts of the same length are in code point order
	slices.SortStableFunc(all, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
	for _, r := range g.Rules {
		var want []string
		for _, s := range all {
			if reader.member(r.Name, s) {
				want = append(want, s)
			}
		}
		var got []string
		m := membersOf(t, g, r.Name, Characters)
		for s, err := range m.All() {
			if err != nil {
				t.Fatal(err)
			}
			if utf8.RuneCountInString(s) > 5 {
				break
			}
			got = append(got, s)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d members %.20q, want %d, %.20q", r.Name, len(got), got, len(want), want)
		}
	}
}

// Rank and Unrank are inverses.
func TestRankAndUnrank(t *testing.T) {
	var grammars []*Grammar
	for _, name := range []string{"rfc3986", "rfc3987", "rfc2396", "ntriples", "rfc9110", "treetop-as-written"} {
		grammars = append(grammars, bundled(t, name))
	}
	for file := range strings.FieldsSeq("declaresub-rfc5646 aas-bcp47 iriuri-rfc8141 node-abnf-email declaresub-rfc8288") {
		g, _ := compileWith(t, "grammars/"+file+".abnf", Options{Name: file})
		grammars = append(grammars, g)
	}
	n := 0
	random := rand.New(rand.NewPCG(1, 33))
	for _, g := range grammars {
		for _, r := range compiled(g) {
			if r.made().Calls != nil || r.Core || r.made().Empty() {
				continue
			}
			n++
			ranksBothWays(t, random, g, r)
		}
	}
	if n < 300 {
		t.Errorf("%d rules were ranked", n)
	}
}

func ranksBothWays(t *testing.T, random *rand.Rand, g *Grammar, r *Rule) {
	t.Helper()
	m := membersOf(t, g, r.Name, Characters)
	total, err := m.Total()
	if err != nil {
		t.Fatal(err)
	}
	sampler := automaton.NewSampler(r.made().DFA)
	for i := range testkit.Few(16) {
		rank := new(big.Int).Rsh(big.NewInt(random.Int64()), uint(random.IntN(64)))
		if total != nil {
			rank.Mod(rank, total)
		}
		s, err := m.Unrank(rank)
		if err != nil || !r.Table.Valid(s) {
			t.Fatalf("%s#%s: %q has the rank %v, %v", g.Name, r.Name, s, rank, err)
		}
		if back, err := m.Rank(s); err != nil || back.Cmp(rank) != 0 {
			t.Fatalf("%s#%s: %q has the rank %v, want %v, %v", g.Name, r.Name, s, back, rank, err)
		}
		s = string(sampler.Draw(random, 2*i, nil))
		if m.Length(s) > 100 {
			continue
		}
		rank, err = m.Rank(s)
		if err != nil {
			t.Fatalf("%s#%s: %q: %v", g.Name, r.Name, s, err)
		}
		if back, err := m.Unrank(rank); err != nil || back != s {
			t.Fatalf("%s#%s: %v is the rank of %q, want %q, %v", g.Name, r.Name, rank, back, s, err)
		}
	}
}

// A recognizer of the document that uses no automata accepts random members and rejects near
// misses.
func TestSamplesAndNearMisses(t *testing.T) {
	for _, name := range []string{"rfc3986", "rfc3987", "rfc2396"} {
		g := bundled(t, name)
		reader := newMatcher(g.automata.Names.Document)
		random := rand.New(rand.NewPCG(2, 33))
		for _, r := range compiled(g) {
			if r.Core || strings.HasPrefix(r.Name, "ipath-empty") {
				continue
			}
			m := membersOf(t, g, r.Name, Characters)
			most := m.Shortest() + 10
			for range testkit.Few(40) {
				s, err := m.Sample(random, 0, most)
				if err != nil || len(s) < 60 && !reader.member(r.Name, s) {
					t.Fatalf("%s#%s: %q, %v", name, r.Name, s, err)
				}
				miss, err := m.NearMiss(random, 0, most)
				if text := miss.String(); err != nil || len(text) < 60 && reader.member(r.Name, text) {
					t.Fatalf("%s#%s: %q, %v", name, r.Name, text, err)
				}
			}
		}
	}
}

// The same seed yields the same members on every machine and in every version.
func TestSeedsOfSamples(t *testing.T) {
	for _, tt := range []struct {
		grammar, rule string
		length        int
		members, miss string
	}{
		{"rfc3986", "URI", 12, "w:Z*!ruDmw@b eHmRET:N?+aH kd3l0.F:4)LK", "KQWisQZAfeT"},
		{"rfc3986", "IPv4address", 0, "84.64.76.210 148.205.239.192 69.69.182.75", "82.68.612.161"},
		{"rfc3987", "ihost", 3,
			"\U0005f816\U000ecaba隅 \U000cdcdb\U00088aa6\U00086a5b \U000d4e89\U000b7652𦃑",
			"\U000a8e60:\U0008b6a6"},
	} {
		m := membersOf(t, bundled(t, tt.grammar), tt.rule, Characters)
		from, to := tt.length, tt.length
		if to == 0 {
			to = m.Longest()
		}
		random := rand.New(rand.NewPCG(7, 0))
		var got []string
		for range 3 {
			s, err := m.Sample(random, from, to)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s)
		}
		miss, err := m.NearMiss(random, from, to)
		if members := strings.Join(got, " "); err != nil || members != tt.members || miss.String() != tt.miss {
			t.Errorf("%s: %q, %q, %v", tt.rule, members, miss, err)
		}
	}
}

func TestMembersErrors(t *testing.T) {
	g, _ := compileABNF("a = \"(\" [a] \")\"\nb = \"x\" a\nc = \"b\" nope\nd = *DIGIT\n" +
		"e = \"a\" / \"[\" f \"]\"\nf = e / \"<\" f \">\"\n")
	if m, err := g.MembersWithin(t.Context(), "b", 2, Characters); err != nil {
		t.Error(err)
	} else if _, err := m.Rank("x((()))"); err == nil || !strings.Contains(err.Error(), "nests a too deeply") {
		t.Errorf("the rank of a string that is too deep: %v", err)
	}
	loose := compileRecursive(t, "a = \"(\" *a \")\"\n", Recursion{Exactness: tables.Superset})
	if m, err := loose.MembersWithin(t.Context(), "a", 2, Characters); err != nil {
		t.Error(err)
	} else {
		var not *automaton.NotMemberError
		var wrong *tables.SyntaxError
		if _, err := m.Rank("((())"); !errors.As(err, &not) {
			t.Errorf("the rank of a string that only the superset accepts: %v", err)
		}
		if _, err := m.Rank("(x"); !errors.As(err, &wrong) || wrong.Offset != 1 {
			t.Errorf("the rank of a string that the superset rejects: %v", err)
		}
	}
	if m, err := g.MembersWithin(t.Context(), "d", 0, Characters); err != nil {
		t.Error(err)
	} else if n, err := m.Rank("12"); err != nil || n.Cmp(big.NewInt(1+10+12)) != 0 {
		t.Errorf("the rank of 12 among all members is %v, %v", n, err)
	}
	_, unknown := g.MembersWithin(t.Context(), "x", 2, Characters)
	if unknown == nil || !strings.Contains(unknown.Error(), `has no rule "x"`) {
		t.Errorf("the members of an unknown rule: %v", unknown)
	}
	for rule, want := range map[string]string{
		"a": "members of the rule a can be counted only to a given depth, because a refers to itself",
		"b": "members of the rule b can be counted only to a given depth, because a refers to itself",
		"c": "the rule c has no table: cannot be compiled without nope",
		"e": "the rule e has no table: it is recursive",
		"x": `has no rule "x"`,
	} {
		if _, err := g.Members(t.Context(), rule, Characters); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rule, err, want)
		}
	}
	g.limits.Automata.Bytes /= 10
	m := membersOf(t, g, "d", Characters)
	var wrong *tables.SyntaxError
	if _, err := m.Rank("12a3"); !errors.As(err, &wrong) || wrong.Offset != 2 {
		t.Errorf("the rank of 12a3: %v", err)
	}
	var limit *automaton.LimitError
	if _, err := m.Sample(rand.New(rand.NewPCG(1, 1)), math.MaxInt, math.MaxInt); !errors.As(err, &limit) {
		t.Errorf("of as many digits as an int holds: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err := g.Members(ctx, "d", Characters)
	if err == nil {
		_, err = m.Count(10_000_000)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("when the context is done: %v", err)
	}
}

// The members up to a depth equal those of a grammar written out to that depth, and are members of
// the rule.
func TestMembersWithin(t *testing.T) {
	for _, tt := range []struct {
		text, rule string
		level      string // the called rule, with CALL in place of its name
		top        string // the rule, likewise; "" if it is the called rule
	}{
		{"a = \"(\" [a] \")\"\n", "a", `"(" [CALL] ")"`, ""},
		{"a = \"x\" / \"(\" *a \")\"\n", "a", `"x" / "(" *CALL ")"`, ""},
		{"a = *(\"x\" / \"(\" a \")\")\n", "a", `*("x" / "(" [CALL] ")")`, ""}, // an empty a is not a call
		{"c = \"(\" *(t / c) \")\"\nt = \"x\" / %x80\nf = *(\" \" / c) \"y\" [c]\n", "f",
			`"(" *("x" / %x80 / CALL) ")"`, `*(" " / CALL) "y" [CALL]`},
	} {
		g, _ := compileABNF(tt.text)
		r := g.Rule(tt.rule)
		if r.made().Calls == nil {
			t.Fatalf("%s: no calls: %s", tt.text, r.Reason())
		}
		for depth := range 5 {
			d, err := g.automata.Subset(r.names, depth, automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
			if err != nil {
				t.Fatal(err)
			}
			if s, ok := automaton.Equal(d, writtenOut(t, tt.level, tt.top, depth)); !ok {
				t.Errorf("%s to depth %d: %q is in one of the two", tt.text, depth, s)
			}
		}
	}
}

// writtenOut returns the automaton of a rule with its calls written out to a depth.
func writtenOut(t *testing.T, level, top string, depth int) *automaton.DFA {
	t.Helper()
	text := "none = \"-\" none\n" // no members
	call := "none"
	for n := range depth + 1 {
		name := fmt.Sprintf("level%d", n)
		if n == depth && top != "" {
			level = top
		}
		text += name + " = " + strings.ReplaceAll(level, "CALL", call) + "\n"
		call = name
	}
	g, list := compileABNF(text)
	if list.Errors() > 0 {
		t.Fatal(list)
	}
	return rule(t, g, call).made().DFA
}

// An edit may produce a deeper member: "(()())" is one transposition away from "((()))".
func TestNearMissesAreMissesAtAnyDepth(t *testing.T) {
	g, _ := compileABNF("a = \"(\" *a \")\"\n")
	m, err := g.MembersWithin(t.Context(), "a", 1, Characters)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(4, 33))
	for range 1000 {
		if miss, err := m.NearMiss(random, 6, 6); err != nil || g.Rule("a").Table.Valid(miss.String()) {
			t.Fatalf("%q, %v", miss, err)
		}
	}
}

// For the rules of XRI 3.0 with calls, the members up to a depth are members, and do not include
// the shortest deeper strings.
func TestMembersWithinXRI(t *testing.T) {
	g := bundled(t, "xri30")
	random := rand.New(rand.NewPCG(3, 33))
	n := 0
	for _, r := range g.Rules {
		if r.made().Calls == nil || r.Table == "" {
			continue
		}
		if n++; !testkit.OneIn(4, n-1) {
			continue
		}
		for depth := range 2 {
			m, err := g.MembersWithin(t.Context(), r.Name, depth, Characters)
			if err != nil {
				t.Fatal(err)
			}
			for range testkit.Few(40) {
				s, err := m.Sample(random, 0, m.Shortest()+12)
				if err != nil || !r.Table.Valid(s) {
					t.Fatalf("%s: %q, %v", r.Name, s, err)
				}
				miss, err := m.NearMiss(random, 0, m.Shortest()+12)
				if err != nil || r.Table.Valid(miss.String()) {
					t.Fatalf("%s: %q, %v", r.Name, miss, err)
				}
			}
			for k, s := range []string{"=()", "=(())", "=((()))"} {
				if _, err := m.Rank(s); r.Name == "xri" && (err == nil) != (k < depth) {
					t.Errorf("%s up to depth %d: %q: %v", r.Name, depth, s, err)
				}
			}
		}
	}
	if n != 22 {
		t.Errorf("%d rules have calls", n)
	}
	limits := automaton.DefaultLimits()
	limits.Subsets = 10_000
	var limit *automaton.LimitError
	_, err := g.automata.Subset(g.Rule("xri").names, 3, automaton.NewMeter(t.Context(), limits))
	if !errors.As(err, &limit) {
		t.Errorf("to depth 3: %v", err)
	}
}

// Each level of comments adds the same number of states.
func TestLevelsOfComments(t *testing.T) {
	for file, rules := range map[string]string{
		"declaresub-rfc9110": "comment Server User-Agent Via", "ex_abnf-RFC3261": "comment Server server-val User-Agent",
	} {
		g, _ := compileWith(t, "grammars/"+file+".abnf", Options{Name: file})
		for name := range strings.FieldsSeq(rules) {
			r := g.Rule(name)
			var states []int
			for depth := range 9 {
				d, err := g.automata.Subset(r.names, depth, automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
				if err != nil {
					t.Fatal(err)
				}
				states = append(states, d.Live())
			}
			for k := 3; k < len(states); k++ {
				if states[k]-states[k-1] != states[2]-states[1] {
					t.Errorf("%s#%s has to depth 0, 1, … %v states", file, name, states)
				}
			}
		}
	}
}
