package build

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// A matcher decides membership by interpreting the syntax tree. A set of offsets in the text,
// stored as the bits of a word, enters an expression on its left and leaves it on its right. The
// matcher resolves names itself and uses no automata.
type matcher struct {
	rules map[string][]syntax.Expr // by name in lowercase with "-"
	text  string

	whole map[string]*matcher // by such a name: the matcher to use for the rule instead, see alternatives_test.go
}

func newMatcher(document *syntax.Grammar) *matcher {
	m := &matcher{rules: map[string][]syntax.Expr{}}
	for _, source := range []*syntax.Grammar{document, coreDocument()} {
		own := map[string]bool{}
		for _, r := range source.Rules {
			name := strings.ToLower(strings.ReplaceAll(r.Name, "_", "-"))
			if len(m.rules[name]) == 0 || own[name] && r.Incremental {
				m.rules[name] = append(m.rules[name], r.Expr)
				own[name] = true
			}
		}
	}
	return m
}

func coreDocument() *syntax.Grammar {
	return names.Core(names.CodePoints).Document
}

func (m *matcher) member(name, text string) bool {
	m.text = text
	return m.match(&syntax.RuleName{Name: name}, 1)>>len(text)&1 != 0
}

func (m *matcher) match(e syntax.Expr, from uint64) (to uint64) {
	if from == 0 {
		return 0
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		name := strings.ToLower(strings.ReplaceAll(e.Name, "_", "-"))
		if other := m.whole[name]; other != nil {
			other.text = m.text
			return other.match(e, from)
		}
		for _, alternative := range m.rules[name] {
			to |= m.match(alternative, from)
		}
	case *syntax.Alternation:
		for _, item := range e.Items {
			to |= m.match(item, from)
		}
	case *syntax.Concatenation:
		to = from
		for _, item := range e.Items {
			to = m.match(item, to)
		}
	case *syntax.Group:
		to = m.match(e.Item, from)
	case *syntax.Option:
		to = from | m.match(e.Item, from)
	case *syntax.Repetition:
		to = m.repeat(e, from)
	case *syntax.CharVal:
		to = from
		for _, c := range e.Text {
			to = m.step(to, func(r rune) bool { return r == c || e.Fold && asciiFold(r) == asciiFold(c) })
		}
	case *syntax.NumVal:
		to = from
		for _, c := range e.Values {
			to = m.step(to, func(r rune) bool { return r == c })
		}
	case *syntax.NumRange:
		to = m.step(from, func(r rune) bool { return e.Lo <= r && r <= e.Hi })
	case *syntax.Class:
		to = m.step(from, func(r rune) bool {
			return e.Negated != slices.ContainsFunc(e.Ranges, func(x syntax.ClassRange) bool { return x.Lo <= r && r <= x.Hi })
		})
	case *syntax.Difference: // one offset at a time: the excluded side must not reach the same end from it
		for i := range len(m.text) + 1 {
			if here := uint64(1) << i; from&here != 0 {
				to |= m.match(e.Item, here) &^ m.match(e.Except, here)
			}
		}
	}
	return to
}

func (m *matcher) repeat(e *syntax.Repetition, from uint64) uint64 {
	for range e.Min {
		from = m.match(e.Item, from)
	}
	to := from
	for n := e.Min; n != e.Max; n++ {
		next := m.match(e.Item, from)
		if e.Max == syntax.Unbounded && next&^to == 0 {
			break
		}
		from, to = next, to|next
	}
	return to
}

// step reads one code point. It accepts neither surrogates nor bytes that are not UTF-8.
func (m *matcher) step(from uint64, class func(rune) bool) (to uint64) {
	for i := range len(m.text) {
		if from>>i&1 == 0 {
			continue
		}
		if r, size := utf8.DecodeRuneInString(m.text[i:]); (r != utf8.RuneError || size > 1) && class(r) {
			to |= 1 << (i + size)
		}
	}
	return to
}

