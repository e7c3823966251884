package iri_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

var uriCases = []struct{ iri, uri string }{
	// RFC 3987, section 3.1
	{"http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"},
	{"http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"},
	{"http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"},
	// section 3.2.1
	{"http://www.example.org/Dürst", "http://www.example.org/D%C3%BCrst"},

	{"http://é@例え.テスト:80/é?é\ue000#é",
		"http://%C3%A9@%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88:80/%C3%A9?%C3%A9%EE%80%80#%C3%A9"},
	{"é/../é", "%C3%A9/../%C3%A9"},
	{"//é", "//%C3%A9"},
	{"http://[v1.x]/%e9%C3%a9", "http://[v1.x]/%e9%C3%a9"},
	{"", ""},
}

func TestToURI(t *testing.T) {
	for _, c := range uriCases {
		if got := checkURI(t, c.iri); got != c.uri {
			t.Errorf("%q: %q, not %q", c.iri, got, c.uri)
		}
	}
	if zero := (iri.IRI{}); zero.ToURI() != zero || zero.ToUnicode() != zero || len(zero.AppendURI(nil)) > 0 {
		t.Error("the zero IRI is changed")
	}
}

// checkURI converts a reference to a URI in every available way, and returns the URI.
func checkURI(t testing.TB, s string) string {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		t.Fatal(err)
	}
	u := r.ToURI()
	var slow strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			slow.WriteByte(s[i])
		} else {
			slow.WriteString(percentEncoded([]byte{s[i]}))
		}
	}
	again, err := iri.ParseReference(u.String())
	if u.String() != slow.String() || !iri.ValidURIReference(u.String()) || again != u || u.ToURI() != u || err != nil {
		t.Fatalf("%q: %q, %v", s, u, err)
	}
	if string(r.AppendURI([]byte("-"))) != "-"+u.String() {
		t.Fatalf("%q: %q", s, r.AppendURI(nil))
	}
	if i, ok := r.IRI(); ok && i.ToURI().Reference() != u {
		t.Fatalf("%q: %q as an IRI", s, i.ToURI())
	}
	return u.String()
}

