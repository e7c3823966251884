package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// kinds counts the kinds of the references of a test.
type kinds map[string]int

// check compares the kinds of a reference with the first alternatives of the grammar's own rules,
// and the kind of the host with the rules of addresses, one after the other.
func (n kinds) check(t *testing.T, s string) {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		return
	}
	alternative := func(set tables.Set, s string) string { return set.RuleName(set.First(s)) }
	o, parts, scheme, begin := r.Offsets(), rfc3987.IrelativePartAlternatives, "irelative-ref", 0
	if r.HasScheme() {
		parts, scheme, begin = rfc3987.IhierPartAlternatives, "IRI", o.Scheme.End+1
	}
	if got := alternative(rfc3987.IRIReferenceAlternatives, s); got != scheme {
		t.Fatalf("%q is by the grammar an %s, by HasScheme an %s", s, got, scheme)
	}
	path := alternative(parts, s[begin:o.Path.End])
	if got := r.PathKind().String(); got != path {
		t.Fatalf("%q: the kind of the path is %s, by the grammar %s", s, got, path)
	}
	host := hostByRules(r)
	if got := r.HostKind().String(); got != host {
		t.Fatalf("%q: the kind of the host is %s, by the rules %s", s, got, host)
	}
	if i, ok := r.IRI(); ok && (i.PathKind() != r.PathKind() || i.HostKind() != r.HostKind()) {
		t.Fatalf("%q: an IRI and its reference differ", s)
	}
	n["all"]++
	n[scheme]++
	n[path+" of "+scheme]++
	n[host]++
}

// hostByRules returns the name of the first rule of RFC 3986, section 3.2.2, with the host as a
// member.
func hostByRules(r iri.Reference) string {
	host := r.Host()
	inner, _ := strings.CutPrefix(host, "[")
	inner, literal := strings.CutSuffix(inner, "]")
	switch {
	case !r.HasAuthority():
		return "none"
	case rfc3987.IPLiteral.Valid(host) && literal && rfc3987.IPv6address.Valid(inner):
		return "IPv6address"
	case rfc3987.IPLiteral.Valid(host) && literal && rfc3987.IPvFuture.Valid(inner):
		return "IPvFuture"
	case rfc3987.IPv4address.Valid(host):
		return "IPv4address"
	case rfc3987.IregName.Valid(host):
		return "ireg-name"
	}
	return "nothing"
}

func TestKindsOfCorpora(t *testing.T) {
	n := kinds{}
	for _, name := range []string{"urls.txt", "iris.txt"} {
		for line := range strings.Lines(shared.Read(t, "corpora", name)) {
			n.check(t, strings.TrimSuffix(line, "\n"))
		}
	}
	t.Log(n)
	if n["all"] < 60_000 {
		t.Errorf("only %d references", n["all"])
	}
}

func TestKindsOfCases(t *testing.T) {
	n := kinds{}
	for _, c := range readCases(t) {
		n.check(t, c.input)
		n.check(t, "s:"+c.input)
		n.check(t, "//"+c.input)
		n.check(t, "//["+c.input+"]")
	}
	t.Log(n)
	if n["all"] < 4000 || n["IPv6address"] < 50 || n["IPvFuture"] < 20 || n["IPv4address"] < 20 {
		t.Errorf("hardly any: %v", n)
	}
}

func TestKindsOfRandomMembers(t *testing.T) {
	draws := testkit.Fewer(20_000)
	if testing.Short() {
		draws = 2_000
	}
	n, r := kinds{}, rand.New(rand.NewPCG(3987, 1))
	for _, rule := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.IrelativeRef, rfc3987.Ipath,
		rfc3987.Iauthority} {
		d := newDrawer(t, rule)
		for i := range draws {
			s := d.draw(r, "", r.IntN(40))
			if rule == rfc3987.Iauthority {
				s = "//" + s
			}
			n.check(t, s)
			n.check(t, string(s[:r.IntN(len(s)+1)]))
			if i%10 == 0 {
				n.check(t, "//"+addressAtRandom(r)+s[min(len(s), 1):])
			}
		}
	}
	t.Log(n)
	for _, kind := range []string{
		"IRI", "irelative-ref", "ipath-abempty of IRI", "ipath-absolute of IRI", "ipath-rootless of IRI",
		"ipath-empty of IRI",
		"ipath-abempty of irelative-ref", "ipath-absolute of irelative-ref", "ipath-noscheme of irelative-ref",
		"ipath-empty of irelative-ref",
		"none", "IPv6address", "IPvFuture", "IPv4address", "ireg-name",
	} {
		if n[kind] < testkit.Few(20) {
			t.Errorf("only %d are %s", n[kind], kind)
		}
	}
}

