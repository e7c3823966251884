package build

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables/machine"
)

// members draws n members.
func members(d *automaton.DFA, n int) []string {
	s, r := automaton.NewSampler(d), rand.New(rand.NewPCG(1, 2))
	var all []string
	for i := range n {
		all = append(all, string(s.Draw(r, i%60, nil)))
	}
	return all
}

// slowBlocks returns the states that each block of the strings meets, sorted. A slow twin of
// measure: it cuts each string from its end, and walks to each block from the beginning of the
// string.
func slowBlocks(m *machine.Machine, front bool, strings []string) (blocks [][]uint16) {
	for _, s := range strings {
		if head := s[:min(len(s), (len(s)+7)%8+1)]; over(head) {
			if !front {
				blocks = append(blocks, wholeBlocks(m, s)...)
			}
			continue
		}
		for end := len(s); end > 0; end -= 8 {
			begin, ascii, q := max(0, end-8), true, m.Start
			var met []uint16
			for i := range end {
				if i >= begin && i > 0 {
					met = append(met, q)
				}
				ascii = ascii && s[i] <= 0x7F
				q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
			}
			if met = append(met, q); ascii == front {
				slices.Sort(met)
				blocks = append(blocks, slices.Compact(met))
			}
		}
	}
	return blocks
}

// over reports whether s has a byte over 0x7F.
func over(s string) bool {
	for _, b := range []byte(s) {
		if b > 0x7F {
			return true
		}
	}
	return false
}

// wholeBlocks is slowBlocks of a string whose first block has a byte over 0x7F: from the start on.
func wholeBlocks(m *machine.Machine, s string) (blocks [][]uint16) {
	q := m.Start
	for begin := 0; begin < len(s); begin += 8 {
		met := []uint16{q}
		for _, b := range []byte(s[begin:min(begin+8, len(s))]) {
			q = m.Next[int(q)*m.Count+int(m.Class[b])]
			met = append(met, q)
		}
		slices.Sort(met)
		blocks = append(blocks, slices.Compact(met))
	}
	return blocks
}

// staying returns how many blocks stay within some states, and how many there are.
func staying(m *machine.Machine, states []uint16, blocks [][]uint16) (in, all int) {
	has := make([]bool, m.States())
	for _, q := range states {
		has[q] = true
	}
	for _, block := range blocks {
		if !slices.ContainsFunc(block, func(q uint16) bool { return !has[q] }) {
			in++
		}
	}
	return in, len(blocks)
}

// randomMachine returns a machine with so many states and classes. Measuring asks for nothing else
// of it.
func randomMachine(rng *rand.Rand, states, classes int) *machine.Machine {
	m := &machine.Machine{Count: classes, Start: 1, Accept: make([]bool, states), Next: make([]uint16, states*classes)}
	for b := range m.Class {
		m.Class[b] = uint8(rng.IntN(classes))
	}
	for i := range m.Next {
		m.Next[i] = uint16(rng.IntN(states))
	}
	return m
}

// Blocks are cut and counted as the slow twin does, for strings of all lengths, with and without
// bytes over 0x7F.
func TestMeasure(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	cut := 0
	for i := range few(300) {
		m := randomMachine(rng, 2+rng.IntN(60), 1+rng.IntN(9))
		var lines []string
		for n := range 84 {
			line := make([]byte, n/2)
			for j := range line {
				if line[j] = byte(rng.IntN(0x80)); i%3 > 0 && rng.IntN(20*(i%3)) == 0 {
					line[j] |= 0x80
				}
			}
			lines = append(lines, string(line))
		}
		for _, front := range []bool{true, false} {
			got, blocks := measure(m, front, lines), slowBlocks(m, front, lines)
			met, routes := make([]int, m.States()), map[string]int{}
			for _, block := range blocks {
				for _, q := range block {
					met[q]++
				}
				routes[string(stateKey(block))]++
			}
			if got.blocks != len(blocks) || !slices.Equal(got.met, met) {
				t.Fatalf("%d blocks meet %v, not %d %v", got.blocks, got.met, len(blocks), met)
			}
			if len(got.routes) != min(len(routes), maxRoutes) {
				t.Fatalf("%d routes of %d", len(got.routes), len(routes))
			}
			for j, r := range got.routes {
				if n := routes[string(stateKey(r.states))]; n != r.blocks || j > 0 && n > got.routes[j-1].blocks {
					t.Fatalf("route %d, %v, has %d blocks, not %d, or more than the one before it", j, r.states, r.blocks, n)
				}
			}
			if len(routes) > maxRoutes {
				cut++
				counts := slices.Sorted(maps.Values(routes))
				slices.Reverse(counts)
				if last := got.routes[maxRoutes-1].blocks; last != counts[maxRoutes-1] {
					t.Fatalf("the last route that is kept has %d blocks, not %d", last, counts[maxRoutes-1])
				}
			}
			for j := 1; j < len(got.ranked); j++ {
				a, b := got.ranked[j-1], got.ranked[j]
				if met[a] < met[b] || met[a] == met[b] && a >= b {
					t.Fatalf("states %d and %d are ranked wrong: %v", a, b, met)
				}
			}
			if len(got.ranked) != m.States()-1 || slices.Contains(got.ranked, 0) {
				t.Fatalf("ranked are %v", got.ranked)
			}
		}
	}
	if cut < few(10) {
		t.Errorf("%d times there were more routes than are kept", cut)
	}
}

