package tables_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

func syntaxError(t *testing.T, err error) *tables.SyntaxError {
	t.Helper()
	var e *tables.SyntaxError
	if !errors.As(err, &e) {
		t.Fatalf("%v is no SyntaxError", err)
	}
	return e
}

// A spelled holds the results of all methods of a SyntaxError.
type spelled struct {
	rule              tables.Rule
	component         string
	after             bool
	offset, column    int
	found             string
	expected          []string
	atEnd, incomplete bool
}

func spell(e *tables.SyntaxError) spelled {
	return spelled{e.Rule(), e.Component(), e.After(), e.Offset, e.Column, e.Found(), e.Expected(), e.AtEnd, e.Incomplete}
}

// texts returns probes with complete and partial code points inserted.
func (l *language) texts(r *rand.Rand, lengths, each int) []string {
	all := l.probes(r, lengths, each)
	strange := []string{"é", "\u202E", "\x00", "\n", "\x1b", " ", "\U000E0001", "\uFFFD", "\xE3", "\xE3\x81",
		"\xF0\x90\x80", "\xC0\x80", "\xED\xA0\x80", "\x80", "\U0010FFFF"}
	for _, s := range all[:len(all):len(all)] {
		i := r.IntN(len(s) + 1)
		all = append(all, s[:i], s[:i]+strange[r.IntN(len(strange))]+s[i:], s[:i]+strange[r.IntN(len(strange))])
	}
	return all
}

// The offset of an error is the length of the longest prefix that consists of complete code points
// and begins some member.
func TestCheckFindsTheFirstCodePointThatCannotStand(t *testing.T) {
	r := seeded(10)
	seen := map[string]int{}
	for _, l := range bundledLanguages(t) {
		if !l.text() { // these consist of bytes, not code points; TestCheckerOfOctets tests them
			continue
		}
		for _, s := range l.texts(r, 30, 1) {
			err := l.rule.Check(s)
			if l.accepts(s) != (err == nil) {
				t.Fatalf("%s: Check(%q) = %v", l.name, s, err)
			}
			if err == nil {
				continue
			}
			e := syntaxError(t, err)
			offset := 0
			for i := range len(s) + 1 {
				if utf8.ValidString(s[:i]) && l.after(s[:i]) != 0 {
					offset = i
				}
			}
			q := l.after(s[:offset])
			want := spelled{
				rule: l.rule, offset: offset, column: utf8.RuneCountInString(s[:offset]) + 1,
				atEnd: l.m.Accept[q], incomplete: l.after(s) != 0,
				found: e.Found(), expected: []string{},
			}
			if offset > 0 {
				want.component, want.after = l.component(q)
			}
			for _, w := range l.m.Expect[q] {
				want.expected = append(want.expected, l.m.Words[w])
			}
			if got := spell(e); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: of %q\n%+v, not\n%+v", l.name, s, got, want)
			}
			if want := l.m.Name + ": column " + strconv.Itoa(e.Column) + ": " + e.Message(); e.Error() != want {
				t.Fatalf("%q is not %q", e.Error(), want)
			}
			seen[fmt.Sprint("incomplete ", e.Incomplete)]++
			seen[fmt.Sprint("at end ", e.AtEnd)]++
			seen[fmt.Sprint("after ", e.After(), len(e.Component()) > 0)]++
			seen[fmt.Sprint("inside a sequence ", e.Incomplete && offset < len(s))]++
			seen[fmt.Sprint("byte ", strings.HasPrefix(e.Found(), "the byte"))]++
		}
	}
	for _, kind := range []string{"incomplete true", "at end true", "at end false", "inside a sequence true", "byte true",
		"after true true", "after false true"} {
		if seen[kind] < testkit.Few(50) {
			t.Errorf("%s: only %d", kind, seen[kind])
		}
	}
}

// component returns the component of an error after a state: the components of the state's slot,
// and whether they end there because no next byte belongs to them.
func (l *language) component(q int) (name string, after bool) {
	if len(l.m.Components) == 0 {
		return "", false
	}
	slot := func(q int) []int {
		s := l.m.Slots[l.m.SlotOf[q]]
		return []int{s.First, s.Second}
	}
	here := slot(q)
	name = l.m.Components[here[0]].Name
	if here[0] != here[1] {
		name += " or " + l.m.Components[here[1]].Name
	}
	for b := range 256 {
		if to := l.to(q, string([]byte{byte(b)})); to != 0 &&
			(slices.Contains(here, slot(to)[0]) || slices.Contains(here, slot(to)[1])) {
			return name, false
		}
	}
	return name, true
}

