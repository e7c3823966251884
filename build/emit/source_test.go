package emit

import (
	"testing"

	"github.com/irilex/iri/build"
)

// TestSource compares the layout of rules without sets with that of gofmt.
func TestSource(t *testing.T) {
	for _, b := range build.BundledGrammars() {
		g, err := build.Compile(t.Context(), b.Source(), build.Options{Name: b.Name, Dialect: b.Dialect})
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Package: "p", Doc: b.Title, Command: "abnf gen"}
		for _, r := range g.Rules {
			if r.Own() && r.Table != "" {
				opt.Rules = append(opt.Rules, r.Name)
			}
		}
		for _, opt.Rules = range [][]string{opt.Rules, {b.Main}} {
			formatted, err := Package(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			source, err := Source(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			if string(source) != string(formatted) {
				t.Errorf("%s: gofmt changes the text of %d rules", b.Name, len(opt.Rules))
			}
		}
	}
}
