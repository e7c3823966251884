package build

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/build/golden"
	"github.com/irilex/iri/build/shared"
	"github.com/irilex/iri/tables"
)

// states returns the state between two characters after each byte of a member: inside a
// UTF-8 sequence the one at its end. A twin of heat.read, from the back.
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

func TestRankStates(t *testing.T) {
	for _, name := range []string{"IRI", "ihost", "iquery", "ucschar", "ipath-empty", "scheme"} {
		r := rule(t, bundled(t, "rfc3987"), name)
		m := machine(t, r)
		training := automatonSample(r.dfa, 300)
		got := rankStates(m, training)

		visits, lines := map[uint16]int{}, map[uint16]int{m.Start: len(training)}
		for _, s := range training {
			met := map[uint16]bool{m.Start: true}
			for i, q := range states(m, s) {
				visits[q]++
				if !met[q] {
					lines[q]++
				}
				met[q] = true
				_ = i
			}
		}
		if want := sortedStates(m, true, func(a, b uint16) int {
			return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(visits[b], visits[a]), cmp.Compare(a, b))
		}); !slices.Equal(got.structure, want) {
			t.Errorf("%s: got %v, want %v", name, got.structure, want)
		}

		visits, lines = map[uint16]int{}, map[uint16]int{}
		for _, s := range training {
			met := map[uint16]bool{}
			for i := range s + " " {
				_ = i
			}
			q := m.Start
			for i := range len(s) {
				q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
				visits[q]++
				if !met[q] {
					lines[q]++
				}
				met[q] = true
			}
		}
		if want := sortedStates(m, false, func(a, b uint16) int {
			return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(visits[b], visits[a]), cmp.Compare(a, b))
		}); !slices.Equal(got.middle, want) {
			t.Errorf("%s: got %v, want %v", name, got.middle, want)
		}
	}
}

// sortedStates returns the live states between two characters, or the others, in order.
func sortedStates(m *tables.Machine, outside bool, compare func(a, b uint16) int) []uint16 {
	var all []uint16
	for q := 1; q < len(m.Accept); q++ {
		if between(m, uint16(q)) == outside {
			all = append(all, uint16(q))
		}
	}
	slices.SortFunc(all, func(a, b uint16) int {
		if a == m.Start || b == m.Start {
			return cmp.Compare(a, b)
		}
		return compare(a, b)
	})
	return all
}

func automatonSample(d *automaton.DFA, n int) []string {
	s, r := automaton.NewSampler(d), rand.New(rand.NewPCG(1, 2))
	var all []string
	for i := range n {
		all = append(all, string(s.Draw(r, i%60, nil)))
	}
	return all
}

