package rdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/nquads12"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

func rounds(n int) int {
	if testkit.Long() {
		return 20 * n
	}
	return testkit.Fewer(n)
}

// randomLine returns a line of mostly valid terms, with or without white space. It may make the
// line invalid.
func randomLine(r *rand.Rand) string {
	some := func(list ...string) string { return list[r.IntN(len(list))] }
	mostly := func(right string, list ...string) string {
		if r.IntN(5) > 0 {
			return right
		}
		return some(list...)
	}
	space := func() string { return some("", " ", " ", "\t", "  ") }
	iri := func() string {
		right := some("http://a/b", "http://é.example/日本", "urn:x:y", "HTTP://A/%C3%A9", `http://a/\u00E9`,
			`http://a/\U0001F600`, `h\u0074tp://a/`)
		return "<" +
			mostly(right, "a/b", "", "//a", "../x", "/a/./b", "#f", "?q", "1a:b", "a[b]", `.\u002E/\u00E9`,
				`\u0061:b`, "http://a/[b]", `http://a/\u005Bb]`, `http://a/\u0020`,
				`é\u00E9`,
				`http://é\u00E9/\u007B`,
				`http://a/\uD800`, `http://a/\U00110000`, "http://a:x/", "http://[::1]/", "a:", `http://a/\u002`, "http://a/ b",
				"http://a/{b}", "\u202E:") + ">"
	}
	label := func() string {
		return "_:" + mostly(some("a", "b0", "a.b", "a-b", "é", "a:b", "_:g", "0", "a..b"), "a.", ".a", "-", "")
	}
	text := func() string {
		right := some("", "x", "a b", `\n\t\"\\`, `\u00E9é`, `\U0001F600`, "日本", "#<a> .", `\'\b\f\r`)
		return `"` + mostly(right, `\uDC00`, `\uD83D\uDE00`, `\UFFFFFFFF`, `\x`) + `"` +
			mostly(some("", "@en", "@en-GB", " @en", "^^"+iri(), " ^^ "+iri(), some("@en--ltr", " @en-GB--rtl", "@en--LTR"),
				"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#"+some("dirL", "l")+"angString>"),
				"@", "@1", "@en_", "@en--", "^^", "^ ^"+iri())
	}
	term := func() string { return some(iri(), iri(), label(), text()) }
	for range []int{maxNested, 0, 0, 0, 0}[r.IntN(5)] {
		inner := term
		if r.IntN(3) > 0 {
			term = func() string {
				return mostly("<<(", "<<", "(") + space() + some(iri(), label()) + space() + iri() + space() + inner() + space() +
					mostly(")>>", ">>", ")")
			}
		}
	}
	line := []string{space(), some(iri(), iri(), label()), space(), iri(), space(), term(), space(),
		some("", "", iri(), label()), space(), mostly(".", ".", ""),
		space(), mostly("", "# <a> .", "#", ".")}
	switch r.IntN(12) {
	case 0:
		line[r.IntN(len(line))] = some("", ".", "#", "<", `"`, "\\", "é", "\xE9", "\x00", "\u00A0", "\uFEFF", term())
	case 1:
		return some("", " ", "# comment", "\t# é", "#\xFF", "\uFEFF", "@prefix a: <b> .", ". ", "[] <a:b> <c:d> .",
			space()+mostly("VERSION", "version", "VERSIONS")+space()+text()+space()+some("", "# 1", "."))
	}
	s := strings.Join(line, "")
	if r.IntN(6) == 0 && s != "" {
		at := r.IntN(len(s))
		s = s[:at] + some("", " ", ".", "<", ">", `"`, "\\", "^", "@", "_", ":", "#", "\x80", string(rune(r.IntN(0x300)))) +
			s[at+r.IntN(2):]
		s = strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
	}
	return s
}

