// Package similar finds names that resemble a misspelled name.
package similar

import (
	"slices"
	"strings"

	"github.com/irilex/iri/tables"
)

// maxSimilar is the maximum number of suggested names.
const maxSimilar = 5

// Names returns the names that a misspelled name probably refers to, best first: those that differ
// from it by a few typos, and those that contain it.
func Names(name string, names []string) []string {
	name = tables.FoldName(name)
	most := min(1+(len(name)+1)/3, 3)
	cost := map[string]int{}
	var found []string
	for _, candidate := range names {
		folded := tables.FoldName(candidate)
		d := distance(name, folded)
		if d > most && len(name) > 1 && strings.Contains(folded, name) {
			d = most
		}
		if d <= most {
			cost[candidate] = d
			found = append(found, candidate)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cost[a] - cost[b] })
	return found[:min(len(found), maxSimilar)]
}

// Slips returns the names that differ from name by a typo: one letter that is wrong, missing,
// added, or swapped with its neighbour. Names of six letters or more may differ by two typos.
func Slips(name string, names []string) []string {
	name = tables.FoldName(name)
	most := 1
	switch n := len(name); {
	case n < 3 || n > longest:
		return nil
	case n >= 6:
		most = 2
	}
	var near [3][]string // names at each distance
	for _, candidate := range names {
		folded := tables.FoldName(candidate)
		if short := len(folded) - len(name); short > most || -short > most {
			continue
		}
		if d := distance(name, folded); d <= most {
			near[d] = append(near[d], candidate)
		}
	}
	for _, found := range near {
		if len(found) > 0 {
			return found[:min(len(found), maxSimilar)]
		}
	}
	return nil
}

// longest is the maximum length of a name for Slips. Comparing two names takes time proportional to
// the product of their lengths.
const longest = 64

// distance returns the number of bytes to insert, delete, replace or swap with a neighbour in order
// to turn a into b (optimal string alignment; Boytsov, 2011).
//
// Cost: time proportional to the product of the lengths, and memory for three rows of len(b)+1.
// Tested against: slow (TestDistanceTwin).
func distance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
