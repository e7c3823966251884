package main

import "testing"

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ it, iri, iriRef, uri, uriRef any }{
		{"http://example.org/", true, true, true, true},
		{"http://例え.example/", true, true, false, false},
		{"../é", false, true, false, false},
		{"../e", false, true, false, true},
		{"http://a b/", false, false, false, false},
		{"", false, true, false, true},
		{"\xff", false, false, false, false},
	} {
		for name, want := range map[string]any{"isIri": c.iri, "isIriRef": c.iriRef, "isUri": c.uri, "isUriRef": c.uriRef} {
			program, err := compile("it." + name + "()")
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := program.Eval(map[string]any{"it": c.it})
			if err != nil || answer.Value() != want {
				t.Errorf("%s of %q: %v, %v", name, c.it, answer, err)
			}
		}
	}
	if _, err := compile("1.isUri()"); err == nil {
		t.Error("a number has the function isUri")
	}
}