var iriCases = []struct{ uri, iri string }{
	// RFC 3987, section 3.2.1
	{"http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"},
	{"http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
	{"http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"},
	// section 3.1
	{"http://www.example.org/red%09ros%C3%A9#red", "http://www.example.org/red%09rosé#red"},
	{"http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "http://example.com/\U00010300\U00010301\U00010302"},
	{"http://r%c3%a9sum%C3%a9.example.org", "http://résumé.example.org"},

	// reserved, "%", and not allowed
	{"a:%21%23%24%25%26%27%28%29%2A%2B%2C%2f%3A%3B%3D%3F%40%5B%5d",
		"a:%21%23%24%25%26%27%28%29%2A%2B%2C%2f%3A%3B%3D%3F%40%5B%5d"},
	{"a:%00%20%22%3c%3e%5C%5E%60%7B%7C%7D%7f?+%2B", "a:%00%20%22%3c%3e%5C%5E%60%7B%7C%7D%7f?+%2B"},
	// unreserved
	{"a:%41%7a%30%2d%2E%5F%7e", "a:Az0-._~"},
	// never decoded twice
	{"a:%25%43%33%A9", "a:%25C3%A9"},
	// not UTF-8
	{"a:%c3", "a:%C3"},
	{"a:%c3%c3%a9%a9", "a:%C3é%A9"},
	{"a:%c3é", "a:%C3é"},
	{"a:%c3x%a9", "a:%C3x%A9"},
	// overlong, a surrogate, above U+10FFFF
	{"a:%c1%81%ed%a0%80%f4%90%80%80", "a:%C1%81%ED%A0%80%F4%90%80%80"},
	{"a:%f0%9f%98%80", "a:😀"},
	{"a:%f0%9f%98", "a:%F0%9F%98"},
	// Bidi_Control
	{"a:%d8%9c%e2%80%8e%E2%80%8F%e2%80%aa%e2%81%a6%e2%81%a9", "a:%D8%9C%E2%80%8E%E2%80%8F%E2%80%AA%E2%81%A6%E2%81%A9"},
	// White_Space
	{"a:%c2%a0%e2%80%a8%e3%80%80", "a:%C2%A0%E2%80%A8%E3%80%80"},
	// joiners are needed to spell words
	{"a:%e2%80%8c%e2%80%8d", "a:\u200c\u200d"},
	// private use
	{"a:?%ee%80%80%f3%b0%80%80", "a:?%EE%80%80%F3%B0%80%80"},
	// not a ucschar
	{"a:%c2%80%ef%b7%90%ef%bf%bd%ef%bf%be%f0%9f%bf%bf", "a:%C2%80%EF%B7%90%EF%BF%BD%EF%BF%BE%F0%9F%BF%BF"},
	{"http://%65%C3%A9.example:80", "http://eé.example:80"},
	{"%61%3A%C3%A9", "a%3Aé"},
	{"", ""},
}

func TestToIRI(t *testing.T) {
	for _, c := range iriCases {
		if got := checkIRI(t, c.uri); got != c.iri {
			t.Errorf("%q: %q, not %q", c.uri, got, c.iri)
		}
	}
}

// checkIRI converts a reference to an IRI in every available way, and returns the result.
func checkIRI(t testing.TB, s string) string {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		t.Fatal(err)
	}
	to := r.ToUnicode()
	if want := slowNormal(t, s, iri.PercentForm|iri.IRIForm, nil); to.String() != want {
		t.Fatalf("%q: %q, not %q", s, to, want)
	}
	again, err := iri.ParseReference(to.String())
	if again != to || to.ToUnicode() != to || err != nil || string(r.AppendUnicode([]byte("-"))) != "-"+to.String() {
		t.Fatalf("%q: %q, %v", s, to, err)
	}
	if i, ok := r.IRI(); ok && i.ToUnicode().Reference() != to {
		t.Fatalf("%q: %q as an IRI", s, i.ToUnicode())
	}
	var parts []bool
	for _, x := range []iri.Reference{r, to} {
		parts = append(parts, x.HasScheme(), x.HasAuthority(), x.HasUserinfo(), x.HasPort(), x.HasQuery(), x.HasFragment())
	}
	if half := len(parts) / 2; string(boolBytes(parts[:half])) != string(boolBytes(parts[half:])) {
		t.Fatalf("%q: %q has other components", s, to)
	}
	return to.String()
}

func boolBytes(bits []bool) (b []byte) {
	for _, bit := range bits {
		b = append(b, map[bool]byte{false: '0', true: '1'}[bit])
	}
	return b
}

// Every pair of octets, in one component; with -long, in every component.
func TestToIRIOfAllPairsOfOctets(t *testing.T) {
	t.Parallel()
	for i, s := range []string{"//%s@h", "//%s", "%s", "?%s", "#%s"} {
		for pair := range 1 << 16 {
			if !testkit.Long() && pair%5 != i || !testkit.OneIn(7, pair) {
				continue
			}
			checkRound(t, strings.Replace(s, "%s", percentEncoded([]byte{byte(pair >> 8), byte(pair)}), 1))
		}
	}
}

// Every character, and all invalid sequences of four bytes.
func TestToIRIOfAllCharacters(t *testing.T) {
	t.Parallel()
	decoded := 0
	for r := rune(0x80); r <= 0x10ffff; r++ {
		if r >= 0xd800 && r < 0xe000 || r >= 0x20000 && !testkit.OneIn(61, int(r)) {
			continue
		}
		s, _ := iri.ParseReference(percentEncoded([]byte(string(r))))
		got := s.ToUnicode().String()
		if want := decodable(r); want && got != string(r) || !want && got != s.String() {
			t.Fatalf("%U: %q", r, got)
		}
		if got == string(r) {
			decoded++
		}
	}
	t.Logf("%d characters are decoded", decoded)
}

// checkRound converts to an IRI and back, and to a URI and back. A URI comes back with unreserved
// characters decoded, and uppercase digits for octets that are legal in an IRI.
func checkRound(t testing.TB, s string) {
	t.Helper()
	u, _ := iri.ParseReference(checkURI(t, s))
	back, _ := iri.ParseReference(checkIRI(t, u.String()))
	if got := back.ToURI(); got.Normalize(iri.CaseForm) != u.Normalize(iri.PercentForm).Normalize(iri.CaseForm) {
		t.Fatalf("%q: %q, and back %q", u, back, got)
	}
	if got, _ := iri.ParseReference(checkURI(t, back.String())); got.ToUnicode() != back {
		t.Fatalf("%q: %q, and back %q", back, got, got.ToUnicode())
	}
	only := u.Normalize(iri.IRIForm).ToURI()
	if !strings.EqualFold(only.String(), u.String()) || only.Normalize(iri.CaseForm) != u.Normalize(iri.CaseForm) {
		t.Fatalf("%q: %q with IRIForm alone", u, only)
	}
}

func TestToURIAndBackOfRandomReferences(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 3987))
	for range testkit.Cases(20_000) {
		checkRound(t, randomReference(r, 12))
	}
}