// Every rule of every grammar can be ranked, twice alike, and every live state is in the ranking once.
func TestRankEveryRule(t *testing.T) {
	for _, b := range BundledGrammars() {
		g := bundled(t, b.Name)
		again := *g
		for _, r := range compiled(g) {
			m := machine(t, r)
			got, twice := g.rank(r, m), again.rank(r, m)
			if !slices.Equal(got.structure, twice.structure) || !slices.Equal(got.middle, twice.middle) {
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
	g.sampleSteps = maxSampleSteps
	if got := g.rank(g.Rules[0], machine(t, g.Rules[0])); len(got.structure) != 1 {
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
	{"rfc3986", "URI", []string{"urls", "data"}},
	{"rfc3986", "URI-reference", []string{"urls", "data"}},
	{"rfc3987", "ihost", nil},
	{"rfc3987", "ipath", nil},
	{"rfc3987", "iquery", nil},
}

const fewest, mostStates = 10, 16 // that tables are made for

// A stay is how much of some lines stays within a few states.
type stay struct{ steps, inSteps, lines, inLines, blocks, inBlocks int }

// staying walks lines with hot states only, 8 bytes at a time: a block stays within if the
// state before it and those after its bytes are hot.
func staying(m *tables.Machine, hot []uint16, lines []string) (s stay) {
	isHot := make([]bool, len(m.Accept))
	for _, q := range hot {
		isHot[q] = true
	}
	s.lines = len(lines)
	for _, line := range lines {
		inLine, inBlock := isHot[m.Start], isHot[m.Start]
		after := states(m, line)
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

// stays writes the table of what stays within the first states, ranked by lines and by bytes.
func stays(b *strings.Builder, m *tables.Machine, h *heat, of string, lines []string) {
	fmt.Fprintf(b, "| %s |", of)
	for _, hotter := range []order{byLines, byVisits} {
		hot := h.rank(hotter).structure
		for n := fewest; n <= mostStates; n++ {
			s := staying(m, hot[:min(n, len(hot))], lines)
			fmt.Fprintf(b, " %s / %s / %s |", per100(s.inSteps, s.steps), per100(s.inLines, s.lines), per100(s.blocks-s.inBlocks, s.blocks))
		}
	}
	b.WriteString("\n")
}

func staysHeader(b *strings.Builder) {
	b.WriteString("| |")
	for _, by := range []string{"lines", "visits"} {
		for n := fewest; n <= mostStates; n++ {
			fmt.Fprintf(b, " %d by %s |", n, by)
		}
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", 2*(mostStates-fewest+1)) + "\n")
}

const hotIntroduction = `# The states that everyday strings meet

Written by TestHotStates; read the difference before it is written again. The strings are the
training mix of package corpus. A state is shown by the shortest string that leads to it.
Visits are the bytes that lead to a state, all bytes of a UTF-8 sequence counted for the state
behind it; lines are the strings in which it is met. The ranking that counts is by lines;
"by visits" is the place in the other one.

Under "stays within": of 100 bytes, how many lead to one of the first n states / of 100 lines,
how many meet no other / of 100 blocks of 8 bytes, how many meet another and have to be walked
again on the whole table.
`

func TestHotStates(t *testing.T) {
	var b strings.Builder
	b.WriteString(hotIntroduction)
	for _, hot := range hotRules {
		g := bundled(t, hot.grammar)
		r := rule(t, g, hot.rule)
		m := machine(t, r)
		h := newHeat(m)
		training := g.training(r)
		for _, s := range training {
			h.read(s)
		}
		ranked, visited := h.rank(byLines), h.rank(byVisits)
		if again := g.rank(r, m); !slices.Equal(again.structure, ranked.structure) {
			t.Errorf("%s is ranked as %v", r.Name, again)
		}
		fmt.Fprintf(&b, "\n## %s %s\n\n%d strings; %d states between two characters, %d inside a UTF-8 sequence.\n\n",
			g.Name, r.Name, len(training), len(ranked.structure), len(ranked.middle))
		fmt.Fprintf(&b, "| | string | state | visits | lines | by visits |\n|--:|---|--:|--:|--:|--:|\n")
		write := func(list, other []uint16, most int) {
			for i, q := range list[:min(most, len(list))] {
				if h.lines[q] == 0 {
					break
				}
				way, _ := automaton.Way(r.dfa, automaton.StateID(q))
				fmt.Fprintf(&b, "| %d | `%q` | %d | %d | %d | %d |\n", i+1, way, q, h.visits[q], h.lines[q], slices.Index(other, q)+1)
			}
		}
		write(ranked.structure, visited.structure, 24)
		if len(ranked.middle) > 0 {
			b.WriteString("\nInside a sequence:\n\n| | bytes | state | visits | lines | by visits |\n|--:|---|--:|--:|--:|--:|\n")
			write(ranked.middle, visited.middle, 12)
		}
		b.WriteString("\nStays within:\n\n")
		staysHeader(&b)
		stays(&b, m, h, "training", training)
		for _, kind := range hot.kinds {
			n := 10_000
			if kind == "data" {
				n = 100
			}
			stays(&b, m, h, kind, corpus.Lines(kind, n))
		}
	}
	golden.Compare(t, "testdata/hot-states.md", b.String())
}

// The lines that others collected stay within the same states, though nothing was trained on them.
func TestHotStatesOnCollectedLines(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The same states on collected lines\n\nAs under \"stays within\" in hot-states.md, for 30,000 lines each. Written by TestHotStatesOnCollectedLines.\n")
	for _, hot := range hotRules[:4] {
		g := bundled(t, hot.grammar)
		r := rule(t, g, hot.rule)
		m := machine(t, r)
		h := newHeat(m)
		for _, s := range g.training(r) {
			h.read(s)
		}
		fmt.Fprintf(&b, "\n## %s %s\n\n", g.Name, r.Name)
		staysHeader(&b)
		for _, name := range []string{"urls", "iris"} {
			if name == "iris" && g.Name == "rfc3986" {
				continue
			}
			lines := strings.Fields(shared.Read(t, "corpora", name+".txt"))
			stays(&b, m, h, name+".txt", lines)
		}
	}
	golden.Compare(t, "testdata/hot-states-collected.md", b.String())
}
