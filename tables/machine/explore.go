package machine

import (
	"fmt"
	"slices"
)

// explore walks all strings over the symbols at once. It visits every S reachable from the start
// once, in the order of its shortest string. It calls check for each visit, and step for each
// symbol after a visit: step returns the next S, and whether the walk visits it. The first error of
// either ends the walk; explore returns it with the string that led to it.
func explore[S comparable](start S, symbols []byte,
	check func(S) error, step func(S, byte) (S, bool, error)) error {
	// A visit has its last symbol and the visit before. All strings in full would take the square
	// of the longest.
	type visit struct {
		at     S
		before int // the visit before symbol
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
			return fmt.Errorf("of %q: %w", way(i), err)
		}
		for _, b := range symbols {
			to, ok, err := step(from, b)
			if err != nil {
				return fmt.Errorf("of %q: %w", append(way(i), b), err)
			}
			if ok && !seen[to] {
				seen[to] = true
				visits = append(visits, visit{to, i, b})
			}
		}
	}
	return nil
}
