package certificate

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// plain returns the derivative by one byte, following the definition. stepsOf is tested against it.
func (t *Terms) plain(a Term, b byte) Term {
	n := t.nodes[a]
	switch n.kind {
	case constant:
		return None
	case byteSet:
		if n.set.has(b) {
			return n.tail
		}
		return None
	case star:
		return t.alt(t.cat(t.plain(n.body, b), a), t.plain(n.tail, b))
	}
	var kids []Term
	for _, kid := range n.kids {
		kids = append(kids, t.plain(kid, b))
	}
	return t.alt(kids...)
}

// TestSteps compares the derivatives by sets of bytes with the derivatives by one byte, for every
// byte and every term reached from the rules of two documents. Equal terms have the same number, so
// plain must not create new terms.
func TestSteps(t *testing.T) {
	for file, n := range map[string]Notation{"rfc3987.abnf": ABNF, "ntriples.ebnf": W3C} {
		g, err := Read(testkit.ReadFile(t, "../../../build/grammars/"+file), n)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLowering(g, 100_000)
		seen := map[Term]bool{}
		var queue []Term
		meet := func(a Term) {
			if !seen[a] {
				seen[a] = true
				queue = append(queue, a)
			}
		}
		for _, r := range g.Rules {
			a, err := l.Rule(r)
			if err != nil {
				t.Fatal(err)
			}
			meet(a)
		}
		for i := 0; i < len(queue); i++ {
			a := queue[i]
			to, err := l.Terms.cells(a)
			if err != nil {
				t.Fatal(err)
			}
			for b := range to {
				if !testkit.OneIn(4, int(a)+b) {
					meet(to[b])
					continue
				}
				if got := l.Terms.plain(a, byte(b)); got != to[b] {
					t.Fatalf("%s: term %d leads on %02X to %d, by the definition to %d", file, a, b, to[b], got)
				}
				meet(to[b])
			}
		}
		t.Logf("%s: %d terms", file, len(seen))
	}
}

// TestOverlap checks that the checker rejects overlapping steps.
func TestOverlap(t *testing.T) {
	terms := NewTerms(100)
	a := terms.set(span('a', 'c'), Empty)
	terms.nodes[a].steps, terms.nodes[a].stepped = []step{{span('a', 'b'), Empty}, {span('b', 'c'), Empty}}, true
	if _, err := terms.Certify(a, nowhere{}); err == nil || !strings.Contains(err.Error(), "overlap") {
		t.Errorf("overlapping steps: %v", err)
	}
}

// nowhere is a machine with one state that accepts no string.
type nowhere struct{}

func (nowhere) Start() uint32            { return 0 }
func (nowhere) Next(uint32, byte) uint32 { return 0 }
func (nowhere) Accepts(uint32) bool      { return false }

// TestLimit checks that a walk with too many terms ends with the limit error rather than with a
// difference or a certificate, whether the terms come from the rule or from its derivatives. The
// machine nowhere does differ from this rule, but only after 2^12 terms.
func TestLimit(t *testing.T) {
	g, err := Read("a = *(\"a\" / \"b\") \"a\" 12(\"a\" / \"b\")\n", ABNF)
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]string{10: "more than 10 terms", 500: "more than 500 terms",
		20_000: `the grammar has "AAAAAAAAAAAAA"`} {
		l := NewLowering(g, limit)
		a, err := l.Rule(g.Rule("a"))
		if err == nil {
			_, err = l.Terms.Certify(a, nowhere{})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %d terms: %v, want %s", limit, err, want)
		}
		if err := l.Terms.Err(); limit < 1000 && err != nil {
			if _, err := l.Terms.Certify(None, nowhere{}); err == nil {
				t.Errorf("with %d terms: a certificate of terms that are not all there", limit)
			}
		}
	}
}

// TestPoints compares the UTF-8 of classes with package unicode/utf8 on the first few thousand code
// points, the code points around each multiple of 256, all sequences of up to two bytes, and many
// longer ones, most of them invalid.
func TestPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	edges := []rune{0, 1, 0x7E, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0x7BF, 0x7C0, 0x7FE, 0x7FF, 0x800, 0x801,
		0xFFF, 0x1000, 0xD7FF,
		0xD800, 0xDFFF, 0xE000, 0xFFFE, 0xFFFF, 0x10000, 0x10001, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFE,
		0x10FFFF, 0x110000}
	classes := [][]Range{{{0, 0x10FFFF}}, {{0xD7FF, 0xE000}}}
	for range 3 {
		var class []Range
		for range 1 + rng.IntN(4) {
			lo, hi := edges[rng.IntN(len(edges))], edges[rng.IntN(len(edges))]
			class = append(class, Range{min(lo, hi), max(lo, hi)})
		}
		classes = append(classes, class)
	}
	for _, class := range classes {
		terms := NewTerms(10_000)
		a := terms.points(class)
		cells := map[Term][256]Term{}
		next := func(a Term, b byte) Term {
			if _, ok := cells[a]; !ok {
				cells[a], _ = terms.cells(a)
			}
			to := cells[a]
			return to[b]
		}
		check := func(s string) {
			got := a
			for i := range len(s) {
				got = next(got, s[i])
			}
			c, n := utf8.DecodeRuneInString(s)
			want := false
			for _, r := range class {
				want = want || r.Lo <= c && c <= r.Hi
			}
			want = want && n == len(s) && (c != utf8.RuneError || n == 3)
			if terms.Nullable(got) != want {
				t.Fatalf("%X, %+q: %v", class, s, !want)
			}
		}
		for c := rune(0); c <= utf8.MaxRune; c++ {
			if utf8.ValidRune(c) && (c&0xFF < 2 || c&0xFF > 0xFD || c < 0x1100) {
				check(string(c))
			}
		}
		for b := range 256 {
			check(string([]byte{byte(b)}))
		}
		for i := range 1 << 16 {
			check(string([]byte{byte(i >> 8), byte(i)}))
			check(string([]byte{0xE0 | byte(i>>12), byte(i >> 4), 0x80 | byte(rng.IntN(0x40))}))
			check(string([]byte{0xF0 | byte(i>>13), byte(i >> 5), 0x80 | byte(rng.IntN(0x40)), 0x80 | byte(i&0x3F)}))
		}
	}
}
