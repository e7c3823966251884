package iri_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestHostname(t *testing.T) {
	for s, want := range map[string]string{
		"":                             "",
		"a:b":                          "",
		"a://":                         "",
		"//h":                          "h",
		"//u:p@h:80/x":                 "h",
		"//[::1]":                      "::1",
		"//u@[2001:db8::7]:80?q":       "2001:db8::7",
		"//[v1.a:b]:":                  "v1.a:b",
		"//127.0.0.1":                  "127.0.0.1",
		"//%C3%BC":                     "%C3%BC",
		"//" + strings.Repeat("h", 99): strings.Repeat("h", 99),
	} {
		r := iri.MustParseReference(s)
		if got := r.Hostname(); got != want {
			t.Errorf("%s: %q, not %q", s, got, want)
		}
		if _, err := netip.ParseAddr(r.Hostname()); (err == nil) != (r.HostKind() == iri.IPv6Host ||
			r.HostKind() == iri.IPv4Host) {
			t.Errorf("%s: %v, and netip says %v", s, r.HostKind(), err)
		}
		u, err := url.Parse(s)
		if err == nil && !strings.Contains(s, "%") && u.Hostname() != r.Hostname() {
			t.Errorf("%s: %q, and net/url has %q", s, r.Hostname(), u.Hostname())
		}
	}
}

func TestPortNumber(t *testing.T) {
	for port, want := range map[string]int{
		"": -1, ":": -1, ":0": 0, ":7": 7, ":80": 80, ":00080": 80, ":65535": 65535, ":65536": -1, ":99999": -1,
		":4294967376": -1, ":18446744073709551696": -1, ":" + strings.Repeat("0", 1000): 0,
		":" + strings.Repeat("0", 1000) + "443": 443, ":1" + strings.Repeat("0", 1000): -1,
	} {
		for _, s := range []string{"a://h" + port + "/", "//u:1@[::1]" + port} {
			n, ok := iri.MustParseReference(s).PortNumber()
			if ok != (want >= 0) || ok && int(n) != want || !ok && n != 0 {
				t.Errorf("%s: %d, %v, not %d", s, n, ok, want)
			}
		}
	}
	for n := range 1 << 17 { // strconv is the reference
		port := strconv.Itoa(n)
		want, err := strconv.ParseUint(port, 10, 16)
		if got, ok := iri.MustParse("a://h:" + port).PortNumber(); ok != (err == nil) || ok && uint64(got) != want {
			t.Fatalf("%s: %d, %v", port, got, ok)
		}
	}
	if n, ok := (iri.IRI{}).PortNumber(); n != 0 || ok {
		t.Error(n, ok)
	}
}

func TestRedacted(t *testing.T) {
	for s, want := range map[string]string{
		"":                             "",
		"a:b:c@d":                      "",
		"/u:p@h":                       "",
		"http://h/u:p@h?u:p@h#u:p@h":   "",
		"http://h:80/":                 "",
		"http://u@h:80/":               "",
		"http://@h:80/":                "",
		"http://u%3Ap@h/":              "",
		"http://u:p@h/":                "http://u:xxxxx@h/",
		"//u:p@h":                      "//u:xxxxx@h",
		"http://u:p@":                  "http://u:xxxxx@",
		"http://u:@h/":                 "http://u:xxxxx@h/",
		"http://:@h/":                  "http://:xxxxx@h/",
		"http://:p@h":                  "http://:xxxxx@h",
		"http://u:a:b@h":               "http://u:xxxxx@h",
		"http://u:xxxxx@h":             "",
		"http://u:xxxxxx@h":            "http://u:xxxxx@h",
		"http://ü:ß%C3%9F@[::1]:8/?q#": "http://ü:xxxxx@[::1]:8/?q#",
		"http://u:" + strings.Repeat("p", 100) + "@" + strings.Repeat("h", 100): "http://u:xxxxx@" + strings.Repeat("h", 100),
	} {
		r := iri.MustParseReference(s)
		if want == "" {
			want = s
		}
		got := r.Redacted()
		if got != want {
			t.Errorf("%s: %s, not %s", s, got, want)
		}
		if again, err := iri.ParseReference(got); err != nil || again.Redacted() != got {
			t.Errorf("%s: %s, %v", s, got, err)
		}
		if i, ok := r.IRI(); ok && i.Redacted() != got {
			t.Errorf("%s: %s as an IRI", s, i.Redacted())
		}
		if u, err := url.Parse(s); err == nil && u.String() == s && u.Redacted() != got { // otherwise net/url changes it
			t.Errorf("%s: %s, and net/url has %s", s, got, u.Redacted())
		}
	}
}

