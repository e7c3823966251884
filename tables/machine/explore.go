package machine

import (
	"fmt"
	"slices"
)

// explore walks all strings over the symbols at once. It visits every S that a string leads to from
// a start, once, shortest strings first. It calls check for each visit. It calls step for each
// symbol after a visit: where that leads, and whether the walk goes on there. The first error of
// either ends the walk, and comes back with the string that led to it.
func explore[S comparable](starts []S, symbols []byte,
	check func(S) error, step func(S, byte) (S, bool, error)) error {
	// To keep the string of each visit would take the square of the longest.
	type visit struct {
		to     S
		before int // the visit before symbol, -1 for a start
		symbol byte
	}
	var visits []visit
	seen := map[S]bool{}
	add := func(v visit) {
		if !seen[v.to] {
			seen[v.to] = true
			visits = append(visits, v)
		}
	}
	for _, s := range starts {
		add(visit{to: s, before: -1})
	}
	way := func(i int) (s []byte) {
		for ; visits[i].before >= 0; i = visits[i].before {
			s = append(s, visits[i].symbol)
		}
		slices.Reverse(s)
		return s
	}
	for i := 0; i < len(visits); i++ {
		at := visits[i].to
		if err := check(at); err != nil {
			return fmt.Errorf("of %q: %w", way(i), err)
		}
		for _, b := range symbols {
			to, ok, err := step(at, b)
			if err != nil {
				return fmt.Errorf("of %q: %w", append(way(i), b), err)
			}
			if ok {
				add(visit{to, i, b})
			}
		}
	}
	return nil
}

// symbolsOf returns the smallest byte of each kind.
func symbolsOf[K comparable](kind func(b byte) K) (symbols []byte) {
	seen := map[K]bool{}
	for b := range 256 {
		if k := kind(byte(b)); !seen[k] {
			seen[k] = true
			symbols = append(symbols, byte(b))
		}
	}
	return symbols
}