// For non-UTF-8 tables, Check still returns the correct verdict, an offset after bytes that begin a
// member, and whether the entire string begins a member.
func TestCheckOfAnyBytes(t *testing.T) {
	r := seeded(11)
	for _, l := range randomLanguages() {
		for _, s := range l.texts(r, 20, 1) {
			err := l.rule.Check(s)
			if l.accepts(s) != (err == nil) {
				t.Fatalf("%s: Check(%q) = %v", l.name, s, err)
			}
			if err == nil {
				continue
			}
			e := syntaxError(t, err)
			alive := l.after(s[:e.Offset]) != 0
			if e.Incomplete != (l.after(s) != 0) || alive == l.empty() || e.Column != utf8.RuneCountInString(s[:e.Offset])+1 {
				t.Fatalf("%s: of %q: %+v", l.name, s, *e)
			}
		}
	}
}

// No byte of a string reaches a terminal as a control sequence.
func TestMessagesCannotHarmATerminal(t *testing.T) {
	safe := func(rule tables.Rule, s string) {
		err := rule.Check(s)
		if err == nil {
			return
		}
		for _, c := range err.Error() {
			if !shows(c) {
				t.Fatalf("%q of %q has %U in it", err.Error(), s, c)
			}
		}
		if !utf8.ValidString(err.Error()) {
			t.Fatalf("%q is not UTF-8", err.Error())
		}
	}
	scheme, reference := bundledRule(t, "rfc3987", "scheme"), bundledRule(t, "rfc3987", "IRI-reference")
	strange := 0
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if !shows(c) && !unicode.Is(unicode.Co, c) || c%64 == 0 && testkit.OneIn(4, int(c/64)) || c < 0x400 {
			if !shows(c) {
				strange++
			}
			safe(scheme, string(c))
			safe(reference, "a:/"+string(c)+" ")
		}
	}
	if strange < 200 {
		t.Errorf("only %d strange code points", strange)
	}
	for b := range 256 {
		safe(scheme, string([]byte{byte(b)}))
		safe(reference, string([]byte{'a', byte(b), 'b'}))
	}
	r := seeded(12)
	for _, l := range bundledLanguages(t) {
		for _, s := range l.texts(r, 8, 1) {
			safe(l.rule, s)
		}
	}
}

// runes holds sorted, disjoint spans of code points with gaps between them.
type runes [][2]rune

func (s *runes) add(lo, hi rune) {
	if n := len(*s); n > 0 && (*s)[n-1][1]+1 >= lo {
		(*s)[n-1][1] = max((*s)[n-1][1], hi)
		return
	}
	*s = append(*s, [2]rune{lo, hi})
}

// codePoints returns the code points, starting with the given one, that lead from a state to a live
// state for which in is true. 64 consecutive code points differ only in the last byte, and only a
// few states precede the last byte.
func (l *language) codePoints(q int, from rune, in func(q int) bool) (s runes) {
	type step struct {
		before int
		first  byte
	}
	var b [utf8.UTFMax]byte
	known := map[step]runes{} // for the last byte, from the given code point on
	for c := from; c <= unicode.MaxRune; c += 64 {
		last := utf8.EncodeRune(b[:], c) - 1
		before := l.to(q, string(b[:last]))
		if before == 0 || !utf8.ValidRune(c) {
			continue
		}
		row, ok := known[step{before, b[last]}]
		if !ok {
			for i := range byte(64) {
				if to := int(l.m.Next[before*l.m.Count+int(l.m.Class[b[last]+i])]); to != 0 && in(to) {
					row.add(rune(i), rune(i))
				}
			}
			known[step{before, b[last]}] = row
		}
		for _, span := range row {
			s.add(c+span[0], c+span[1])
		}
	}
	return s
}

// A dictionary maps words to the code points they denote.
type dictionary struct {
	g     *build.Grammar
	known map[string]runes
}

// meaning returns the code points that a word denotes: a class in English or from the grammar, a
// character, or a range. A letter denotes both cases if members continue with both.
func (d *dictionary) meaning(t *testing.T, word string, live func(c rune) bool) runes {
	t.Helper()
	if s, ok := d.known[word]; ok {
		return s
	}
	remember := func(s runes) runes {
		d.known[word] = s
		return s
	}
	switch word {
	case "a letter":
		return remember(runes{{'A', 'Z'}, {'a', 'z'}})
	case "a digit":
		return remember(runes{{'0', '9'}})
	case "a hex digit":
		return remember(runes{{'0', '9'}, {'A', 'F'}, {'a', 'f'}})
	case "VCHAR": // a core rule, which has no table in a document that only refers to it
		return remember(runes{{'!', '~'}})
	}
	if lo, hi, ok := strings.Cut(word, " to "); ok {
		return runes{{d.character(t, lo), d.character(t, hi)}}
	}
	if r := d.g.Rule(word); r != nil {
		l := languageOf(t, r.Table)
		return remember(l.codePoints(int(l.m.Start), 0, func(q int) bool { return l.m.Accept[q] }))
	}
	c := d.character(t, word)
	if upper := unicode.ToUpper(c); c < utf8.RuneSelf && upper != c && live(upper) {
		return runes{{upper, upper}, {c, c}}
	}
	return runes{{c, c}}
}