// Redacted agrees with an implementation that splits the string at delimiters.
func TestRedactedOfRandomStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	members, passwords := 0, 0
	for range testkit.Few(80_000) {
		b := []byte("s://")[r.IntN(2)*2:]
		for range r.IntN(12) {
			b = append(b, "::@@/?ux\xC3\xA9"[r.IntN(10)])
		}
		ref, err := iri.ParseReference(string(b))
		if err != nil {
			continue
		}
		members++
		want := ref.String()
		if user, password, ok := strings.Cut(ref.Userinfo(), ":"); ok {
			passwords++
			head, tail, _ := strings.Cut(want, "//"+user+":"+password+"@")
			want = head + "//" + user + ":xxxxx@" + tail
		}
		if got := ref.Redacted(); got != want {
			t.Errorf("%q: %q, not %q", b, got, want)
		}
	}
	if members < 1000 || passwords < 100 {
		t.Errorf("%d members, %d passwords", members, passwords)
	}
}

// kinds counts the references of each kind in a test.
type kinds map[string]int

// check compares the kinds reported for a reference with the first matching alternatives in the
// grammar, and the host kind with the address rules.
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

// hostByRules returns the name of the first rule of RFC 3986, section 3.2.2, that matches the host.
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

// newSampler returns a sampler of strings that match a rule.
func newSampler(t *testing.T, rule tables.Rule) *sampler.Sampler {
	t.Helper()
	m, err := machine.Of(rule)
	if err != nil {
		t.Fatal(err)
	}
	return sampler.New(m)
}

// draw returns a random matching string with the given beginning.
func draw(r *rand.Rand, s *sampler.Sampler, beginning string, length int) string {
	return string(s.Draw(r, length, []byte(beginning)))
}

func TestKindsOfRandomMembers(t *testing.T) {
	draws := testkit.Fewer(20_000)
	if testing.Short() {
		draws = 2_000
	}
	n, r := kinds{}, rand.New(rand.NewPCG(3987, 1))
	for _, rule := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.IrelativeRef, rfc3987.Ipath,
		rfc3987.Iauthority} {
		d := newSampler(t, rule)
		for i := range draws {
			s := draw(r, d, "", r.IntN(40))
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

// Ambiguous references and their kinds.
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

// Each kind is named after a different rule.
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

func TestUserinfoParts(t *testing.T) {
	for s, want := range map[string][2]string{
		"//h": {"", "-"}, "//@h": {"", "-"}, "//u@h": {"u", "-"}, "//u:@h": {"u", ""}, "//:p@h": {"", "p"},
		"//u%3A:p:q%40@h": {"u%3A", "p:q%40"}, "a:u:p@h": {"", "-"},
	} {
		r := iri.MustParseReference(s)
		password, ok := r.Password()
		if r.Username() != want[0] || ok != (want[1] != "-") || ok && password != want[1] {
			t.Errorf("%s: %q, %q, %t", s, r.Username(), password, ok)
		}
	}
}

func TestSameOrigin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"https://h", "https://h:443/x?q#f", true},
		{"https://h", "HTTPS://u:p@H:0443", true},
		{"https://h:", "https://h", true},
		{"http://h", "http://h:80", true},
		{"ws://[::1]/", "ws://[0:0::1]:80", true},
		{"a://h:7", "A://h:7/", true},
		{"http://ex%61mple", "http://example", true},
		{"http://é", "http://%C3%A9", false}, // the same name, but a different string: IRIForm is not applied
		{"https://h", "http://h", false},
		{"https://h", "http://h:443", false},
		{"https://h", "https://h:80", false},
		{"https://h", "https://h.", false},
		{"https://h", "https://g", false},
		{"a://h", "a://h", false}, // no port
		{"urn:a", "urn:a", false},
		{"file:///a", "file:///a", false},
		{"http:///", "http:///", false}, // no host
		{"https://h:65536", "https://h:65536", false},
	} {
		a, b := iri.MustParse(c.a), iri.MustParse(c.b)
		if a.SameOrigin(b) != c.want || b.SameOrigin(a) != c.want {
			t.Errorf("%s and %s: %t, %t", c.a, c.b, a.SameOrigin(b), b.SameOrigin(a))
		}
	}
}

func TestPortOrDefault(t *testing.T) {
	for s, want := range map[string]int{
		"http://h": 80, "https://h:": 443, "wss://h/": 443, "ftp://h": 21, "https://h:8443": 8443, "gemini://h": -1,
		"gemini://h:1965": 1965, "http:a": -1, "//h": -1, "//h:7": 7, "https://h:65536": -1, "HTTP://h": 80,
	} {
		if n, ok := iri.MustParseReference(s).PortOrDefault(); ok != (want >= 0) || ok && int(n) != want {
			t.Errorf("%s: %d, %t", s, n, ok)
		}
	}
}

func ExampleIRI_SameOrigin() {
	page := iri.MustParse("https://example.org/a")
	fmt.Println(page.SameOrigin(iri.MustParse("https://EXAMPLE.org:443/b")))
	fmt.Println(page.SameOrigin(iri.MustParse("http://example.org/b")))
	// Output:
	// true
	// false
}
