package machine

import (
	"fmt"
	"slices"
)

// explore walks all strings over the symbols at once. An S is the situation after a string, such as
// the states of two automata. explore begins with start and visits every S that some string
// reaches, once each, and shorter strings first. For each S it calls check(S), and then step(S, b)
// for each symbol b. step returns the S after b, and false if explore must omit it. The first error
// of check or step ends the walk, and explore returns it with the string that led to it.
func explore[S comparable](start S, symbols []byte,
	check func(S) error, step func(S, byte) (S, bool, error)) error {
	// A visit records the last symbol of its string, and the visit of the string before this symbol.
	// So the string can be reconstructed, and memory need not hold all strings.
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