// A line is valid if and only if it matches the rule Line, its escapes denote characters, and its
// IRIs are valid. The terms and the error offsets are those that regular expressions find.
func TestVerdictsAreThoseOfLine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	counts := map[string]int{}
	lines := rounds(60_000)
	if !testkit.Long() {
		lines /= 3 // for the gate
	}
	for range lines {
		s := randomLine(r)
		for _, w := range twins {
			reader := rdf.NewReader(nil, w.syntax)
			reader.IRI = rules[r.IntN(len(rules))]
			want := w.of(s, reader.IRI)
			all, err := readAll(t, reader, strings.NewReader(s+"\n"), 0)
			if err != io.EOF || len(all) != 1 {
				t.Fatalf("%q: %d lines, %v", s, len(all), err)
			}
			if strings.HasPrefix(s, "\uFEFF") {
				continue // a byte order mark is not part of the line; see TestByteOrderMark
			}
			if w.rule.Valid(s) != (all[0].err != "syntax") {
				t.Fatalf("%q: %v, and the rule says %v", s, all[0], w.rule.Check(s))
			}
			if got := all[0]; !got.agrees(want, w.rule, s) {
				t.Fatalf("%v: %q is read as %+v, want %+v", reader.IRI, s, got, want)
			}
			again, err := readAll(t, reader, strings.NewReader(wholeBlocks(s+"\n")), 0)
			if err != io.EOF || len(again) != 2 || again[0] != all[0] {
				t.Fatalf("%v: %q is read as %+v in whole blocks, want %+v; %v", reader.IRI, s, again, all[0], err)
			}
			code, _, _ := strings.Cut(want.err, " ")
			if want.blank {
				code = "blank"
			}
			counts[code]++
		}
	}
	t.Logf("%v", counts)
	for _, code := range []string{"", "blank", "syntax", "iri", "iri-no-scheme", "escape-surrogate", "escape-range",
		"base-direction", "datatype-of-tagged"} {
		if counts[code] < lines/600 {
			t.Errorf("only %d lines are %q", counts[code], code)
		}
	}
}

// Both grammars of a version split text into the same tokens, with the same numbers. RDF 1.2 has
// the tokens of RDF 1.1, and three more.
func TestTokensOfTheGrammars(t *testing.T) {
	a, b, c, d := ntriples.Token, nquads.Token, ntriples12.Token, nquads12.Token
	if a.Hash() != b.Hash() || c.Hash() != d.Hash() || fmt.Sprint(a.Rules()) != fmt.Sprint(b.Rules()) ||
		fmt.Sprint(c.Rules()) != fmt.Sprint(d.Rules()) {
		t.Errorf("the tokens are %v, %v, %v and %v", a.Rules(), b.Rules(), c.Rules(), d.Rules())
	}
	for i := range ntriples.TokenCOMMENT + 1 {
		old, now := a.RuleName(i), c.RuleName(i)
		if old == "LANGTAG" {
			old = "LANG_DIR"
		}
		if old != now {
			t.Errorf("token %d is %s in RDF 1.1, and %s in RDF 1.2", i, old, now)
		}
	}
}

// randomDocument returns lines with all kinds of line endings. It may omit the last line ending.
func randomDocument(r *rand.Rand, lines int) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteString("\uFEFF")
	}
	ends := [][]string{{"\n"}, {"\r\n"}, {"\r"}, {"\n", "\n\n", "\r\n", "\r", "\n\r", "\r\r\n"}}[r.IntN(4)]
	for i := range lines {
		b.WriteString(randomLine(r))
		if i < lines-1 || r.IntN(2) == 0 {
			b.WriteString(ends[r.IntN(len(ends))])
		}
	}
	return b.String()
}

// An inMemory is a text to pass to ResetBytes.
type inMemory struct {
	io.Reader
	text []byte
}

// pieces returns a reader that yields s in pieces, or an inMemory with all of s.
func pieces(r *rand.Rand, s string) io.Reader {
	rd := io.Reader(strings.NewReader(s))
	switch r.IntN(6) {
	case 5:
		return &inMemory{text: []byte(s)}
	case 0:
		rd = iotest.OneByteReader(rd)
	case 1:
		rd = iotest.HalfReader(rd)
	case 2:
		rd = &randomReader{r: r, rd: rd}
	}
	if r.IntN(2) == 0 {
		rd = iotest.DataErrReader(rd)
	}
	return rd
}

type randomReader struct {
	r  *rand.Rand
	rd io.Reader
}

func (x *randomReader) Read(b []byte) (int, error) { return x.rd.Read(b[:x.r.IntN(min(len(b), 9)+1)]) }

