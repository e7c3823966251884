package build

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/build/golden"
	"github.com/irilex/iri/build/shared"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// states returns the state between two characters after each byte of a member: inside a
// UTF-8 sequence the one at its end. A twin of heat.walk, from the back.
func states(m *tables.Machine, s string) []uint16 {
	after := make([]uint16, len(s))
	q := m.Start
	for i := range len(s) {
		q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
		after[i] = q
	}
	for i := len(s) - 2; i >= 0; i-- {
		if !between(m, after[i]) {
			after[i] = after[i+1]
		}
	}
	return after
}

// A count is a slow twin of heat.
type count struct{ visits, lines map[uint16]int }

func (c *count) line(walk []uint16) {
	for _, q := range walk {
		c.visits[q]++
	}
	slices.Sort(walk)
	for _, q := range slices.Compact(walk) {
		c.lines[q]++
	}
}

// ranked sorts the states that are wanted.
func (c *count) ranked(m *tables.Machine, wanted func(q uint16) bool) []uint16 {
	var all []uint16
	for q := range uint16(len(m.Accept)) {
		if q != 0 && q != m.Start && wanted(q) {
			all = append(all, q)
		}
	}
	slices.SortFunc(all, func(a, b uint16) int {
		return cmp.Or(c.lines[b]-c.lines[a], c.visits[b]-c.visits[a], int(a)-int(b))
	})
	if wanted(m.Start) {
		all = slices.Insert(all, 0, m.Start)
	}
	return all
}

func TestRank(t *testing.T) {
	skipUnderRace(t)
	g := bundled(t, "rfc3987")
	for _, name := range []string{"IRI", "ihost", "iquery", "ucschar", "ipath-empty", "scheme"} {
		r := rule(t, g, name)
		m := machine(t, r)
		training := members(r.dfa, 300)
		got := measure(m, nil, training).rank(byLines)

		outside, all := count{map[uint16]int{}, map[uint16]int{}}, count{map[uint16]int{}, map[uint16]int{}}
		for _, s := range training {
			outside.line(states(m, s))
			walk, q := []uint16{}, m.Start
			for i := range len(s) {
				q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
				walk = append(walk, q)
			}
			all.line(walk)
		}
		if want := outside.ranked(m, func(q uint16) bool { return between(m, q) }); !slices.Equal(got.structure, want) {
			t.Errorf("%s: got %v, want %v", name, got.structure, want)
		}
		if want := all.ranked(m, func(q uint16) bool { return !between(m, q) }); !slices.Equal(got.middle, want) {
			t.Errorf("%s: got %v, want %v", name, got.middle, want)
		}
	}
}

// members draws n members.
func members(d *automaton.DFA, n int) []string {
	s, r := automaton.NewSampler(d), rand.New(rand.NewPCG(1, 2))
	var all []string
	for i := range n {
		all = append(all, string(s.Draw(r, i%60, nil)))
	}
	return all
}

// Among 14 states every choice can be tried: the one that is made keeps nearly as many blocks
// in as the best, and never fewer than the first by lines.
func TestHottest(t *testing.T) {
	skipUnderRace(t)
	g := bundled(t, "rfc3987")
	for _, name := range []string{"ihost", "IPv4address", "ipath", "IRI", "irelative-ref"} {
		r := rule(t, g, name)
		m := machine(t, r)
		training := g.training(r)
		h := measure(m, nil, training)
		ranked := h.rank(byLines).structure
		all := ranked[:min(len(ranked), 14)]
		best := make([]int, len(all)+1) // by number of states
		for choice := range 1 << (len(all) - 1) {
			chosen := all[:1:1]
			for i := range all[1:] {
				if choice>>i&1 == 1 {
					chosen = append(chosen, all[i+1])
				}
			}
			best[len(chosen)] = max(best[len(chosen)], h.within(chosen))
		}
		for n := 1; n <= len(all); n++ {
			got := h.hottest(n)
			if len(got) != n || got[0] != m.Start {
				t.Fatalf("%s: of %d the hottest are %v", name, n, got)
			}
			in, byLines := staying(m, got, walks(m, training)).inBlocks, h.within(all[:n])
			t.Logf("%s, %d: %d blocks stay within, %d at best, %d by lines", name, n, in, best[n], byLines)
			if in < byLines || 100*in < 98*best[n] {
				t.Errorf("%s, %d: %d blocks stay within, %d at best, %d by lines", name, n, in, best[n], byLines)
			}
		}
	}
}

