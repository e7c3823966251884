package iri_test

import (
	"slices"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestNoAllocations(t *testing.T) {
	const s = "https://user@[2001:db8::7]:8042/%C3%A9/über?name=ferret#nose"
	const ascii = "https://user@example.org:8042/over/there?name=ferret#nose"
	const far = "https://[2001:db8:1:22:333:4444:5:255.255.255.255]:8042/" // reaches states beyond the rows
	const deep = "https://[2001:db8:1:22:333:4444:198.51.100.255]:8042/?q#f"
	if !goesFar(t, deep) {
		t.Errorf("%s stays among the states that rows know", deep)
	}
	b := []byte(s)
	allocatesNothing(t, map[string]func() bool{
		"Valid":             func() bool { return iri.Valid(s) },
		"ValidBytes":        func() bool { return iri.ValidBytes(b) },
		"ValidReference":    func() bool { return iri.ValidReference(s) },
		"ValidURI":          func() bool { return iri.ValidURI(ascii) },
		"ValidURIReference": func() bool { return iri.ValidURIReference(ascii) },
		"Prefix":            func() bool { return rfc3987.IRI.Prefix(s) == len(s) },
		"Valid, far":        func() bool { return iri.Valid(deep) && !iri.Valid(far) },
		"Prefix, far":       func() bool { return rfc3987.IRI.Prefix(deep) == len(deep) },
		"Parse, far": func() bool {
			i, err := iri.Parse(deep)
			return err == nil && i.HostKind() == iri.IPv6Host && i.Port() == "8042"
		},
		"Check":          func() bool { return rfc3987.IRI.Check(s) == nil },
		"Parse":          func() bool { i, err := iri.Parse(s); return err == nil && i.Query() != "" },
		"ParseReference": func() bool { r, err := iri.ParseReference(s); return err == nil && r.HasScheme() },
		"the parts of the authority": func() bool {
			i, _ := iri.Parse(s)
			return i.Userinfo() == "user" && i.Host() == "[2001:db8::7]" && i.Port() == "8042" && i.HostKind() == iri.IPv6Host
		},
		"the kinds": func() bool {
			i, _ := iri.Parse(s)
			r, _ := iri.ParseReference("a/b")
			return i.PathKind() == iri.AbEmptyPath && r.PathKind() == iri.NoSchemePath &&
				i.PathKind().String() == "ipath-abempty" &&
				r.PathKind().String() == "ipath-noscheme" && i.HostKind().String() == "IPv6address" &&
				r.HostKind().String() == "none"
		},
		"tokens": func() bool {
			n := 0
			for l := rfc3987.IhostAlternatives.Lexer(s); l.Next(); n++ {
			}
			m := rfc3987.PathKinds.LongestMatch()
			m.AdvanceString(s)
			rule, _ := m.Match()
			return n > 1 && rule == rfc3987.PathKindsIpathRootless
		},
	})
}

// goesFar reports whether walking s leaves the first 255 states of IRI.
func goesFar(t *testing.T, s string) bool {
	t.Helper()
	m, err := machine.Of(rfc3987.IRI)
	if err != nil {
		t.Fatal(err)
	}
	far, q := false, int(m.Start)
	for i := range len(s) {
		q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
		far = far || q >= 255
	}
	return far
}

// TestRulesAreConstants compiles only if rules are constants.
func TestRulesAreConstants(t *testing.T) {
	const rule tables.Rule = rfc3987.IRI
	if rule.Name() != "IRI" || rule.Grammar() != "rfc3987" {
		t.Error(rule.Name(), rule.Grammar())
	}
}

// allocatesNothing checks that functions return true and do not allocate.
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