// A document gives the same lines however its bytes arrive, with all kinds of line endings, and
// with or without a limit.
func TestDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for range rounds(4_000) {
		s := randomDocument(r, r.IntN(12))
		w := twins[r.IntN(len(twins))]
		reader := rdf.NewReader(nil, w.syntax)
		reader.IRI = rules[r.IntN(len(rules))]
		if r.IntN(3) == 0 {
			reader.Base = bases[r.IntN(len(bases))]
			w.base = reader.Base
		}
		if r.IntN(2) == 0 {
			reader.MaxLine = 1 + r.IntN(60)
		}
		compareDocument(t, reader, w, s, pieces(r, s))
	}
	for range rounds(20) { // documents that fill the buffer several times
		s := randomDocument(r, 2000+r.IntN(2000))
		compareDocument(t, rdf.NewReader(nil, rdf.NQuads), twins[1], s, pieces(r, s))
	}
}

func compareDocument(t *testing.T, reader *rdf.Reader, w twin, s string, rd io.Reader) {
	t.Helper()
	mark := int64(len(s) - len(strings.TrimPrefix(s, "\uFEFF")))
	got, err := readAll(t, reader, rd, mark)
	want := w.document(s, reader.IRI, reader.MaxLine)
	if err != io.EOF || len(got) != len(want) || reader.Counts().ByteOrderMark != (mark > 0) {
		t.Fatalf("%q: %d lines, want %d; %v, %+v", s, len(got), len(want), err, reader.Counts())
	}
	for i := range got {
		if !got[i].agrees(want[i], w.rule, want[i].text) || !got[i].blank && got[i].text != want[i].text {
			t.Fatalf("%q: line %d is %+v, want %+v", s, i+1, got[i], want[i])
		}
	}
	if _, err := reader.Read(); err != io.EOF {
		t.Fatalf("%q: after the end comes %v", s, err)
	}
	if m, ok := rd.(*inMemory); ok && string(m.text) != s {
		t.Fatalf("%q is changed to %q", s, m.text)
	}
}

// This tests lines of every length near the limit and the buffer size, with every line ending.
func TestLimit(t *testing.T) {
	reader := rdf.NewReader(nil, rdf.NTriples)
	for _, most := range []int{80, 64<<10 - 1, 64 << 10, 100_000, 128 << 10} {
		for _, end := range []string{"\n", "\r", "\r\n", ""} {
			for size := most - 3; size <= most+4; size++ {
				const short = "<a:b> <c:d> <e:f> ."
				line := `<a:b> <c:d> "` + strings.Repeat("é", (size-16)/2) + strings.Repeat("x", size%2) + `" .`
				s := short + "\n" + line + end
				if end != "" {
					s += short
				}
				if len(line) != size {
					t.Fatalf("%d bytes, want %d", len(line), size)
				}
				whole, half, single := strings.NewReader(s), strings.NewReader(s), strings.NewReader(s)
				inputs := []io.Reader{whole, iotest.HalfReader(half), iotest.OneByteReader(single), &inMemory{text: []byte(s)}}
				for i, rd := range inputs {
					if most > 80 && !testkit.OneIn(8, size+i) {
						continue
					}
					reader.MaxLine = most
					compareDocument(t, reader, twins[0], s, rd)
				}
			}
		}
	}
}

// After ResetBytes, a reader still has its own buffer. The text in memory is unchanged, because
// slices of it have limited capacity.
func TestResetAfterResetBytes(t *testing.T) {
	const other = "<g:h> <i:j> <k:l> .\n"
	want := strings.Repeat("<a:b> <c:d> <e:f> .\n<a:b> <c:d> <e:f> . # no quick line\n", 3) + "<a:b"
	text, rd := []byte(want), strings.NewReader(other)
	r := rdf.NewReader(nil, rdf.NTriples)
	views := [][]byte{}
	turn := func() {
		r.ResetBytes(text)
		for range 4 {
			s, err := r.Read()
			if err != nil || string(s.Object.Value) != "e:f" {
				t.Fatalf("%v, %v", s, err)
			}
			line, _, _ := r.Line()
			views = append(views[:0], line, s.Subject.Value, s.Object.Raw, s.Object.Value)
		}
		rd.Reset(other)
		r.Reset(rd)
		if s, err := r.Read(); err != nil || string(s.Object.Value) != "k:l" {
			t.Fatalf("%v, %v", s, err)
		}
	}
	turn()
	if n := testing.AllocsPerRun(10, turn); n > 0 {
		t.Errorf("%v allocations", n)
	}
	for _, v := range views {
		if _ = append(v, '!'); string(text) != want {
			t.Fatalf("after an append to %q the text is %q", v, text)
		}
	}
}

