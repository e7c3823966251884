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

// At length 0 a draw is a shortest member.
func TestSamplerInAHurry(t *testing.T) {
	r := seeded(17)
	for i := range 200 {
		d := randomTree(r, 1+i%3).dfa()
		if d.Start() == Dead {
			continue
		}
		far := map[StateID]int{d.Start(): 0}
		queue := []StateID{d.Start()}
		for !d.Accepting(queue[0]) {
			for b := range 256 {
				to := d.Step(queue[0], byte(b))
				if _, ok := far[to]; !ok {
					far[to] = far[queue[0]] + 1
					queue = append(queue, to)
				}
			}
			queue = queue[1:]
		}
		if text := NewSampler(d).Draw(r, 0, nil); len(text) != far[queue[0]] || !d.Accepts(string(text)) {
			t.Fatalf("% X, but %d bytes are enough:\n%s", text, far[queue[0]], dump(d))
		}
	}
}
