package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

const allForms = iri.Form(1<<8 - 1)

// checkNormal normalizes a reference in every available way, and returns the result.
func checkNormal(t testing.TB, s string, f iri.Form) string {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		t.Fatal(err)
	}
	want := slowNormal(t, s, f, wellKnownPorts)
	got := r.Normalize(f)
	if got.String() != want {
		t.Fatalf("%q, %v: %q, not %q", s, f, got, want)
	}
	if again, err := iri.ParseReference(want); err != nil || again != got {
		t.Fatalf("%q, %v: %q is cut as %v, not as %v (%v)", s, f, want, got.Offsets(), again.Offsets(), err)
	}
	if !got.IsNormal(f) || got.Normalize(f) != got || slowNormal(t, want, f, wellKnownPorts) != want {
		t.Fatalf("%q, %v: %q is not normal", s, f, want)
	}
	if r.IsNormal(f) != (s == want) {
		t.Fatalf("%q, %v: IsNormal returns %v", s, f, r.IsNormal(f))
	}
	if b := r.AppendNormalize([]byte("-"), f); string(b) != "-"+want {
		t.Fatalf("%q, %v: appended %q", s, f, b)
	}
	if i, ok := r.IRI(); ok {
		n := iri.Normalizer{Form: f}
		j := i.Normalize(f)
		if j.Reference() != got || n.Normalize(i) != j || !n.IsNormal(j) || !iri.Equivalent(i, j, f) ||
			!iri.Equivalent(j, i, f) {
			t.Fatalf("%q, %v: as an IRI %q", s, f, j)
		}
	}
	return want
}

