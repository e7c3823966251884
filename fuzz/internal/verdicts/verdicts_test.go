package verdicts

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// The lists of hashes are part of the test binary, so it runs without files.
var (
	//go:embed testdata/sample.txt
	sampleHashes string
	//go:embed testdata/all.txt
	allHashes string
	//go:embed testdata/sample-words.txt
	sampleWords string
	//go:embed testdata/all-words.txt
	allWords string
)

// TestVerdicts compares the results of all engines on this machine with the recorded ones: for all
// sets, and for all rules in CI or with -long, otherwise for one in three. An emulated processor
// runs all rules only with -long.
func TestVerdicts(t *testing.T) {
	n, wantHashes, wantWords, file := sample, sampleHashes, sampleWords, "testdata/sample"
	if testkit.Long() {
		n, wantHashes, wantWords, file = all, allHashes, allWords, "testdata/all"
	}
	hashes, words, total := verdictsOfAll(t, n)
	for _, list := range []struct{ file, got, want string }{
		{file + ".txt", hashes, wantHashes}, {file + "-words.txt", words, wantWords},
	} {
		if golden.Updating() {
			testkit.WriteFile(t, list.file, list.got)
			continue
		}
		compareLines(t, list.file, list.want, list.got)
	}
	t.Logf("%d strings, %d members, verdict hash %x, words %x", total.strings, total.members,
		sha256.Sum256([]byte(hashes)), sha256.Sum256([]byte(words)))
}

// verdictsOfAll returns one line with a hash of verdicts for each rule, for each set, and for
// package iri, and one line with a hash of words for each that has messages.
func verdictsOfAll(t *testing.T, n size) (hashes, words string, total record) {
	var out, said strings.Builder
	line := func(name string, rec *record) {
		fmt.Fprintf(&out, "%-40s %v\n", name, rec)
		if hash := rec.words.Sum(nil); !bytes.Equal(hash, sha256.New().Sum(nil)) {
			fmt.Fprintf(&said, "%-40s %x\n", name, hash)
		}
		total.strings += rec.strings
		total.members += rec.members
	}
	lines := corpusStrings(n)
	whole := lines
	for i, r := range shippedRules() {
		if main := r == rfc3987.IRI || r == rfc3987.IRIReference; !main && !golden.Updating() && !everyRule() && i%3 > 0 {
			continue
		}
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
	return out.String(), said.String(), total
}

// everyRule reports whether all rules are compared rather than just one in three.
func everyRule() bool { return testkit.Long() || testkit.OneIn(3, 1) }

// compareLines reports the rules whose lines differ. Unless everyRule is true, rules without a line
// in got are skipped.
func compareLines(t *testing.T, file, want, got string) {
	t.Helper()
	w, g := slices.Sorted(strings.SplitSeq(want, "\n")), slices.Sorted(strings.SplitSeq(got, "\n"))
	if !everyRule() {
		name := func(line string) string { return strings.TrimSpace(line[:min(40, len(line))]) }
		known := map[string]bool{}
		for _, line := range g {
			known[name(line)] = true
		}
		if len(g) < len(w)/4 {
			t.Errorf("%s: only %d lines of %d are compared", file, len(g), len(w))
		}
		w = slices.DeleteFunc(w, func(line string) bool { return !known[name(line)] })
	}
	if len(w) != len(g) {
		t.Errorf("%s: %d lines, want %d: has a rule come or gone? IRI_UPDATE=1 writes the file again", file, len(g), len(w))
	}
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			t.Errorf("%s: the engines do not say what they said when the hashes were taken, or not about the same strings:\n"+
				"got  %s\nwant %s", file, g[i], w[i])
		}
	}
}
