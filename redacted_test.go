package iri_test

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

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
		if u, err := url.Parse(s); err == nil && u.String() == s && u.Redacted() != got { // else net/url changes it
			t.Errorf("%s: %s, and net/url has %s", s, got, u.Redacted())
		}
	}
}

// The twin of Redacted cuts at delimiters, the slow way.
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
