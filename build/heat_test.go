package build

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables/machine"
)

// members draws n random members.
func members(d *automaton.DFA, n int) []string {
	s, r := automaton.NewSampler(d), rand.New(rand.NewPCG(1, 2))
	var all []string
	for i := range n {
		all = append(all, string(s.Draw(r, i%60, nil)))
	}
	return all
}

// bestOf returns, for each number of states, the maximum number of blocks that any choice of that
// many states keeps inside. It tries all choices.
func bestOf(m *machine.Machine, all []uint16, blocks [][]uint16) []int {
	bit := map[uint16]uint{}
	for i, q := range all {
		bit[q] = 1 << i
	}
	sets := map[uint]int{} // number of blocks by the set of their states
	for _, block := range blocks {
		set := uint(0)
		for _, q := range block {
			if bit[q] == 0 {
				set = 1 << len(all) // outside every choice
				break
			}
			set |= bit[q]
		}
		sets[set]++
	}
	best := make([]int, len(all)+1)
	for choice := range uint(1) << len(all) {
		in, n := 0, 0
		for set, blocks := range sets {
			if set&^choice == 0 {
				in += blocks
			}
		}
		for rest := choice; rest != 0; rest &= rest - 1 {
			n++
		}
		best[n] = max(best[n], in)
	}
	return best
}

// untired gives a grammar all the steps that training may take.
func untired(t *testing.T, g *Grammar) *Grammar {
	t.Helper()
	g.tuning = &tune.Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{Steps: 1 << 40})}
	return g
}

// With 12 states every choice can be tried. Hottest keeps nearly as many blocks inside as the best
// choice, and never fewer than the states with the most blocks.
func TestHottest(t *testing.T) {
	testkit.SkipSlow(t)
	g := untired(t, bundled(t, "rfc3987"))
	for _, name := range []string{"ihost", "IPv4address", "ipath", "IRI", "irelative-ref", "iquery"} {
		for _, front := range []bool{true, false} {
			r := rule(t, g, name)
			m := machineOf(t, r)
			training := trainingOf(r)
			h, blocks := tune.Measure(m, front, training), twins.SlowBlocks(m, front, training)
			all := h.Ranked[:min(len(h.Ranked), 12)]
			best := bestOf(m, all, blocks)
			for n := 1; n <= len(all); n++ {
				got := h.Hottest(n)
				if len(got) != n || len(slices.Compact(slices.Sorted(slices.Values(got)))) != n || slices.Contains(got, 0) {
					t.Fatalf("%s: of %d the hottest are %v", name, n, got)
				}
				in, _ := twins.Staying(m, got, blocks)
				first, _ := twins.Staying(m, all[:n], blocks)
				if in < first || 100*in < 95*best[n] {
					t.Errorf("%s, front %v, %d: %d of %d blocks stay within, at best %d, of the first %d",
						name, front, n, in, len(blocks), best[n], first)
				}
				if kept := h.Within(got); kept > in || h.Whole() && kept != in {
					t.Errorf("%s, %d: %d blocks stay within, not %d", name, n, kept, in)
				}
			}
		}
	}
}

// Hottest chooses any number of states from every rule of every grammar, and a second call chooses
// the same ones.
func TestHottestOfEveryRule(t *testing.T) {
	testkit.SkipSlow(t)
	for _, b := range BundledGrammars() {
		g := untired(t, bundled(t, b.Name))
		for i, r := range compiled(g) {
			if !testkit.OneIn(9, i) {
				continue
			}
			m := machineOf(t, r)
			training := trainingOf(r)
			for _, front := range []bool{true, false} {
				h, twice := tune.Measure(m, front, training), tune.Measure(m, front, training)
				if !reflect.DeepEqual(h, twice) || !slices.Equal(h.Hottest(13), twice.Hottest(13)) {
					t.Errorf("%s %s: two heats", b.Name, r.Name)
				}
				if n := len(h.Hottest(40)); n != min(40, m.States()-1) {
					t.Errorf("%s %s: %d states of %d", b.Name, r.Name, n, m.States()-1)
				}
				if h.Spent() == 0 || h.Spent() != 0 {
					t.Errorf("%s %s: no steps are counted, or twice", b.Name, r.Name)
				}
			}
		}
	}
}

// A rule is trained on the strings recorded for its name if most of them are members.
func TestTrainingOfOtherDocuments(t *testing.T) {
	for _, tt := range []struct {
		text  string
		known bool
	}{
		{"SCHEME = ALPHA *(ALPHA / DIGIT / \"+\" / \"-\" / \".\")\n", true},
		{"scheme = ALPHA *(ALPHA / DIGIT)\n", true}, // "git+ssh" comes from only a few documents
		{"scheme = *DIGIT\n", false},
		{"thing = *ALPHA\n", false},
	} {
		g, _ := compileABNF(tt.text)
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{Steps: 1 << 40})}
		r := g.Rules[0]
		got := trainingOf(r)
		if known := len(got) > 2*tune.Sampled; known != tt.known || !known && len(got) != tune.Sampled {
			t.Errorf("%q is trained on %d strings: %.5q", tt.text, len(got), got)
		}
		for _, s := range got {
			if !r.made().DFA.Accepts(s) {
				t.Errorf("%q is trained on %q", tt.text, s)
			}
		}
	}
	g, _ := compileABNF("thing = *ALPHA\n")
	g.tuning = &tune.Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{})}
	if got := trainingOf(g.Rules[0]); got != nil {
		t.Errorf("without a step left it is trained on %q", got)
	}
	if got := tune.Measure(machineOf(t, g.Rules[0]), true, nil).Hottest(12); !slices.Equal(got, []uint16{1}) {
		t.Errorf("without training the hottest are %v", got)
	}
}

// Members are drawn while steps remain; each draw may use only a share of the remaining steps.
func TestSampleStops(t *testing.T) {
	g, _ := compileABNF("a = *(\"a\" / \"b\" 3000\"x\" \"y\")\n")
	d := rule(t, g, "a").made().DFA
	for _, tt := range []struct {
		left int64
		n    int
	}{{1 << 40, tune.Sampled}, {3_000 * tune.DrawSteps * 8 / 2, 0}, {1000, 0}} {
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{Steps: tt.left})}
		got := tune.Sample(d, g.tuning)
		if len(got) != tt.n || g.tuning.Steps() > tt.left {
			t.Errorf("%d steps: %d members for %d", tt.left, len(got), g.tuning.Steps())
		}
	}
}

// BenchmarkHottest measures all rules of RFC 3987, and chooses 14 states of each.
func BenchmarkHottest(b *testing.B) {
	g := bundled(b, "rfc3987")
	for b.Loop() {
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(b.Context(), automaton.DefaultLimits())}
		for _, r := range compiled(g) {
			m, err := machine.Of(r.Table)
			if err != nil {
				b.Fatal(err)
			}
			tune.Measure(m, true, trainingOf(r)).Hottest(14)
		}
	}
}
