package main

import (
	"errors"
	"testing"

	"github.com/irilex/iri"
)

func TestToURI(t *testing.T) {
	for _, c := range []struct{ iri, uri, host string }{
		{"http://bücher.example/Straße?q=é#ü", "http://xn--bcher-kva.example/Stra%C3%9Fe?q=%C3%A9#%C3%BC", ""},
		{"http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/", ""},
		{"http://BÜCHER.example:80/", "http://xn--bcher-kva.example:80/", ""},
		{"http://u:é@例え.テスト/", "http://u:%C3%A9@xn--r8jz45g.xn--zckzah/", ""},
		{"http://faß.example/", "http://xn--fa-hia.example/", ""},      // IDNA2008 keeps the letter
		{"http://EXAMPLE.org/é", "http://EXAMPLE.org/%C3%A9", ""},      // only non-ASCII names are converted
		{"http://a_b.example/", "http://a_b.example/", ""},             // likewise
		{"http://[::1]/é", "http://[::1]/%C3%A9", ""},                  // an address is not a name
		{"urn:é", "urn:%C3%A9", ""},                                    // no host
		{"http://１２７。0.0.1/", "http://127.0.0.1/", ""},                 // the name maps to an address: check the URI
		{"http://a／b.example/", "", "a／b.example"},                     // "／" maps to "/"
		{"http://a_é.example/", "", "a_é.example"},                     // STD 3
		{"http://bad\u200Cname.example/", "", "bad\u200Cname.example"}, // a joiner without letters to join
		{"http://é..example/", "http://xn--9ca..example/", ""},         // Lookup does not check label lengths
	} {
		got, err := toURI(c.iri)
		var refused *iri.HostError
		if errors.As(err, &refused) != (c.host != "") || err == nil && got != c.uri || err != nil &&
			(refused == nil || refused.Host != c.host) {
			t.Errorf("%q: %q, %v", c.iri, got, err)
		}
		if err == nil && !iri.ValidURI(got) {
			t.Errorf("%q: %q is no URI", c.iri, got)
		}
	}
	if _, err := toURI("http://a b/"); err == nil {
		t.Error("that is no IRI")
	}
}
