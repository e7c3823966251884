package explain_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/explain"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/xri30"
)

// Only encoded surrogates and numbers above U+10FFFF are described as such. Text after a broken
// character is kept. For a recursive rule the message lists the expected characters.
func TestBytesAndRecursion(t *testing.T) {
	for _, test := range []struct {
		rule                    tables.Rule
		lookup                  func(string) (tables.Rule, bool)
		text, message, repaired string
		not                     string
	}{
		{rfc3987.IRI, rfc3987.Lookup, "http://a/\xEDé", "the character that begins with the byte 0xED is incomplete",
			"http://a/%EDé", "surrogate"},
		{rfc3987.IRI, rfc3987.Lookup, "http://a/\xF4éé", "the character that begins with the byte 0xF4 is incomplete",
			"http://a/%F4éé", "U+"},
		{rfc3987.IRI, rfc3987.Lookup, "http://a/\xED\xA0A", "the character that begins with the byte 0xED is incomplete", "",
			"surrogate"},
		{rfc3987.IRI, rfc3987.Lookup, "http://a/\xED\xA0\x80", "U+D800 is a surrogate", "http://a/%ED%A0%80", "incomplete"},
		{rfc3987.IRI, rfc3987.Lookup, "http://a/\xF4\x90\x80\x80", "U+110000 is beyond U+10FFFF",
			"http://a/%F4%90%80%80", "incomplete"},
		{xri30.Xref, xri30.Lookup, "(<)", `"<" is not allowed here; expected `, "", "must end"},
		{xri30.Xref, xri30.Lookup, "()<", `the text must end before "<"`, "", "expected"},
	} {
		why, ok := explain.New(test.rule, test.lookup).Explain(test.text)
		if !ok || !strings.Contains(why.Message, test.message) || strings.Contains(why.Message, test.not) ||
			test.repaired != "" && why.Repaired != test.repaired {
			t.Errorf("%q: %q, repaired %q", test.text, why.Message, why.Repaired)
		}
	}
}
