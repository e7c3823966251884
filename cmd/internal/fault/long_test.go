package fault

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// TestLongIsLikeExamine compares the diagnostic for a line in pieces with the diagnostic for the
// entire line.
func TestLongIsLikeExamine(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 60))
	units := []string{"a", "é", "あ", "e\u0301", "/", `\u00e9`, `\x41`, `\xE3\x81\x82`, `\U0001F600`}
	wrong := []string{" ", "\u202E", "\xFF", `\x20`, `\uD800`, `\xE3\x81`, `\xE3`}
	var g Long
	checker := tables.NewChecker(rfc3987.IRI)
	valid := 0
	rounds := testkit.Few(500)
	for round := range rounds {
		escaped := round%2 == 0
		n := len(units)
		if !escaped {
			n = 5
		}
		line := []string{"a:"}
		for range r.IntN(4) {
			line = append(line, strings.Split(strings.Repeat(units[r.IntN(n)]+"\xFE", r.IntN(6000)), "\xFE")...)
			if r.IntN(3) == 0 {
				line = append(line, wrong[r.IntN(len(wrong))])
			}
		}
		raw := []byte(strings.Join(line, ""))
		whole := lineOf(raw, true, true, escaped)
		last := whole
		checker.Reset()
		for i, p := range append(inPieces(r, line), "") {
			last = lineOf([]byte(p), i == 0, false, escaped)
			_, err := checker.Write(last.Text)
			g.Add(last, err)
		}
		last.Last = true
		g.Add(last, checker.Close())
		if rfc3987.IRI.ValidBytes(whole.Text) {
			valid++
			continue
		}
		got, want := g.Fault(examiner, last), examiner.Examine(whole)
		if got, want := got.Diagnostic(last), want.Diagnostic(whole); !reflect.DeepEqual(got, want) {
			t.Fatalf("of %.100q…\n%+.300v\nnot\n%+.300v", raw, got, want)
		}
		if got, want := got.AppendJSON(nil), want.AppendJSON(nil); !bytes.Equal(got, want) {
			t.Fatalf("of %.100q…\n%s\nnot\n%s", raw, got, want)
		}
		if most := 3*before + 2*maxPiece; len(g.raw) > most {
			t.Fatalf("%d bytes are kept", len(g.raw))
		}
	}
	if valid < rounds/10 || valid > rounds*9/10 {
		t.Errorf("%d of %d are valid", valid, rounds)
	}
}

// lineOf returns a line of the file f, or a piece of one.
func lineOf(raw []byte, first, last, escaped bool) *files.Line {
	l := &files.Line{
		Line: &tables.Line{Number: 1, First: first, Last: last}, File: "f", Raw: raw, Text: raw,
	}
	if escaped {
		l.Escapes = files.Backslashes
		l.Text, _, _ = files.Unescape(nil, raw, false)
	}
	return l
}

const maxPiece = 4000

// inPieces joins the units of a line into pieces of at least a random size.
func inPieces(r *rand.Rand, line []string) (pieces []string) {
	size := []int{1, 20, 1000, maxPiece - 20}[r.IntN(4)]
	var piece strings.Builder
	for _, unit := range line {
		piece.WriteString(unit)
		if piece.Len() >= size {
			pieces = append(pieces, piece.String())
			piece.Reset()
		}
	}
	return append(pieces, piece.String())
}

func TestByteOrderMark(t *testing.T) {
	f := examiner.Examine(lineOf([]byte("\uFEFFa:b"), true, true, false))
	if want := "a byte order mark (U+FEFF) before the IRI"; f.Message != want || f.Code != "blank-around" {
		t.Errorf("%q [%s]", f.Message, f.Code)
	}
}

// TestExpectations encodes the words in tables as JSON. For the bundled grammars, every "rule" in
// the result must name a rule.
func TestExpectations(t *testing.T) {
	for _, test := range []struct{ word, want string }{
		{`"#"`, `{"text":"#","code_point":"U+0023"}`},
		{`"""`, `{"text":"\"","code_point":"U+0022"}`},
		{`a space`, `{"text":" ","code_point":"U+0020"}`},
		{`U+E000`, `{"text":"\uE000","code_point":"U+E000"}`},
		{`"0" to "5"`, `{"from":{"text":"0","code_point":"U+0030"},"to":{"text":"5","code_point":"U+0035"}}`},
		{`U+00A0 to U+D7FF`, `{"from":{"text":"\u00A0","code_point":"U+00A0"},"to":{"text":"\uD7FF","code_point":"U+D7FF"}}`},
		{`the byte 0x80`, `{"byte":"0x80"}`},
		{`a byte 0x80 to 0xBF`, `{"from":{"byte":"0x80"},"to":{"byte":"0xBF"}}`},
		{`a hex digit`, `{"class":"hex digit"}`},
		{`others`, `{"class":"others"}`},
		{`iunreserved`, `{"rule":"iunreserved"}`},
	} {
		want := strings.NewReplacer(`\uE000`, `\ue000`, `\u00A0`, `\u00a0`, `\uD7FF`, `\ud7ff`).Replace(test.want)
		if got := string(appendExpected([]byte("{"), test.word)) + "}"; got != want {
			t.Errorf("%s: %s, not %s", test.word, got, want)
		}
	}
	imports := map[string][]string{"profiles": {"rfc3987"}, "formats": {"rfc3986", "rfc3987"}}
	for _, g := range bundled.Grammars() {
		for _, r := range g.Rules() {
			m, err := machine.Of(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range m.Words {
				var e struct{ Rule string }
				if err := json.Unmarshal(append(appendExpected([]byte("{"), word), '}'), &e); err != nil {
					t.Fatal(err)
				}
				_, ok := g.Lookup(e.Rule)
				for _, name := range imports[g.Name] {
					other, _ := bundled.Find(name)
					if _, has := other.Lookup(strings.TrimPrefix(e.Rule, name+"#")); has {
						ok = true
					}
				}
				others := []string{"", "VCHAR", "separator"} // no rule, a core rule, a rule of check-digits
				if !slices.Contains(others, e.Rule) && !ok {
					t.Errorf("%s: %q is no rule", r, e.Rule)
				}
			}
		}
	}
}

// TestLongFault counts the bytes allocated for the fault in a long line. The line must not be
// copied.
func TestLongFault(t *testing.T) {
	const n = 16 << 20
	text := append([]byte("a:"), bytes.Repeat([]byte("b"), n)...)
	text[n/2] = ' '
	l := &files.Line{Line: &tables.Line{Number: 1, First: true, Last: true}, File: "f", Raw: text, Text: text}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f := examiner.Examine(l)
	d := f.Diagnostic(l)
	runtime.ReadMemStats(&after)

	if f.Offset != n/2 || f.Column != n/2+1 || d.Text[d.Offset] != ' ' || d.Len != 1 {
		t.Errorf("offset %d, column %d, %d of %d bytes", f.Offset, f.Column, d.Offset, len(d.Text))
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("%d bytes were allocated", got)
	}
	text[n/2] = '<'
	if d.Message != "a space is not allowed in an IRI" || d.Text[d.Offset] != ' ' {
		t.Errorf("%q, %q: the line has changed, so they did", d.Message, d.Text[d.Offset])
	}
}