// The default limit applies to a line of any length, and the buffer remains smaller than twice the
// limit.
func TestDefaultLimit(t *testing.T) {
	testkit.SkipSlow(t)
	const size = 5 * rdf.DefaultMaxLine
	s := io.MultiReader(strings.NewReader(`<a:b> <c:d> "`), io.LimitReader(endless('x'), size),
		strings.NewReader("\" .\n<a:b> <c:d> <e:f> .\n"))
	r := rdf.NewReader(s, rdf.NTriples)
	_, err := r.Read()
	var wrong *rdf.Error
	if !errors.As(err, &wrong) || wrong.Code != rdf.CodeTooLong || wrong.Column != rdf.DefaultMaxLine+1 ||
		wrong.Unwrap() != nil {
		t.Errorf("the error is %v", err)
	}
	if x, err := r.Read(); err != nil || x.Object.String() != "<e:f>" {
		t.Errorf("the line after it is %+v, %v", x, err)
	}
	if _, number, start := r.Line(); number != 2 || start != size+17 {
		t.Errorf("it is line %d, at %d", number, start)
	}
}

type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

// An input error is returned after the complete lines that precede it, and persists. An incomplete
// line is not returned as a statement.
func TestErrorsOfTheInput(t *testing.T) {
	const line = "<a:b> <c:d> <e:f> .\n"
	broken := errors.New("broken")
	for _, rd := range []io.Reader{
		io.MultiReader(strings.NewReader(line+line+"_:a <c:d> _:b ."), iotest.ErrReader(broken)),
		iotest.OneByteReader(io.MultiReader(strings.NewReader(line+line+"_:a"), iotest.ErrReader(broken))),
	} {
		var statements, wrong int
		r := rdf.NewReader(rd, rdf.NTriples)
		for _, err := range r.Statements() {
			switch err {
			case nil:
				statements++
			case broken:
				wrong++
			default:
				t.Error(err)
			}
		}
		if _, err := r.Read(); statements != 2 || wrong != 1 || err != broken {
			t.Errorf("%d statements, %d errors, then %v", statements, wrong, err)
		}
	}
	stuck := rdf.NewReader(iotest.ErrReader(nil), rdf.NTriples)
	if _, err := stuck.Read(); err != io.ErrNoProgress {
		t.Errorf("an input of nothing without an end gives %v", err)
	}
	tooLong := rdf.NewReader(io.MultiReader(io.LimitReader(endless('x'), 1<<17), iotest.ErrReader(broken)), rdf.NTriples)
	tooLong.MaxLine = 100
	if _, err := tooLong.Read(); err == broken || err == nil {
		t.Errorf("a line over the limit, and then no more: %v", err)
	}
	if _, err := tooLong.Read(); err != broken {
		t.Errorf("in a line over the limit the input breaks: %v", err)
	}
	if at := (rdf.Term{}).LineOffset(7); at != 0 {
		t.Errorf("a byte of no term is at %d", at)
	}
	var zero rdf.Reader
	if _, err := zero.Read(); err != io.EOF {
		t.Errorf("the zero Reader gives %v", err)
	}
	if text, number, start := zero.Line(); len(text) != 0 || number != 0 || start != 0 {
		t.Errorf("its line is %q, %d, %d", text, number, start)
	}
}

// A loop over the statements may stop at any of them, and another loop continues from there.
func TestStatementsStop(t *testing.T) {
	r := rdf.NewReader(strings.NewReader(strings.Repeat("<a:b> <c:d> <e:f> .\nx\n", 3)), rdf.NTriples)
	var seen []string
	for range 9 {
		for s, err := range r.Statements() {
			seen = append(seen, fmt.Sprint(s != nil, err != nil))
			break
		}
	}
	if got := strings.Join(seen, ", "); got != strings.TrimSuffix(strings.Repeat("true false, false true, ", 3), ", ") {
		t.Error(got)
	}
}

// A byte order mark is dropped only at the beginning of the input.
func TestByteOrderMark(t *testing.T) {
	const line = "<a:b> <c:d> <e:f> ."
	for _, c := range []struct {
		text              string
		statements, wrong int64
		mark              bool
	}{
		{"\uFEFF" + line, 1, 0, true}, {"\uFEFF\uFEFF" + line, 0, 1, true}, {"\uFEFF", 0, 0, true}, {"\uFEFF\n", 0, 0, true},
		{line + "\n\uFEFF" + line, 1, 1, false}, {"\xEF\xBB", 0, 1, false}, {"\xEF", 0, 1, false}, {"\xFE\xFF", 0, 1, false},
		{"\n", 0, 0, false}, {"", 0, 0, false},
	} {
		for _, rd := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			r := rdf.NewReader(rd, rdf.NQuads)
			for range r.Statements() {
			}
			if n := r.Counts(); n.Statements != c.statements || n.Wrong != c.wrong || n.ByteOrderMark != c.mark {
				t.Errorf("%q: %+v", c.text, n)
			}
		}
	}
}

