package automaton

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A tree is a regular expression. Its match method works on strings without automata.
type tree struct {
	op   op
	lo   byte      // opBytes
	hi   byte      // opBytes
	runs [][2]rune // opClass
	mark Mark      // opMark
	kids []*tree   // one for opOpt, opStar, opEmbed and opMark
}

type op int

const (
	opEmpty op = iota
	opBytes
	opClass
	opCat
	opAlt
	opOpt
	opPrefixes
	opStar
	opEmbed // same as its kid, through the kid's canonical DFA
	opMark  // same as its kid, with a mark
)

// match returns the ends of the matches that start at the positions in from. Positions in text are
// the bits of a word.
func (t *tree) match(text string, from uint64) uint64 {
	to := uint64(0)
	switch t.op {
	case opEmpty:
		to = from
	case opBytes:
		for i := range len(text) {
			if from>>i&1 != 0 && t.lo <= text[i] && text[i] <= t.hi {
				to |= 1 << (i + 1)
			}
		}
	case opClass:
		for i := range len(text) {
			r, size := utf8.DecodeRuneInString(text[i:])
			if from>>i&1 != 0 && (r != utf8.RuneError || size == 3) && t.has(r) {
				to |= 1 << (i + size)
			}
		}
	case opCat:
		to = from
		for _, kid := range t.kids {
			to = kid.match(text, to)
		}
	case opAlt:
		for _, kid := range t.kids {
			to |= kid.match(text, from)
		}
	case opOpt:
		to = from | t.kids[0].match(text, from)
	case opPrefixes:
		to = from
		for _, kid := range t.kids {
			from = kid.match(text, from)
			to |= from
		}
	case opStar:
		for more := from; more != 0; more = t.kids[0].match(text, to) &^ to {
			to |= more
		}
	case opEmbed, opMark:
		to = t.kids[0].match(text, from)
	}
	return to
}

func (t *tree) accepts(text string) bool { return t.match(text, 1)>>len(text)&1 != 0 }

func (t *tree) has(r rune) bool {
	for _, run := range t.runs {
		if run[0] <= r && r <= run[1] {
			return true
		}
	}
	return false
}

// build builds the tree's language with a Builder.
func (t *tree) build(b *Builder) Fragment {
	var kids []Fragment
	if t.op == opMark {
		defer b.SetMark(b.SetMark(t.mark))
	}
	if t.op != opEmbed {
		for _, kid := range t.kids {
			kids = append(kids, kid.build(b))
		}
	}
	switch t.op {
	case opBytes:
		return b.Bytes(t.lo, t.hi)
	case opClass:
		return b.Class(t.class())
	case opCat:
		f := b.Empty()
		for _, kid := range kids {
			f = b.Cat(f, kid)
		}
		return f
	case opAlt:
		return b.Alt(kids...)
	case opOpt:
		return b.Opt(kids[0])
	case opPrefixes:
		return b.Prefixes(kids...)
	case opStar:
		return b.Star(kids[0])
	case opEmbed:
		return b.Embed(t.kids[0].dfa())
	case opMark:
		return kids[0]
	default:
		return b.Empty()
	}
}

func (t *tree) class() *unicode.RangeTable {
	var classes []*unicode.RangeTable
	for _, run := range t.runs {
		classes = append(classes, Range(run[0], run[1]))
	}
	return Union(classes...)
}

func (t *tree) nfa() *NFA {
	b := NewBuilder(unlimited())
	n, err := b.NFA(t.build(b))
	if err != nil {
		panic(err)
	}
	return n
}

// raw returns the DFA produced by the subset construction.
func (t *tree) raw() *DFA {
	d, err := Determinize(t.nfa(), unlimited())
	if err != nil {
		panic(err)
	}
	return d
}

func (t *tree) dfa() *DFA {
	d, err := Minimize(t.raw(), unlimited())
	if err != nil {
		panic(err)
	}
	return d
}

// String formats the tree for copying into a regression test.
func (t *tree) String() string {
	var kids []string
	for _, kid := range t.kids {
		kids = append(kids, kid.String())
	}
	in := strings.Join(kids, " ")
	switch t.op {
	case opBytes:
		return fmt.Sprintf("%02X-%02X", t.lo, t.hi)
	case opClass:
		return fmt.Sprintf("%X", t.runs)
	case opAlt:
		return "(" + strings.Join(kids, "/") + ")"
	case opOpt:
		return "[" + in + "]"
	case opPrefixes:
		return "prefixes(" + in + ")"
	case opStar:
		return "*(" + in + ")"
	case opEmbed:
		return "embed(" + in + ")"
	case opMark:
		return fmt.Sprintf("%d:%s", t.mark, in)
	default:
		return "(" + in + ")"
	}
}

// Shorthands for writing trees in tests.

func lit(text string) *tree {
	t := &tree{op: opCat}
	for i := range len(text) {
		t.kids = append(t.kids, byteIn(text[i], text[i]))
	}
	return t
}

