package build

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/automaton"
)

// checkShift reports what is wrong with offsets. It knows nothing of the search: it makes the rows
// bit by bit, reads every field, and walks both automata along the same words.
func checkShift(next [][]uint8, offsets []uint8, rng *rand.Rand) error {
	for q, o := range offsets {
		if o > 63 || slices.Index(offsets, o) != q {
			return fmt.Errorf("state %d has offset %d: too large, or that of another", q, o)
		}
	}
	if len(offsets) != len(next[0]) {
		return fmt.Errorf("%d offsets for %d states", len(offsets), len(next[0]))
	}
	rows := make([]uint64, len(next))
	for c, column := range next {
		for q, t := range column {
			for k := range 6 {
				if i := int(offsets[q]) + k; i < 64 && offsets[t]>>k&1 != 0 {
					rows[c] |= 1 << i
				}
			}
		}
		if rows[c] != shiftRow(column, offsets) {
			return fmt.Errorf("the row of column %d is %x, not %x", c, shiftRow(column, offsets), rows[c])
		}
		for q, t := range column {
			if got := uint8(rows[c] >> offsets[q] & 63); got != offsets[t] {
				return fmt.Errorf("column %d leads from state %d to offset %d, not %d of state %d", c, q, got, offsets[t], t)
			}
		}
	}
	for range 100 {
		q := uint8(rng.IntN(len(offsets)))
		shift := uint64(offsets[q])
		for range 20 {
			c := rng.IntN(len(next))
			q, shift = next[c][q], rows[c]>>(shift&63)
			if uint8(shift&63) != offsets[q] {
				return fmt.Errorf("a walk is at offset %d, not %d of state %d", shift&63, offsets[q], q)
			}
		}
	}
	return nil
}

// randomColumns returns an automaton of which one transition in sparse is live.
func randomColumns(rng *rand.Rand, states, columns, sparse int) [][]uint8 {
	next := make([][]uint8, columns)
	for c := range next {
		next[c] = make([]uint8, states)
		for q := 1; q < states; q++ {
			if rng.IntN(sparse) == 0 {
				next[c][q] = uint8(rng.IntN(states))
			}
		}
	}
	return next
}

// Up to ten states fit side by side whatever their transitions; what is found is right.
func TestPlaceStates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	found := map[int]int{}
	for i := range few(600) {
		states := 1 + i%20
		next := randomColumns(rng, states, 1+rng.IntN(30), 1+rng.IntN(4))
		offsets, ok := placeStates(next, 20_000)
		if !ok {
			if offsets != nil {
				t.Fatal("offsets that are none")
			}
			if states <= 8 {
				t.Errorf("%d states found no place", states)
			}
			continue
		}
		found[states]++
		if err := checkShift(next, offsets, rng); err != nil {
			t.Fatalf("%d states: %v", states, err)
		}
		if again, _ := placeStates(next, 20_000); !slices.Equal(offsets, again) {
			t.Fatalf("%v, then %v", offsets, again)
		}
	}
	t.Log("found, for each number of states:", found)
}

// The count of faults is the slow one: bit by bit for each pair of fields. It is zero exactly
// where the independent check finds nothing.
func TestPlacementFaults(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	right, wrong := 0, 0
	for i := range few(2000) {
		states := 2 + i%9
		next := randomColumns(rng, states, 1+rng.IntN(25), 1+rng.IntN(4))
		p := newPlacement(next)
		p.scatter(uint8(rng.IntN(64)), rand.NewPCG(uint64(i), 3))
		if i%2 == 0 {
			p.walk(1000, rand.NewPCG(uint64(i), 4))
		}
		for range 20 {
			n := p.faults(1 << 30)
			if want, at := slowFaults(distinctColumns(next), p.offset); n != want || p.faulty != at&^1 {
				t.Fatalf("%d faults of states %b, not %d of %b: %v at %v", n, p.faulty, want, at, next, p.offset)
			}
			if err := checkShift(next, p.offset, rng); (err == nil) != (n == 0) {
				t.Fatalf("%d faults, but: %v", n, err)
			} else if err == nil {
				right++
			} else {
				wrong++
			}
			p.move(rng.IntN(states), uint8(rng.IntN(64)))
		}
	}
	if right < few(100) || wrong < few(100) {
		t.Errorf("%d right, %d wrong: the cases do not test much", right, wrong)
	}
}

