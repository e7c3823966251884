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