// Every rule of every grammar can be ranked, twice alike, and every live state is in the ranking once.
func TestRankEveryRule(t *testing.T) {
	skipUnderRace(t)
	for _, b := range BundledGrammars() {
		g := bundled(t, b.Name)
		again := *g
		for _, r := range compiled(g) {
			m := machine(t, r)
			heat, twice := measure(m, nil, g.training(r)), measure(m, nil, again.training(r))
			got := heat.rank(byLines)
			if !reflect.DeepEqual(got, twice.rank(byLines)) || !slices.Equal(heat.hottest(13), twice.hottest(13)) {
				t.Errorf("%s %s: two rankings", b.Name, r.Name)
			}
			all := slices.Concat(got.structure, got.middle)
			slices.Sort(all)
			if len(slices.Compact(all)) != r.Table.States() || m.Start != 0 && got.structure[0] != m.Start {
				t.Errorf("%s %s: %d states, ranked are %v", b.Name, r.Name, r.Table.States(), got)
			}
		}
	}
}

// What the rule of a document is trained on: the strings for its name if they are members.
func TestTrainingOfOtherDocuments(t *testing.T) {
	for _, tt := range []struct {
		text  string
		known bool
	}{
		{"SCHEME = ALPHA *(ALPHA / DIGIT / \"+\" / \"-\" / \".\")\n", true},
		{"scheme = ALPHA *(ALPHA / DIGIT)\n", true}, // of few documents "git+ssh"
		{"scheme = *DIGIT\n", false},
		{"thing = *ALPHA\n", false},
	} {
		g, _ := compileABNF(tt.text)
		r := g.Rules[0]
		got := g.training(r)
		if known := len(got) > 2*sampled; known != tt.known || !known && len(got) != sampled {
			t.Errorf("%q is trained on %d strings: %.5q", tt.text, len(got), got)
		}
		for _, s := range got {
			if !r.dfa.Accepts(s) {
				t.Errorf("%q is trained on %q", tt.text, s)
			}
		}
	}
	g, _ := compileABNF("thing = *ALPHA\n")
	g.tuning = automaton.NewMeter(t.Context(), automaton.Limits{})
	if got := measure(machine(t, g.Rules[0]), nil, g.training(g.Rules[0])).hottest(12); len(got) != 1 {
		t.Errorf("without training the ranking is %v", got)
	}
}

// hotRules are the rules that testdata/hot-states.md tells about, and the corpora that are made of their members.
var hotRules = []struct {
	grammar, rule string
	kinds         []string
}{
	{"rfc3987", "IRI", []string{"urls", "iris", "nonascii", "data"}},
	{"rfc3987", "IRI-reference", []string{"urls", "iris", "nonascii", "references", "data"}},
	{withoutPrivate, "IRI", []string{"urls", "iris", "nonascii", "data"}},
	{withoutPrivate, "IRI-reference", []string{"urls", "iris", "nonascii", "references", "data"}},
	{"rfc3986", "URI", []string{"urls", "data"}},
	{"rfc3986", "URI-reference", []string{"urls", "data"}},
	{"rfc3987", "ihost", nil},
	{"rfc3987", "ipath", nil},
	{"rfc3987", "iquery", nil},
}

// withoutPrivate is RFC 3987 with queries of ipchar only. What is left out nobody writes, and
// without it a query is to the automaton what a path is: both have the same states.
const withoutPrivate = "rfc3987 without iprivate"