func (d *dictionary) character(t *testing.T, word string) rune {
	t.Helper()
	if hex, ok := strings.CutPrefix(word, "U+"); ok {
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return rune(n)
	}
	switch word {
	case "a space":
		return ' '
	case "a tab":
		return '\t'
	case `'"'`:
		return '"'
	}
	if c, ok := strings.CutPrefix(word, `"`); ok && len(c) == 2 && c[1] == '"' {
		return rune(c[0])
	}
	t.Fatalf("what is %q?", word)
	return 0
}

// follows returns the code points that lead from a state to a live one. Only a few states have
// distinct transitions on lead bytes, so the long sequences are computed once for each of those.
func (l *language) follows(q int, known map[string]runes) (all runes) {
	leads, long := make([]byte, 0, 256), uint16(0)
	for b := range 256 {
		to := l.m.Next[q*l.m.Count+int(l.m.Class[b])]
		switch {
		case b >= utf8.RuneSelf:
			leads, long = append(leads, byte(to), byte(to>>8)), long|to
		case to != 0:
			all.add(rune(b), rune(b))
		}
	}
	if _, ok := known[string(leads)]; !ok && long != 0 {
		known[string(leads)] = l.codePoints(q, utf8.RuneSelf, func(int) bool { return true })
	}
	for _, span := range known[string(leads)] {
		all.add(span[0], span[1])
	}
	return all
}

// leads reports whether c leads from q to a live state.
func (l *language) leads(q int, c rune) bool {
	var b [utf8.UTFMax]byte
	for _, b := range b[:utf8.EncodeRune(b[:], c)] {
		if q = int(l.m.Next[q*l.m.Count+int(l.m.Class[b])]); q == 0 {
			return false
		}
	}
	return true
}

// cutASCII returns the ASCII part of the spans.
func cutASCII(spans runes) (ascii runes) {
	for _, span := range spans {
		if span[0] < utf8.RuneSelf {
			ascii.add(span[0], min(span[1], utf8.RuneSelf-1))
		}
	}
	return ascii
}

// The expected words denote exactly the code points that would have been allowed.
func TestExpectedWordsAreTrueAndComplete(t *testing.T) {
	states := 0
	for _, b := range build.BundledGrammars() {
		if testkit.Slow && b.Name != "rfc3986" || b.Name == "profiles" { // its words come from other documents
			continue
		}
		d := &dictionary{bundledGrammar(t, b.Name), map[string]runes{}}
		for _, r := range d.g.Rules {
			if r.Table == "" || r.Table.Recursive() || b.Name == "rfc3987" && len(r.Table.Components()) == 0 &&
				r.Table.States() > 20 {
				continue
			}
			l := languageOf(t, r.Table)
			known := map[string]runes{}
			for q, list := range l.m.Expect {
				if list == nil || slices.Contains(wordsOf(l, list), "others") { // truncated, because there are too many words
					continue
				}
				states++
				want := l.follows(q, known)
				if !l.text() { // bytes follow; only the ASCII ones are code points
					want = cutASCII(want)
				}
				live := func(c rune) bool { return l.leads(q, c) }
				var spans runes
				for _, w := range list {
					spans = append(spans, d.meaning(t, l.m.Words[w], live)...)
				}
				if got := union(spans); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: state %d is followed by %U, and %v are %U", l.name, q, want, wordsOf(l, list), got)
				}
			}
		}
	}
	if states < testkit.Few(1000) {
		t.Errorf("only %d states", states)
	}
}

// union sorts spans and joins adjacent ones. Surrogates are ignored, so the spans before and after
// them are adjacent.
func union(spans runes) (s runes) {
	slices.SortFunc(spans, func(a, b [2]rune) int { return cmp.Compare(a[0], b[0]) })
	for _, span := range spans {
		s.add(span[0], span[1])
	}
	return s
}

func wordsOf(l *language, list []int) (words []string) {
	for _, w := range list {
		words = append(words, l.m.Words[w])
	}
	return words
}