func asciiFold(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// agreesWithMatcher compares the tables of a document with the matcher on all strings. It returns
// how many are members and how many are not.
func agreesWithMatcher(t *testing.T, g *Grammar, document *syntax.Grammar, all []string) (in, out int) {
	t.Helper()
	m := newMatcher(document)
	for _, r := range compiled(g) {
		for _, s := range all {
			want := m.member(r.Name, s)
			if got := r.Table.Valid(s); got != want {
				t.Fatalf("%s: %q is a member: %t, want %t\n%s", r.Name, s, got, want, g.Source.Text)
			}
			if want {
				in++
			}
		}
	}
	return in, len(compiled(g))*len(all) - in
}

// Every construct of the notation, on all short strings of its letters.
func TestLower(t *testing.T) {
	small := []string{"a", "A", "b", "c"}
	for _, tt := range []struct {
		name, text string
		letters    []string
		in         int // members among the strings of up to 5 letters
	}{
		{"string", `r = "ab"`, small, 2},
		{"string folded by prefix", `r = %i"aB"`, small, 2},
		{"exact string", `r = %s"aA"`, small, 1},
		{"empty string", `r = ""`, small, 1},
		{"what stands beside the letters", `r = "@[` + "`" + `{"`, []string{"@", "`", "[", "{", "\x60", "\x7b"}, 1},
		{"case beyond ASCII", `r = %xE9 / "k"`, []string{"é", "É", "k", "K", "\u212A"}, 3},
		{"number", `r = %x61.41`, small, 1},
		{"decimal", `r = %d97.98 / %b1100001`, small, 2},
		{"range", `r = %x61-62`, small, 2},
		{"alternation", `r = "a" / "bc" / %s"A"`, small, 3},
		{"concatenation", `r = "a" ("b" / "c") "a"`, small, 8},
		{"option", `r = ["a"] "b" ["c"]`, small, 6},
		{"repeat none", `r = 0"a"`, small, 1},
		{"repeat n", `r = 3%s"a"`, small, 1},
		{"repeat at least", `r = 2*%s"a"`, small, 4},
		{"repeat at most", `r = *2%s"a"`, small, 3},
		{"repeat between", `r = 2*4%s"a"`, small, 3},
		{"repeat any", `r = *%s"a"`, small, 6},
		{"repeat at most none", `r = *0"a" "b"`, small, 1},
		{"repeat what may be empty", `r = 2*3[%s"a"]`, small, 4},
		{"repeat a repeat", `r = *2(2*3%s"a")`, small, 5},
		{"repeat two or three", `r = *("bb" / "bbb")`, small, 5},
		{"increments", "r = \"b\"\nr =/ \"c\" \"b\"", small, 2},
		{"references", "r = x X x-y\nX = %s\"a\" / \"\"\nx-Y = [x] \"b\"", small, 4},
		{"core rules", `r = DIGIT ALPHA / HEXDIG DQUOTE`, []string{"0", "a", "G", `"`}, 4},
		{"core rules, more", `r = CR LF / SP / HTAB / CTL / VCHAR`, []string{"\r", "\n", " ", "\t", "\x7f", "~"}, 7},
		{"UTF-8 of every length", `r = %x7F-80 / %x7FF-800 / %xFFFF-10000 / %x10FFFF`,
			[]string{"\x7f", "\u0080", "\u07ff", "\u0800", "\uffff", "\U00010000", "\U0010ffff", "\u0081", "\x80"}, 7},
		{"surrogates are nothing", `r = %xD800-DFFF / %xDC00 / *%xD7FF-E000`,
			[]string{"\ud7ff", "\ue000", "\xed\xa0\x80", "\xed\xbf\xbf"}, 1 + 2 + 4 + 8 + 16 + 32},
		{"parts of sequences", `r = *%xE9`, []string{"é", "\xc3", "\xa9"}, 6},
		{"everything", `r = *%x0-10FFFF`, []string{"a", "é", "\xc3", "\U0001F600"}, 1 + 3 + 9 + 27 + 81 + 243},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := syntax.NewSource("test.abnf", tt.text)
			document, _ := notation.Read(src, syntax.ABNF)
			g, list := compileABNF(tt.text)
			for _, d := range list.Items {
				if d.Severity == syntax.Error {
					t.Fatal(list.Format(d))
				}
			}
			all := slices.Compact(slices.Sorted(slices.Values(testkit.Texts(tt.letters, 5)))) // "é" is two letters too
			in := 0
			for _, s := range all {
				if rule(t, g, "r").Table.Valid(s) {
					in++
				}
			}
			if in != tt.in {
				t.Errorf("%d members, want %d", in, tt.in)
			}
			agreesWithMatcher(t, g, document, all)
		})
	}
}

