package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/testkit"
)

// TestFindUnique checks find --unique and --count against a loop over the output of plain find, for
// files of all formats, on one processor and on several.
func TestFindUnique(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 7))
	repeated := 0
	for range testkit.Fewest(60) {
		names := someFiles(t, r, 5000)
		flags := [][]string{nil, {"--places"}, {"--json"}, {"--column", "u"}}[r.IntN(4)]
		args := slices.Concat([]string{"find"}, flags, names)
		plain := onCores(1, false, args...)
		var unique []string
		counts := map[string]int{}
		for line := range strings.Lines(plain.stdout) {
			iri := line
			for _, before := range []string{`"iri":`, ": "} { // in --json and --places
				if at := strings.LastIndex(line, before); at >= 0 {
					iri = line[at:]
					break
				}
			}
			if counts[iri]++; counts[iri] == 1 {
				unique = append(unique, line)
			} else {
				repeated++
			}
		}
		for cores := range 4 {
			got := onCores(1+cores, false, append(args, "--unique")...)
			if want := strings.Join(unique, ""); got.stdout != want || got.status != plain.status {
				t.Fatalf("%d cores, %q:\n%.500s\nnot\n%.500s", 1+cores, args, got.stdout, want)
			}
			if flags != nil && flags[0] != "--column" {
				continue
			}
			got = onCores(1+cores, false, append(args, "--count")...)
			if want := countsOf(unique, counts); got.stdout != want || got.status != plain.status {
				t.Fatalf("%d cores, %q --count:\n%.500s\nnot\n%.500s", 1+cores, args, got.stdout, want)
			}
		}
	}
	if repeated == 0 {
		t.Error("no IRI occurred twice")
	}
}

// countsOf returns the lines in descending order of their counts, each preceded by its count. It
// repeatedly takes the first line with the greatest count.
func countsOf(lines []string, counts map[string]int) (text string) {
	for lines = slices.Clone(lines); len(lines) > 0; {
		best := 0
		for i, line := range lines {
			if counts[line] > counts[lines[best]] {
				best = i
			}
		}
		text += fmt.Sprintf("%d\t%s", counts[lines[best]], lines[best])
		lines = slices.Delete(lines, best, best+1)
	}
	return text
}

// TestCensusKeepsText checks that a census does not depend on the memory of the strings added.
func TestCensusKeepsText(t *testing.T) {
	c := newCensus()
	line := []byte("a:1")
	for _, text := range []string{"a:1", "a:2", "a:1", "a:2", "a:2"} {
		copy(line, text)
		c.add(files.View(line))
	}
	if got := fmt.Sprint(c.list); got != "[{a:1 2} {a:2 3}]" {
		t.Error(got)
	}
}
