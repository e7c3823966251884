package build

import (
	"context"
	"testing"
)

func TestWhichRulesHaveRegions(t *testing.T) {
	for _, b := range BundledGrammars() {
		g, err := b.Compile(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Rules {
			if r.Table == "" {
				continue
			}
			m, err := r.Table.Machine()
			if err != nil {
				t.Fatal(err)
			}
			if x := regions(m, r.dfa); x != nil {
				t.Logf("%s#%s opaque %v %x", g.Name, r.Name, x.Opaque, x.Class[:])
			} else if p := (prober{m}).regions(); p != nil {
				t.Logf("%s#%s: %v", g.Name, r.Name, provedRegions(p, r.dfa))
			}
		}
	}
}
