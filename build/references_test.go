package build

import (
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
)

// A URI is an IRI of ASCII. The same holds of the other rules of RFC 3986 that RFC 3987 widens, in
// which they have an "i" before their names. So package iri takes URIs apart, and names their kinds.
func TestURIsAreIRIs(t *testing.T) {
	iris, uris := bundled(t, "rfc3987"), bundled(t, "rfc3986")
	ascii := rule(t, compileFine(t, "text = *%x00-7F", Options{}), "text").dfa
	pairs := map[string]string{
		"URI": "IRI", "URI-reference": "IRI-reference", "absolute-URI": "absolute-IRI", "relative-ref": "irelative-ref",
	}
	for _, r := range uris.Rules {
		if iris.Rule("i"+r.Name) != nil {
			pairs[r.Name] = "i" + r.Name
		} else if strings.HasPrefix(r.Name, "IP") {
			pairs[r.Name] = r.Name
		}
	}
	for uri, iri := range pairs {
		both, err := automaton.Intersect(rule(t, iris, iri).dfa, ascii, iris.meter)
		if err != nil {
			t.Fatal(err)
		}
		if s, equal := automaton.Equal(rule(t, uris, uri).dfa, both); !equal {
			t.Errorf("%q is in one of %s and %s of ASCII only", s, uri, iri)
		}
	}
	for _, name := range []string{"reg-name", "IPv6address", "IPvFuture", "IPv4address", "path-abempty", "path-absolute",
		"path-rootless", "path-noscheme", "path-empty", "authority", "userinfo", "host", "query", "fragment"} {
		if pairs[name] == "" {
			t.Errorf("%s has no twin", name)
		}
	}
	t.Logf("%d rules", len(pairs))
}
