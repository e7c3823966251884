package build

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/tables"
)

// What is a hierarchical identifier has regions, and nothing else has; the proof fails for what is not.
func TestWhichRulesHaveRegions(t *testing.T) {
	want := map[string]string{
		"rfc3987": "IRI IRI-reference absolute-IRI",
		"rfc3986": "URI URI-reference absolute-URI",
		"rfc2396": "URI-reference absoluteURI",
		"xri30":   "IRI",
	}
	for _, name := range bundledNames {
		g := bundled(t, name)
		var found []string
		for _, r := range g.Rules {
			if r.Table == "" {
				continue
			}
			m, err := r.Table.Machine()
			if err != nil {
				t.Fatal(err)
			}
			if m.Regions != nil {
				found = append(found, r.Name)
				if err := provedRegions(m.Regions, r.dfa, freshMeter()); err != nil {
					t.Errorf("%s#%s: %v", g.Name, r.Name, err)
				}
			}
		}
		if !slices.Equal(found, strings.Fields(want[g.Name])) {
			t.Errorf("%s: %q have regions", g.Name, found)
		}
	}
}

// With one more bit for a byte of any class the proof fails with a witness, unless it adds
// nothing to the language: so the classes say as much as they can.
func TestTheProofOfRegionsCanFail(t *testing.T) {
	g := bundled(t, "rfc3987")
	d := g.Rule("IRI").dfa
	m, err := g.Rule("IRI").Table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	before, err := shapeLanguage(m.Regions, freshMeter())
	if err != nil {
		t.Fatal(err)
	}
	refused, tried := 0, map[[2]int]bool{}
	for b, c := range m.Regions.Class {
		key := [2]int{b >> 7, int(c)}
		if tried[key] {
			continue
		}
		tried[key] = true
		for bit := range 8 {
			more := *m.Regions
			if more.Class[b] |= 1 << bit; more == *m.Regions || b >= 0x80 && bit > 5 {
				continue
			}
			after, err := shapeLanguage(&more, freshMeter())
			if err != nil {
				t.Fatal(err)
			}
			if err := provedRegions(&more, d, freshMeter()); err != nil {
				refused++
			} else if witness, same := automaton.Included(after, before); !same {
				t.Errorf("byte %#02x of class %#02x may also have %#02x, as in %q", b, c, 1<<bit, witness)
			}
		}
	}
	if refused < 40 {
		t.Errorf("only %d were refused", refused)
	}
}

func freshMeter() *automaton.Meter {
	return automaton.NewMeter(context.Background(), automaton.DefaultLimits())
}

// The language of a shape has all that its classes say, up to the last byte of each range: were
// it less, the proof that it is included would prove less.
func TestShapeLanguageHasAllOfItsClasses(t *testing.T) {
	g := bundled(t, "rfc3987")
	m, err := g.Rule("IRI").Table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	r := *m.Regions
	r.Class[0] = tables.EndPath // as "#" has it, of no published grammar
	d, err := shapeLanguage(&r, freshMeter())
	if err != nil {
		t.Fatal(err)
	}
	for b := 0xC0; b < 0x100; b++ {
		for second := 0x80; second < 0x100; second++ {
			for _, third := range []string{"", "\x80", "\x81", "\xBF", "\xC0"} {
				c := r.Class[b]
				in := second <= 0xBF && c&tables.Leads != 0 && (c&tables.LeadsTwo != 0) == (third != "") && third != "\xC0" &&
					(c&tables.LeadsLow == 0 || second < 0xA0) && (c&tables.LeadsHigh == 0 || second >= 0xA0)
				for _, before := range []string{"a://a", "a://a/", "a:b", "a://a#"} {
					if s := before + string([]byte{byte(b), byte(second)}) + third; d.Accepts(s) != in {
						t.Fatalf("%q: the language says %v, the class %#02x of the byte says %v", s, !in, c, in)
					}
				}
			}
		}
	}
	for s, want := range map[string]bool{"a://a\x00b": true, "a:b#": true, "a:b\x00": true, "a:b\x00\x00": false, "a:b\x01": false} {
		if d.Accepts(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}
