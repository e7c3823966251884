package build

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/irilex/iri/build/syntax"
)

func TestTry(t *testing.T) {
	for _, b := range BundledGrammars() {
		t0 := time.Now()
		g, list := Compile(context.Background(), b.Source(), Options{Name: b.Name, Dialect: b.Dialect})
		for _, d := range list.Items {
			fmt.Println(d.Severity, list.Format(d))
		}
		sum := 0
		for _, r := range g.Rules {
			if r.Table == "" {
				fmt.Println("  ", r.Name, r.Kind, r.Err)
				continue
			}
			if err := r.Table.Verify(); err != nil {
				t.Error(r.Name, err)
			}
			sum += len(r.Table)
			fmt.Println("  ", r.Name, r.Kind, r.Sizes, r.Table.States(), r.Table.Classes(), len(r.Table), len(r.Table.Parts()))
		}
		fmt.Println(b.Name, sum, time.Since(t0))
		if b.Name == "rfc3987" {
			iri := g.Rule("IRI-reference").Table
			for _, s := range []string{"http://u:p@h:80/p/q?a#f", "a:b", "abc", "//h", "", "http://ex ample/", "http://[::1", "a:%4", "a:%4g", "1:", "http://a/\xe3\x81", "http://a/\xe3\x81x", "http://a/\ue000", "http://h:8x/"} {
				x, ok := iri.Split(s)
				fmt.Println(s, iri.Valid(s), iri.Prefix(s), x, ok, iri.Check(s))
				fmt.Println("      ", g.Rule("IRI").Table.Check(s))
			}
			for _, s := range []string{"u@h:80", "h", "h:80", "u:p@h:", "[::1]:8", "@"} {
				x, ok := g.Rule("iauthority").Table.Split(s)
				fmt.Println(s, x, ok)
			}
		}
	}
	data, _ := os.ReadFile("/work/shared/seeds/000_620ec682c4bd923d.txt")
	g, list := Compile(context.Background(), syntax.NewSource("000", string(data)), Options{Name: "000"})
	n := 0
	for _, r := range g.Rules {
		if r.Table != "" {
			n++
		}
	}
	fmt.Println(len(g.Rules), n, list.Err())
}
