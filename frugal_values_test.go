package iri_test

import (
	"slices"
	"testing"

	"github.com/irilex/iri"
)

// allocatesNothing checks that functions return true, and do not allocate.
func allocatesNothing(t *testing.T, of map[string]func() bool) {
	t.Helper()
	for name, f := range of {
		if !f() {
			t.Errorf("%s: wrong answer", name)
		}
		if n := testing.AllocsPerRun(100, func() { f() }); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func TestURIsDoNotAllocate(t *testing.T) {
	const s, far = "https://user@example.org:8042/over/there?name=ferret#nose",
		"https://[2001:db8:1:22:333:4444:198.51.100.255]:8042/?q#f"
	i, r := iri.MustParse(s), iri.MustParseReference("../a")
	allocatesNothing(t, map[string]func() bool{
		"ParseURI":          func() bool { i, err := iri.ParseURI(s); return err == nil && i.Fragment() == "nose" },
		"ParseURI, far":     func() bool { i, err := iri.ParseURI(far); return err == nil && i.Fragment() == "f" },
		"ParseURIReference": func() bool { r, err := iri.ParseURIReference(s); return err == nil && r.HasScheme() },
		"ParseURIReference, relative": func() bool {
			r, err := iri.ParseURIReference("../a?b")
			return err == nil && r.HasQuery()
		},
		"IsURI": func() bool { return i.IsURI() && r.IsURIReference() },
	})
	for _, c := range []struct {
		name string
		most float64
		f    func() bool
	}{
		{"ParseURIBytes, the copy", 1,
			func() bool { i, err := iri.ParseURIBytes([]byte(s)); return err == nil && i.HasPort() }},
		{"ParseURIReferenceBytes, the copy", 1,
			func() bool { r, err := iri.ParseURIReferenceBytes([]byte(s)); return err == nil && r.HasPort() }},
		{"ParseURI, the errors of two rules", 2, func() bool { _, err := iri.ParseURI("a:é"); return err != nil }},
		{"Parse, the error", 1, func() bool { _, err := iri.Parse("a: "); return err != nil }},
	} {
		if n := testing.AllocsPerRun(100, func() { c.f() }); n != c.most || !c.f() {
			t.Errorf("%s allocates %v times, not %v", c.name, n, c.most)
		}
	}
}

func TestValuesDoNotAllocate(t *testing.T) {
	const s = "https://user@[2001:db8::7]:8042/%C3%A9/über?name=ferret#nose"
	i, j := iri.MustParse(s), iri.MustParse("https://user:xxxxx@example.org:65536/")
	r := iri.MustParseReference("../a:b@c")
	buffer := make([]byte, 0, 100)
	list := []iri.IRI{i, j, {}}
	allocatesNothing(t, map[string]func() bool{
		"AppendText":        func() bool { b, err := i.AppendText(buffer); return err == nil && string(b) == s },
		"AppendBinary":      func() bool { b, err := r.AppendBinary(buffer); return err == nil && string(b) == "../a:b@c" },
		"Redacted":          func() bool { return i.Redacted() == s && j.Redacted() == j.String() && r.Redacted() != "" },
		"Compare":           func() bool { return i.Compare(j) != 0 && r.Compare(r) == 0 },
		"IsZero":            func() bool { return !i.IsZero() && iri.IRI{}.IsZero() },
		"Hostname":          func() bool { return i.Hostname() == "2001:db8::7" && r.Hostname() == "" },
		"PortNumber":        func() bool { n, ok := i.PortNumber(); return n == 8042 && ok },
		"PortNumber, large": func() bool { n, ok := j.PortNumber(); return n == 0 && !ok },
		"SortFunc": func() bool {
			slices.SortFunc(list, iri.IRI.Compare)
			return list[0].IsZero()
		},
		"UnmarshalText of nothing": func() bool { return list[0].UnmarshalText(nil) == nil },
	})
}
