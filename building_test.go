package iri_test

import (
	"testing"

	"github.com/irilex/iri"
)

// Building or changing a value allocates at most once, for the result.
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
		{"With, the fragment", 1, func() bool {
			i, err := full.With(iri.Fragment, "ear")
			return i.Fragment() == "ear" && err == nil
		}},
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
			for p := range full.Pairs().All() {
				n += len(p.Key) + len(p.Value)
			}
			return n == len("nameferretxya%26b")
		}},
		{"Pairs.Len", 0, func() bool { return full.Pairs().Len() == 3 }},
		{"Pairs.Get", 0, func() bool { name, ok := full.Pairs().Get("name"); return name == "ferret" && ok }},
		{"Pairs.Get, decoded", 1, func() bool { y, _ := full.Pairs().Get("y"); return y == "a&b" }},
		{"Pairs.Set", 1, func() bool { return full.Pairs().Set("x", "1 2").Len() == 3 }},
		{"SplitPath", 2, func() bool { list, err := full.SplitPath(); return len(list) == 3 && err == nil }},
	} {
		if !c.f() {
			t.Errorf("%s: wrong answer", c.name)
		}
		if n := testing.AllocsPerRun(100, func() { c.f() }); n != c.want {
			t.Errorf("%s allocates %v times, not %v", c.name, n, c.want)
		}
	}
}
