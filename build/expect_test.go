package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// samples returns code points at the boundaries of sets: the neighbours of both ends of each range
// in the document, all of ASCII, and the first and last code points of 64-code-point UTF-8 blocks
// (all blocks below U+1000, and some above).
func samples(document *syntax.Grammar) []rune {
	var all []rune
	for r := rune(0); r <= utf8.MaxRune; r++ {
		switch first, last := r%64 == 0, r%64 == 63; {
		case r < 0x80, r < 0x1000 && (first || last), r%0x1000 < 0x80 && (first || last), r%0x1000 == 0xFFF:
			all = append(all, r)
		}
	}
	for _, r := range document.Rules {
		everyNode(r.Expr, func(e syntax.Expr) {
			if x, ok := e.(*syntax.NumRange); ok {
				all = append(all, x.Lo-1, x.Lo, x.Hi, x.Hi+1)
			}
			if x, ok := e.(*syntax.NumVal); ok {
				all = append(all, x.Values...)
			}
			if class, ok := e.(*syntax.Class); ok {
				for _, x := range class.Ranges {
					all = append(all, x.Lo-1, x.Lo, x.Hi, x.Hi+1)
				}
			}
		})
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(r rune) bool { return !utf8.ValidRune(r) })
}

func everyNode(e syntax.Expr, visit func(syntax.Expr)) {
	visit(e)
	for _, item := range syntax.Items(e) {
		everyNode(item, visit)
	}
}

// A reading maps each word to the set of code points it means to a reader.
type reading map[string]map[rune]bool

func newReading(g *Grammar, all []rune) reading {
	v := reading{}
	for _, named := range g.Rules {
		if named.names.Encoding == names.Octets && named.Table != "" {
			v[named.Name] = map[rune]bool{} // perhaps only bytes
		}
	}
	for _, r := range all {
		s := string(r)
		for _, named := range g.Rules {
			if named.Table != "" && named.Table.Valid(s) {
				v.add(named.Name, r)
			}
		}
		switch {
		case strings.Contains("0123456789", s):
			v.add("a digit", r)
			v.add("a hex digit", r)
		case strings.Contains("ABCDEFabcdef", s):
			v.add("a hex digit", r)
			fallthrough
		case 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z':
			v.add("a letter", r)
		}
		if '!' <= r && r <= '~' { // a core rule has no table in a document that refers to it
			v.add("VCHAR", r)
		}
	}
	return v
}

func (v reading) add(word string, r rune) {
	if v[word] == nil {
		v[word] = map[rune]bool{}
	}
	v[word][r] = true
}

// has reports whether a word includes r. A lowercase letter may include the capital too.
func (v reading) has(t *testing.T, word string, r rune) (yes, maybe bool) {
	if set, ok := v[word]; ok {
		return set[r], false
	}
	lo, hi, found := strings.Cut(word, " to ")
	if !found {
		hi = lo
	}
	from, to := spelled(t, lo), spelled(t, hi)
	return from <= r && r <= to, !found && 'a' <= from && from <= 'z' && r == from-'a'+'A'
}

