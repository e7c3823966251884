package fuzz

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// A recognizer reports whether a string is a member of a rule, using position sets (McNaughton and
// Yamada, Regular expressions and state graphs for automata, 1960; Glushkov, 1961). A position is
// an occurrence of a symbol in the rule's expression. After a prefix, the set holds the positions
// at which its last symbol may have been read. There is no determinization, minimization or
// conversion to byte ranges, and the readers are the only part of the compiler that is used.
//
// A symbol is a code point or, in rules of octets, a byte. Each set therefore belongs to an offset
// in the string: a position that reads a code point goes into the set as many bytes ahead as the
// code point is long.
//
// Cost: bytes × positions per set × positions following one; about 10 µs per IRI.
type recognizer struct {
	symbols []symbols
	follow  [][]int32 // by position, the possible next positions; position 0 is before the first
	last    []bool    // by position, whether a member may end with it

	at   [1 + utf8.UTFMax][]int32 // the sets at the current and following offsets, by offset modulo their number
	seen [1 + utf8.UTFMax][]int   // by position, the last offset whose set contains the position
	read int                      // offset of the next string: offsets continue from one string to the next
}

// symbols is the set of symbols that can be read at a position.
type symbols struct {
	octets bool      // bytes rather than code points
	ranges [][2]rune // sorted, disjoint
}

func (s symbols) has(c rune) bool {
	for _, r := range s.ranges {
		if c <= r[1] {
			return c >= r[0]
		}
	}
	return false
}