// slowFaults counts the bits in which two fields disagree, within the row or beyond, or that a
// field has beyond it, and says the states.
func slowFaults(next [][]uint8, offsets []uint8) (n int, faulty uint32) {
	for _, column := range next {
		for q, t := range column {
			for k := range 6 {
				i, bit := int(offsets[q])+k, offsets[t]>>k&1
				if i > 63 && bit != 0 {
					n++
					faulty |= 1 << q
				}
				for r, u := range column {
					j := i - int(offsets[r])
					if offsets[r] > offsets[q] && 0 <= j && j < 6 && offsets[u]>>j&1 != bit {
						n++
						faulty |= 1<<q | 1<<r
					}
				}
			}
		}
	}
	return n, faulty
}

func TestPlaceStatesGivesUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	next := randomColumns(rng, 31, 40, 1)
	if _, steps := placeStatesSteps(next, 300_000); steps != 300_000 {
		t.Errorf("%d steps", steps)
	}
	for _, next := range [][][]uint8{nil, {}, {{}}, randomColumns(rng, 32, 2, 1)} {
		if offsets, ok := placeStates(next, 10); ok || offsets != nil {
			t.Errorf("%v for %v", offsets, next)
		}
	}
}

// What does not fit is left out, and what comes after it still gets its turn.
func TestPlaceHottest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	skipped := 0
	for range 20 {
		all := randomColumns(rng, 21, 12, 2)
		columns := func(hot []int) [][]uint8 { return restrict(all, hot) }
		order := rng.Perm(21)
		order = slices.DeleteFunc(order, func(q int) bool { return q == 0 })
		placed, offsets := placeHottest(order, columns, 50_000)
		if err := checkShift(columns(placed), offsets, rng); err != nil {
			t.Fatal(err)
		}
		last := -1
		for i, q := range placed {
			at := slices.Index(order, q)
			if at <= last || i < 8 && at != i {
				t.Errorf("placed %v of %v", placed, order)
			}
			last = at
		}
		if last >= len(placed) {
			skipped++
		}
	}
	if skipped == 0 {
		t.Error("nothing was ever left out before something that fits")
	}
	columns := func(hot []int) [][]uint8 { return [][]uint8{make([]uint8, len(hot)+1)} }
	if placed, offsets := placeHottest(nil, columns, 10); len(placed) != 0 || len(offsets) != 1 {
		t.Errorf("placed %v at %v", placed, offsets)
	}
}

// restrict returns the automaton of some states of one; hot[i] is state i+1, the others are the escape.
func restrict(all [][]uint8, hot []int) [][]uint8 {
	next := make([][]uint8, len(all))
	for c := range next {
		next[c] = make([]uint8, len(hot)+1)
		for i, q := range hot {
			next[c][i+1] = uint8(slices.Index(hot, int(all[c][q])) + 1)
		}
	}
	return next
}

// shiftSample has what web addresses are made of, for a ranking of states in tests.
const shiftSample = `http://example.com/
https://www.example.org/index.html
https://example.com/a/b/c.html?x=1&y=2
https://example.com/a%20b/c%2Fd
https://example.com/search?q=a%20b%26c&lang=en
https://example.com/page#section-2
https://example.com/a?b=c#d
https://example.com/#top%20of
https://example.com:8080/path/to/x
http://localhost:3000/
http://192.168.0.1/admin/
http://10.0.0.1:8080/x?y
https://user@example.com/x
https://user:secret@example.com:443/x
ftp://anonymous:guest%40host@ftp.example.com/pub/file.txt
https://de.example.org/wiki/Bl%C3%A4tter
https://de.example.org/wiki/Blätter
https://fr.example.org/wiki/été?à=é#é
https://www.example.com/~user/index.html
https://www.example.com
https://example.com?x=y
https://example.com/x/?y
https://example.com/x;v=1/y,z/@me
mailto:someone@example.com
urn:isbn:0451450523
urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66
tel:+1-816-555-1212
file:///etc/hosts
data:text/plain,hello%20world
https://münchen.example/straße
https://example.com/%E2%82%AC?%E2%82%AC
http://www.example.net/cgi-bin/x.pl?id=1%2C2
http://example.com:80
svn+ssh://host.example/path
tag:example.com,2005:foo
https://cdn.example.com/lib/1.2.3/x.min.js
https://example.com/a//b
https://example.com/a/b/../c/./d
/img/logo.png
../css/site.css?v=3
//cdn.example.com/x.js
#top
?page=2
index%20a.html`