// A group is the one that keeps the most blocks in for each of its states, among those of all routes
// that fit; a slow twin counts the blocks. The steps are counted.
func TestNextGroup(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range few(300) {
		m := randomMachine(rng, 2+rng.IntN(12), 1+rng.IntN(4))
		var lines []string
		for n := range 30 {
			line := make([]byte, n)
			for i := range line {
				line[i] = byte(rng.IntN(0x80))
			}
			lines = append(lines, string(line))
		}
		h, blocks := measure(m, true, lines), slowBlocks(m, true, lines)
		if n := h.spent(); n != int64(rankSteps*(m.States()-1)) {
			t.Fatalf("%d steps to rank %d states", n, m.States()-1)
		}
		var hot []uint16
		for _, q := range rng.Perm(m.States())[:rng.IntN(m.States())] {
			hot = append(hot, uint16(q))
		}
		room := 1 + rng.IntN(6)
		got, routes := h.nextGroup(hot, room), int64(len(h.routes))
		if n := h.spent(); n != routes*routes {
			t.Fatalf("%d steps for %d routes", n, routes)
		}
		gained, size, found := bestGroup(m, hot, room, blocks)
		if (got != nil) != found {
			t.Fatalf("the next group is %v", got)
		} else if !found {
			continue
		}
		before, _ := staying(m, hot, blocks)
		after, _ := staying(m, slices.Concat(hot, got), blocks)
		if len(got) > room || (after-before)*size != gained*len(got) {
			t.Fatalf("%v keeps %d blocks in, the best group of %d states %d", got, after-before, size, gained)
		}
		if h.hottest(1); h.spent() != routes*routes+2*routeSteps*routes {
			t.Fatal("the steps of choosing a state are others")
		}
	}
}

// bestGroup returns how many blocks the best group keeps in besides, and its size.
func bestGroup(m *machine.Machine, hot []uint16, room int, blocks [][]uint16) (gained, size int, found bool) {
	before, _ := staying(m, hot, blocks)
	for _, block := range blocks {
		group := slices.DeleteFunc(slices.Clone(block), func(q uint16) bool { return slices.Contains(hot, q) })
		if len(group) == 0 || len(group) > room {
			continue
		}
		in, _ := staying(m, slices.Concat(hot, group), blocks)
		if !found || (in-before)*size > gained*len(group) {
			gained, size, found = in-before, len(group), true
		}
	}
	return gained, size, found
}

// stateKey writes states as bytes.
func stateKey(states []uint16) (key []byte) {
	for _, q := range states {
		key = append(key, byte(q), byte(q>>8))
	}
	return key
}

