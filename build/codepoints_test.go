package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// remarks returns the diagnostics with any of the codes, one per line.
func remarks(text string, codes ...string) string {
	_, list := compileABNF(text)
	return withCodes(list, codes...)
}

func withCodes(list *syntax.List, codes ...string) string {
	var lines []string
	for line := range strings.Lines(diagnostics(list)) {
		for _, code := range codes {
			if strings.Contains(line, " "+code+": ") {
				lines = append(lines, strings.TrimSuffix(line, "\n"))
			}
		}
	}
	return strings.Join(lines, "\n")
}

func TestOctets(t *testing.T) {
	const (
		two = `take two bytes each in UTF-8; for octets use --octets=a or "; @octets a", for code points "; @code-points a"`
		all = " is read as the code points U+0000 to U+00FF; U+0080 to U+00FF " + two
	)
	called := func(name string) string {
		return strings.NewReplacer("s a\"", "s "+name+"\"", "s=a ", "s="+name+" ").Replace(all)
	}
	named := called("OCTET")
	for _, tt := range []struct{ text, want string }{
		{"a = %x80-FF", "1:5 warning octets: %x80-FF is read as the code points U+0080 to U+00FF, which " + two},
		{"a = %d128-191", "1:5 warning octets: %x80-BF is read as the code points U+0080 to U+00BF, which " + two},
		{"a = %xC2-DF %x80-BF", "1:5 warning octets: %xC2-DF is read as the code points U+00C2 to U+00DF, which " + two +
			" (and 1 more in this rule)"},
		{"a = *(\"x\" / [2%x00-FF])", "1:15 warning octets: %x00-FF" + all},
		{"a = 4octet", "1:6 warning octets: OCTET" + named},
		{"a = octet\noctet = \"x\"", ""},
		{"octet = %b0-11111111", "1:9 warning octets: %x00-FF" + called("octet")},
		{"a = %x00-7F / %x7F-FF / %xFF / %x80 / %x1-FF / 0%x80-FF / CHAR", ""},
		{"a = %x80-FF / %x100-1FF", ""}, // unambiguously code points
		{"a = %x80-FF / b\nb = %x41.2014", ""},
		{"a = OCTET / %x80-FF / %x100", "1:5 warning octets: OCTET" + named},
		{"a = \"x\"\na =/ %x80-FF\na = %x80-BF",
			"2:6 warning octets: %x80-FF is read as the code points U+0080 to U+00FF, which " + two},
	} {
		if got := remarks(tt.text, "octets"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// The first twenty places are reported in order, the last of them with the number of remaining
// places.
func TestOctetsInManyPlaces(t *testing.T) {
	for _, n := range []int{0, 18, 19, 20, 44} {
		rules := lines(n, func(i int) string { return fmt.Sprintf("a%d = %%x80-FF", i) })
		got := strings.Split(remarks("z = a\n"+rules+"z =/ OCTET", "octets"), "\n")
		if len(got) != min(n+1, 20) {
			t.Errorf("%d places: %d remarks", n+1, len(got))
		}
		for i, line := range got {
			place, end := fmt.Sprintf("%d:%d ", i+2, len(fmt.Sprintf("a%d = ", i))+1), fmt.Sprintf(`@code-points a%d"`, i)
			if i == n {
				place, end = fmt.Sprintf("%d:6 ", i+2), `@code-points OCTET"`
			}
			switch {
			case i == 19 && n == 20:
				end += " (and in 1 more place)"
			case i == 19 && n > 20:
				end += fmt.Sprintf(" (and in %d more places)", n-19)
			}
			if !strings.HasPrefix(line, place) || !strings.HasSuffix(line, end) {
				t.Errorf("%d places: remark %d is %s", n+1, i, line)
			}
		}
	}
}

// A value up to FF may be an octet, so ranges of octets get a remark; a value above FF indicates
// code points.
func TestValuesBesideOctets(t *testing.T) {
	for value, remarked := range map[string]bool{"%x41": true, "%xFE": true, "%xFF": true, "%x100": false,
		"%x41.100": false} {
		got := remarks("a = %x80-FF / "+value, "octets")
		if (got != "") != remarked {
			t.Errorf("%s: %q", value, got)
		}
	}
}

func TestSurrogates(t *testing.T) {
	const none = " matches no string: surrogates have no UTF-8 encoding"
	for _, tt := range []struct{ text, want string }{
		{"s = %xD800-DFFF",
			"1:1 warning empty-language: the rule s matches no string: surrogates have no UTF-8 encoding\n" +
				"1:5 warning surrogates-only: %xD800-DFFF" + none},
		{"s = \"a\" %xDABC",
			"1:1 warning empty-language: the rule s matches no string: surrogates have no UTF-8 encoding\n" +
				"1:9 warning surrogates-only: %xDABC" + none},
		{"s = %x41.D800.41 / \"b\"", "1:5 warning surrogates-only: %xD800" + none},
		{"s = %x0-10FFFF", "1:5 note surrogates: surrogates in %x0-10FFFF are ignored: they have no UTF-8 encoding"},
		{"s = %xDFFF-E000",
			"1:5 note surrogates: surrogates in %xDFFF-E000 are ignored: they have no UTF-8 encoding"},
		{"s = %xA0-D7FF / %xE000-FFFD", ""},
		{"s = %xDFFF-E000 / %x0-D801 / %xD800-E001",
			"1:5 note surrogates: surrogates in %xDFFF-E000 are ignored: they have no UTF-8 encoding (and 2 more in " +
				"this document)"},
		{"s = %xD7FF-D800",
			"1:5 note surrogates: surrogates in %xD7FF-D800 are ignored: they have no UTF-8 encoding"},
		{"s = 2t\nt = %xD800", "1:1 warning empty-language: the rule s matches no string: t matches no string\n" +
			"2:1 warning empty-language: the rule t matches no string: surrogates have no UTF-8 encoding\n" +
			"2:5 warning surrogates-only: %xD800" + none},
		{"s = [t]\nt = %xD800",
			"2:1 warning empty-language: the rule t matches no string: surrogates have no UTF-8 encoding\n" +
				"2:5 warning surrogates-only: %xD800" + none},
		{"s = \"\"", ""},
		{"s = s", ""}, // recursive: not compiled
	} {
		if got := remarks(tt.text, "surrogates", "surrogates-only", "empty-language"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestSurrogatesInClasses(t *testing.T) {
	const (
		without = " note surrogates: surrogates in the class are ignored: they have no UTF-8 encoding"
		nothing = "1:1 warning empty-language: the rule s matches no string: the exception removes every string"
	)
	for _, tt := range []struct{ text, want string }{
		{"s ::= [a#xD800-#xDFFF]", "1:7" + without},
		{"s ::= [#x0-#x10FFFF] 'a'", "1:7" + without},
		{"s ::= [#xA0-#xD7FF#xE000-#xFFFD]", ""},
		{"s ::= [^#xDABC]", ""},
		{"s ::= [#xD800]",
			"1:1 warning empty-language: the rule s matches no string: surrogates have no UTF-8 encoding\n1:7" + without},
		{"s ::= ('a' - 'b')? [#xD800]",
			"1:1 warning empty-language: the rule s matches no string: surrogates have no UTF-8 encoding\n1:20" + without},
		{"s ::= ('a' - 'b')* [#xD800]",
			"1:1 warning empty-language: the rule s matches no string: surrogates have no UTF-8 encoding\n1:20" + without},
		{"s ::= ('a' - 'a')+ 'c'", nothing},
		{"s ::= 'ab' - 'ab'", nothing},
		{"s ::= [^#x10000-#x10FFFF#x0-#xFFFF]", nothing},
	} {
		_, list := compileDialect(t, syntax.W3C, tt.text)
		if got := withCodes(list, "surrogates", "empty-language"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