func hotGrammar(t *testing.T, name string) *Grammar {
	if name != withoutPrivate {
		return bundled(t, name)
	}
	b, _ := FindBundled("rfc3987")
	const query = "ipchar / iprivate / "
	text := b.Source().Text
	if !strings.Contains(text, query) {
		t.Fatalf("RFC 3987 has no %q", query)
	}
	g, _ := Compile(t.Context(), syntax.NewSource(name, strings.Replace(text, query, "ipchar / ", 1)), Options{Name: name})
	return g
}

const fewest, mostStates = 10, 16 // that tables are made for

// A stay is how much of some lines stays within a few states.
type stay struct{ steps, inSteps, lines, inLines, blocks, inBlocks int }

// walks returns the states of many lines.
func walks(m *tables.Machine, lines []string) [][]uint16 {
	all := make([][]uint16, len(lines))
	for i, line := range lines {
		all[i] = states(m, line)
	}
	return all
}

// staying walks lines with hot states only, 8 bytes at a time: a block stays within if the
// state before it and those after its bytes are hot.
func staying(m *tables.Machine, hot []uint16, walks [][]uint16) (s stay) {
	isHot := make([]bool, len(m.Accept))
	for _, q := range hot {
		isHot[q] = true
	}
	s.lines = len(walks)
	for _, after := range walks {
		inLine, inBlock := isHot[m.Start], isHot[m.Start]
		for i, q := range after {
			s.steps++
			if isHot[q] {
				s.inSteps++
			} else {
				inLine, inBlock = false, false
			}
			if i%8 == 7 || i == len(after)-1 {
				s.blocks++
				if inBlock {
					s.inBlocks++
				}
				inBlock = isHot[q]
			}
		}
		if inLine {
			s.inLines++
		}
	}
	return s
}

// per100 writes a share as a number of 100, with two digits behind the point.
func per100(n, of int) string {
	p := n * 10_000 / max(of, 1)
	return fmt.Sprintf("%d.%02d", p/100, p%100)
}

// byVisits is another order, to compare.
func byVisits(h *heat, a, b uint16) int {
	return cmp.Or(cmp.Compare(h.visits[b], h.visits[a]), cmp.Compare(h.lines[b], h.lines[a]))
}

// rankings are the ways to choose n states.
var rankings = []struct {
	name  string
	first func(h *heat, n int) []uint16
}{
	{"groups", (*heat).hottest},
	{"lines", func(h *heat, n int) []uint16 { all := h.rank(byLines).structure; return all[:min(n, len(all))] }},
	{"visits", func(h *heat, n int) []uint16 { all := h.rank(byVisits).structure; return all[:min(n, len(all))] }},
}

func staysHeader(b *strings.Builder) {
	b.WriteString("| | ranked by |")
	for n := fewest; n <= mostStates; n++ {
		fmt.Fprintf(b, " %d states |", n)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("--:|", mostStates-fewest+1) + "\n")
}

// stays writes what of some lines stays within few states.
func stays(b *strings.Builder, h *heat, of string, lines []string) {
	walks := walks(h.m, lines)
	for _, by := range rankings {
		fmt.Fprintf(b, "| %s | %s |", of, by.name)
		for n := fewest; n <= mostStates; n++ {
			s := staying(h.m, by.first(h, n), walks)
			fmt.Fprintf(b, " %s / %s / %s |", per100(s.inSteps, s.steps), per100(s.inLines, s.lines), per100(s.blocks-s.inBlocks, s.blocks))
		}
		b.WriteString("\n")
	}
}

const hotIntroduction = `# The states that everyday strings meet

Written by TestHotStates; read the difference before it is written again. The strings are the
training mix of package corpus. A state is shown by the shortest string that leads to it.
Visits are the bytes that lead to a state, all bytes of a UTF-8 sequence counted for the state
behind it; lines are the strings in which it is met. The table is by lines; "by visits" is the
place in another ranking. What counts is below it: the states in groups that keep strings in
from their first byte to their last, see hottest in hot.go.

Under "stays within": of 100 bytes, how many lead to one of the first n states / of 100 lines,
how many meet no other / of 100 blocks of 8 bytes, how many meet another and have to be walked
again on the whole table.
`