// hotStates returns the states of a rule by the lines of the sample that go through them, and the
// automaton of some of them, in which a whole ucschar is a column.
func hotStates(t *testing.T, g *Grammar, name string) (order []int, columns func(hot []int) [][]uint8) {
	d := rule(t, g, name).dfa
	step := func(q automaton.StateID, b byte) automaton.StateID {
		if b >= 0x80 {
			return d.Step(d.Step(q, 0xC3), 0xA9)
		}
		return d.Step(q, b)
	}
	lines := make([]int, d.NumStates())
	for line := range strings.Lines(shiftSample) {
		q, through := d.Start(), map[automaton.StateID]bool{}
		for _, c := range strings.TrimSpace(line) {
			through[q] = true
			q = step(q, byte(min(c, 0x80)))
		}
		through[q] = true
		for q := range through {
			lines[q]++
		}
	}
	for q := 1; q < d.NumStates(); q++ {
		if lines[q] > 0 {
			order = append(order, q)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return lines[b] - lines[a] })
	return order, func(hot []int) [][]uint8 {
		next := make([][]uint8, 0x81)
		for b := range next {
			next[b] = make([]uint8, len(hot)+1)
			for i, q := range hot {
				next[b][i+1] = uint8(slices.Index(hot, int(step(automaton.StateID(q), byte(b)))) + 1)
			}
		}
		return next
	}
}

// Twelve live states have a place, or all there are.
func TestPlaceHottestOfIRI(t *testing.T) {
	skipUnderRace(t)
	g, rng := bundled(t, "rfc3987"), rand.New(rand.NewPCG(7, 7))
	for _, name := range []string{"IRI", "IRI-reference", "absolute-IRI", "irelative-ref"} {
		order, columns := hotStates(t, g, name)
		placed, offsets := placeHottest(order, columns, defaultPlaceSteps)
		if err := checkShift(columns(placed), offsets, rng); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := min(12, len(order)); len(placed) < n || !slices.Equal(placed[:n], order[:n]) {
			t.Errorf("%s: placed %v of %v", name, placed, order)
		}
		t.Log(name, placed, offsets)
	}
}

// TestPlaceStatesTable prints steps and times for every number of states until none are found, for
// the automaton alone and with a column that pads. SHIFT_TABLE=1 asks for it; it takes a minute.
func TestPlaceStatesTable(t *testing.T) {
	if os.Getenv("SHIFT_TABLE") == "" {
		t.Skip("SHIFT_TABLE is not set")
	}
	for _, from := range [][2]string{{"rfc3987", "IRI"}, {"rfc3987", "IRI-reference"}, {"rfc3986", "URI"}} {
		g := bundled(t, from[0])
		d := rule(t, g, from[1]).dfa
		order, columns := hotStates(t, g, from[1])
		report := func(live int, what string, more ...[]uint8) bool {
			next := append(columns(order[:live]), more...)
			began := time.Now()
			offsets, steps := placeStatesSteps(next, 20_000_000)
			t.Log(from[1], "live", live, what, "steps", steps, "found", offsets != nil, time.Since(began), offsets)
			return offsets != nil
		}
		for live := 9; report(live, "alone"); live++ {
		}
		for live := 9; ; live++ {
			stay := make([]uint8, live+1)
			for q := range stay {
				stay[q] = uint8(q)
			}
			if !report(live, "with identity", stay) {
				break
			}
		}
		// After the end all accepting states may become the same one, the others the escape.
		for live := 11; live <= 13; live++ {
			for _, at := range []int{8, 10} { // easy ones, where they accept
				end := make([]uint8, live+1)
				for i, q := range order[:live] {
					if d.Accepting(automaton.StateID(q)) {
						end[i+1] = uint8(at)
					}
				}
				if end[at] != 0 {
					report(live, fmt.Sprint("with an end at ", at), end)
				}
			}
		}
	}
}

func BenchmarkPlaceStep(b *testing.B) {
	next := randomColumns(rand.New(rand.NewPCG(8, 8)), 16, 12, 2)
	placeStates(next, b.N)
}