func byteIn(lo, hi byte) *tree       { return &tree{op: opBytes, lo: lo, hi: hi} }
func runes(runs ...[2]rune) *tree    { return &tree{op: opClass, runs: runs} }
func cat(kids ...*tree) *tree        { return &tree{op: opCat, kids: kids} }
func alt(kids ...*tree) *tree        { return &tree{op: opAlt, kids: kids} }
func opt(kid *tree) *tree            { return &tree{op: opOpt, kids: []*tree{kid}} }
func star(kid *tree) *tree           { return &tree{op: opStar, kids: []*tree{kid}} }
func embed(kid *tree) *tree          { return &tree{op: opEmbed, kids: []*tree{kid}} }
func marked(m Mark, kid *tree) *tree { return &tree{op: opMark, mark: m, kids: []*tree{kid}} }
func times(n int, kid *tree) *tree {
	t := cat()
	for range n {
		t.kids = append(t.kids, kid)
	}
	return t
}

func oneOf(bytes string) *tree {
	t := alt()
	for i := range len(bytes) {
		t.kids = append(t.kids, byteIn(bytes[i], bytes[i]))
	}
	return t
}

// A source makes the choices of a random tree: a seeded generator, or the bytes of a fuzzer.
type source interface{ IntN(n int) int }

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3987)) }

// leaf returns a leaf of a random tree: letters that often collide, code points of every length
// that share bytes, and bytes outside UTF-8.
func leaf(r source) *tree {
	switch r.IntN(10) {
	case 0:
		return &tree{op: opEmpty}
	case 1:
		return byteIn(byte(0x80+r.IntN(3)), byte(0x80+r.IntN(128)|3))
	case 2:
		return lit(sample[r.IntN(len(sample))])
	case 3, 4:
		t := runes()
		for range 1 + r.IntN(2) {
			lo, hi := edgeRunes[r.IntN(len(edgeRunes))], edgeRunes[r.IntN(len(edgeRunes))]
			t.runs = append(t.runs, [2]rune{min(lo, hi), max(lo, hi)})
		}
		return t
	case 5:
		return byteIn(byte(r.IntN(128)), byte(128+r.IntN(128)))
	default:
		lo := byte('a' + r.IntN(3))
		return byteIn(lo, lo+byte(r.IntN(int('d'-lo))))
	}
}

// sample contains one code point of every length, and pairs that differ only in the last byte or
// only in the first.
var sample = []string{"é", "è", "€", "\u20ad", "\ud7ff", "\ue000", "\U0001F600", "\U0001F601", "\U0010FFFF"}

// edgeRunes contains the code points around changes of the UTF-8 length, and letters.
var edgeRunes = func() []rune {
	rs := []rune{'a', 'b', 'c', 'é', '€', '\U0001F600'}
	for _, r := range boundaries {
		for _, d := range []rune{-1, 0, 1} {
			if r+d >= 0 && r+d <= unicode.MaxRune {
				rs = append(rs, r+d)
			}
		}
	}
	return rs
}()

func randomTree(r source, depth int) *tree {
	if depth == 0 {
		return leaf(r)
	}
	several := func(least, most int) []*tree {
		var kids []*tree
		for range least + r.IntN(most-least+1) {
			kids = append(kids, randomTree(r, depth-1-r.IntN(2)*min(1, depth-1)))
		}
		return kids
	}
	switch r.IntN(9) {
	case 0, 1, 2:
		return cat(several(2, 3)...)
	case 8:
		return &tree{op: opPrefixes, kids: several(0, 3)}
	case 3, 4:
		return alt(several(0, 3)...)
	case 5:
		return opt(randomTree(r, depth-1))
	case 6:
		return star(randomTree(r, depth-1))
	default:
		return embed(randomTree(r, depth-1))
	}
}

// letterTree builds trees over a and b only, so that short strings reach all states.
func letterTree(r source, depth int) *tree {
	if depth == 0 {
		return byteIn("aab"[r.IntN(3)], 'b')
	}
	switch r.IntN(6) {
	case 0, 1:
		return cat(letterTree(r, depth-1), letterTree(r, depth-1))
	case 2, 3:
		return alt(letterTree(r, depth-1), letterTree(r, depth-1))
	case 4:
		return opt(letterTree(r, depth-1))
	default:
		return star(letterTree(r, depth-1))
	}
}

// probes holds short strings that distinguish random trees.
var probes = func() []string {
	var all []string
	for s := range strs([]string{"a", "b", "c", "\xc3", "\xa9", "€"}, 3) {
		all = append(all, s)
	}
	for s := range strs([]string{"a", "b"}, 6) {
		all = append(all, s)
	}
	for s := range strs(sample, 2) {
		all = append(all, s)
	}
	for _, r := range edgeRunes {
		all = append(all, string(r), "a"+string(r))
	}
	for b := range 256 {
		all = append(all, string([]byte{byte(b)}))
	}
	return all
}()

// longer returns members of d and strings that differ from a member in a single byte.
func longer(r *rand.Rand, d *DFA, n int) []string {
	if d.Start() == Dead {
		return nil
	}
	var all []string
	s := NewSampler(d)
	for range n {
		text := s.Draw(r, r.IntN(24), nil)
		if len(text) > 60 {
			continue
		}
		all = append(all, string(text))
		if len(text) > 0 {
			text[r.IntN(len(text))] = byte(r.IntN(256))
			all = append(all, string(text))
		}
	}
	return all
}

func unlimited() *Meter { return NewMeter(context.Background(), DefaultLimits()) }

func same(t *testing.T, want, got *DFA, what ...any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s: want\n%sgot\n%s", fmt.Sprintln(what...), dump(want), dump(got))
	}
}

func dump(d *DFA) string {
	var b strings.Builder
	if err := d.Dump(&b); err != nil {
		panic(err)
	}
	return b.String()
}