func TestHotStates(t *testing.T) {
	skipUnderRace(t)
	var b strings.Builder
	b.WriteString(hotIntroduction)
	for _, hot := range hotRules {
		g := hotGrammar(t, hot.grammar)
		r := rule(t, g, hot.rule)
		m := machine(t, r)
		training := g.training(r)
		h := measure(m, nil, training)
		ranked, visited := h.rank(byLines), h.rank(byVisits)
		ways := map[uint16]string{}
		way := func(q uint16) string {
			if _, ok := ways[q]; !ok {
				ways[q], _ = automaton.Way(r.dfa, automaton.StateID(q))
			}
			return ways[q]
		}
		fmt.Fprintf(&b, "\n## %s %s\n\n%d strings; %d states between two characters, %d inside a UTF-8 sequence.\n\n",
			g.Name, r.Name, len(training), len(ranked.structure), len(ranked.middle))
		fmt.Fprintf(&b, "| | string | state | visits | lines | by visits |\n|--:|---|--:|--:|--:|--:|\n")
		write := func(list, other []uint16, most int) {
			for i, q := range list[:min(most, len(list))] {
				if h.lines[q] == 0 {
					break
				}
				fmt.Fprintf(&b, "| %d | `%q` | %d | %d | %d | %d |\n", i+1, way(q), q, h.visits[q], h.lines[q], slices.Index(other, q)+1)
			}
		}
		write(ranked.structure, visited.structure, 24)
		if len(ranked.middle) > 0 {
			b.WriteString("\nInside a sequence:\n\n| | bytes | state | visits | lines | by visits |\n|--:|---|--:|--:|--:|--:|\n")
			write(ranked.middle, visited.middle, 12)
		}
		for n := fewest; n <= mostStates && n <= len(ranked.structure); n++ {
			var hottest []string
			for _, q := range h.hottest(n) {
				hottest = append(hottest, fmt.Sprintf("%q", way(q)))
			}
			fmt.Fprintf(&b, "\n%d in groups: `%s`\n", n, strings.Join(hottest, " "))
		}
		b.WriteString("\nStays within:\n\n")
		staysHeader(&b)
		stays(&b, h, "training", training)
		for _, kind := range hot.kinds {
			n := 10_000
			if kind == "data" {
				n = 100
			}
			lines := slices.DeleteFunc(corpus.Lines(kind, n), func(s string) bool { return !r.dfa.Accepts(s) })
			if 100*len(lines) < 99*n {
				t.Errorf("%s: %d of %d %s are members", r.Name, len(lines), n, kind)
			}
			stays(&b, h, kind, lines)
		}
	}
	golden.Compare(t, "testdata/hot-states.md", b.String())
}

// The lines that others collected stay within the same states, though nothing was trained on them.
func TestHotStatesOnCollectedLines(t *testing.T) {
	skipUnderRace(t)
	var b strings.Builder
	b.WriteString("# The same states on collected lines\n\nAs under \"stays within\" in hot-states.md, for 30,000 lines each. Written by TestHotStatesOnCollectedLines.\n")
	for _, hot := range hotRules[:6] {
		g := hotGrammar(t, hot.grammar)
		r := rule(t, g, hot.rule)
		m := machine(t, r)
		h := measure(m, nil, g.training(r))
		fmt.Fprintf(&b, "\n## %s %s\n\n", g.Name, r.Name)
		staysHeader(&b)
		for _, name := range []string{"urls", "iris"} {
			if name == "iris" && hot.grammar == "rfc3986" {
				continue
			}
			lines := strings.Fields(shared.Read(t, "corpora", name+".txt"))
			stays(&b, h, name+".txt", lines)
		}
	}
	golden.Compare(t, "testdata/hot-states-collected.md", b.String())
}