// normal returns the union of ranges as sorted, disjoint ranges.
func normal(ranges [][2]rune) [][2]rune {
	ranges = slices.Clone(ranges)
	slices.SortFunc(ranges, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	var out [][2]rune
	for _, r := range ranges {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}

// without returns the difference of a and b.
func without(a, b [][2]rune) [][2]rune {
	var out [][2]rune
	for _, r := range normal(a) {
		for _, x := range normal(b) {
			if x[0] <= r[1] && x[1] >= r[0] {
				if x[0] > r[0] {
					out = append(out, [2]rune{r[0], x[0] - 1})
				}
				r[0] = x[1] + 1
			}
		}
		if r[0] <= r[1] {
			out = append(out, r)
		}
	}
	return out
}

func (r *recognizer) match(s string) bool {
	start := r.read
	r.read += len(s) + len(r.at)
	for i := range r.at {
		r.at[i] = r.at[i][:0]
	}
	r.put(0, start)
	for i := 0; i < len(s); i++ {
		here := &r.at[(start+i)%len(r.at)]
		c, size := utf8.DecodeRuneInString(s[i:])
		whole := c != utf8.RuneError || size > 1
		for _, p := range *here {
			for _, q := range r.follow[p] {
				if r.symbols[q].octets {
					if r.symbols[q].has(rune(s[i])) {
						r.put(q, start+i+1)
					}
				} else if whole && r.symbols[q].has(c) {
					r.put(q, start+i+size)
				}
			}
		}
		if *here = (*here)[:0]; r.nowhere() {
			return false
		}
	}
	return r.accepts(r.at[(start+len(s))%len(r.at)])
}

// put adds a position to the set at an offset.
func (r *recognizer) put(p int32, place int) {
	slot := place % len(r.at)
	if r.seen[slot][p] != place {
		r.seen[slot][p] = place
		r.at[slot] = append(r.at[slot], p)
	}
}

func (r *recognizer) nowhere() bool {
	return !slices.ContainsFunc(r.at[:], func(set []int32) bool { return len(set) > 0 })
}

// step returns the sorted set of positions reached on c from a set of code point positions.
func (r *recognizer) step(set []int32, c rune) []int32 {
	var next []int32
	for _, p := range set {
		for _, q := range r.follow[p] {
			if r.symbols[q].has(c) {
				next = append(next, q)
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// accepts reports whether a member may end at a position in the set.
func (r *recognizer) accepts(set []int32) bool {
	return slices.ContainsFunc(set, func(p int32) bool { return r.last[p] })
}

// A document is a grammar as read, with the definitions of each name grouped.
type document struct {
	rules  map[string][]syntax.Expr // alternatives by folded name
	octets func(name string) bool   // whether the numbers in a rule are bytes
}

func foldName(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", "-") }

// newDocument resolves the names of a grammar without the compiler.
func newDocument(g *syntax.Grammar) *document {
	d := &document{rules: coreRules()}
	defined := map[string]bool{}
	for _, r := range g.Rules {
		name := foldName(r.Name)
		switch {
		case r.Incremental:
			d.rules[name] = append(d.rules[name], r.Expr)
		case !defined[name] || g.Dialect.LaterWins():
			d.rules[name] = []syntax.Expr{r.Expr}
		}
		defined[name] = true
	}
	said := map[string]bool{} // whether numbers are octets, by folded name, or "" for the document
	for _, x := range g.Directives {
		if x.Name != "octets" && x.Name != "code-points" {
			continue
		}
		names := strings.Fields(x.Text)
		if x.Text == "" {
			names = []string{""}
		}
		for _, name := range names {
			said[foldName(name)] = x.Name == "octets"
		}
	}
	d.octets = func(name string) bool {
		if says, ok := said[foldName(name)]; ok {
			return says
		}
		return said[""]
	}
	return d
}

// coreRules returns the rules of RFC 5234, appendix B.1.
func coreRules() map[string][]syntax.Expr {
	text, err := os.ReadFile("../build/internal/names/core.abnf")
	if err != nil {
		panic(err)
	}
	g, _ := notation.Read(syntax.NewSource("core.abnf", string(text)), syntax.ABNF)
	rules := map[string][]syntax.Expr{}
	for _, r := range g.Rules {
		rules[foldName(r.Name)] = []syntax.Expr{r.Expr}
	}
	return rules
}

// recognizer returns the recognizer of a rule. It returns an error for a recursive rule, for prose,
// for undefined names, and for a difference of anything but single symbols: position sets cover
// only union, concatenation and repetition.
func (d *document) recognizer(rule string) (*recognizer, error) {
	w := &positioner{d: d, recognizer: &recognizer{symbols: []symbols{{}}, follow: [][]int32{nil}},
		inside: map[string]bool{}}
	all := w.name(rule)
	if w.err != nil {
		return nil, fmt.Errorf("no position sets of %s: %w", rule, w.err)
	}
	r := w.recognizer
	r.follow[0] = all.first
	r.last = make([]bool, len(r.symbols))
	r.read = 1
	r.last[0] = all.empty
	for _, p := range all.last {
		r.last[p] = true
	}
	for p, follow := range r.follow {
		slices.Sort(follow)
		r.follow[p] = slices.Compact(follow)
	}
	for i := range r.seen {
		r.seen[i] = make([]int, len(r.symbols))
	}
	return r, nil
}

// A positioner numbers the positions of a rule.
type positioner struct {
	*recognizer
	d      *document
	rule   string          // the rule of the current expression
	inside map[string]bool // the rules enclosing it
	err    error
}

// maxPositions bounds the number of positions of a rule, because references and repetitions are
// copied.
const maxPositions = 1 << 14

// A part describes an expression: whether it matches the empty string, and the positions at which
// its members may begin and end.
type part struct {
	empty       bool
	first, last []int32
}

// enter returns the alternatives of a rule, and a function to call when done with them. For a
// recursive or undefined rule it sets w.err and returns nil.
func (w *positioner) enter(name string) (defs []syntax.Expr, leave func()) {
	folded := foldName(name)
	defs = w.d.rules[folded]
	switch {
	case defs == nil:
		w.err = fmt.Errorf("%s is not defined", name)
	case w.inside[folded]:
		w.err = fmt.Errorf("%s is recursive", name)
	}
	if w.err != nil {
		return nil, nil
	}
	outside := w.rule
	w.rule, w.inside[folded] = name, true
	return defs, func() { w.rule, w.inside[folded] = outside, false }
}

func (w *positioner) name(name string) part {
	defs, leave := w.enter(name)
	if defs == nil {
		return part{}
	}
	defer leave()
	return w.choice(defs)
}

func (w *positioner) expr(e syntax.Expr) part {
	if s, ok := w.single(e); ok {
		return w.position(s)
	}
	switch e := e.(type) {
	case *syntax.Alternation:
		return w.choice(e.Items)
	case *syntax.Concatenation:
		return w.sequence(len(e.Items), func(i int) part { return w.expr(e.Items[i]) })
	case *syntax.Group:
		return w.expr(e.Item)
	case *syntax.Option:
		x := w.expr(e.Item)
		x.empty = true
		return x
	case *syntax.Repetition:
		return w.repetition(e)
	case *syntax.RuleName:
		return w.name(e.Name)
	case *syntax.CharVal:
		text := []rune(e.Text)
		return w.sequence(len(text), func(i int) part { return w.position(symbols{ranges: caseless(text[i], e.Fold)}) })
	case *syntax.NumVal:
		return w.sequence(len(e.Values), func(i int) part { return w.position(w.number(e.Values[i], e.Values[i])) })
	}
	w.err = fmt.Errorf("a %T is not an expression of single symbols", e)
	return part{}
}

// caseless returns the code point and, if fold is set, the same letter in the other case.
func caseless(c rune, fold bool) [][2]rune {
	ranges := [][2]rune{{c, c}}
	if fold && 'a' <= c|0x20 && c|0x20 <= 'z' {
		ranges = append(ranges, [2]rune{c ^ 0x20, c ^ 0x20})
	}
	return normal(ranges)
}

// number returns the symbols for a number or a range of numbers in the current rule.
func (w *positioner) number(lo, hi rune) symbols {
	return symbols{octets: w.d.octets(w.rule), ranges: [][2]rune{{lo, hi}}}
}

// single returns the symbols of e if all its members are single symbols. Such an expression takes
// one position, however many alternatives it has.
func (w *positioner) single(e syntax.Expr) (s symbols, ok bool) {
	switch e := e.(type) {
	case *syntax.NumRange:
		return w.number(e.Lo, e.Hi), true
	case *syntax.Class:
		for _, r := range e.Ranges {
			s.ranges = append(s.ranges, [2]rune{r.Lo, r.Hi})
		}
		s.octets, s.ranges = w.d.octets(w.rule), normal(s.ranges)
		if most := rune(utf8.MaxRune); e.Negated {
			if s.octets {
				most = 0xFF
			}
			s.ranges = without([][2]rune{{0, most}}, s.ranges)
		}
		return s, true
	case *syntax.Group:
		return w.single(e.Item)
	case *syntax.Alternation:
		return w.singles(e.Items)
	case *syntax.RuleName:
		if defs, leave := w.enter(e.Name); defs != nil {
			defer leave()
			return w.singles(defs)
		}
	case *syntax.Difference:
		from, ok := w.single(e.Item)
		except, also := w.single(e.Except)
		if !ok || !also || from.octets != except.octets {
			return symbols{}, false
		}
		from.ranges = without(from.ranges, except.ranges)
		return from, true
	case *syntax.CharVal:
		text := []rune(e.Text)
		if len(text) != 1 {
			return symbols{}, false
		}
		return symbols{ranges: caseless(text[0], e.Fold)}, true
	case *syntax.NumVal:
		if len(e.Values) != 1 {
			return symbols{}, false
		}
		return w.number(e.Values[0], e.Values[0]), true
	}
	return symbols{}, false
}

// singles returns the union of single symbols of one kind, bytes or code points.
func (w *positioner) singles(items []syntax.Expr) (all symbols, ok bool) {
	for i, item := range items {
		s, ok := w.single(item)
		if !ok || i > 0 && s.octets != all.octets {
			return symbols{}, false
		}
		all.octets, all.ranges = s.octets, append(all.ranges, s.ranges...)
	}
	all.ranges = normal(all.ranges)
	return all, true
}

func (w *positioner) position(s symbols) part {
	if len(w.symbols) == maxPositions {
		w.err = errors.New("it has too many positions")
		return part{}
	}
	p := []int32{int32(len(w.symbols))}
	w.symbols = append(w.symbols, s)
	w.follow = append(w.follow, nil)
	return part{false, p, p}
}

// choice assigns the single symbols among the alternatives one position, or two: one for code
// points and one for bytes.
func (w *positioner) choice(items []syntax.Expr) part {
	var all part
	var merged [2]symbols
	for _, item := range items {
		x, ok := w.single(item)
		if !ok {
			all = either(all, w.expr(item))
			continue
		}
		kind := 0
		if x.octets {
			kind = 1
		}
		merged[kind].octets = x.octets
		merged[kind].ranges = append(merged[kind].ranges, x.ranges...)
	}
	for _, s := range merged {
		if s.ranges = normal(s.ranges); len(s.ranges) > 0 && w.err == nil {
			all = either(all, w.position(s))
		}
	}
	return all
}

func either(a, b part) part {
	return part{a.empty || b.empty, slices.Concat(a.first, b.first), slices.Concat(a.last, b.last)}
}

func (w *positioner) sequence(n int, item func(i int) part) part {
	all := part{empty: true}
	for i := 0; i < n && w.err == nil; i++ {
		all = w.join(all, item(i))
	}
	return all
}

// join returns the concatenation of a and b.
func (w *positioner) join(a, b part) part {
	for _, p := range a.last {
		w.follow[p] = append(w.follow[p], b.first...)
	}
	all := part{a.empty && b.empty, a.first, b.last}
	if a.empty {
		all.first = slices.Concat(a.first, b.first)
	}
	if b.empty {
		all.last = slices.Concat(a.last, b.last)
	}
	return all
}

// repetition makes copies of the item, as many as its upper bound allows. Copies beyond the minimum
// are optional. Without an upper bound the last copy is optional and may follow itself.
func (w *positioner) repetition(e *syntax.Repetition) part {
	copies := e.Max
	if e.Max == syntax.Unbounded {
		copies = e.Min + 1
	}
	return w.sequence(copies, func(i int) part {
		x := w.expr(e.Item)
		if e.Max == syntax.Unbounded && i == e.Min {
			x = part{true, x.first, w.join(x, x).last}
		}
		x.empty = x.empty || i >= e.Min
		return x
	})
}

// bundledDocument returns a bundled grammar as read.
func bundledDocument(name string) *document { return bundledDocuments()[name] }

var bundledDocuments = sync.OnceValue(func() map[string]*document {
	all := map[string]*document{}
	for _, b := range build.BundledGrammars() {
		g, _ := notation.Read(b.Source(), b.Dialect)
		all[b.Name] = newDocument(g)
	}
	return all
})

// TestRecognizer checks recognizers on hand-picked members and non-members.
func TestRecognizer(t *testing.T) {
	for _, x := range []struct{ rule, members, others string }{
		{`"ab"`, "ab AB aB", "a b abc ba"},
		{`%s"ab" / %x61`, "ab a", "AB b c"},
		{`*"a" "b"`, "b ab aaaaB", "a ba aab.b"},
		{`2*3"a"`, "aa aaa", "a aaaa"},
		{`2*"a"`, "aa aaa aaaaaaaa", "a"},
		{`2( *1"a" "b" )`, "bb abb bab abab", "b ab aab babab"},
		{`*( [ "a" ] / "b" "c" )`, "a aa bc abc bcaabc", "b c ac.b cb"},
		{`1*( *"a" *"b" ) "c"`, "c ac bac abbac", "a ab ca"},
		{`ALPHA 0"b" DIGIT`, "a1 Z9", "ab1 1a a"},
		{`%xE9 %x10000-10FFFF`, "é\U00010000 é\U0010FFFF", "é é\uFFFF \xE9\U00010000 é\xF0\x90\x80"},
		{`%xD7FF-E000`, "\uD7FF \uE000", "\xED\xA0\x80 \uFFFD"},
		{`other`, "é\xA9a \xC3\xA9\xA9A", "éa é\xA9"},
	} {
		text := "; @octets octets\nrule = " + x.rule + "\nother = %xE9 octets \"a\"\noctets = %x80-FF\n"
		g, list := notation.Read(syntax.NewSource("test", text), syntax.ABNF)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		r, err := newDocument(g).recognizer("rule")
		if err != nil {
			t.Fatal(err)
		}
		for want, list := range map[bool]string{true: x.members, false: x.others} {
			for _, s := range strings.Fields(list) {
				if r.match(s) != want {
					t.Errorf("%s of %q: %t", x.rule, s, !want)
				}
			}
		}
	}
}

// TestRecognizerErrors checks that the error for a rule without position sets gives the reason.
func TestRecognizerErrors(t *testing.T) {
	g, _ := notation.Read(
		syntax.NewSource("test", "a = b / \"x\" a\nb = <prose>\nc = d\ne = 9999( 9999\"a\" )\n"), syntax.ABNF)
	for rule, want := range map[string]string{"a": "ProseVal", "b": "ProseVal", "c": "d is not defined",
		"d": "d is not defined", "e": "too many"} {
		if _, err := newDocument(g).recognizer(rule); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", rule, err, want)
		}
	}
	g, _ = notation.Read(syntax.NewSource("test", "a = \"x\" [ a ]\n"), syntax.ABNF)
	if _, err := newDocument(g).recognizer("a"); err == nil || !strings.Contains(err.Error(), "recursive") {
		t.Errorf("a recursive rule: %v", err)
	}
}