func TestToURIFunc(t *testing.T) {
	fail := errors.New("no")
	for _, c := range []struct{ in, asked, host, want string }{
		{"http://é.example/é", "é.example", "xn--9ca.example", "http://xn--9ca.example/%C3%A9"},
		{"http://ü@%C3%A9.%65xample:8?é", "é.example", "xn--9ca.example", "http://%C3%BC@xn--9ca.example:8?%C3%A9"},
		{"http://EXAMPLE/é", "", "", "http://EXAMPLE/%C3%A9"},
		{"http://%65xample/é", "", "", "http://%65xample/%C3%A9"},
		{"http://%2f%7f/", "", "", "http://%2f%7f/"},
		{"http://%ff/", "%FF", "h", "http://h/"},
		{"http://a%e2%80%ae%41/é", "a%E2%80%AEA", "h", "http://h/%C3%A9"},
		{"http://%65%c2%a0:80/", "e%C2%A0", "h", "http://h:80/"},
		{"http://u@%ee%80%80/", "%EE%80%80", "h", "http://u@h/"},
		{"http://[::1]/é", "", "", "http://[::1]/%C3%A9"},
		{"http:///é", "", "", "http:///%C3%A9"},
		{"urn:é", "", "", "urn:%C3%A9"},
		{"//é", "é", "127.0.0.1", "//127.0.0.1"},
		{"//é", "é", "[::1]", "//[::1]"},
		{"//é", "é", "ü", "//%C3%BC"},
		{"//é", "é", "", ""},
		{"//é", "é", "a/b", ""},
		{"//é", "é", "a@b", ""},
		{"//é", "é", "a:80", ""},
		{"//é", "é", "\xff", ""},
		{"//é", "é", "fails", ""},
	} {
		var asked string
		got, err := iri.MustParseReference(c.in).ToURIFunc(func(host string) (string, error) {
			if asked += host; c.host == "fails" {
				return "x", fail
			}
			return c.host, nil
		})
		var hostError *iri.HostError
		failed := errors.As(err, &hostError)
		if got.String() != c.want || asked != c.asked || failed != (c.want == "") || failed != (err != nil) {
			t.Errorf("%q: %q, %v, asked for %q", c.in, got, err, asked)
		}
		if err != nil && (hostError.Host != "é" || c.host == "fails" != errors.Is(err, fail)) {
			t.Errorf("%q: %+v", c.in, hostError)
		}
		if again, _ := iri.ParseReference(got.String()); again != got {
			t.Errorf("%q: %q is cut wrong", c.in, got)
		}
	}
}

func TestZeroHostError(t *testing.T) {
	if text := new(iri.HostError).Error(); text != "host " {
		t.Errorf("%q", text)
	}
}