// A string folds the case of exactly the 26 letters.
func TestFold(t *testing.T) {
	for c := byte(' '); c <= '~'; c++ {
		if c == '"' {
			continue
		}
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		folded, _ := compileABNF(fmt.Sprintf(`r = "%c%c"`, c, c))
		exact, _ := compileABNF(fmt.Sprintf(`r = %%s"%c%c"`, c, c))
		for d := range byte(128) {
			s := string([]byte{c, d})
			if got := rule(t, folded, "r").Table.Valid(s); got != (d == c || letter && d == c^0x20) {
				t.Errorf("%q matches %q: %t", []byte{c, c}, s, got)
			}
			if got := rule(t, exact, "r").Table.Valid(s); got != (d == c) {
				t.Errorf("%%s%q matches %q: %t", []byte{c, c}, s, got)
			}
		}
	}
}

func TestLowerRFC822(t *testing.T) {
	src := syntax.NewSource("test.bnf", `r = "aB" | 1*2x_y [ "A" ]`+"\n"+`x_y = "b"`)
	document, _ := notation.Read(src, syntax.RFC822)
	g, list := compileSource(t.Context(), src, Options{Dialect: syntax.RFC822})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	var members []string
	for _, s := range testkit.Texts([]string{"a", "A", "b", "B"}, 5) {
		if rule(t, g, "r").Table.Valid(s) {
			members = append(members, s)
		}
	}
	if got := strings.Join(members, " "); got != "aB b bA bb bbA" {
		t.Error(got)
	}
	agreesWithMatcher(t, g, document, testkit.Texts([]string{"a", "A", "b", "B"}, 5))
	g, list = compileDialect(t, syntax.RFC822, "r = a_b a-b\na_b = \"x\"\na-b = \"y\"\n")
	if list.Errors() > 0 || !rule(t, g, "r").Table.Valid("xy") {
		t.Errorf("a_b and a-b are not two rules: %v", list)
	}
}

// A randomGrammar writes rules that refer only to later ones.
type randomGrammar struct{ *rand.Rand }

var leaves = []string{
	`"a"`, `"b"`, `"ab"`, `%s"A"`, `%s"aA"`, `""`, `%x61`, `%x61.62`, `%x41-61`, `%xE9`, `%xC0-E9`,
	`%x800-FFFF`, `%xE9.61`, `BIT`, `%xD800-E000`, `0<nothing>`, `<[ab]>`, `<[^a-z]>`, `<[^é]>`,
}

func (w randomGrammar) element(depth, rule, rules int) string {
	kind := w.IntN(10)
	if depth == 0 {
		kind = w.IntN(6)
	}
	switch {
	case kind < 4 || kind == 4 && rule+1 == rules:
		return leaves[w.IntN(len(leaves))]
	case kind < 6:
		if rule+1 == rules {
			return `"b"`
		}
		return fmt.Sprint("r", rule+1+w.IntN(rules-rule-1))
	case kind < 8:
		return "(" + w.alternation(depth-1, rule, rules) + ")"
	}
	return "[" + w.alternation(depth-1, rule, rules) + "]"
}

