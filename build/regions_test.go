package build

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables/machine"
)

// Only the hierarchical identifiers have regions; the proof fails for other rules.
func TestWhichRulesHaveRegions(t *testing.T) {
	want := map[string]string{
		"rfc3987":  "IRI IRI-reference absolute-IRI",
		"rfc3986":  "URI URI-reference absolute-URI",
		"rfc2396":  "URI-reference absoluteURI",
		"xri30":    "IRI",
		"profiles": "request-target absolute-form IRI-no-bidi IRI-reference-no-bidi",
	}
	for _, name := range bundledNames {
		g := bundled(t, name)
		var found []string
		for _, r := range g.Rules {
			if r.Table == "" {
				continue
			}
			m, err := machine.Of(r.Table)
			if err != nil {
				t.Fatal(err)
			}
			if m.Regions != nil {
				found = append(found, r.Name)
				if err := twins.Proved(m.Regions, r.made().DFA, freshMeter()); err != nil {
					t.Errorf("%s#%s: %v", g.Name, r.Name, err)
				}
			}
		}
		if !slices.Equal(found, strings.Fields(want[g.Name])) {
			t.Errorf("%s: %q have regions", g.Name, found)
		}
	}
}

// With one more bit for a byte of any class, the proof fails with a witness, unless the bit adds no
// string to the language. So the classes are as large as possible. By default one in eight bytes is
// tried.
func TestTheProofOfRegionsCanFail(t *testing.T) {
	g := bundled(t, "rfc3987")
	d := g.Rule("IRI").made().DFA
	m, err := machine.Of(g.Rule("IRI").Table)
	if err != nil {
		t.Fatal(err)
	}
	before, err := twins.ShapeLanguage(m.Regions, freshMeter())
	if err != nil {
		t.Fatal(err)
	}
	refused, tried := 0, map[[2]int]bool{}
	for b, c := range m.Regions.Class {
		key := [2]int{b >> 7, int(c)}
		if tried[key] {
			continue
		}
		if tried[key] = true; !testkit.OneIn(8, len(tried)) {
			continue
		}
		for bit := range 8 {
			more := *m.Regions
			if more.Class[b] |= 1 << bit; more == *m.Regions {
				continue
			}
			after, err := twins.ShapeLanguage(&more, freshMeter())
			if err != nil {
				t.Fatal(err)
			}
			if err := twins.Proved(&more, d, freshMeter()); err != nil {
				refused++
			} else if witness, same := automaton.Included(after, before); !same {
				t.Errorf("byte %#02x of class %#02x may also have %#02x, as in %q", b, c, 1<<bit, witness)
			}
		}
	}
	if refused < testkit.Fewer(40) {
		t.Errorf("only %d were refused", refused)
	}
}

func freshMeter() *automaton.Meter {
	return automaton.NewMeter(context.Background(), automaton.DefaultLimits())
}

// The language of a shape includes all strings over its classes, up to the last byte of each range.
// With fewer strings, the inclusion proof would prove less.
func TestShapeLanguageHasAllOfItsClasses(t *testing.T) {
	g := bundled(t, "rfc3987")
	m, err := machine.Of(g.Rule("IRI").Table)
	if err != nil {
		t.Fatal(err)
	}
	r := *m.Regions
	r.Class[0] = machine.EndPath // treats NUL like "#", as no published grammar does
	d, err := twins.ShapeLanguage(&r, freshMeter())
	if err != nil {
		t.Fatal(err)
	}
	tails := []string{""}
	for _, third := range []string{"\x80", "\x81", "\xBD", "\xBE", "\xBF", "\xC0"} {
		tails = append(tails, third)
		for _, fourth := range []string{"\x80", "\x81", "\xBD", "\xBE", "\xBF", "\xC0"} {
			tails = append(tails, third+fourth)
		}
	}
	for b := 0xC0; b < 0x100; b++ {
		for second := 0x80; second < 0x100; second++ {
			for _, tail := range tails {
				in := sequenceOf(r.Class[b], byte(second), tail)
				for _, before := range []string{"a://a", "a://a/", "a:b", "a://a#"} {
					if s := before + string([]byte{byte(b), byte(second)}) + tail; d.Accepts(s) != in {
						t.Fatalf("%q: the language says %v, the class %#02x of the byte says %v", s, !in, r.Class[b], in)
					}
				}
			}
		}
	}
	for s, want := range map[string]bool{"a://a\x00b": true, "a:b#": true, "a:b\x00": true, "a:b\x00\x00": false,
		"a:b\x01": false} {
		if d.Accepts(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

// sequenceOf reports whether a byte of class c, a second byte, and the bytes of a tail form a
// sequence.
func sequenceOf(c, second byte, tail string) bool {
	length := 0
	switch c &^ (machine.LeadsLow | machine.LeadsHigh | machine.LeadsWide) {
	case machine.Leads:
		length = 2
	case machine.Leads | machine.LeadsTwo:
		length = 3
	case machine.LeadsThree:
		length = 4
	}
	if second > 0xBF || len(tail) != length-2 || strings.Contains(tail, "\xC0") {
		return false
	}
	low, high, wide := c&machine.LeadsLow != 0, c&machine.LeadsHigh != 0, c&machine.LeadsWide != 0
	if low && second > 0x9F || high && second < 0xA0 || wide && second < 0x90 {
		return false
	}
	return length < 4 || tail[0] < 0xBE || tail[1] < 0xBE
}

// TestClassesOfLeads checks the classes of leads, the first bytes of UTF-8 sequences, in the table
// of IRI. The class of a lead determines which bytes the region kernel accepts after it: those that
// the automaton allows in every region. It is 0 for a byte that does not begin a sequence, such as
// 0xC0, and for a lead without such a range of bytes, such as 0xEF.
func TestClassesOfLeads(t *testing.T) {
	m, err := machine.Of(bundled(t, "rfc3987").Rule("IRI").Table)
	if err != nil {
		t.Fatal(err)
	}
	const two = machine.Leads | machine.LeadsTwo
	want := map[byte]byte{
		0xC2: machine.Leads | machine.LeadsHigh, 0xC3: machine.Leads, 0xDF: machine.Leads,
		0xE0: two | machine.LeadsHigh, 0xE1: two, 0xEC: two, 0xED: two | machine.LeadsLow,
		0xF0: machine.LeadsThree | machine.LeadsWide, 0xF1: machine.LeadsThree,
		0xF2: machine.LeadsThree, 0xF3: machine.LeadsThree | machine.LeadsLow,
	}
	some := []byte("\xC0\xC1\xC2\xC3\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xFF")
	for _, b := range some {
		if got := m.Regions.Class[b]; got != want[b] {
			t.Errorf("byte %#02x has class %#02x, not %#02x", b, got, want[b])
		}
	}
}
