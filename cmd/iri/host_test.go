package main

import (
	"strings"
	"testing"

	"github.com/irilex/iri"
)

func TestHostOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "//": "", "http": "", "http://": "", "a//b": "", "a/b://c": "", "a:b://c": "", "mailto:a b": "",
		"file:///a b": "", "http:/a b": "", `http:\\h\a`: "", "http://a b/": "", "http://%/": "",
		"http://EXAMPLE.org/a b": "example.org", "//h/a b": "h", "http://h?a b": "h", "http://h#a b": "h", "http://h": "h",
		"http://h:80a/": "h", "http://h:80": "h", "http://h:80:90/": "h", "http://u:12 3@h/": "", "http://u:12@h/ ": "h",
		`http://a\@b/`: "", `http://a:80\@b/`: "", "http://[::1]:x/": "[::1]", "http://[::1/": "", "http://[1:2]/": "",
		"ht_tp://h/": "h", " http://h/": "h", "<http://h/>": "h", "http://bücher.example/\x00": "bücher.example",
		"http://\xff/": "", "http://h/\xff": "h", "http://h:1a": "h", "http://a@b@c/": "",
	} {
		if got := hostOf(text); got != want {
			t.Errorf("hostOf(%q) = %q, not %q", text, got, want)
		}
	}
}

// FuzzHostOf checks that a host is valid and a part of the text.
func FuzzHostOf(f *testing.F) {
	for _, s := range []string{"http://H:80a/", `http://a\@b/`, "//u:12@[::1]:x?", "a:b://c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		host := hostOf(text)
		r, err := iri.ParseReference("//" + host)
		if err != nil || r.Host() != host || !strings.Contains(strings.ToLower(text), host) {
			t.Errorf("hostOf(%q) = %q: %v", text, host, err)
		}
		if r, err := iri.ParseReference(text); err == nil && strings.ToLower(r.Host()) != host {
			t.Errorf("hostOf(%q) = %q, but the text is valid and its host is %q", text, host, r.Host())
		}
	})
}
