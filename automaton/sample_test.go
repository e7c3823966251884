package automaton

import "testing"

func TestSamplerDrawsOnlyMembersAndGoesEverywhere(t *testing.T) {
	r := seeded(16)
	for name, tree := range map[string]*tree{
		"UTF-8":      star(runes([2]rune{0, 0x10FFFF})),
		"ucschar":    star(runes(ucschar...)),
		"blow-up":    cat(star(oneOf("ab")), lit("a"), times(4, oneOf("ab"))),
		"nested":     opt(cat(lit("a"), opt(cat(oneOf("ab"), opt(cat(lit("a"), opt(oneOf("ab")))))))),
		"one member": lit("scheme"),
		"no byte":    cat(),
		"dead ends":  alt(lit("a"), cat(lit("b"), star(lit("c"))), lit("bd")),
	} {
		d := tree.dfa()
		s := NewSampler(d)
		seen := map[StateID]bool{Dead: true}
		for i := range 2000 {
			text := string(s.Draw(r, i%40, []byte("in front"))[len("in front"):])
			if !tree.accepts(text) {
				t.Fatalf("%s: %q is no member", name, text)
			}
			q := d.Start()
			seen[q] = true
			for i := range len(text) {
				q = d.Step(q, text[i])
				seen[q] = true
			}
		}
		if len(seen) != d.NumStates() {
			t.Errorf("%s: %d of %d states were seen", name, len(seen), d.NumStates())
		}
	}
}

// nearest returns the number of bytes between a live state and the nearest accepting state.
func nearest(d *DFA, q StateID) int {
	far := map[StateID]int{q: 0}
	for queue := []StateID{q}; ; queue = queue[1:] {
		if d.Accepting(queue[0]) {
			return far[queue[0]]
		}
		for b := range 256 {
			to := d.Step(queue[0], byte(b))
			if _, ok := far[to]; !ok && to != Dead {
				far[to] = far[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
}

// A sample is at least as long as requested if it can be, and then ends as soon as possible. For
// length 0 it is a shortest member.
func TestSamplerInAHurry(t *testing.T) {
	r := seeded(17)
	for i := range 200 {
		d := randomTree(r, 1+i%3).dfa()
		if d.Start() == Dead {
			continue
		}
		for _, length := range []int{0, 1, 2, 5, 20} {
			text := NewSampler(d).Draw(r, length, nil)
			q := d.Start()
			for _, b := range text[:min(length, len(text))] {
				q = d.Step(q, b)
			}
			goesOn := false
			for range d.Moves(q) {
				goesOn = true
			}
			if !d.Accepts(string(text)) || len(text) < length && goesOn || len(text) >= length &&
				len(text)-length != nearest(d, q) {
				t.Fatalf("% X for %d bytes:\n%s", text, length, dump(d))
			}
		}
	}
}