// The test checks message texts.
func TestMessages(t *testing.T) {
	for _, tt := range []struct{ grammar, rule, text, want string }{
		{"rfc3987", "IRI", "", `IRI: column 1: unexpected end, expected a letter`},
		{"rfc3987", "IRI", "abc",
			`IRI: column 4: unexpected end in the scheme`},
		{"rfc3987", "IRI", "1a:", `IRI: column 1: "1" is not allowed, expected a letter`},
		{"rfc3987", "IRI", "//h", `IRI: column 1: "/" is not allowed, expected a letter`},
		{"rfc3987", "IRI", "http://ex ample/",
			`IRI: column 10: a space is not allowed in the authority`},
		{"rfc3987", "IRI", "http://a\nb",
			`IRI: column 9: U+000A is not allowed in the authority`},
		{"rfc3987", "IRI", "http://a/\"b\"",
			`IRI: column 10: '"' is not allowed in the path`},
		{"rfc3987", "IRI", "http://a/\\b",
			`IRI: column 10: "\" is not allowed in the path`},
		{"rfc3987", "IRI", "http://h:8x/",
			`IRI: column 12: "/" is not allowed in the authority`},
		{"rfc3987", "IRI", "http://h:80x",
			`IRI: column 13: unexpected end in the authority`},
		{"rfc3987", "IRI", "http://[::1",
			`IRI: column 12: unexpected end in the authority, expected a hex digit, ".", ":" or "]"`},
		{"rfc3987", "IRI", "http://[::g]",
			`IRI: column 11: "g" is not allowed in the authority, expected a hex digit or "]"`},
		{"rfc3987", "IRI", "http://[1:2:3:4:5:6:7:8:9]",
			`IRI: column 24: ":" is not allowed in the authority, expected a hex digit or "]"`},
		{"rfc3987", "IRI", "http://[::1]x",
			`IRI: column 13: "x" is not allowed in the authority, expected "#", "/", ":", "?" or the end`},
		{"rfc3987", "IRI", "http://[v1.]",
			`IRI: column 12: "]" is not allowed in the authority`},
		{"rfc3987", "IRI", "a:%4", `IRI: column 5: unexpected end in the path, expected a hex digit`},
		{"rfc3987", "IRI", "a:%4g", `IRI: column 5: "g" is not allowed in the path, expected a hex digit`},
		{"rfc3987", "IRI", "a:b#c#d",
			`IRI: column 6: "#" is not allowed in the fragment`},
		{"rfc3987", "IRI", "a:b?c#\uE000",
			`IRI: column 7: U+E000 is not allowed in the fragment`},
		{"rfc3987", "IRI", "a:b\uE000",
			`IRI: column 4: U+E000 is not allowed in the path`},
		{"rfc3987", "IRI", "a:%\u202E", `IRI: column 4: U+202E is not allowed in the path, expected a hex digit`},
		{"rfc3987", "IRI", "http://a/\xe3\x81",
			`IRI: column 10: unexpected end inside a UTF-8 sequence in the path`},
		{"rfc3987", "IRI", "http://a/\xe3\x81x",
			`IRI: column 10: the byte 0xE3 (not UTF-8) is not allowed in the path`},
		{"rfc3987", "IRI", "é:", `IRI: column 1: "é" (U+00E9) is not allowed, expected a letter`},
		{"rfc3987", "IRI-reference", "1:",
			`IRI-reference: column 2: ":" is not allowed in the path`},
		{"rfc3987", "IRI-reference", "a b",
			`IRI-reference: column 2: a space is not allowed in the scheme or path`},
		{"rfc3987", "iauthority", "u@h:80@",
			`iauthority: column 7: "@" is not allowed in the port, expected a digit or the end`},
		{"rfc3987", "port", "8o", `port: column 2: "o" is not allowed, expected a digit or the end`},
		{"rfc3987", "dec-octet", "256", `dec-octet: column 3: "6" is not allowed, expected "0" to "5" or the end`},
		{"rfc3987", "h16", "12345", `h16: column 5: "5" is not allowed, expected the end`},
		{"rfc3987", "scheme", "a/",
			`scheme: column 2: "/" is not allowed`},
		{"rfc3987", "ipath-empty", "x", `ipath-empty: column 1: "x" is not allowed, expected the end`},
		{"rfc3987", "ucschar", "x", `ucschar: column 1: "x" is not allowed`},
		{"rfc3986", "URI", "http://é",
			`URI: column 8: "é" (U+00E9) is not allowed`},
		{"rfc2396", "host", "1", `host: column 2: unexpected end`},
		{"rfc2396", "URI-reference", "%", `URI-reference: column 2: unexpected end, expected a hex digit`},
	} {
		if got := bundledRule(t, tt.grammar, tt.rule).Check(tt.text).Error(); got != tt.want {
			t.Errorf("of %q\n%s, not\n%s", tt.text, got, tt.want)
		}
	}
}
