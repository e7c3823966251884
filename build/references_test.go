package build

import (
	"strings"
	"testing"
)

// A URI is an IRI in ASCII. The same holds for the other rules of RFC 3986 that RFC 3987 widens and
// renames with a leading "i". So package iri can split URIs and name their kinds.
func TestURIsAreIRIs(t *testing.T) {
	iris, uris := bundled(t, "rfc3987"), bundled(t, "rfc3986")
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
		witness, equal, err := EqualInASCII(rule(t, uris, uri), rule(t, iris, iri))
		if err != nil || !equal {
			t.Errorf("%q is in one of %s and %s of ASCII only, %v", witness, uri, iri, err)
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

// TestEqualInASCII checks that a witness is found even if the languages differ in a single string.
func TestEqualInASCII(t *testing.T) {
	g := compileFine(t, `wide = *( "a" / %x80-FF )
same = *"a"
fewer = 1*"a"
more = *( "a" / "b" )
beyond = *"a" [ %xE9 ]
`, Options{})
	for name, want := range map[string]string{"same": "<nil>", "fewer": "", "more": "b", "beyond": "é"} {
		witness, equal, err := EqualInASCII(rule(t, g, name), rule(t, g, "wide"))
		if err != nil || equal != (name == "same") || !equal && witness != want {
			t.Errorf("%s: %q, %v, %v, not %q", name, witness, equal, err, want)
		}
	}
	if _, _, err := EqualInASCII(compileText("a = <prose>\n").Rule("a"), rule(t, g, "wide")); err == nil {
		t.Error("a rule that is not compiled is compared")
	}
}
