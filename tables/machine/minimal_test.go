package machine

import (
	"math/rand/v2"
	"testing"
)

// moore refines the partition of the states, all blocks at once, until it is stable (Moore, 1956).
// It returns the number of blocks.
func moore(m *Machine, kind []int) int {
	for blocks := 0; ; {
		ids := map[string]int{}
		refined := make([]int, len(kind))
		for q := range kind {
			key := []byte{byte(kind[q]), byte(kind[q] >> 8)}
			for c := range m.Count {
				to := kind[m.next(q, c)]
				key = append(key, byte(to), byte(to>>8))
			}
			if _, ok := ids[string(key)]; !ok {
				ids[string(key)] = len(ids)
			}
			refined[q] = ids[string(key)]
		}
		if len(ids) == blocks {
			return blocks
		}
		blocks, kind = len(ids), refined
	}
}

// On random machines, many with equivalent states, both algorithms find the same number of blocks.
func TestBlocksAreThoseOfMoore(t *testing.T) {
	r := rand.New(rand.NewPCG(131, 20))
	equivalent := 0
	for range 30_000 {
		n, k := 1+r.IntN(12), 1+r.IntN(4)
		m := &Machine{Count: k, Next: make([]uint16, n*k), Accept: make([]bool, n)}
		near := 1 + r.IntN(n)
		for i := range m.Next {
			m.Next[i] = uint16(r.IntN(near))
		}
		kind := make([]int, n)
		for q := range kind {
			kind[q] = r.IntN(1 + r.IntN(3))
		}
		got, _ := m.blocks(kind)
		if want := moore(m, kind); got != want {
			t.Fatalf("%d blocks of %v with the kinds %v, not %d", got, m.Next, kind, want)
		}
		if got < n {
			equivalent++
		}
	}
	if equivalent < 1000 || equivalent > 29_000 {
		t.Errorf("one-sided: %d machines of 30,000 have equivalent states", equivalent)
	}
}

// With four times as many states, Hopcroft's algorithm takes at most five times as many steps on
// the worst machines known for Moore's and for Hopcroft's algorithm: a chain and a cyclic word
// (Berstel and Carton, 2004).
func TestStepsOfVerifyAreNearlyLinear(t *testing.T) {
	chain := func(n int) (*Machine, []int) {
		m, kind := &Machine{Count: 2, Next: make([]uint16, 2*n), Accept: make([]bool, n)}, make([]int, n)
		for q := 1; q < n-1; q++ {
			m.Next[2*q+1] = uint16(q + 1)
		}
		kind[n-1] = 1
		return m, kind
	}
	fibonacci := func(n int) (*Machine, []int) { // a prefix of the Fibonacci word, as a cycle
		word, next := "1", "0"
		for len(next) < n {
			word, next = next, next+word
		}
		m, kind := &Machine{Count: 1, Next: make([]uint16, n), Accept: make([]bool, n)}, make([]int, n)
		for q := range n {
			m.Next[q], kind[q] = uint16((q+1)%n), int(next[q]-'0')
		}
		return m, kind
	}
	for name, of := range map[string]func(n int) (*Machine, []int){"chain": chain, "Fibonacci": fibonacci} {
		few, less := func() (int, int) { m, kind := of(4000); return m.blocks(kind) }()
		many, more := func() (int, int) { m, kind := of(16000); return m.blocks(kind) }()
		t.Logf("%s: %d blocks in %d steps, %d in %d: %.2f times",
			name, few, less, many, more, float64(more)/float64(less))
		if few < 3900 || many < 15900 || more > 5*less {
			t.Errorf("%s: %d and %d blocks, %d and %d steps", name, few, many, less, more)
		}
	}
}
