// Command find compares [iri.Find] with the strict expression of mvdan.cc/xurls/v2, on the same text
// and in the same process: a ratio for each text, from the least times of rounds in which the two take turns.
// Its status is 1 if the ratio of a text is under its bar.
//
//	go run -C benchmarks ./find
package main

import (
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/irilex/iri"
	"mvdan.cc/xurls/v2"
)

//go:embed prose.txt
var prose string

// A text is what both search.
type text struct {
	name string
	text string
	bar  float64 // the time of xurls to that of iri.Find, at least
}

// texts returns the texts of about 8 KiB.
func texts() []text {
	plain := strings.NewReplacer("https://", "", "http://", "").Replace(prose)
	links := "See https://archive.example.org/diaries/1762, or http://www.valley.example/visit/ (in English). "
	return []text{
		{"prose with few links", repeated(prose), 5},
		{"prose without links", repeated(plain), 5},
		{"a link for each 48 bytes", repeated(links), 5},
	}
}

func repeated(s string) string { return strings.Repeat(s, 1+(8<<10)/len(s)) }

// count returns how many IRIs iri.Find finds.
func count(s string) (n int) {
	for range iri.Find(s) {
		n++
	}
	return n
}

// countStrict returns how many the expression finds.
func countStrict(strict *regexp.Regexp, s string) int { return len(strict.FindAllStringIndex(s, -1)) }

const rounds = 40

// measure returns the least times of both in rounds that alternate, and how many each finds.
func measure(s string, rounds int) (ours, theirs time.Duration, found, foundStrict int) {
	strict := xurls.Strict()
	ours, theirs = 1<<62, 1<<62
	for range rounds {
		start := time.Now()
		found = count(s)
		ours = min(ours, time.Since(start))
		start = time.Now()
		foundStrict = countStrict(strict, s)
		theirs = min(theirs, time.Since(start))
	}
	return max(ours, 1), max(theirs, 1), found, foundStrict
}

func main() {
	failed := false
	for _, t := range texts() {
		ours, theirs, found, foundStrict := measure(t.text, rounds)
		ratio := float64(theirs) / float64(ours)
		fmt.Printf("%-26s %7d bytes, %5d found, %5d by xurls: %8.1f times as fast, bar %g\n",
			t.name, len(t.text), found, foundStrict, ratio, t.bar)
		failed = failed || ratio < t.bar
	}
	if failed {
		os.Exit(1)
	}
}
