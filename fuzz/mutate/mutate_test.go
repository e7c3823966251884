package main

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestSmall tries all mutants of a package with known survivors, or one in five outside of CI. Each
// fifth from the fourth on has one of every result, and one that is compiled alone.
func TestSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package several times")
	}
	o := options{pkg: "./testdata/small", sample: 1000, seed: 1, json: filepath.Join(t.TempDir(), "results"), workers: 1}
	p := must[*source](t)(load(o.pkg))
	b := bench{source: p, work: t.TempDir(), slack: time.Second, packages: []string{o.pkg}}
	drawn, i := p.sample(p.compiling(p.mutants()), o.sample, o.seed), 1
	all := len(drawn)
	drawn = slices.DeleteFunc(drawn, func(*mutant) bool { i++; return !golden.Updating() && !testkit.OneIn(5, i) })
	done := map[string]result{}
	for _, err := range []error{b.measure(drawn), b.tryAll(o, drawn, done)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(done) != len(drawn) {
		t.Errorf("%d mutants have %d names", len(drawn), len(done))
	}
	var got strings.Builder
	for _, m := range drawn {
		r := done[m.String()]
		if strings.HasPrefix(r.By, "a crash") {
			r.By = "a crash"
		}
		fmt.Fprintf(&got, "%-10s %s: %s %s\n", m.Kind, m, r.Result, r.By)
	}
	compareSmall(t, got.String(), len(drawn) == all)

	// Finished mutants are not tried again.
	before := must[os.FileInfo](t)(os.Stat(o.json))
	again := must[map[string]result](t)(readResults(o.json))
	if err := b.tryAll(o, drawn, again); err != nil {
		t.Fatal(err)
	}
	if after := must[os.FileInfo](t)(os.Stat(o.json)); after.Size() != before.Size() || len(again) != len(done) {
		t.Errorf("a run that was done has gone on: %d results, then %d", len(done), len(again))
	}
	// With mutant number 0 the woven program is the package itself.
	if by, _ := b.run(b.file("woven", o.pkg, ".test"), 0, b.tests, time.Second); by != "" {
		t.Errorf("without a mutant: %s", by)
	}
	for name, bad := range b.bad {
		if bad {
			t.Errorf("%s was left out", name)
		}
	}
}

// compareSmall compares lines of results with the golden file: with all of its lines, or each with
// one of them. Then every result must be among them.
func compareSmall(t *testing.T, got string, all bool) {
	t.Helper()
	file := filepath.Join("testdata", "small.golden")
	if all {
		golden.Compare(t, file, got)
		return
	}
	want := "\n" + string(must[[]byte](t)(os.ReadFile(file)))
	for line := range strings.Lines(got) {
		if !strings.Contains(want, "\n"+line) {
			t.Errorf("%s has no line %q", file, line)
		}
	}
	for _, result := range []string{": killed Test", ": killed out of time", ": survived", ": not covered"} {
		if !strings.Contains(got, result) {
			t.Errorf("no mutant is%s in\n%s", result, got)
		}
	}
}

