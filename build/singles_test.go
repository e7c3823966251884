package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// beyondASCII contains characters of every length in UTF-8, and some that notations or messages
// treat specially.
var beyondASCII = []string{
	"\u0080", "\u00A0", "\u00AD", "\u00E9", "\u0301", "\u05D0", "\u200B", "\u201C", "\u2028", "\u202E", "\u3000", "\u65E5",
	"\uD7FF", "\uFEFF", "\uFFFD", "\uFFFF", "\U0001F600", "\U0010FFFF",
}

// definitions maps each dialect to the beginning of a definition.
var definitions = map[syntax.Dialect]string{
	syntax.ABNF: "a = ", syntax.RFC822: "a = ", syntax.AParse: "a = ", syntax.W3C: "a ::= ", syntax.Treetop: "rule a ",
	syntax.ISO: "a = ", syntax.BNF: "<a> ::= ",
}

// A long run of one character, or of one character in a definition, is read and compiled within the
// budgets, with a manageable number of diagnostics: a mebibyte of signs, 64 KiB of letters.
func TestSingleCharacters(t *testing.T) {
	testkit.SkipSlow(t)
	var characters []string
	for b := range 256 {
		characters = append(characters, string([]byte{byte(b)}))
	}
	characters = append(characters, beyondASCII...)
	largest, where, tried := 0, "", 0
	for _, d := range syntax.Dialects() {
		for i, c := range characters {
			notable := strings.Contains(`*"'()[]<>{}=|/%#;:.,&!-?+`+"\n\r\x00", c)
			if !*fullBudget && !notable && i%32 != 9 {
				continue
			}
			size := 1 << 16 // takes a sixteenth of the time
			if *fullBudget && notable {
				size = 1 << 20
			}
			for _, begin := range []string{"", definitions[d], definitions[d] + `"x" `, "x\n" + definitions[d]} {
				if !*fullBudget && begin != "" && begin != definitions[d] {
					continue
				}
				if tried++; !*fullBudget && !testkit.OneIn(3, tried) {
					continue
				}
				text := begin + strings.Repeat(c, (size-len(begin))/len(c))
				n := checkSingle(t, fmt.Sprintf("%s, %q of %q", d, begin, c), text, d)
				if n > largest {
					largest, where = n, fmt.Sprintf("%s, %q of %q", d, begin, c)
				}
			}
		}
	}
	t.Logf("at most %d bytes of messages: %s", largest, where)
}

// checkSingle compiles a document and returns the number of bytes in its messages. The test fails
// if a message has no position, or if the messages, steps or transitions exceed their limits.
func checkSingle(t *testing.T, name, text string, d syntax.Dialect) (bytes int) {
	limits := DefaultLimits()
	g, list := compileSource(t.Context(), syntax.NewSource("test", text),
		Options{Name: "test", Dialect: d, Limits: limits, Lint: true})
	for _, x := range list.Items {
		bytes += len(x.Message)
		if x.Pos < 0 || int(x.Pos)+x.Len > len(text) || x.Message == "" {
			t.Errorf("%s: no place: %v", name, x)
		}
	}
	if n := len(list.Items); n > syntax.MaxItems || bytes > 1_000_000 {
		t.Errorf("%s: %d diagnostics, %d bytes", name, n, bytes)
	}
	if errors := list.Errors(); errors < len(list.Items)/2 && errors > syntax.MaxItems {
		t.Errorf("%s: %d errors in %d diagnostics", name, errors, len(list.Items))
	}
	steps, transitions := g.Spent()
	if steps > 3*limits.Automata.Steps || transitions > 3*limits.Automata.Transitions {
		t.Errorf("%s: %d steps, %d transitions", name, g.automata.Meter.Steps(), g.automata.Meter.Transitions())
	}
	return bytes
}
