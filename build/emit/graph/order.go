package graph

import (
	"cmp"
	"slices"
)

// sweeps is the number of passes that order makes over the columns, in both directions.
const sweeps = 12

// order orders the cells of each column so that few lines cross. It starts with the order in which
// the cells were made and sorts the columns, from left to right and back, by the mean position of
// the cells to which their lines lead (the barycenter heuristic). It keeps the best order.
func (l *layout) order() {
	position := make([]int, len(l.cells))
	number := func(column []int) {
		for i, c := range column {
			position[c] = i
		}
	}
	for _, column := range l.columns {
		number(column)
	}
	sort := func(column []int, neighbors func(*cell) []int) {
		mean := map[int]int{}
		for _, c := range column {
			mean[c] = position[c] * scale
			if list := neighbors(&l.cells[c]); len(list) > 0 {
				sum := 0
				for _, n := range list {
					sum += position[n] * scale
				}
				mean[c] = sum / len(list)
			}
		}
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
		number(column)
	}
	best, fewest := clone(l.columns), l.crossings(position)
	keep := func() {
		if n := l.crossings(position); n < fewest {
			best, fewest = clone(l.columns), n
		}
	}
	for range sweeps {
		for i := 1; i < len(l.columns); i++ {
			sort(l.columns[i], func(c *cell) []int { return c.prev })
		}
		keep()
		for i := len(l.columns) - 2; i >= 0; i-- {
			sort(l.columns[i], func(c *cell) []int { return c.next })
		}
		keep()
	}
	l.columns = best
}

// scale is the factor by which positions are multiplied, so that integers can represent means.
const scale = 1 << 12

func clone(columns [][]int) (copies [][]int) {
	for _, column := range columns {
		copies = append(copies, slices.Clone(column))
	}
	return copies
}

// crossings counts the pairs of lines that cross between adjacent columns. Sorted by their left
// ends, these are the inversions of the right ends, which a Fenwick tree counts.
func (l *layout) crossings(position []int) (n int) {
	for i, column := range l.columns[:len(l.columns)-1] {
		tree := make([]int, len(l.columns[i+1])+1)
		seen := 0
		for _, c := range column {
			ends := []int{}
			for _, to := range l.cells[c].next {
				ends = append(ends, position[to])
			}
			for _, end := range ends {
				below := 0
				for k := end + 1; k > 0; k -= k & -k {
					below += tree[k]
				}
				n += seen - below
			}
			for _, end := range ends {
				seen++
				for k := end + 1; k < len(tree); k += k & -k {
					tree[k]++
				}
			}
		}
	}
	return n
}