// A reader does not allocate for lines, with or without escapes, and reuses its buffer for the next
// input.
func TestReaderDoesNotAllocate(t *testing.T) {
	text := []byte(
		strings.Repeat(
			"<http://a/\\u00E9> <http://a/b> \"a\\nb\"^^<http://\\u00E9/> <http://a/g> . # c\n\n_:a <a:é> \"x\"@en .\r\n", 2000))
	r, in := rdf.NewReader(nil, rdf.NQuads), bytes.NewReader(nil)
	if n := testing.AllocsPerRun(10, func() {
		in.Reset(text)
		r.Reset(in)
		statements := 0
		for _, err := r.Read(); err != io.EOF; _, err = r.Read() {
			if err != nil {
				t.Fatal(err)
			}
			statements++
		}
		if statements != 4000 {
			t.Fatalf("%d statements", statements)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A reader does not allocate to resolve relative IRIs either.
func TestResolvingDoesNotAllocate(t *testing.T) {
	text := []byte(strings.Repeat("<a> <../b#c> \"x\"^^<t/../u> <?\\u00E9> .\n<http://a/../b> <> <//g/./h> .\n", 2000))
	r := rdf.NewReader(nil, rdf.NQuads)
	r.Base = iri.MustParse("http://example.org/a/b/c/" + strings.Repeat("d", 300))
	if n := testing.AllocsPerRun(10, func() {
		r.ResetBytes(text)
		for s, err := r.Read(); err != io.EOF; s, err = r.Read() {
			if err != nil || !bytes.HasPrefix(s.Predicate.Value, []byte("http://example.org/a/b/")) {
				t.Fatalf("%s: %v", s.Predicate.Value, err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// IRIs with a scheme are not resolved, and error offsets point to the relative IRI in the line.
func TestBase(t *testing.T) {
	r := rdf.NewReader(nil, rdf.NTriples)
	r.Base = iri.MustParse("http://a/b/c/d;p?q#f")
	for _, c := range []struct {
		ref, want string // or the error
		rule      tables.Rule
	}{
		{"g", "http://a/b/c/g", rfc3987.IRI}, {"", "http://a/b/c/d;p?q", rfc3987.IRI}, {"#s", "http://a/b/c/d;p?q#s", ""},
		{"http:g", "http:g", rfc3987.IRI}, {"http://a/../b", "http://a/../b", rfc3987.IRI},
		{`\u002E./é`, "http://a/b/é", rfc3987.IRIReference}, {"é", "column 2: subject: ", rfc3986.URI},
		{`a\u00E9[`, "column 9: subject: ", ""}, {"1:b", `column 3: subject: ":" is not allowed`, rfc3987.IRI},
	} {
		r.IRI = c.rule
		r.ResetBytes([]byte("<" + c.ref + "> <p> <o> ."))
		s, err := r.Read()
		if err == nil && string(s.Subject.Value) != c.want ||
			err != nil && !strings.HasPrefix(err.Error(), "line 1, "+c.want) {
			t.Errorf("%s: %s, %v", c.ref, s, err)
		}
	}
}

// Messages name the part, and relative IRIs get a specific message.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`<a> <b:c> <d:e> .`,
			`line 1, column 2: subject: the IRI is relative, but there is no base; start it with a scheme such as "http:"`},
		{`<a:b> <b:c> "é"^^<d:\u007B> .`, `line 1, column 21: datatype: "{" is not allowed after the scheme`},
		{`<a:b> <b:c> "é\uD800" .`,
			`line 1, column 15: object: \uD800 is a surrogate, not a character; write the character as \U and eight digits`},
		{`<a:b> <b:c> "é\uD83D\uDE00" .`,
			`line 1, column 15: object: \uD83D\uDE00 is a surrogate pair of UTF-16, not a character; write \U0001F600`},
		{`<a:b> <b:c> <é:\U00110000> .`,
			`line 1, column 16: object: \U00110000 is above 10FFFF, the last Unicode code point`},
		{`<a:b> <b:c> <d:e>`, `line 1, column 18: the final "." is missing; add " ." here`},
		{`<a:b> <b:c> "x"@en # x`, `line 1, column 20: the final "." is missing; add " ." here`},
		{`<a:b> <b:c> <x .`,
			`line 1, column 15: a space is not allowed in an IRI; end the IRI before it with ">", or write "%20"`},
		{`<a:b> <b:c> <x{y} .`, `line 1, column 15: "{" is not allowed in an IRI; write "%7B"`},
		{`<a:b> <b:c> <x"y> .`, `line 1, column 15: '"' is not allowed in an IRI; write "%22"`},
		{`<a:b> <b:c> <x`, `line 1, column 15: the ">" after the IRI is missing; add it`},
		{`<a:b> <b:c<a:x> .`, `line 1, column 11: "<" is not allowed in an IRI; end the IRI before it with ">"`},
		{`<a:b> <b:c> .`, `line 1, column 13: the object is missing; add an IRI, a blank node or a literal`},
		{`<a:b>`, `line 1, column 6: the predicate is missing; add an IRI`},
		{`hello`, `line 1, column 1: "h" is not allowed here; write an IRI between "<" and ">", or a blank node such as _:b`},
		{`<a:b> <b:c> *`, `line 1, column 13: "*" is not allowed here; write an IRI between "<" and ">", or a literal`},
		{`<a:b> <b:c> <d:e> *`, `line 1, column 19: "*" is not allowed here; end the statement with "."`},
		{`<a:b> <b:c> <d:e> . *`, `line 1, column 21: "*" is not allowed after the statement; start a comment with "#"`},
		{"<a:b> <b:c> \"\xE9\" .", `line 1, column 14: the byte 0xE9 (not UTF-8) is not allowed here; convert the file to`},
	} {
		_, err := rdf.NewReader(strings.NewReader(c.line), rdf.NTriples).Read()
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.line, err, c.want)
		}
	}
	for k := rdf.AbsentTerm; k <= rdf.TripleTerm+1; k++ {
		if k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
}

// FuzzReader compares how the reader, which gets a document in pieces, and the twin read it.
func FuzzReader(f *testing.F) {
	r := rand.New(rand.NewPCG(8, 3))
	for i := range 50 {
		f.Add(randomDocument(r, 4), uint64(i))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		if strings.Count(s, "<<(") > maxNested {
			t.Skip("the twin does not read deeper triple terms")
		}
		r := rand.New(rand.NewPCG(seed, 0))
		w := twins[r.IntN(len(twins))]
		reader := rdf.NewReader(nil, w.syntax)
		reader.IRI = rules[r.IntN(len(rules))]
		reader.MaxLine = r.IntN(3) * 20
		compareDocument(t, reader, w, s, pieces(r, s))
	})
}

// A line that ends with CR is complete, even if the input fails after it.
func TestReaderFailsAfterCR(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		rd := io.MultiReader(strings.NewReader("<a:b> <a:b> <a:b> ."+end), iotest.ErrReader(io.ErrUnexpectedEOF))
		r := rdf.NewReader(rd, rdf.NTriples)
		if _, err := r.Read(); err != nil {
			t.Errorf("%q: %v", end, err)
		}
		if _, err := r.Read(); err != io.ErrUnexpectedEOF || r.Counts().Statements != 1 {
			t.Errorf("%q: %v, %+v", end, err, r.Counts())
		}
	}
}

// A line that exceeds the limit is reported regardless of the read sizes, even if the input fails
// after it.
func TestReaderFailsAfterALongLine(t *testing.T) {
	const text = "<a:abcdefgh> "
	for name, rd := range map[string]io.Reader{
		"bytes":    io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(io.ErrUnexpectedEOF)),
		"at once":  io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)),
		"together": iotest.DataErrReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF))),
	} {
		r := rdf.NewReader(rd, rdf.NTriples)
		r.MaxLine = 5
		var wrong *rdf.Error
		if _, err := r.Read(); !errors.As(err, &wrong) || wrong.Code != rdf.CodeTooLong {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Read(); err != io.ErrUnexpectedEOF || r.Counts().Wrong != 1 {
			t.Errorf("%s: %v, %+v", name, err, r.Counts())
		}
	}
}
