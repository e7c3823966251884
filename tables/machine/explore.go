package machine

import (
	"fmt"
	"slices"
)

// explore walks all strings over the symbols at once. An S describes what a string leads to, such
// as the states of two automata. explore begins with start and visits every reachable S exactly
// once, in order of string length. For each S it calls check(S), then step(S, b) for each symbol b.
// step returns the S after b, and false if explore must skip it. The first error from check or step
// ends the walk, and explore returns it with the string that caused it.
func explore[S comparable](start S, symbols []byte,
	check func(S) error, step func(S, byte) (S, bool, error)) error {
	// A visit records the last symbol of its string and the visit before this symbol, so the string
	// can be reconstructed and need not be stored.
	type visit struct {
		at     S
		before int // an index into visits: the visit before symbol
		symbol byte
	}
	visits, seen := []visit{{at: start}}, map[S]bool{start: true}
	way := func(i int) (s []byte) {
		for ; i > 0; i = visits[i].before {
			s = append(s, visits[i].symbol)
		}
		slices.Reverse(s)
		return s
	}
	for i := 0; i < len(visits); i++ {
		from := visits[i].at
		if err := check(from); err != nil {
			return fmt.Errorf("string %q: %w", way(i), err)
		}
		for _, b := range symbols {
			to, ok, err := step(from, b)
			if err != nil {
				return fmt.Errorf("string %q: %w", append(way(i), b), err)
			}
			if ok && !seen[to] {
				seen[to] = true
				visits = append(visits, visit{to, i, b})
			}
		}
	}
	return nil
}
