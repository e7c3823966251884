package automaton

import "testing"

// choices turns a fuzzer's bytes into a source of choices. After the last byte every choice is 0.
type choices struct{ bytes []byte }

func (c *choices) IntN(n int) int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b) % n
}

// FuzzAlgebra builds two small trees from its input and applies the checks of the random machine
// tests.
func FuzzAlgebra(f *testing.F) {
	r := seeded(18)
	for range 12 {
		input := make([]byte, 40)
		for i := range input {
			input[i] = byte(r.IntN(256))
		}
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		c := &choices{input}
		a, b := randomTree(c, 2), randomTree(c, 2)
		x, y := a.dfa(), b.dfa()
		if raw := a.raw(); raw.NumStates() > 60 || y.NumStates() > 12 {
			t.Skip()
		} else {
			same(t, brzozowski(raw), x, "by double reversal:", a)
		}
		checkCanonical(t, x)
		agree(t, a, longer(seeded(19), x, 8))
		agree(t, b, longer(seeded(20), y, 8))
		if x.NumStates()*y.NumStates() <= 150 {
			checkLaws(t, x, y)
		}
		s, equal := Equal(x, y)
		if !equal && len(s) < 60 && a.accepts(s) == b.accepts(s) {
			t.Fatalf("%q does not tell %s from %s", s, a, b)
		}
	})
}