func (w randomGrammar) repetition(depth, rule, rules int) string {
	e := w.element(depth, rule, rules)
	n, m := w.IntN(3), w.IntN(3)
	switch w.IntN(8) {
	case 0:
		return "*" + strings.TrimPrefix(e, "0")
	case 1:
		return fmt.Sprint(n, "*", n+m) + strings.TrimPrefix(e, "0")
	case 2:
		return fmt.Sprint(n, "*") + strings.TrimPrefix(e, "0")
	case 3:
		return fmt.Sprint(n) + strings.TrimPrefix(e, "0")
	}
	return e
}

func (w randomGrammar) alternation(depth, rule, rules int) string {
	var alternatives []string
	for range 1 + w.IntN(3) {
		var items []string
		for range 1 + w.IntN(3) {
			item := w.repetition(depth, rule, rules)
			if strings.Contains(item, "<nothing") {
				item = "0<nothing>"
			}
			items = append(items, item)
		}
		alternatives = append(alternatives, strings.Join(items, " "))
	}
	if w.IntN(4) == 0 {
		alternatives = append(alternatives, "<minus>")
	}
	return strings.Join(alternatives, " / ")
}

// ABNF has neither classes nor differences. Here "<[a-c]>" is a class and "<[^a]>" a negated one.
// An alternation whose last alternative is "<minus>" is the difference of its first alternative and
// all the others.

func readExtended(text string) (*syntax.Grammar, *syntax.List) {
	document, list := notation.Read(syntax.NewSource("test.abnf", text), syntax.ABNF)
	for _, r := range document.Rules {
		r.Expr = extended(r.Expr)
	}
	return document, list
}

func extended(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Alternation:
		last, ok := e.Items[len(e.Items)-1].(*syntax.ProseVal)
		minus := ok && last.Text == "minus"
		if minus {
			e.Items = e.Items[:len(e.Items)-1]
		}
		all := extendAll(e.Items)
		if len(all) > 1 && minus {
			return &syntax.Difference{Item: all[0], Except: alternation(all[1:])}
		}
		return alternation(all)
	case *syntax.Concatenation:
		extendAll(e.Items)
	case *syntax.Repetition:
		e.Item = extended(e.Item)
	case *syntax.Group:
		e.Item = extended(e.Item)
	case *syntax.Option:
		e.Item = extended(e.Item)
	case *syntax.ProseVal:
		if class, ok := strings.CutPrefix(e.Text, "["); ok {
			return extendedClass(strings.TrimSuffix(class, "]"), e.Start)
		}
	}
	return e
}

func alternation(items []syntax.Expr) syntax.Expr {
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Alternation{Items: items}
}

func extendAll(items []syntax.Expr) []syntax.Expr {
	for i := range items {
		items[i] = extended(items[i])
	}
	return items
}

func extendedClass(text string, at syntax.Pos) *syntax.Class {
	text, negated := strings.CutPrefix(text, "^")
	class := &syntax.Class{Negated: negated, Start: at}
	for all := []rune(text); len(all) > 0; {
		x := syntax.ClassRange{Lo: all[0], Hi: all[0]}
		if len(all) > 2 && all[1] == '-' {
			x.Hi = all[2]
			all = all[2:]
		}
		class.Ranges = append(class.Ranges, x)
		all = all[1:]
	}
	return class
}

func compileExtended(text string, limits Limits) (*Grammar, *syntax.Grammar, *syntax.List) {
	document, list := readExtended(text)
	g := compile(context.Background(), document, list, Options{Name: "test", Limits: limits})
	return g, document, list
}

