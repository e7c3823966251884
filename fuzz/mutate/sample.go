package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
)

// compiling returns the mutants with different texts that compile, if they can be woven. Mutants
// compiled alone are checked when they are drawn.
func (p *source) compiling(all []*mutant) []*mutant {
	var woven, alone []*mutant
	texts := map[string]bool{}
	for _, m := range all {
		undo := m.change()
		text := m.File + p.text1(m.decl)
		undo()
		switch {
		case texts[text]:
		case m.woven():
			woven = append(woven, m)
		default:
			alone = append(alone, m)
		}
		texts[text] = true
	}
	files, wrong := p.check(p.weave(woven), nil)
	for _, err := range wrong {
		i, ok := enclosing(files, err.Pos)
		if !ok {
			panic(fmt.Sprintf("%s: %v, outside of all mutants", p.fset.Position(err.Pos), err))
		}
		woven[i-1] = nil
	}
	return slices.Concat(slices.DeleteFunc(woven, func(m *mutant) bool { return m == nil }), alone)
}

// sample draws n mutants. Each file gets its share of all mutants, but at least one. Within a file,
// it draws the mutants with the smallest hashes of their names. So a change of the code changes few
// mutants of the sample.
func (p *source) sample(all []*mutant, n int, seed uint64) []*mutant {
	files := map[string][]*mutant{}
	for _, m := range all {
		files[m.File] = append(files[m.File], m)
	}
	var drawn []*mutant
	left, rest := n, len(all)
	for _, name := range slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(files[a]), len(files[b])), cmp.Compare(a, b))
	}) {
		list := files[name]
		share := min(left, max(1, (left*len(list)+rest/2)/rest))
		rest -= len(list)
		order := map[*mutant]uint64{}
		for _, m := range list {
			order[m] = hash(m, seed)
		}
		slices.SortStableFunc(list, func(a, b *mutant) int { return cmp.Compare(order[a], order[b]) })
		for _, m := range list {
			if share > 0 && p.compiles(m) {
				drawn = append(drawn, m)
				left--
				share--
			}
		}
	}
	slices.SortStableFunc(drawn, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return drawn
}

// compiles reports whether a mutant returned by compiling compiles.
func (p *source) compiles(m *mutant) bool {
	if m.woven() {
		return true
	}
	_, wrong := p.check(p.alone(m), nil)
	return len(wrong) == 0
}

func hash(m *mutant, seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, m)
	x := h.Sum64() // the last bytes barely change the high bits of FNV-1a: mix as in splitmix64
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
