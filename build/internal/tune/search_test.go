package tune

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// checkShift returns an error if the offsets are wrong. It shares no code with search: it builds
// the rows bit by bit, reads every field, and runs both automata on the same words.
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

// randomColumns returns an automaton in which one transition in sparse is live.
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

// find is search bounded only by the number of steps.
func find(next [][]uint8, budget int) (offsets []uint8, steps int) {
	return search(next, budget, func(int) bool { return true })
}

// right reports whether offsets are a correct result of search.
func right(next [][]uint8, offsets []uint8) bool {
	if len(next) == 0 || len(offsets) != len(next[0]) || len(offsets) > maxPlaced {
		return false
	}
	p := newPlacement(next)
	for q, o := range offsets {
		if o >= rowBits || p.taken>>o&1 != 0 {
			return false
		}
		p.taken |= 1 << o
		p.put(q, o)
	}
	return p.faults(0) == 0
}

// Up to ten states fit side by side, whatever the transitions. All offsets found are right.
func TestSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	found := map[int]int{}
	for i := range testkit.Fewer(600) {
		states := 1 + i%20
		next := randomColumns(rng, states, 1+rng.IntN(30), 1+rng.IntN(4))
		offsets, _ := find(next, 20_000)
		if offsets == nil {
			if states <= 8 {
				t.Errorf("%d states found no place", states)
			}
			continue
		}
		found[states]++
		if err := checkShift(next, offsets, rng); err != nil {
			t.Fatalf("%d states: %v", states, err)
		}
		if again, _ := find(next, 20_000); !slices.Equal(offsets, again) {
			t.Fatalf("%v, then %v", offsets, again)
		}
	}
	t.Log("found, for each number of states:", found)
}

// The number of faults equals that of a slow version, which goes bit by bit through each pair of
// fields. It is zero if and only if the independent check finds no error.
func TestPlacementFaults(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	right, wrong := 0, 0
	for i := range testkit.Few(2000) {
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
	if right < testkit.Few(100) || wrong < testkit.Few(100) {
		t.Errorf("%d right, %d wrong: the cases do not test much", right, wrong)
	}
}

// slowFaults counts the bits in which two fields disagree, within the row or beyond it, and the
// bits of fields beyond the row. It also returns the affected states.
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

func TestSearchGivesUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	next := randomColumns(rng, 31, 40, 1)
	spent := 0
	_, steps := search(next, 50_000, func(steps int) bool {
		spent += steps
		return true
	})
	if steps != 50_000 || spent != steps {
		t.Errorf("%d steps, of which %d are spent", steps, spent)
	}
	if _, steps := search(next, 50_000, func(int) bool { return false }); steps == 0 || steps > 10_000 {
		t.Errorf("%d steps are done when none may be spent", steps)
	}
	for _, next := range [][][]uint8{nil, {}, {{}}, randomColumns(rng, 32, 2, 1)} {
		if offsets, _ := find(next, 10); offsets != nil {
			t.Errorf("%v for %v", offsets, next)
		}
	}
}

// right agrees with checkShift, which shares no code with search.
func TestRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range testkit.Few(300) {
		next := randomColumns(rng, 2+i%9, 1+rng.IntN(20), 1+rng.IntN(4))
		offsets, _ := find(next, 20_000)
		if offsets == nil {
			continue
		}
		if !right(next, offsets) {
			t.Fatalf("%v is not right for %v", offsets, next)
		}
		for range 30 {
			other := slices.Clone(offsets)
			other[rng.IntN(len(other))] = uint8(rng.IntN(70))
			if err := checkShift(next, other, rng); right(next, other) != (err == nil) {
				t.Fatalf("%v for %v: %v", other, next, err)
			}
		}
		if right(next, offsets[1:]) {
			t.Fatal("one is missing")
		}
	}
}

func BenchmarkSearchStep(b *testing.B) {
	next := randomColumns(rand.New(rand.NewPCG(8, 8)), 16, 12, 2)
	find(next, b.N)
}

// A search with too many states, or with none, takes no steps.
func TestSearchOfNothingTakesNoStep(t *testing.T) {
	for _, next := range [][][]uint8{nil, {}, {{}}, {make([]uint8, maxPlaced+1)}} {
		if offsets, steps := find(next, 10); offsets != nil || steps != 0 {
			t.Errorf("%v: %v in %d steps", next, offsets, steps)
		}
	}
}

// A uint32 holds a set of states and the end of the row: 31 states get places, 32 do not.
func TestMostStatesThatArePlaced(t *testing.T) {
	for _, n := range []int{maxPlaced - 1, maxPlaced, maxPlaced + 1} {
		next := [][]uint8{make([]uint8, n)} // all states lead to state 0
		offsets := make([]uint8, n)
		for q := range offsets {
			offsets[q] = uint8(q)
		}
		if got, want := right(next, offsets), n <= maxPlaced; got != want {
			t.Errorf("%d states: %v", n, got)
		}
		if found, _ := find(next, 1000); (found != nil) != (n <= maxPlaced) || found != nil && !right(next, found) {
			t.Errorf("%d states: %v", n, found)
		}
	}
}