// bestOf returns by number of states how many blocks the best choice of these states keeps in. It
// tries all.
func bestOf(m *machine.Machine, all []uint16, blocks [][]uint16) []int {
	bit := map[uint16]uint{}
	for i, q := range all {
		bit[q] = 1 << i
	}
	sets := map[uint]int{} // blocks by the set of their states
	for _, block := range blocks {
		set := uint(0)
		for _, q := range block {
			if bit[q] == 0 {
				set = 1 << len(all) // in no choice
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

// Among 12 states every choice can be tried: the one that is made keeps nearly as many blocks
// in as the best, and never fewer than the first by number of blocks.
func TestHottest(t *testing.T) {
	skipUnderRace(t)
	g := bundled(t, "rfc3987")
	for _, name := range []string{"ihost", "IPv4address", "ipath", "IRI", "irelative-ref", "iquery"} {
		for _, front := range []bool{true, false} {
			r := rule(t, g, name)
			m := machineOf(t, r)
			training := g.training(r)
			h, blocks := measure(m, front, training), slowBlocks(m, front, training)
			all := h.ranked[:min(len(h.ranked), 12)]
			best := bestOf(m, all, blocks)
			for n := 1; n <= len(all); n++ {
				got := h.hottest(n)
				if len(got) != n || len(slices.Compact(slices.Sorted(slices.Values(got)))) != n || slices.Contains(got, 0) {
					t.Fatalf("%s: of %d the hottest are %v", name, n, got)
				}
				in, _ := staying(m, got, blocks)
				first, _ := staying(m, all[:n], blocks)
				if in < first || 100*in < 95*best[n] {
					t.Errorf("%s, front %v, %d: %d of %d blocks stay within, at best %d, of the first %d",
						name, front, n, in, len(blocks), best[n], first)
				}
				if kept := h.within(got); kept > in || len(h.routes) < maxRoutes && kept != in {
					t.Errorf("%s, %d: %d blocks stay within, not %d", name, n, kept, in)
				}
			}
		}
	}
}

// Of every rule of every grammar so many states can be chosen as there are, twice the same.
func TestHottestOfEveryRule(t *testing.T) {
	skipUnderRace(t)
	for _, b := range BundledGrammars() {
		g := bundled(t, b.Name)
		for _, r := range compiled(g) {
			m := machineOf(t, r)
			training := g.training(r)
			for _, front := range []bool{true, false} {
				h, twice := measure(m, front, training), measure(m, front, training)
				if !reflect.DeepEqual(h, twice) || !slices.Equal(h.hottest(13), twice.hottest(13)) {
					t.Errorf("%s %s: two heats", b.Name, r.Name)
				}
				if n := len(h.hottest(40)); n != min(40, m.States()-1) {
					t.Errorf("%s %s: %d states of %d", b.Name, r.Name, n, m.States()-1)
				}
				if h.spent() == 0 || h.spent() != 0 {
					t.Errorf("%s %s: no steps are counted, or twice", b.Name, r.Name)
				}
			}
		}
	}
}

// The rule of a document is trained on the strings for its name if they are members.
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
	if got := g.training(g.Rules[0]); got != nil {
		t.Errorf("without a step left it is trained on %q", got)
	}
	if got := measure(machineOf(t, g.Rules[0]), true, nil).hottest(12); !slices.Equal(got, []uint16{1}) {
		t.Errorf("without training the hottest are %v", got)
	}
}

// Members are drawn as long as there are steps for them: a share of what is left, a draw.
func TestSampleStops(t *testing.T) {
	g, _ := compileABNF("a = *(\"a\" / \"b\" 3000\"x\" \"y\")\n")
	d := rule(t, g, "a").dfa
	for _, tt := range []struct {
		left int64
		n    int
	}{{1 << 40, sampled}, {3_000 * drawSteps * share / 2, 0}, {1000, 0}} {
		g.tuning = automaton.NewMeter(t.Context(), automaton.Limits{Steps: tt.left})
		got := g.sample(d)
		if len(got) != tt.n || g.tuning.Steps() > tt.left {
			t.Errorf("%d steps: %d members for %d", tt.left, len(got), g.tuning.Steps())
		}
	}
}

// BenchmarkHottest measures all rules of RFC 3987, and chooses of each 14 states.
func BenchmarkHottest(b *testing.B) {
	g := bundled(b, "rfc3987")
	for b.Loop() {
		g.tuning = automaton.NewMeter(b.Context(), automaton.DefaultLimits())
		for _, r := range compiled(g) {
			m, err := machine.Of(r.Table)
			if err != nil {
				b.Fatal(err)
			}
			measure(m, true, g.training(r)).hottest(14)
		}
	}
}
