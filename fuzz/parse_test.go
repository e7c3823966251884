package fuzz

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// components are the methods shared by IRI and Reference.
type components interface {
	String() string
	Scheme() string
	HasScheme() bool
	Authority() string
	HasAuthority() bool
	Userinfo() string
	HasUserinfo() bool
	Host() string
	HostKind() iri.HostKind
	Port() string
	HasPort() bool
	Path() string
	Query() string
	HasQuery() bool
	Fragment() string
	HasFragment() bool
}

// FuzzParse checks that parsing fails if and only if a string is invalid, and that the components
// make up the parsed string.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkVerdicts(t, s)
		i, err := iri.Parse(s)
		if (err == nil) != iri.Valid(s) {
			t.Errorf("Parse(%q): %v", s, err)
		}
		checkComponents(t, i, s, err)
		r, err := iri.ParseReference(s)
		if (err == nil) != iri.ValidReference(s) {
			t.Errorf("ParseReference(%q): %v", s, err)
		}
		checkComponents(t, r, s, err)
		if r.HasScheme() != iri.Valid(s) || r.HasScheme() && i.Reference() != r {
			t.Errorf("Parse and ParseReference of %q differ", s)
		}
	})
}

// checkVerdicts checks that each function agrees with its table, on bytes as well as on strings,
// and that every URI is also an IRI.
func checkVerdicts(t *testing.T, s string) {
	b := []byte(s)
	for _, x := range []struct {
		name             string
		got, bytes, want bool
	}{
		{"Valid", iri.Valid(s), iri.ValidBytes(b), rfc3987.IRI.Valid(s)},
		{"ValidReference", iri.ValidReference(s), rfc3987.IRIReference.ValidBytes(b), rfc3987.IRIReference.Valid(s)},
		{"ValidURI", iri.ValidURI(s), rfc3986.URI.ValidBytes(b), rfc3986.URI.Valid(s)},
		{"ValidURIReference", iri.ValidURIReference(s), rfc3986.URIReference.ValidBytes(b), rfc3986.URIReference.Valid(s)},
	} {
		if x.got != x.want || x.bytes != x.want {
			t.Errorf("%s(%q) is %t, of bytes %t, want %t", x.name, s, x.got, x.bytes, x.want)
		}
	}
	if iri.ValidURI(s) && !iri.Valid(s) || iri.ValidURIReference(s) && !iri.ValidReference(s) || iri.Valid(s) &&
		!iri.ValidReference(s) {
		t.Errorf("%q is a URI and no IRI, or an IRI and no reference", s)
	}
}

func checkComponents(t *testing.T, c components, s string, err error) {
	want := s
	if err != nil {
		want = ""
	}
	if got := recompose(c); c.String() != want || got != want {
		t.Errorf("%q is %q, recomposed %q", s, c, got)
	}
	if got := recomposeAuthority(c); got != c.Authority() {
		t.Errorf("the authority of %q is %q, recomposed %q", s, c.Authority(), got)
	}
	for _, x := range []struct {
		name string
		has  bool
		text string
	}{
		{"scheme", c.HasScheme(), c.Scheme()}, {"authority", c.HasAuthority(), c.Authority()},
		{"query", c.HasQuery(), c.Query()}, {"fragment", c.HasFragment(), c.Fragment()},
		{"userinfo", c.HasUserinfo(), c.Userinfo()}, {"port", c.HasPort(), c.Port()},
	} {
		if !x.has && x.text != "" {
			t.Errorf("%q: %s is absent, but %q", s, x.name, x.text)
		}
	}
	checkHost(t, c, s)
}

// recompose implements the procedure of RFC 3986, section 5.3.
func recompose(c components) string {
	var result strings.Builder
	if c.HasScheme() {
		result.WriteString(c.Scheme() + ":")
	}
	if c.HasAuthority() {
		result.WriteString("//" + c.Authority())
	}
	result.WriteString(c.Path())
	if c.HasQuery() {
		result.WriteString("?" + c.Query())
	}
	if c.HasFragment() {
		result.WriteString("#" + c.Fragment())
	}
	return result.String()
}

func recomposeAuthority(c components) string {
	result := c.Host()
	if c.HasUserinfo() {
		result = c.Userinfo() + "@" + result
	}
	if c.HasPort() {
		result += ":" + c.Port()
	}
	return result
}

// checkHost compares the host with net/netip, which parses addresses as RFC 3986 does, except that
// it also accepts zones.
func checkHost(t *testing.T, c components, s string) {
	host := c.Host()
	inside, literal := strings.CutPrefix(host, "[")
	inside = strings.TrimSuffix(inside, "]")
	addr, err := netip.ParseAddr(inside)
	want := iri.RegNameHost
	switch {
	case !c.HasAuthority():
		want = iri.NoHost
	case literal && err == nil && addr.Is6() && addr.Zone() == "":
		want = iri.IPv6Host
	case literal:
		want = iri.IPvFutureHost
	case err == nil && addr.Is4():
		want = iri.IPv4Host
	}
	if c.HostKind() != want {
		t.Errorf("the host of %q is %q, %v, want %v", s, host, c.HostKind(), want)
	}
	if want == iri.IPvFutureHost && inside[0]|0x20 != 'v' {
		t.Errorf("the host of %q is %q, no address to net/netip", s, host)
	}
}
