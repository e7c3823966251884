package main

import (
	"go/format"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/against/race"
)

func TestSettable(t *testing.T) {
	for _, test := range []struct{ name, text, wrong string }{
		{"as it was at first", "package tables\n\nvar cpu = features()\n", ""},
		{"with a type and arguments", "package tables\n\nvar cpu uint8 = features(cpuid, 7)\n", ""},
		{"no variable", "package tables\n\nconst cpu = 0\n", "the level cannot be set"},
	} {
		sources := []source{{"iri.go", "package iri\n\nvar cpu = 1\n"}, {"tables/simd_amd64.go", test.text}}
		got, err := settable(sources)
		if test.wrong != "" {
			require.ErrorContains(t, err, test.wrong, test.name)
			continue
		}
		require.NoError(t, err, test.name)
		require.Equal(t, test.text+levelForms[0].setter(), got[1].text, test.name)
		require.NotContains(t, got[0].text, "SetLevel", test.name)
		require.Len(t, got, 2)
	}
	rooms := "package hier\n\nvar CPU = cpu.Level()\n"
	got, err := settable([]source{{"tables/internal/hier/a.go", rooms}})
	require.NoError(t, err)
	require.Equal(t, []source{
		{"tables/internal/hier/a.go", rooms + levelForms[1].setter()}, {"tables/level.go", forward},
	}, got)
	twice := []source{{"tables/a.go", "var cpu = 1"}, {"tables/b.go", "var cpu = 2"}}
	_, err = settable(twice)
	require.ErrorContains(t, err, "tables/a.go and tables/b.go")
}

func TestRenamed(t *testing.T) {
	before := []source{
		{"valid.go", "package iri\n\nimport \"github.com/irilex/iri/tables\"\n"},
		{"tables/simd_amd64.s", "#include \"regions_amd64.h\"\n"},
	}
	require.Equal(t, []source{
		{"old/valid.go", "package iri\n\nimport \"against/old/tables\"\n"},
		{"old/tables/simd_amd64.s", "#include \"regions_amd64.h\"\n"},
	}, renamed(before, oldCopy))
}

func TestWanted(t *testing.T) {
	for _, name := range []string{
		"valid.go", "tables/simd_amd64.s", "tables/regions_amd64.h", "tables/xri30/a.go", "internal/idna/a.go",
	} {
		require.True(t, wanted(name), name)
	}
	for _, name := range []string{"", "go.mod", "tables/set_test.go", "benchmarks/main.go", "build/a.go", "tables/a.txt"} {
		require.False(t, wanted(name), name)
	}
}

func TestWalksParse(t *testing.T) {
	for _, rooms := range []bool{false, true} {
		walks, err := walksOf(oldCopy, rooms, allOps)
		require.NoError(t, err)
		require.Len(t, walks, 3)
		for _, s := range walks {
			_, err := format.Source([]byte(s.text))
			require.NoError(t, err, s.name)
		}
	}
}

func TestWriteTables(t *testing.T) {
	result := func(op, corpus string, new, old, control, naive float64) race.Result {
		return race.Result{Level: "avx2", Op: op, Corpus: corpus,
			Nanoseconds: map[string]float64{newCopy: new, oldCopy: old, controlCopy: control, "naive": naive}}
	}
	var b strings.Builder
	require.NoError(t, writeTables(&b, []race.Result{
		result("valid", "urls.txt", 5, 10, 10, 50), result("valid", "data", 200, 100, 101, 800),
		result("parse", "urls.txt", 12, 12.5, 12.25, 60),
	}))
	require.Equal(t, `
  avx2 valid      old ns/line  new/old  control/old  naive/new
  urls.txt              10.00    0.500        1.000     10.000
  data                 100.00    2.000        1.010      4.000
  geometric mean                 1.000        1.005      6.325

  avx2 parse      old ns/line  new/old  control/old  naive/new
  urls.txt              12.50    0.960        0.980      5.000
  geometric mean                 0.960        0.980      5.000

`, "\n"+b.String())
}

func TestFlags(t *testing.T) {
	o, err := parseFlags(strings.Fields("-base HEAD -level avx2,purego -ops valid -ops parts -corpus a"))
	require.NoError(t, err)
	require.Equal(t, list{"avx2", purego}, o.levels)
	require.Equal(t, list{"valid", "parts"}, o.ops)
	require.Empty(t, o.kinds)
	for _, args := range []string{"", "-base HEAD -ops guess", "-base HEAD -level sse", "-base HEAD x"} {
		_, err := parseFlags(strings.Fields(args))
		require.Error(t, err, args)
	}
}

// TestCompare races the working tree against itself, in a build for every machine.
func TestCompare(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	root, err := findRoot()
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("there is no git repository")
	}
	sources, err := checkedOut(root)
	require.NoError(t, err)
	p := program{t.TempDir()}
	require.NoError(t, p.write(sources, sources, allOps))
	o := options{kinds: list{"references", "invalid"}, lines: 200}
	corpora, err := o.load()
	require.NoError(t, err)
	plan := race.Plan{Ops: allOps, Corpora: corpora, Rounds: 2, Turn: time.Microsecond}
	results, err := p.atLevels(plan, list{purego}, 2)
	require.NoError(t, err)
	require.Len(t, results, len(allOps)*len(corpora))
	for _, r := range results {
		for _, name := range append(copies, "naive") {
			require.Positive(t, r.Nanoseconds[name], "%s, %s, %s on %s", r.Op, r.Corpus, name, runtime.GOARCH)
		}
	}
}
