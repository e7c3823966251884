package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
)

// The page contains the verdicts that the functions give now. IRI_UPDATE=1 rewrites all but the
// times.
func TestPage(t *testing.T) {
	shared.Path(t)
	all, err := compare()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", page)
	text, err := os.ReadFile(file)
	if err != nil && !golden.Updating() {
		t.Fatal(err)
	}
	_, times, _ := strings.Cut(string(text), timesHeading)
	golden.Compare(t, file, verdictsPage(all)+timesHeading+times)
}

// The shelf lists all formats, and describes what is checked in addition to a table if and only if
// something is.
func TestShelf(t *testing.T) {
	var names []string
	for _, r := range shelf {
		names = append(names, r.name)
		f, _ := formats.Lookup(r.name)
		if f.TableSuffices() != (r.prose == "") {
			t.Errorf("%s: TableSuffices is %v, but the shelf says %q", r.name, f.TableSuffices(), r.prose)
		}
		if r.source == "" {
			t.Errorf("%s: no source", r.name)
		}
	}
	if !slices.Equal(names, formats.Names()) {
		t.Errorf("the shelf lists\n%q, not\n%q", names, formats.Names())
	}
}

// Each table of peers names only formats that exist.
func TestPeersAreOfFormats(t *testing.T) {
	for _, m := range []map[string]bool{keys(tags), keys(govalidators), schemaFormats} {
		for name := range m {
			if _, ok := formats.Lookup(name); !ok {
				t.Errorf("there is no format %s", name)
			}
		}
	}
}

// keys returns the keys of a map as a set.
func keys[V any](m map[string]V) map[string]bool {
	all := map[string]bool{}
	for k := range m {
		all[k] = true
	}
	return all
}

// A ratio is a number if both accept a member, and NaN if there is no such member.
func TestRatio(t *testing.T) {
	f, _ := formats.Lookup("date")
	c := comparison{format: f, members: []string{"2000-01-01"}}
	if r, ns := c.ratio(peer{valid: f.Valid}, 1e6); !(r > 0 && ns > 0) {
		t.Errorf("ratio %v, %v ns", r, ns)
	}
	if r, _ := c.ratio(peer{valid: func(string) bool { return false }}, 1e6); r == r {
		t.Errorf("ratio %v without a member", r)
	}
}