// TestSample checks the shares of the files, and that most of a sample outlives a change.
func TestSample(t *testing.T) {
	f := &ast.FuncDecl{Name: ast.NewIdent("f"), Body: &ast.BlockStmt{}}
	var p source
	draw := func(n int, seed uint64, counts ...int) (names []string, shares string) {
		var all []*mutant
		for file, n := range counts {
			for i := range n {
				all = append(all, &mutant{File: fmt.Sprint(file), Line: i, Old: fmt.Sprint(i), decl: f})
			}
		}
		share := make([]int, len(counts))
		for _, m := range p.sample(all, n, seed) {
			names = append(names, m.String())
			share[m.File[0]-'0']++
		}
		slices.Sort(names)
		return names, fmt.Sprint(share)
	}
	for _, c := range []struct {
		n      int
		counts []int
		want   string
	}{
		{100, []int{1, 890, 109}, "[1 88 11]"},
		{100, []int{1, 10000, 1}, "[1 98 1]"},
		{100, []int{2, 3}, "[2 3]"},
		{2, []int{5, 5}, "[1 1]"},
	} {
		if _, got := draw(c.n, 1, c.counts...); got != c.want {
			t.Errorf("%d of %v: %s, want %s", c.n, c.counts, got, c.want)
		}
	}
	one, _ := draw(50, 1, 500)
	same, _ := draw(50, 1, 500)
	other, _ := draw(50, 2, 500)
	more, _ := draw(50, 1, 505)
	common := slices.DeleteFunc(slices.Clone(more), func(s string) bool { return !slices.Contains(one, s) })
	if !slices.Equal(one, same) || slices.Equal(one, other) || len(common) < 45 ||
		len(slices.Compact(slices.Clone(one))) != 50 {
		t.Errorf("with seed 1 %q,\nagain %q,\nwith seed 2 %q,\nfive mutants later %q", one, same, other, more)
	}
}

// TestKilledBefore checks that killed adds the kills of an earlier run, but keeps newer results and
// skips mutants outside of the sample.
func TestKilledBefore(t *testing.T) {
	a, b, c := &mutant{File: "a.go", Old: "1"}, &mutant{File: "b.go", Old: "1"}, &mutant{File: "c.go", Old: "1"}
	f := figures{Killers: map[string]string{a.String(): "TestA", b.String(): "TestB", "gone": "TestC"}}
	done := map[string]result{b.String(): {*b, verdict{Result: "survived"}}}
	f.killed([]*mutant{a, b, c}, done)
	if len(done) != 2 || done[a.String()].Result != "killed" || done[a.String()].By != "TestA" ||
		done[b.String()].Result != "survived" {
		t.Errorf("known are %+v", done)
	}
}

// TestSurvivors holds the committed figures to the bar, and every survivor to a reason. The code
// changes after a run; the figures are too old when less than half of the sample of today's code is
// known. Outside of CI the samples of one package in seven are drawn. The run, which
// go run ./fuzz/long does, takes hours.
func TestSurvivors(t *testing.T) {
	names := must[[]string](t)(filepath.Glob("testdata/*.json"))
	if len(names) == 0 {
		t.Error("there are no figures")
	}
	drawn := map[string]int{} // by house: a package with the packages below it
	for i, name := range names {
		var f figures
		if err := readJSON(name, &f); err != nil {
			t.Fatal(err)
		}
		house, _, _ := strings.Cut(strings.TrimPrefix(f.Package, "./"), "/")
		drawn[house] += f.Sample
		if len(f.Killers)+len(f.Alive) != f.Sample {
			t.Errorf("%s: of a sample of %d, %d were killed and %d live", f.Package, f.Sample, len(f.Killers), len(f.Alive))
		}
		if testkit.OneIn(7, i+5) {
			p := must[*source](t)(load("../../" + f.Package))
			sample := p.sample(p.compiling(p.mutants()), f.Sample, f.Seed)
			if known := f.known(sample); 2*known < len(sample) {
				t.Errorf("%s: %d of %d mutants are known to be killed (go run ./%s -package %s)", f.Package, known, len(sample),
					home, f.Package)
			}
		}
		for _, c := range f.complaints(len(f.Killers), f.Sample) {
			t.Errorf("%s (go run ./%s -package %s)", c, home, f.Package)
		}
	}
	for _, house := range []string{"automaton", "tables", "build"} {
		if drawn[house] < 300 {
			t.Errorf("%s: %d mutants were drawn, at least 300 must be", house, drawn[house])
		}
	}
	page := must[[]byte](t)(survivors("testdata"))
	if committed := must[[]byte](t)(os.ReadFile("SURVIVORS.md")); string(committed) != string(page) {
		t.Error("SURVIVORS.md is not what testdata says; a run of the command writes both")
	}
}