var normalCases = []struct {
	form     iri.Form
	in, want string
}{
	// RFC 3986, section 6.2.2, and RFC 3987, section 5.3.2
	{iri.SyntaxForm, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
	{iri.SyntaxForm, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/ros%C3%A9"},
	{iri.SyntaxForm | iri.IRIForm, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé"},
	{iri.CaseForm, "HTTP://www.EXAMPLE.com/", "http://www.example.com/"},
	{iri.CaseForm, "http://a/%3a", "http://a/%3A"},
	{iri.PercentForm, "http://example.org/%7euser", "http://example.org/~user"},
	{iri.PercentForm, "http://example.org/%7Euser", "http://example.org/~user"},
	// RFC 3986, section 6.2.3
	{iri.RootPathForm, "http://example.com", "http://example.com/"},
	{iri.NoEmptyPortForm, "http://example.com:/", "http://example.com/"},
	{iri.DefaultPortForm, "http://example.com:80/", "http://example.com/"},
	{iri.RootPathForm | iri.DefaultPortForm | iri.NoEmptyPortForm, "http://example.com:80", "http://example.com/"},

	{iri.CaseForm, "http://EX.%c3%a9/%c3%a9?%c3#%a9", "http://ex.%C3%A9/%C3%A9?%C3#%A9"},
	{iri.CaseForm | iri.IRIForm, "http://EX.%c3%a9", "http://EX.é"},
	{iri.CaseForm, "http://EX.é", "http://EX.é"},
	{iri.CaseForm, "http://U%3a@[2001:DB8::A]", "http://U%3A@[2001:db8::a]"},
	{iri.CaseForm, "http://[V1.AB]", "http://[v1.ab]"},
	{iri.CaseForm | iri.PercentForm, "http://%45X%2F", "http://ex%2F"},
	{iri.CaseForm | iri.PercentForm | iri.IRIForm, "http://%45X%C3%A9", "http://EXé"},
	{iri.PercentForm, "http://127.0.0.%31", "http://127.0.0.1"},
	{iri.PercentForm, "a:%2f%2F%25%32%65%2B%2d", "a:%2f%2F%252e%2B-"},
	{iri.PercentForm, "%61%3Ab", "a%3Ab"},

	{iri.IPv6Form, "http://[2001:DB8:0:0::01]", "http://[2001:db8::1]"},
	{iri.IPv6Form, "http://[::FFFF:102:304]", "http://[::ffff:1.2.3.4]"},
	{iri.IPv6Form, "http://[::1.2.3.4]", "http://[::102:304]"},
	{iri.IPv6Form, "http://[0:0:0:0:0:0:0:0]", "http://[::]"},
	{iri.IPv6Form, "http://[1:0:0:2:0:0:0:3]", "http://[1:0:0:2::3]"},
	{iri.IPv6Form, "http://[1:0:0:2:3:0:0:4]", "http://[1::2:3:0:0:4]"},
	{iri.IPv6Form, "http://[1:0:2:3:4:5:6:7]", "http://[1:0:2:3:4:5:6:7]"},
	{iri.IPv6Form, "http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7:0]"},
	{iri.IPv6Form, "http://[::2:3:4:5:6:7:8]", "http://[0:2:3:4:5:6:7:8]"},
	{iri.IPv6Form, "http://[v1.0:0]", "http://[v1.0:0]"},
	{iri.IPv6Form, "HTTP://[::A]:80", "HTTP://[::a]:80"},

	{iri.DefaultPortForm, "HTTP://h:080", "HTTP://h"},
	{iri.DefaultPortForm, "https://h:80", "https://h:80"},
	{iri.DefaultPortForm, "http://h:", "http://h:"},
	{iri.DefaultPortForm, "//h:80", "//h:80"},
	{iri.DefaultPortForm, "http://h:65616", "http://h:65616"}, // 80 modulo 65536
	{iri.DefaultPortForm, "http://h:18446744073709551696", "http://h:18446744073709551696"},
	{iri.NoEmptyPortForm, "//u:@h:", "//u:@h"},
	{iri.RootPathForm, "//h?q", "//h/?q"},
	{iri.RootPathForm, "file://", "file:///"},
	{iri.RootPathForm, "a:", "a:"},

	{iri.DotForm, "foo:/..//bar", "foo:/.//bar"},
	{iri.DotForm, "foo:.///bar", "foo:/.//bar"},
	{iri.DotForm, "foo:./..//bar", "foo:/bar"},
	{iri.DotForm, "foo:/.//bar", "foo:/.//bar"},
	{iri.DotForm, "foo:/.//./bar", "foo:/.//bar"},
	{iri.DotForm, "foo:/.//../bar", "foo:/bar"},
	{iri.DotForm, "foo://h/..//bar", "foo://h//bar"},
	{iri.DotForm, "/..//bar", "/.//bar"},
	{iri.DotForm, "//h/a/..", "//h/"},
	{iri.DotForm, "a:b/../c:d", "a:/c:d"},
	{iri.DotForm, "a:b/..", "a:/"},
	{iri.DotForm, "a:b/..//c", "a:/.//c"},
	{iri.DotForm, "a:..", "a:"},
	{iri.DotForm, "a:./b:c", "a:b:c"},
	{iri.DotForm, "a:b/.", "a:b/"},
	{iri.DotForm, "./a:b", "./a:b"},
	{iri.DotForm, "a/../b", "a/../b"},
	{iri.DotForm, "..", ".."},
	{iri.DotForm, "a:/%2e%2E/b", "a:/%2e%2E/b"},
	{iri.DotForm | iri.PercentForm, "a:/b/%2e%2E/.%2e/%2e/c", "a:/c"},
	{iri.DotForm | iri.PercentForm, "%2e%2E/%41:b", "../A:b"},
	{iri.DotForm, "a:/b?/../#/./", "a:/b?/../#/./"},
	{iri.DotForm, "a:/.../.a/..b/", "a:/.../.a/..b/"},
	{allForms, "", ""},
}

func TestNormalCases(t *testing.T) {
	for _, c := range normalCases {
		if got := checkNormal(t, c.in, c.form); got != c.want {
			t.Errorf("%q, %v: %q, not %q", c.in, c.form, got, c.want)
		}
	}
	for _, f := range []iri.Form{0, allForms} {
		if zero := (iri.IRI{}); zero.Normalize(f) != zero || !zero.IsNormal(f) || !iri.Equivalent(zero, zero, f) {
			t.Errorf("the zero IRI is not normal in the form %v", f)
		}
	}
}

// Addresses are drawn at random from the grammar, or built from groups that are often zero.
func TestIPv6FormOfRandomAddresses(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5952))
	d := newSampler(t, rfc3987.IPv6address)
	mapped := 0
	for i := range testkit.Cases(20_000) {
		s := draw(r, d, "", r.IntN(40))
		if i%2 == 0 {
			groups := []string{"0", "0", "0", "0000", "FFFF", "ffff", "1", "0a0"}
			var all []string
			for range 8 {
				all = append(all, groups[r.IntN(len(groups))])
			}
			if s = strings.Join(all, ":"); r.IntN(4) == 0 {
				s = "::" + groups[r.IntN(3)] + ":fffF:1.2.3.255"
			}
		}
		if got := checkNormal(t, "//["+s+"]", iri.IPv6Form); strings.HasPrefix(got, "//[::ffff:1.") {
			mapped++
		}
	}
	if mapped < testkit.Few(100) {
		t.Errorf("only %d addresses are IPv4-mapped", mapped)
	}
}

// Unknown bits in a Form, and ports without DefaultPortForm, are programming errors.
func TestImpossibleForms(t *testing.T) {
	i, j := iri.MustParse("http://h/"), iri.MustParse("http://H/")
	for _, n := range []iri.Normalizer{
		{Form: 1 << 8}, {Form: allForms | 1<<15}, {Form: iri.CaseForm, DefaultPorts: map[string]uint16{"http": 80}},
	} {
		for name, f := range map[string]func(){
			"Normalize":       func() { n.Normalize(i) },
			"IsNormal":        func() { n.IsNormal(i) },
			"AppendNormalize": func() { n.AppendNormalize(nil, i) },
			"Equivalent":      func() { n.Equivalent(i, j) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s takes %+v", name, n)
					}
				}()
				f()
			}()
		}
	}
}