// Classes and differences, on all short strings of their letters.
func TestLowerExtended(t *testing.T) {
	small := []string{"a", "b", "c", "é"}
	for _, tt := range []struct {
		name, text string
		in         int // members among the strings of up to 4 letters
		class      bool
	}{
		{"class", `r = <[ac]>`, 2, true},
		{"class of ranges", `r = <[a-bé]>`, 3, true},
		{"ranges that overlap", `r = <[b-ca-b]>`, 3, true},
		{"negated", `r = <[^a]>`, 3, true},
		{"nothing excluded", `r = <[^]>`, 4, true},
		{"nearly everything excluded", "r = <[^\x01-\U0010ffff]>", 0, true},
		{"classes", `r = 2<[^é]>`, 9, false},
		{"united with others", `r = <[a]> / %s"b"`, 2, true},
		{"difference of classes", `r = <[^é]> / %s"b" / <minus>`, 2, true},
		{"with nothing to take away", `r = <[ab]> / <[é]> / <minus>`, 2, true},
		{"all removed", `r = <[ab]> / <[a-c]> / <minus>`, 0, true},
		{"in and between the ranges", `r = <[abc]> / <[^b]> / <minus>`, 1, true},
		{"difference of differences", `r = <[^é]> / ( <[^c]> / %s"b" / <minus> ) / <minus>`, 2, true},
		{"difference of strings", `r = *<[ab]> / ( *<[ab]> %s"b" *<[ab]> ) / <minus>`, 5, false},
		{"not the empty string", `r = *<[a]> / "" / <minus>`, 4, false},
		{"not two", `r = *<[a]> / 2<[a]> / <minus>`, 4, false},
		{"of a rule", "r = x / y / <minus>\nx = *<[ab]>\ny = 2x\nx =/ <[é]>", 0, false},
		{"in a repetition", `r = *2( *<[a]> / 1<[a]> / <minus> )`, 4, false},
		{"that loops", `r = *( 2<[ab]> / %s"ab" / <minus> ) `, 1 + 3 + 9, false},
		{"between others", `r = %s"a" ( *<[bc]> / 1*%s"b" / <minus> ) %s"a"`, 1 + 1 + 3, false},
		{"twice", "r = d d\nd = ( 0*1<[a-c]> / <[b]> / <minus> )", 1 + 2 + 4, false},
		{"in bytes", `r = *<[é]> / 2<[^a]> / <minus>`, 4, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, document, list := compileExtended(tt.text, DefaultLimits())
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			r := rule(t, g, "r")
			if (r.in.automata.Classes.Rule(r.names).Class != nil) != tt.class {
				t.Errorf("is a class: %t", r.in.automata.Classes.Rule(r.names).Class != nil)
			}
			in := 0
			for _, s := range testkit.Texts(small, 4) {
				if r.Table.Valid(s) {
					in++
				}
			}
			if in != tt.in {
				t.Errorf("%d members, want %d", in, tt.in)
			}
			all := testkit.Texts([]string{"a", "b", "c", "é", "\xc3", "\xa9", "\xed\xa0\x80", "\U0010ffff"}, 3)
			agreesWithMatcher(t, g, document, append(all, testkit.Texts(small, 4)...))
			if err := machine.Verify(r.Table); err != nil {
				t.Error(err)
			}
		})
	}
}

// The automata of excluded expressions are counted and released: in the end the meter counts only
// the automata of the rules and of the differences, not the intermediate ones.
func TestDifferenceMeter(t *testing.T) {
	g, _, _ := compileExtended(`r = 50( *<[ab]> / ( *<[ab]> %s"b" 4<[ab]> ) / <minus> )`, DefaultLimits())
	held := int64(0)
	for _, d := range append(slices.Collect(maps.Values(g.automata.Differences)), rule(t, g, "r").made().DFA) {
		held += int64(d.NumStates()) * (4*int64(d.NumClasses()) + 1)
	}
	if g.automata.Meter.Bytes() != held {
		t.Errorf("%d bytes are held, want %d", g.automata.Meter.Bytes(), held)
	}
	if len(g.automata.Differences) != 1 {
		t.Errorf("%d differences were made", len(g.automata.Differences))
	}
	limits := DefaultLimits()
	limits.Automata.Subsets = 30
	g, _, list := compileExtended(`r = *<[ab]> / ( *<[ab]> %s"b" 4<[ab]> ) / <minus>`, limits)
	if g.Rule("r").Table != "" || codes(list) != "1:1 unused-rule note, 1:1 limit warning" {
		t.Errorf("no limit holds: %v", list.Items)
	}
}

