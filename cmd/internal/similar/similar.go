// Package similar finds what somebody may have meant.
package similar

import (
	"slices"
	"strings"

	"github.com/irilex/iri/tables"
)

// mostSimilar is how many names are suggested at most.
const mostSimilar = 5

// Names returns the names that somebody who typed name may have meant, the best first:
// those a few slips of the keyboard away, and those that name is a part of.
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
	return found[:min(len(found), mostSimilar)]
}

// distance is the number of bytes to insert, delete or replace to make b of a (Levenshtein, 1965).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