func addressAtRandom(r *rand.Rand) string {
	return []string{"1.2.3.4", "255.255.255.255", "256.1.1.1", "01.1.1.1", "[::1]", "[1:2:3:4:5:6:7:8]", "[v1.a]",
		"[VF.:]", "1.1.1.1.", ""}[r.IntN(10)]
}

// Ambiguities of the grammar, with the kinds of these references.
func TestKindsNamed(t *testing.T) {
	for _, tt := range []struct {
		s    string
		path iri.PathKind
		host iri.HostKind
	}{
		{"", iri.EmptyPath, iri.NoHost},
		{"?q", iri.EmptyPath, iri.NoHost},
		{"a:", iri.EmptyPath, iri.NoHost},
		{"a:#f", iri.EmptyPath, iri.NoHost},
		{"/", iri.AbsolutePath, iri.NoHost},
		{"a:/", iri.AbsolutePath, iri.NoHost},
		{"/a//b", iri.AbsolutePath, iri.NoHost},
		{"a", iri.NoSchemePath, iri.NoHost},
		{"./a:b", iri.NoSchemePath, iri.NoHost},
		{"例/a:b?q", iri.NoSchemePath, iri.NoHost},
		{"a:b", iri.RootlessPath, iri.NoHost},
		{"a:b:c", iri.RootlessPath, iri.NoHost},
		{"a:1", iri.RootlessPath, iri.NoHost},
		{"//", iri.AbEmptyPath, iri.RegNameHost},
		{"a://", iri.AbEmptyPath, iri.RegNameHost},
		{"a:///", iri.AbEmptyPath, iri.RegNameHost},
		{"///a", iri.AbEmptyPath, iri.RegNameHost},
		{"//a@b:1//c", iri.AbEmptyPath, iri.RegNameHost},
		{"//0.0.0.0", iri.AbEmptyPath, iri.IPv4Host},
		{"//u@0.0.0.0:/", iri.AbEmptyPath, iri.IPv4Host},
		{"//00.0.0.0", iri.AbEmptyPath, iri.RegNameHost},
		{"//[::]", iri.AbEmptyPath, iri.IPv6Host},
		{"//[v1.1.1.1.1]", iri.AbEmptyPath, iri.IPvFutureHost},
	} {
		r, err := iri.ParseReference(tt.s)
		if err != nil || r.PathKind() != tt.path || r.HostKind() != tt.host {
			t.Errorf("%q: %v, %v, want %v, %v (%v)", tt.s, r.PathKind(), r.HostKind(), tt.path, tt.host, err)
		}
	}
}

// Kinds have the names of rules, each its own.
func TestNamesOfKinds(t *testing.T) {
	for want, kind := range map[string]iri.PathKind{
		"ipath-abempty": iri.AbEmptyPath, "ipath-absolute": iri.AbsolutePath, "ipath-rootless": iri.RootlessPath,
		"ipath-empty": iri.EmptyPath, "ipath-noscheme": iri.NoSchemePath,
	} {
		if _, ok := rfc3987.Lookup(want); !ok || kind.String() != want {
			t.Errorf("%d is called %q, want %q", kind, kind, want)
		}
	}
	for want, kind := range map[string]iri.HostKind{
		"IPv6address": iri.IPv6Host, "IPvFuture": iri.IPvFutureHost, "IPv4address": iri.IPv4Host,
		"ireg-name": iri.RegNameHost,
	} {
		if _, ok := rfc3987.Lookup(want); !ok || kind.String() != want {
			t.Errorf("%d is called %q, want %q", kind, kind, want)
		}
	}
	for n := 5; n < 256; n++ {
		if iri.PathKind(n).String() != "unknown" || iri.HostKind(n).String() != "unknown" {
			t.Errorf("%d is a kind", n)
		}
	}
	if (iri.IRI{}).PathKind() != iri.EmptyPath || (iri.Reference{}).PathKind() != iri.EmptyPath ||
		(iri.IRI{}).HostKind() != iri.NoHost {
		t.Error("the zero values have a path or a host")
	}
}
