package build

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// Messages use the words of a grammar instead of rule names, and in preference to the compiler's
// own words.
func TestWordsOfGrammar(t *testing.T) {
	g := compileFine(t, `; @words check: a check letter
; @words year-digit: a digit of the year
; @words UNIT: a byte above 0x7F
; @octets UNIT
order = "ORD-" 4year-digit ["-" check] / "x" UNIT
year-digit = DIGIT
check = %x41-5A / %x61-63
UNIT = %x80-FF
`, Options{})
	for s, want := range map[string]string{
		"ORD-1":      "order: column 6: unexpected end, expected a digit of the year",
		"ORD-1234-9": `order: column 10: "9" is not allowed, expected a check letter`,
		"xy":         `order: column 2: "y" is not allowed, expected a byte above 0x7F`,
	} {
		if err := rule(t, g, "order").Table.Check(s); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", s, err, want)
		}
	}
}

func TestWordsErrors(t *testing.T) {
	const rules = "\na = b c \"x\"\nb = %x41-5A\nc = 2b\n"
	const form = `1:3 error bad-directive: @words: expected "RULE: at least two words, without quotes"`
	for _, tt := range []struct{ directive, want string }{
		{"; @words b: a capital letter", ""},
		{"; @words b", form},
		{"; @words : a letter", form},
		{"; @words b: letter", form}, // one word could be the name of a rule
		{`; @words b: a "letter"`, form},
		{"; @words d: a letter", "1:3 error bad-directive: @words: there is no rule \"d\""},
		{"; @words c: two letters", "4:1 error bad-directive: @words: c matches more than single characters"},
		{"; @words b: a letter\n; @words B: the same", "2:3 error bad-directive: @words: B already has words"},
	} {
		_, list := compileSource(t.Context(), syntax.NewSource("test", tt.directive+rules), Options{})
		if got := withCodes(list, "bad-directive"); got != tt.want && strings.Split(got, ";")[0] != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.directive, got, tt.want)
		}
	}
}