func spelled(t *testing.T, word string) rune {
	if code, ok := strings.CutPrefix(word, "U+"); ok {
		n, err := strconv.ParseInt(code, 16, 32)
		if err != nil {
			t.Fatal(word)
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
	r, size := utf8.DecodeRuneInString(strings.TrimPrefix(word, `"`))
	if word != `"`+string(r)+`"` || size == 0 {
		t.Fatalf("nobody can read %q", word)
	}
	return r
}

// The words of each state of every bundled rule describe exactly the code points that may
// follow.
func TestWordsAreExact(t *testing.T) {
	testkit.SkipSlow(t)
	for _, name := range bundledNames {
		if name == "profiles" { // contains words of rfc3986 and rfc3987, whose documents this test does not read
			continue
		}
		b, _ := FindBundled(name)
		document, _ := notation.Read(b.Source(), b.Dialect)
		g := bundled(t, name)
		all := samples(document)
		v := newReading(g, all)
		lists := map[string][]int{} // by words: for each code point, 0 no, 1 yes, 2 perhaps
		for _, r := range compiled(g) {
			m := machineOf(t, r)
			for q := 1; q < m.States(); q++ {
				if m.Expect[q] == nil {
					checkInside(t, r, q)
					continue
				}
				var words []string
				for _, w := range m.Expect[q] {
					words = append(words, m.Words[w])
				}
				if slices.Contains(words, "others") { // the list was truncated
					continue
				}
				key := strings.Join(words, "\n")
				list := lists[key]
				if list == nil {
					list = read(t, v, words, all)
					lists[key] = list
				}
				for i, c := range all {
					if r.names.Encoding == names.Octets && c >= utf8.RuneSelf { // bytes follow, not code points
						continue
					}
					want := follows(r.made().DFA, automaton.StateID(q), c)
					if got := list[i]; want && got == 0 || !want && got == 1 {
						t.Fatalf("%s %s, state %d: U+%04X follows: %t, the words are %q", name, r.Name, q, c, want, words)
					}
				}
			}
		}
	}
}

func read(t *testing.T, v reading, words []string, all []rune) []int {
	said := make([]int, len(all))
	for i, c := range all {
		for _, w := range words {
			yes, maybe := v.has(t, w, c)
			if yes {
				said[i] = 1
			} else if maybe && said[i] == 0 {
				said[i] = 2
			}
		}
	}
	return said
}

func follows(d *automaton.DFA, q automaton.StateID, c rune) bool {
	var b [utf8.UTFMax]byte
	for _, x := range b[:utf8.EncodeRune(b[:], c)] {
		q = d.Step(q, x)
	}
	return q != automaton.Dead
}

// checkInside checks that a state without words is inside a sequence.
func checkInside(t *testing.T, r *Rule, q int) {
	t.Helper()
	if r.made().DFA.Accepting(automaton.StateID(q)) {
		t.Errorf("%s: state %d accepts and says nothing", r.Name, q)
	}
	for b := range 256 {
		if r.made().DFA.Step(automaton.StateID(q), byte(b)) != automaton.Dead && (b < 0x80 || b > 0xBF) {
			t.Errorf("%s: state %d goes on with the byte %x and says nothing", r.Name, q, b)
		}
	}
}

// The words for the common states of IRI, each with a string that reaches it.
func TestWordsOfIRI(t *testing.T) {
	r := rule(t, bundled(t, "rfc3987"), "IRI")
	m := machineOf(t, r)
	var b strings.Builder
	for _, way := range []string{
		"", "a", "a:", "a:/", "a:b", "a:%", "a:%4", "a:é", "a:?", "a:#", "a://", "a://h", "a://u:", "a://u@", "a://h:8",
		"a://1", "a://1.1.1.25",
		"a://[", "a://[v", "a://[v1", "a://[v1.", "a://[:", "a://[::", "a://[1:2:3:4:5:6:7", "a://[1:2:3:4:5:6:7:8",
		"a://[::1]", "a:\xc3",
	} {
		q := m.Start
		for i := range len(way) {
			q = m.Next[int(q)*m.Count+int(m.Class[way[i]])]
		}
		fmt.Fprintf(&b, "%q%s\n", way, wordsOf(m, int(q)))
	}
	golden.Compare(t, "testdata/iri-words.golden", b.String())
}

func wordsOf(m *machine.Machine, q int) string {
	if m.Expect[q] == nil {
		return " inside of a sequence"
	}
	text := ""
	for _, w := range m.Expect[q] {
		text += "  " + m.Words[w]
	}
	if m.Accept[q] {
		text += "  (end)"
	}
	return text
}

// The words for the start states of small grammars.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`a = %x61-7A / %x41-5A`, "a letter"}, // not "a"
		{"a = b \"x\"\nb = \"+\" / \"-\"", "b"},
		{`a = %s"x" "y"`, `"x"`},
		{`a = "x" "y"`, `"x"`},
		{`a = ("x" / %x79) "z"`, `"x" "y"`},
		{`a = %x61-64 "z"`, `"a" to "d"`},
		{`a = %x20 "x" / %x22 "y" / %xE9 "z"`, `a space '"' U+00E9`},
		{`a = (ALPHA / DIGIT / "-") "z"`, `a letter a digit "-"`},
		{`a = (HEXDIG / ".") "z"`, `a hex digit "."`},
		{"a = any \"z\"\nany = %x0-10FFFF", "any"},
		{"a = any \"z\"\nany = %x80-10FFFF", "any"},
		{"a = (b / c) \"z\"\nb = %x61-66\nc = %x64-69", "b c"},
		{"a = " + manyPoints(40) + " \"z\"", `"A" U+0100 U+0103 … others`},
		{`a = ""`, ""},
	} {
		g, list := compileABNF(tt.text)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		m := machineOf(t, g.Rule("a"))
		var words []string
		for _, w := range m.Expect[1] {
			words = append(words, m.Words[w])
		}
		if len(words) > 4 {
			if len(words) != 32 {
				t.Errorf("%d words", len(words))
			}
			words = append(words[:3], "…", words[len(words)-1])
		}
		want := tt.want
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %s, want %s", tt.text, got, want)
		}
	}
}

func manyPoints(n int) string {
	text := "("
	for i := range n {
		text += fmt.Sprintf("%%x%X \"y\" / ", 0x100+3*i)
	}
	return text + `%x41 "y")`
}

// The operations on spans, compared with sets of numbers.
func TestSpans(t *testing.T) {
	all := spanSets(7)
	for _, a := range all {
		for _, b := range all {
			both, rest := 0, []span.Span(nil)
			for n := range rune(7) {
				inA, inB := within(a, n), within(b, n)
				if inA && inB {
					both++
				}
				if inA && !inB {
					rest = span.Join(rest, span.Span{Lo: n, Hi: n})
				}
			}
			if got := span.Overlap(a, b); got != both {
				t.Fatalf("overlap(%v, %v) = %d, want %d", a, b, got, both)
			}
			if got := span.Subtract(a, b); !slices.Equal(got, rest) {
				t.Fatalf("subtract(%v, %v) = %v, want %v", a, b, got, rest)
			}
			if got := span.Contains(a, b); got != (both == span.Size(b)) {
				t.Fatalf("contains(%v, %v) = %t", a, b, got)
			}
		}
	}
}

// spanSets returns every set of the numbers below n.
func spanSets(n int) (all [][]span.Span) {
	for bits := range 1 << n {
		var spans []span.Span
		for i := range n {
			if bits>>i&1 != 0 {
				spans = span.Join(spans, span.Span{Lo: rune(i), Hi: rune(i)})
			}
		}
		all = append(all, spans)
	}
	return all
}

func within(spans []span.Span, n rune) bool {
	return slices.ContainsFunc(spans, func(s span.Span) bool { return s.Lo <= n && n <= s.Hi })
}
