package tables_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
)

// A gap is a single token, and its error contains the offset where the match fails.
func TestLexerErr(t *testing.T) {
	for _, c := range []struct {
		text   string
		tokens []string // NoRule tokens after a "!"
		offset int      // offset of the first error
		says   string
	}{
		{`<http://e/{x}> <p>`, []string{`!<http://e/{x}>`, " ", "<p>"}, 10, `Token: column 11: "{" is not allowed`},
		{`é <http://e.org/{x} .`, []string{`!é`, " ", `!<http://e.org/{x}`, " ", "."}, 0,
			`Token: column 1: "é" (U+00E9) is not allowed`},
		{"\"abc <p> .\n<q>", []string{`!"abc <p> .`, "\n", "<q>"}, 10, `Token: column 11: U+000A is not allowed`},
		{`"abc <p> .`, []string{`!"abc <p> .`}, 10, `Token: column 11: unexpected end`},
		{`<é日`, []string{`!<é日`}, 6, `Token: column 4: unexpected end`},
		{"<é\xE6\x97", []string{"!<é\xE6\x97"}, 3, `Token: column 3: unexpected end inside a UTF-8 sequence`},
		{"<é\xE6\x97> .", []string{"!<é\xE6\x97>", " ", "."}, 3, `Token: column 3: the byte 0xE6 (not UTF-8) is not allowed`},
		{`"a\x" .`, []string{`!"a\x" .`}, 3, `Token: column 4: "x" is not allowed`},
		{"@1 .", []string{"!@1", " ", "."}, 1, `Token: column 2: "1" is not allowed`},
		{"^ ^<a>", []string{"!^", " ", "!^", "<a>"}, 1, `Token: column 2: a space is not allowed`},
		{"{{{{.", []string{"!{{{{", "."}, 0, `Token: column 1: "{" is not allowed`},
		{"\x80\x80\xFF.", []string{"!\x80\x80\xFF", "."}, 0, `Token: column 1: the byte 0x80 (not UTF-8) is not allowed`},
	} {
		l := ntriples.Token.Lexer(c.text)
		var first *tables.SyntaxError
		for _, want := range c.tokens {
			want, none := strings.CutPrefix(want, "!")
			if !l.Next() || l.Text() != want || (l.Rule() == tables.NoRule) != none {
				t.Errorf("%q: the token %q of rule %d, want %q", c.text, l.Text(), l.Rule(), want)
			}
			if err := l.Err(); (err != nil) != none {
				t.Errorf("%q: the token %q has the error %v", c.text, l.Text(), err)
			} else if first == nil {
				first = err
			}
		}
		if l.Next() || l.Err() != nil {
			t.Errorf("%q: there is one more token, %q, or an error after the last", c.text, l.Text())
		}
		if first == nil || first.Offset != c.offset || !strings.HasPrefix(first.Error(), c.says) {
			t.Errorf("%q: %v, at %d, want %q", c.text, first, first.Offset, c.says)
		}
	}
	var zero tables.Lexer
	l := tables.Set("").Lexer("a")
	if zero.Err() != nil || l.Err() != nil || !l.Next() || l.Err() == nil || l.Err().Error() == "" {
		t.Errorf("the zero Lexer has the error %v, that of the zero Set %v", zero.Err(), l.Err())
	}
}

// For a gap, Err returns the error that Check returns for the text from the gap's start.
func TestLexerErrAgreesWithCheck(t *testing.T) {
	errs := 0
	for i, c := range setCases(t) {
		r := seeded(uint64(800 + i))
		for round := range testkit.Few(400) {
			if !testkit.OneIn(4, i+round) {
				continue
			}
			s := c.input(r, 100)
			l := c.set.Lexer(s)
			if r.IntN(2) == 0 {
				l.Remember(r.IntN(3))
			}
			for l.Next() {
				got := l.Err()
				if got == nil {
					if l.Rule() == tables.NoRule {
						t.Fatalf("%s: %q: no error at %v", c.name, s, l.Span())
					}
					continue
				}
				errs++
				var want *tables.SyntaxError
				if !errors.As(c.set.Check(s[l.Span().Start:]), &want) {
					t.Fatalf("%s: %q: a token of no rule at %v, and the rest is a member", c.name, s, l.Span())
				}
				column := utf8.RuneCountInString(s[:got.Offset]) + 1
				if got.Offset != l.Span().Start+want.Offset || got.Column != column || got.State() != want.State() ||
					got.Incomplete != want.Incomplete || got.Found() != want.Found() && want.Offset > 0 ||
					got.Rule() != tables.Rule(c.set) {
					t.Fatalf("%s: %q: %v at %d, column %d, want %v at %d, column %d",
						c.name, s, got, got.Offset, got.Column, want, l.Span().Start+want.Offset, column)
				}
				if got.Offset < l.Span().Start || got.Offset > l.Span().End {
					t.Fatalf("%s: %q: the error at %d is not in the token %v", c.name, s, got.Offset, l.Span())
				}
				if r.IntN(4) == 0 && l.Err().Column != column {
					t.Fatalf("%s: %q: the second time the column is %d, not %d", c.name, s, l.Err().Column, column)
				}
			}
		}
	}
	if errs < testkit.Fewer(10_000)/4 {
		t.Errorf("only %d errors", errs)
	}
}
