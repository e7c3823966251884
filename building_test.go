package iri_test

import (
	"testing"

	"github.com/irilex/iri"
)

// Building and changing values does not allocate, or once for the resulting string.
func TestAllocationsOfBuilding(t *testing.T) {
	full := iri.MustParse("https://user@example.org:8042/over/th%20ere/é?name=ferret&x&y=a%26b#nose")
	b := make([]byte, 0, 1000)
	for _, c := range []struct {
		name string
		want float64
		f    func() bool
	}{
		{"Escape of legal text", 0, func() bool { return iri.Escape("a-é:@", iri.Segment) == "a-é:@" }},
		{"EscapeURI of legal text", 0, func() bool { return iri.EscapeURI("a-:@", iri.Segment) == "a-:@" }},
		{"Escape", 1, func() bool { return iri.Escape("a/é ", iri.Segment) == "a%2Fé%20" }},
		{"AppendEscape", 0, func() bool { return string(iri.AppendEscape(b, "a/é ", iri.Segment)) == "a%2Fé%20" }},
		{"AppendEscapeURI", 0, func() bool { return string(iri.AppendEscapeURI(b, "é ", iri.Segment)) == "%C3%A9%20" }},
		{"AppendPair", 0, func() bool { return string(iri.AppendPair(b, "a b", "é&")) == "a%20b=é%26" }},
		{"Unescape of text without %", 0, func() bool { s, err := iri.Unescape("a-é:@"); return s == "a-é:@" && err == nil }},
		{"Unescape", 1, func() bool { s, err := iri.Unescape("a%2Fé%20"); return s == "a/é " && err == nil }},
		{"AppendUnescape", 0, func() bool {
			b, err := iri.AppendUnescape(b, "a%2Fé%20")
			return string(b) == "a/é " && err == nil
		}},
		{"Parts", 0, func() bool { p := full.Parts(); return p.Host == "example.org" && p.Present == iri.Authority }},
		{"Parts.IRI", 1, func() bool { i, err := full.Parts().IRI(); return i == full && err == nil }},
		{"Parts.Reference", 1,
			func() bool { r, err := full.Parts().Reference(); return r == full.Reference() && err == nil }},
		{"WithoutFragment", 0, func() bool { return !full.WithoutFragment().HasFragment() }},
		{"WithFragment", 1, func() bool { i, err := full.WithFragment("ear"); return i.Fragment() == "ear" && err == nil }},
		{"JoinPath", 1, func() bool {
			i, err := full.JoinPath("a/b", "c")
			return i.Path() == "/over/th%20ere/é/a%2Fb/c" && err == nil
		}},
		{"Segments", 0, func() bool {
			n := 0
			for segment := range full.Segments() {
				n += len(segment)
			}
			return n == len("overth%20ereé")
		}},
		{"Pairs", 0, func() bool {
			n := 0
			for key, value := range full.Pairs() {
				n += len(key) + len(value)
			}
			return n == len("nameferretxya%26b")
		}},
		{"CountPairs", 0, func() bool { return full.CountPairs() == 3 }},
	} {
		if !c.f() {
			t.Errorf("%s: wrong answer", c.name)
		}
		if n := testing.AllocsPerRun(100, func() { c.f() }); n != c.want {
			t.Errorf("%s allocates %v times, not %v", c.name, n, c.want)
		}
	}
}
