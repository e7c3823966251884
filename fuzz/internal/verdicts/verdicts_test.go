package verdicts

import (
	"crypto/sha256"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

var long = flag.Bool("long", false, "ask about all strings, not about a sample")

// The lists of hashes are part of the test's binary: it needs no file where it runs.
var (
	//go:embed testdata/sample.txt
	sampleHashes string
	//go:embed testdata/all.txt
	allHashes string
)

// TestVerdicts compares what all engines say here with what they say everywhere.
func TestVerdicts(t *testing.T) {
	n, want, file := sample, sampleHashes, "testdata/sample.txt"
	if *long {
		n, want, file = all, allHashes, "testdata/all.txt"
	}
	got, total := verdictsOfAll(t, n)
	if golden.Updating() {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		want = got
	}
	compareLines(t, want, got)
	t.Logf("%d strings, %d members, verdict hash %x", total.strings, total.members, sha256.Sum256([]byte(got)))
}

// verdictsOfAll returns a line with a hash for each rule, for each set, and for package iri.
func verdictsOfAll(t *testing.T, n size) (text string, total record) {
	var out strings.Builder
	line := func(name string, rec *record) {
		fmt.Fprintf(&out, "%-40s %v\n", name, rec)
		total.strings += rec.strings
		total.members += rec.members
	}
	lines := corpusStrings(n)
	whole := lines
	for _, r := range shippedRules() {
		m, err := machine.Of(r)
		if err != nil {
			t.Fatal(err)
		}
		list := coverStrings(m, n)
		if r == rfc3987.IRI || r == rfc3987.IRIReference {
			whole = append(whole[:len(whole):len(whole)], list...)
		}
		rec := newRecord()
		rec.ofRule(t, r, m, append(list, lines...))
		line(r.Grammar()+"#"+r.Name(), rec)
	}
	for _, set := range shippedSets {
		rec := newRecord()
		rec.ofSet(t, set, lines)
		line(set.Grammar()+" "+set.Name(), rec)
	}
	rec := newRecord()
	rec.ofPackage(t, whole)
	line("package iri", rec)
	return out.String(), total
}

// compareLines names the rules whose lines differ.
func compareLines(t *testing.T, want, got string) {
	t.Helper()
	w, g := slices.Sorted(strings.SplitSeq(want, "\n")), slices.Sorted(strings.SplitSeq(got, "\n"))
	if len(w) != len(g) {
		t.Errorf("%d lines, want %d: has a rule come or gone? -update writes the file again", len(g), len(w))
	}
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			t.Errorf("the engines do not say what they said when the hashes were taken, or not about the same strings:\ngot  %s\nwant %s", g[i], w[i])
		}
	}
}
