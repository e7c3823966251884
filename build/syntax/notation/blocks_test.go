package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
)

// A block of foreign text is reported as one error at its start, which also gives its last line.
func TestBlocks(t *testing.T) {
	const code = "a = \"x\" !!!\n  [_, b] = values\n  {:ok, %{c: b}}\n  d = case b do\n    [] -> nil\n  end\n!!!\n"
	for _, tt := range []struct {
		d          syntax.Dialect
		text, want string
	}{
		{syntax.ABNF, code + "e = a\n", "1:9 lines 1 to 7 are not in ABNF (15 errors)"},
		{syntax.ABNF, strings.ReplaceAll(code, "\n", "\r\n"), "1:9 lines 1 to 7 are not in ABNF (15 errors)"},
		{syntax.ABNF, code + "e = a\n" + strings.Replace(code, "a =", "f =", 1),
			"1:9 lines 1 to 7 are not in ABNF (15 errors)" +
				", 9:9 lines 9 to 15 are not in ABNF (15 errors)"},
		{syntax.ABNF, "a = \"x\"\nThese words\nare a text\nthat is not\nindented at\nall\nb = a\n",
			"2:1 lines 2 to 6 are not in ABNF (5 errors)"},
		{syntax.ABNF, "  a = \"x\"\n  These words\n  are a text\n  that is not\n  indented more\n  b = a\n",
			"2:3 lines 2 to 5 are not in ABNF (4 errors)"},
		// few errors, one line, and one repeated mistake
		{syntax.ABNF, "a = \"x\"\nThese words\nare a\ntext\nb = a\n",
			"2:1 missing-equals, 3:1 missing-equals, 4:1 missing-equals"},
		{syntax.ABNF, "a = ! , ; c\n ! ,\n", "1:5 lines 1 to 2 are not in ABNF (4 errors)"},
		{syntax.ABNF, "a = ! , ? ! +\n", "1:5 bad-character, 1:7 bad-character, 1:9 bad-character"},
		{syntax.ABNF, "a = \"a\" |\n  \"b\" |\n  \"c\" |\n  \"d\" | \"e\"\n",
			"1:9 bad-character, 2:7 bad-character, 3:7 bad-character"},
		{syntax.W3C, "a ::= 'x'\n{ :- 2, }\n=> !\nb ::= a\n", "2:1 lines 2 to 3 are not in W3C's EBNF (8 errors)"},
		{syntax.Treetop, "rule a 'x' ;;\n = ?? $\n end\nrule b a end\n", "1:12 lines 1 to 2 are not in Treetop (5 errors)"},
	} {
		_, l := Read(syntax.NewSource("test", tt.text), tt.d)
		var got []string
		for _, d := range l.Items {
			if d.Severity < syntax.Error {
				continue
			}
			p, what := l.Source.Position(d.Pos), d.Code
			if d.Code == "foreign-text" {
				what, _, _ = strings.Cut(d.Message, ";")
			}
			got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Column, what))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s %q:\n got %s\nwant %s", tt.d, tt.text, got, tt.want)
		}
	}
}

// The grammar of RFC 3261 contains Elixir code in 13 rules. Each block is reported as one error,
// and rules without code have none. Counted one by one, the blocks contain 199 errors, of which 67
// had a diagnostic, in addition to 16 warnings.
func TestBlocksOfRFC3261(t *testing.T) {
	text := shared.Read(t, "grammars/ex_abnf-RFC3261.abnf")
	_, l := Read(syntax.NewSource("test", text), syntax.ABNF)
	fences := strings.Count(text, "!!!")
	blocks, others := 0, 0
	for _, d := range l.Items {
		switch {
		case d.Code == "foreign-text":
			blocks++
			from, to := l.Source.Position(d.Pos), l.Source.Position(d.Pos+syntax.Pos(d.Len)-1)
			first, _ := l.Source.Line(d.Pos)
			last, _ := l.Source.Line(d.Pos + syntax.Pos(d.Len) - 1)
			if !strings.HasSuffix(first, "!!!") || last != "!!!" {
				t.Errorf("lines %d to %d are no block: %q to %q", from.Line, to.Line, first, last)
			}
		case d.Severity > syntax.Note:
			others++
		}
	}
	if blocks != fences/2 || others > 0 {
		t.Errorf("%d blocks of %d, and %d other errors and warnings", blocks, fences/2, others)
	}
}
