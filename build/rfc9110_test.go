package build

import (
	"testing"

	"github.com/irilex/iri/automaton"
)

// Each rule of RFC 9110 equals the rule of that name in another transcription of its appendix A, if
// there is one.
func TestRFC9110IsAsOthersHaveIt(t *testing.T) {
	other, _ := compileWith(t, "grammars/declaresub-rfc9110.abnf", Options{Octets: []string{WholeDocument}})
	ours := bundled(t, "rfc9110")
	alone := map[string]bool{ // from RFC 4647 and RFC 9111; prose or missing in the other transcription
		"language-range": true, "alphanum": true, "delta-seconds": true,
	}
	equal := 0
	for _, r := range ours.Rules {
		switch to := other.Rule(r.Name); {
		case r.Core:
		case to == nil || to.made().DFA == nil:
			if !alone[r.Name] {
				t.Errorf("%s: there is no other to compare with", r.Name)
			}
		default:
			witness, same := automaton.Equal(r.made().DFA, to.made().DFA)
			if equal++; !same {
				t.Errorf("%s differs, in %q", r.Name, witness)
			}
		}
	}
	if equal < 75 {
		t.Errorf("only %d rules are compared", equal)
	}
	t.Logf("%d rules are equal", equal)
}

// Strings for the rules of RFC 9110, most of them examples from its sections.
func TestRFC9110(t *testing.T) {
	g := bundled(t, "rfc9110")
	for _, c := range []struct {
		rule       string
		yes, wrong []string
	}{
		{"token", []string{"gzip", "x!#$%&'*+-.^_`|~0"}, []string{"", "a b", "a/b", `"a"`, "a\xE9", "é"}},
		{"quoted-string", []string{`""`, `"a\"b\\"`, "\"\x80\xFF\"", "\"é\t\"", "\"\\\xFF\""},
			[]string{`"`, `"a"b"`, `"\"`, "\"\x7F\"", "\"a\nb\""}},
		{"field-value", []string{"", "a", "ab", "a b", "\xFF"}, []string{" a", "a ", "a\r\n b"}},
		{"field-content", []string{"a", "abc", "a b"}, []string{"ab", ""}}, // see the top of the document
		{"parameters", []string{"", ";a=b", " ; a=\"b;c\";", ";;"}, []string{"a=b", ";a =b", ";a"}},
		{"HTTP-date", []string{
			"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
		}, []string{"sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC"}},
		{"media-type", []string{"text/html;charset=utf-8", `text/html; charset="utf-8"`, "Text/HTML;Charset=\"utf-8\""},
			[]string{"text", "text/ html", "text/html;charset=utf 8"}},
		{"entity-tag", []string{`"xyzzy"`, `W/"xyzzy"`, `""`}, []string{`w/"xyzzy"`, "xyzzy", `"a b"`}},
		{"qvalue", []string{"0", "1", "0.5", "0.", "1.000"}, []string{"2", "1.001", "0.1234", ".5"}},
		{"challenge", []string{
			"Basic", "Basic realm=\"simple\"", "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
			"Bearer abc==", "Basic ",
		}, []string{"Basic abc== a=b", "Basic a=b,,c=d", "Basic a=b,"}},
		{"ranges-specifier", []string{"bytes=0-499", "bytes=-500", "bytes=500-600 , 601-999"},
			[]string{"bytes=", "bytes=0-1,,2-3"}},
		{"language-range", []string{"*", "en", "de-AT-1996"}, []string{"", "en-*", "abcdefghi"}},
		{"delta-seconds", []string{"0", "2147483648"}, []string{"", "-1", "1.5"}},
	} {
		checkMembers(t, c.rule, rule(t, g, c.rule).Table, c.yes, c.wrong)
	}
}
