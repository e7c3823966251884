package build

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestCoreDiffers(t *testing.T) {
	const as = " differs from RFC 5234, appendix B.1: "
	for _, tt := range []struct {
		text string
		opt  Options
		want string
	}{
		{"ALPHA = %x41-5A / %x61-7A", Options{}, ""},
		{"alpha = %x41-5A / %x61-7A", Options{}, ""},
		{`HEXDIG = DIGIT / "a" / "B" / "C" / "D" / "E" / "F"`, Options{}, ""},
		{`HEXDIG = DIGIT / %x41-46`, Options{},
			`1:1 warning core-differs: HEXDIG` + as + `only the RFC's definition matches "a"`},
		{"b = LWSP\nLWSP = *(WSP / CRLF WSP)\nCRLF = LF", Options{}, `2:1 warning core-differs: LWSP` + as +
			`only this definition matches "\n "` +
			"\n" + `3:1 warning core-differs: CRLF` + as + `only this definition matches "\n"`},
		{`Sp = ""`, Options{}, `1:1 warning core-differs: Sp` + as + `only this definition matches ""`},
		{"OCTET = %x00-FF", Options{}, ""},
		{"OCTET = %x00-FF", Options{Octets: []string{"*"}}, ""},
		{"OCTET = %x00-7F", Options{}, `1:1 warning core-differs: OCTET` + as + `only the RFC's definition matches "\u0080"`},
		{"OCTET = %x00-FE", Options{Octets: []string{"OCTET"}}, `1:1 warning core-differs: OCTET` + as +
			`only the RFC's definition matches "\xff"`},
		{"CR = CR", Options{}, ""}, // recursive
		{"DIGIT = nobody", Options{}, ""},
		{`digit = "1"`, Options{Dialect: syntax.RFC822}, ""},                   // no core rules
		{"a = b\nDIGIT = \"1\"\nb = \"c\"", Options{Rules: []string{"a"}}, ""}, // not compiled
	} {
		_, list := compileSource(t.Context(), syntax.NewSource("test", tt.text), tt.opt)
		if got := withCodes(list, "core-differs"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestSameLanguage(t *testing.T) {
	const same = " note same-language: "
	for _, tt := range []struct{ text, want string }{
		{"a = \"x\" / \"y\"\nb = \"y\" / \"x\"", "2:1" + same + "b matches the same strings as a"},
		{"a = \"x\" / \"y\"\nb = \"y\" / \"x\"\nc = %x58-59 / %x78-79", "2:1" + same + "b matches the same strings as a\n" +
			`3:1 warning case-insensitive: c matches the same strings as a, because "x" matches X too; %s"x" (RFC 7405) or ` +
			`%x78 matches one case`},
		{"a = \"x\" / \"y\"\nb = \"x\" / \"y\"", ""},           // written identically
		{"a = \"x\" / \"y\"\nb = a\nc = ( a )", ""},            // names of another rule
		{"a = %x78\nb = %s\"x\"\nc = %x78.79\nd = b %x79", ""}, // single strings
		{"a = \"\"\nb = 0\"x\"\nc = %xD800\nd = %xDABC", ""},
		{"a = *\"x\"\nb = [ 1*%s\"x\" ]", ""},
		{"a = *\"x\"\nb = [ 1*\"x\" ]", "2:1" + same + "b matches the same strings as a"},
		{"a = ALPHA\nb = %x41-5A / %x61-7A", ""},
		{"a = %x61-63 / %x41-43\nb = \"a\" / \"b\" / \"c\"\nc = (\"A\" / \"B\" / \"C\")",
			"2:1 warning case-insensitive: b matches the same strings as a, " +
				`because "a" matches A too; %s"a" (RFC 7405) or %x61 matches one case` +
				"\n3:1 warning case-insensitive: c matches the same strings as a, " +
				`because "A" matches a too; %s"A" (RFC 7405) or %x41 matches one case`},
		{"a = %x2B / %x2D\nb = \"-\" / \"+\"", "2:1" + same + "b matches the same strings as a"},
		{"x = %x41-42\na = x\nb = %x41 / %x42", "3:1" + same + "b matches the same strings as x"},
	} {
		_, list := compileABNF(tt.text)
		if got := withCodes(list, "same-language", "case-insensitive"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