// Recursion through a difference counts as self-embedding, and the rule gets no table.
func TestDifferenceRecursion(t *testing.T) {
	for _, text := range []string{`r = %s"a" ( r / "b" / <minus> ) / ""`, `r = %s"a" / ( "b" / r / <minus> )`} {
		g, _, _ := compileExtended(text, DefaultLimits())
		if r := g.Rule("r"); r.Kind != SelfEmbedding || r.Table != "" {
			t.Errorf("%s: %s", text, r.Kind)
		}
	}
}

// TestLowerRandom compares the tables of random grammars with a matcher on syntax trees. The
// strings have up to four letters. A letter is a character of 1 to 4 bytes, or bytes that are not
// UTF-8.
func TestLowerRandom(t *testing.T) {
	all := testkit.Texts([]string{"a", "A", "b", "0", "é"}, 4)
	all = append(all, testkit.Texts([]string{"a", "\u0800", "\U0001F600", "\xc3", "\xa9", "\xed\xa0\x80"}, 3)...)
	limits := DefaultLimits()
	limits.Automata.Subsets = 5000
	in, out, large := 0, 0, 0
	for seed := range uint64(testkit.Fewer(250)) {
		w := randomGrammar{rand.New(rand.NewPCG(seed, 3))}
		rules := 1 + w.IntN(4)
		text := ""
		for i := range rules {
			text += fmt.Sprintf("r%d = %s\n", i, w.alternation(1+w.IntN(2), i, rules))
			if w.IntN(4) == 0 {
				text += fmt.Sprintf("R%d =/ %s\n", i, w.alternation(1, i, rules))
			}
		}
		g, document, list := compileExtended(text, limits)
		if strings.Contains(fmt.Sprint(complaint(list)), "subset states") {
			large++ // with few letters and many choices, this happens
			continue
		}
		if err := list.Err(); err != nil {
			t.Fatal(err, "\n", text)
		}
		if len(compiled(g)) != rules {
			t.Fatalf("%d rules compiled, want %d\n%s", len(compiled(g)), rules, text)
		}
		m, n := agreesWithMatcher(t, g, document, all)
		in, out = in+m, out+n
		for _, r := range compiled(g) {
			if err := machine.Verify(r.Table); err != nil {
				t.Fatalf("%s: %v\n%s", r.Name, err, text)
			}
		}
	}
	if least := testkit.Fewer(10_000); in < least || out < least || large > 50 {
		t.Errorf("%d members, %d others and %d grammars not tried: that means nothing", in, out, large)
	}
}

// The limit on copies applies only to the product of the counts around an element.
func TestCopies(t *testing.T) {
	for _, tt := range []struct {
		text string
		ok   bool
	}{
		{`a = 10000""`, true},
		{`a = 10(10000"")`, true},
		{`a = 11(10000"")`, false},
		{`a = *11(10000*"")`, false},
		{`a = 10(10000"") 10(10000"")`, true}, // side by side
		{`a = *(1*(10(10000"")))`, true},
		{`a = 0(11(10000""))`, true},
		{`a = 10(b)` + "\n" + `b = 10000""`, true}, // each part separately
		{`a = 100(b)` + "\n" + `b = 10000""`, true},
	} {
		if g, _ := compileABNF(tt.text); (g.Rule("a").Table != "") != tt.ok {
			t.Errorf("%s: %v", tt.text, g.Rule("a").Err)
		}
	}
}
