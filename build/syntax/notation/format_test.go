package notation

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// comments finds the comments of a document without using the lexer: from each comment sign outside
// strings and prose.
func comments(text string, s style) (found []string) {
	for line := range strings.Lines(text) {
		closing := byte(0)
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case closing != 0:
				if c == closing {
					closing = 0
				}
			case c == '"' || c == '\'' && s.exactQuote:
				closing = c
			case c == '<' && strings.Contains(line[i:], ">"):
				closing = '>'
			case c == s.comment:
				found = append(found, strings.TrimRight(line[i:], " \t\r\n"))
				i = len(line)
			}
		}
	}
	return found
}

// checkFormat checks that [Format] keeps its promises, and reports whether it returned any text.
func checkFormat(t *testing.T, text string, opt ReadOptions) bool {
	t.Helper()
	once, list, err := Format(syntax.NewSource("test", text), opt)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if (list.Errors() > 0) != (once == "") {
		t.Fatalf("%d errors, and the text is %q", list.Errors(), once)
	}
	if once == "" {
		return false
	}
	g, _ := ReadWith(syntax.NewSource("test", text), opt)
	again, _ := Read(syntax.NewSource("test", once), opt.Dialect)
	if dump(t, g) != dump(t, again) {
		t.Fatalf("another grammar:\n%s\n%s", text, once)
	}
	if want := comments(text, styles[opt.Dialect]); !opt.Repair &&
		!slices.Equal(want, comments(once, styles[opt.Dialect])) {
		t.Fatalf("the comments %q of\n%s\nare not those of\n%s", want, text, once)
	}
	twice, _, err := Format(syntax.NewSource("test", once), ReadOptions{Dialect: opt.Dialect})
	if err != nil || twice != once {
		t.Fatalf("not the same again: %v\n%s\n%s\nof\n%s", err, once, twice, text)
	}
	for line := range strings.Lines(once) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimRight(line, " \t") != line {
			t.Fatalf("a line ends in blanks: %q", line)
		}
	}
	return true
}

// Every document in the test data.
func TestFormatDocuments(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/*.abnf", "testdata/*.aparse", "testdata/print/*", "../../grammars/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	files = append(files, shared.Glob(t, "grammars/*.abnf")...)
	files = append(files, shared.Glob(t, "seeds/*.txt")...)
	formatted := 0
	for i, file := range files {
		text := textOf(t, file)
		d, _ := Detect(text)
		for _, repair := range []bool{false, true} {
			if repair && !testkit.OneIn(3, i) {
				continue
			}
			if CanFormat(d) && checkFormat(t, text, ReadOptions{Dialect: d, Repair: repair}) {
				formatted++
			}
		}
	}
	if t.Logf("%d of %d", formatted, 2*len(files)); formatted < 60 {
		t.Errorf("only %d documents are formatted", formatted)
	}
}

// Documents made of random tokens, blanks and comments.
func TestFormatRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "bb-c", `"x;y"`, "%x41-5A", "<p ; q>", "(", ")", "[", "]", "/", "/", "*", "2", "1*3", "\n",
		"\n  ", "\n\n ", "\t",
		" ; c\n ", " ;\n", "\n; margin\n", "\n     ; x\n   ", "\na = ", "\nname = ", "\r\n b =/ ",
		strings.Repeat("long-name ", 8)}
	formatted := 0
	for range testkit.Few(20_000) {
		text := []string{"", "; head\n", "prose\n\n"}[rng.IntN(3)] + "a = b"
		for range rng.IntN(14) {
			text += " " + parts[rng.IntN(len(parts))]
		}
		if checkFormat(t, text, ReadOptions{}) {
			formatted++
		}
	}
	if t.Log(formatted); formatted < testkit.Few(2000) {
		t.Errorf("only %d documents are formatted", formatted)
	}
}

// FuzzFormat checks that [Format] keeps its promises for arbitrary input.
func FuzzFormat(f *testing.F) {
	f.Add("prose\n  a = 1*2( b / [ %x41-5A ] ) ; @c d\r\n  e =/ %s\"f\" <g>\r\n")
	f.Add("a = b ; c\n    ; d\n\n; e\nf = *  g\n / h ; i\n      ; j\n")
	f.Add("a = b ; one / \"c\" b = %x41-5A")
	f.Add("a = 'b' ; # c\nd = e\u00A0/ f;")
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range syntax.Dialects() {
			if CanFormat(d) {
				checkFormat(t, text, ReadOptions{Dialect: d})
				checkFormat(t, text, ReadOptions{Dialect: d, Repair: true})
			}
		}
	})
}
