package build

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables"
)

// A family is a grammar with one shape of recursion, and the letters that its test strings consist
// of. The rules listed in counts have tables that count; those in refused have no exact table.
//
// A family of octets begins with the @octets directive, and its letters denote bytes. The notation
// of a family is detected from the signs it uses.
type family struct{ name, text, letters, counts, refused string }

func (f family) octets() bool { return strings.HasPrefix(f.text, "; @octets") }

func (f family) options() Options {
	opt := quick
	switch {
	case strings.Contains(f.text, "::="):
		opt.Dialect = syntax.W3C
	case strings.Contains(f.text, "|"):
		opt.Dialect = syntax.RFC822
	case strings.HasPrefix(f.text, "grammar "):
		opt.Dialect = syntax.Treetop
	case strings.HasSuffix(f.text, " ;"):
		opt.Dialect = syntax.AParse
	}
	return opt
}

var families = []family{
	{"an empty call", `a = "(" a ")" / ""`, "()", "a", ""},
	{"an empty call that is written out", `a = "(" (a / "") ")" / ""`, "()", "a", ""},
	{"a repetition of calls and text", `a = *( "(" a ")" / "x" )`, "()x", "a", ""},
	{"an inside of optional parts", "a = \"(\" [b] [b] \")\"\nb = *\"x\" [a] *\"x\"", "()x", "", "a b"},
	{"an inside of one optional part", "a = \"(\" b \")\"\nb = [\"x\"] [a] [\"x\"]", "()x", "a b", ""},
	{"a call at the end, or text after it", `a = "x" [a] / "y" a "z"`, "xyz", "", "a"},
	{"a call at the end, with text or not", `a = "x" [a ["y"]]`, "xy", "a", ""},
	{"a call at the end, with more text", `a = "x" [a *"y"] / "z"`, "xyz", "a", ""},
	{"more closed than opened", `a = ["x" a] "y"`, "xy", "a", ""},
	{"counted calls outside", "t = 2*3a [\"x\"] / *1a \"y\"\na = \"(\" *(a / \"x\") \")\"", "()xy", "t a", ""},
	{"counted calls inside", `a = "(" 2*3a ")" / "x"`, "()x", "", "a"},
	{"exactly three optional calls", `a = "(" 3a ")" / ""`, "()", "", "a"},
	{"counted text inside", `a = "(" *2"x" *a 1*2"x" ")"`, "()x", "a", ""},
	{"a list inside", "a = \"(\" [l] \")\"\nl = a / l \",\" a", "(),", "a l", ""},
	{"a list inside, of a rule", "a = \"(\" [l] \")\"\nl = *(a \",\") \"x\"", "(),x", "a l", ""},
	{"three rules", "a = \"(\" b \")\"\nb = *(c / \"x\")\nc = a / \"y\"", "()xy", "a b c", ""},
	{"four rules with options",
		"a = \"(\" [b] \")\"\nb = [c] \"x\"\nc = [\"y\"] d\nd = a / \"z\"", "()xyz", "a b c d", ""},
	{"a rest that is right-linear", "a = b a / b\nb = \"(\" c \")\"\nc = a / \"x\" c / \"y\"", "()xy", "a b c", ""},
	{"a rest that is left-linear", "a = a \"x\" / b\nb = \"(\" [a] \")\"", "()x", "a b", ""},
	{"a rest that is linear outside", "t = \"x\" t / a t / \"\"\na = \"(\" *(a / \"x\") \")\"", "()x", "t a", ""},
	{"a rest that is left-linear outside", "t = t \"x\" / t a / a\na = \"(\" *(a / \"x\") \")\"", "()x", "t a", ""},
	{"letters that fold", "a = \"b\" *(a / \"x\") \"e\"\nt = %s\"B\" a \"X\"", "bBeEx", "a t", ""},
	{"letters that fold, and begin text", `a = "b" *(a / %s"b" / "E") %s"e"`, "bBeE", "a", ""},
	{"letters of two bytes", `a = %xE9 *(a / %xE8) %xEA`, "éèê", "a", ""},
	{"letters that share bytes", "t = *(a / %x20AD)\na = %x20AC [a] %x20AE", "€₭₮é", "t a", ""},
	{"a letter that shares bytes with a call", "t = *(a / %x20AC \"x\")\na = %x20AC [a] %x20AE", "€₮x", "t a", ""},
	{"the last letters",
		"a = %x10FFFF *(a / %x10FFFE) %x10FFFD\nt = a %xFFFF", "\U0010FFFF\U0010FFFE\U0010FFFD\uFFFF", "a t", ""},
	{"a call that begins as text does", "t = *(\"(\" / a)\na = \"(\" *(a / \"x\") \")\"", "()x", "t a", ""},
	{"text that may be calls", "t = \"(\" *( \"(\" / \")\" ) / \"x\" a \"x\"\na = \"(\" *a \")\"", "()x", "t a", ""},
	{"a call after text like it", "t = *\"(\" a *\")\"\na = \"(\" *a \")\"", "()", "t a", ""},
	{"text inside that may be a call", `a = "(" *( "x" / "(" / a ) ")"`, "()x", "a", ""},
	{"text inside that may end", `a = "(" *( ")" "x" / a ) ")"`, "()x", "a", ""},
	{"ends of two lengths", `a = "(" [a] ( ")" / "))" )`, "()", "a", ""},
	{"beginnings of two lengths", `a = ( "(" / "((" ) [a] ")"`, "()", "a", ""},
	{"words around calls", `a = "ab" [a] "ba"`, "ab", "a", ""},
	{"words that overlap", `a = "<!" *(a / "!" / "<") "!>"`, "<!>", "a", ""},
	{"one letter around calls", `a = "x" [a] "x"`, "x", "a", ""},
	{"one letter around calls, and in them", `a = "x" a "x" / "x" / "y"`, "xy", "a", ""},
	{"runs around calls", `a = 1*"x" a 1*"y" / "z"`, "xyz", "a", ""},
	{"runs before and after", "t = a / \"y\"\na = *\"x\" \"(\" [a] \")\" *\"y\"", "xy()", "t a", ""},
	{"ranges that overlap", `a = %x28-2A [a] %x29-2B`, "()*+", "a", ""},
	{"two calls outside", `t = a "=" a / "=" a` + "\na = \"(\" *a \")\"", "()=", "t a", ""},
	{"three calls outside", `t = a a a` + "\na = \"(\" [a] \")\"", "()", "t a", ""},
	{"the outside is in the inside", "t = a / \"(\" \"x\" \")\"\na = \"(\" *(a / \"x\") \")\"", "()x", "t a", ""},
	{"the inside is in the outside",
		"t = *( \"(\" / \")\" / \"x\" ) / a \"y\"\na = \"(\" *(a / \"x\") \")\"", "()xy", "t a", ""},
	{"a call may be empty, outside too", "t = a \"z\" a\na = [ \"x\" a \"y\" ]", "xyz", "t a", ""},
	{"a rule of an option", "a = \"x\" b \"y\"\nb = [a]\nt = b \"z\"", "xyz", "a b t", ""},
	{"a rule without members beside", "a = \"(\" [a] \")\" / n a\nn = \"x\" n", "()x", "a", ""},
	{"a rule without members instead", "a = \"(\" [a] \")\" / n\nn = \"x\" n", "()x", "a", ""},
	{"no end", `a = "(" a ")"`, "()", "", "a"},
	{"alternatives that are added", "a = \"x\"\na =/ \"(\" A \")\"\nt = a a", "()x", "a t", ""},
	{"core rules", "a = \"(\" *(ALPHA / DIGIT / a) \")\" [SP]", "()z9 ", "a", ""},
	{"Polish notation", `a = "+" a a / "x"`, "+x", "a", ""},
	{"calls of calls", "a = \"(\" *b \")\"\nb = a / \"[\" a \"]\"", "()[]", "", "a b"},
	{"two kinds of brackets", "v = \"(\" [v] \")\" / \"[\" [v] \"]\"\nt = v / \"x\"", "()[]x", "", "v t"},
	{"one kind of end", "v = ( \"(\" / \"[\" ) *v \")\"", "([)", "v", ""},
	{"zero times", "a = \"(\" *a 0a *0\"[\" \")\"", "()", "a", ""},
	{"octets", "; @octets\nt = *a [%x80]\na = %xFB *(a / %x80) %xC0-C1", "\u00FB\u0080\u00C0\u00C1", "t a", ""},
	{"octets that begin characters", "; @octets\na = %xC3 *(a / %xA9) %xC3.A9", "\u00C3\u00A9", "a", ""},
	{"the octets of tokens outside", "; @octets\nb = *%xFC-FF\na = %x0 *a %x1", "\x00\x01\u00FC\u00FF", "a", ""},
	{"the octet of a call", "; @octets\nt = a / b\nb = %x0 *%xFF\na = %x0 *a %x1", "\x00\x01\u00FF", "a", "t"},
	{"the octet of a token inside", "; @octets\na = %x0 *( %xFD / a ) %x1", "\x00\x01\u00FD", "", "a"},
	{"the notation of W3C", "a ::= '(' (a | 'x')* ')'\nt ::= a+ 'X'?", "()xX", "a t", ""},
	{"a difference in a call", "a ::= '(' (a | b)* ')'\nb ::= ('x' | 'y' | 'B') - 'x'\n", "()xyB", "a", ""},
	{"the notation of RFC 822", "a = \"(\" *( a | \"x\" ) \")\"\nt = [a] \"y\" [a]", "()xyX", "a t", ""},
	{"Treetop", "grammar G rule t a 'y' / a end rule a '(' ( a / 'x' )* ')' end end", "()xy", "a t", ""},
	{"XRI's notation", "t = *\"y\" [a] ;\na = \"(\" *( a / \"x\" ) \")\" ;", "()xy", "a t", ""},
	{"NUL and DEL", "a = %x0 *(a / %x7F) %x1", "\x00\x01\x7F", "a", ""},
}

// A prefixed is a twin of a grammar together with a twin of its members' prefixes.
type prefixed struct {
	*twinned
	begins *twins.Descent // the rules, followed by their members' prefixes
}

// newPrefixed returns the twin of a family. The prefixes of an expression's members are themselves
// described by an expression: those of "a b" are the prefixes of a, and a followed by the prefixes
// of b.
func newPrefixed(t *testing.T, f family) *prefixed {
	w := &prefixed{twinned: newTwinned(t, f.text+"\r\n", f.options())}
	var exprs, beginnings []syntax.Expr
	b := beginner{newGenerator(w.g, nil)}
	index := map[*Rule]int{}
	for i, r := range w.g.Rules {
		index[r] = i
		exprs, beginnings = append(exprs, r.Expr()), append(beginnings, b.of(r.Expr()))
	}
	w.begins = twins.NewDescent(append(exprs, beginnings...), func(name string) int {
		rule, isBeginning := strings.CutSuffix(name, "…")
		if i := index[w.g.referent(rule)]; isBeginning {
			return len(w.g.Rules) + i
		} else {
			return i
		}
	})
	return w
}

// A beginner converts an expression to one that matches its members' prefixes. The generator's
// sizes indicate which expressions have members.
type beginner struct{ *generator }

func (b beginner) of(e syntax.Expr) syntax.Expr {
	if b.sizeOf(e) >= unboundedSize {
		return nowhere
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return &syntax.RuleName{Name: e.Name + "…"}
	case *syntax.Group:
		return b.of(e.Item)
	case *syntax.Option:
		return b.of(e.Item)
	case *syntax.Alternation:
		all := &syntax.Alternation{}
		for _, item := range e.Items {
			all.Items = append(all.Items, b.of(item))
		}
		return all
	case *syntax.Concatenation:
		all := &syntax.Alternation{}
		for i, item := range e.Items {
			parts := append(slices.Clone(e.Items[:i]), b.of(item))
			all.Items = append(all.Items, &syntax.Concatenation{Items: parts})
		}
		return all
	case *syntax.Repetition:
		if e.Max == 0 {
			return nothing
		}
		before := &syntax.Repetition{Max: e.Max, Item: e.Item}
		if e.Max != syntax.Unbounded {
			before.Max--
		}
		return &syntax.Option{Item: &syntax.Concatenation{Items: []syntax.Expr{before, b.of(e.Item)}}}
	case *syntax.CharVal:
		all := &syntax.Alternation{}
		for i := range len(e.Text) + 1 {
			all.Items = append(all.Items, &syntax.CharVal{Text: e.Text[:i], Fold: e.Fold})
		}
		return all
	case *syntax.NumVal:
		all := &syntax.Alternation{}
		for i := range len(e.Values) + 1 {
			all.Items = append(all.Items, &syntax.NumVal{Values: e.Values[:i]})
		}
		return all
	}
	return &syntax.Option{Item: e}
}

var (
	nothing = &syntax.CharVal{}
	nowhere = &syntax.NumRange{Lo: 1, Hi: 0}
)

// The exact tables of the families, compared with everything that can classify a string, on all
// short strings over some letters.
func TestFamilies(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		w := newPrefixed(t, f)
		var counts, refused []string
		for _, r := range w.g.Rules {
			switch {
			case r.Core:
			case r.Table == "" && r.in.automata.Graph.Recursive(r.names), r.Table == "" && r.Kind == Depends:
				refused = append(refused, r.Name)
			case r.Table.Recursive():
				counts = append(counts, r.Name)
			}
		}
		same := func(got []string, want string) bool {
			return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(strings.FieldsSeq(want)))
		}
		if !same(counts, f.counts) || !same(refused, f.refused) {
			t.Errorf("%s: %s count, %s are refused", f.name, counts, refused)
		}
		letters := []rune(f.letters)
		longest := 1
		for n := len(letters); n < testkit.Fewest(6000) && longest < 12; n *= len(letters) {
			longest++
		}
		j := judged{prefixed: w, octets: f.octets(), verdicts: make([][]bool, len(w.g.Rules))}
		j.all(letters, "", longest)
		for range testkit.Few(400) {
			s := randomMember(w, letters)
			j.d.Set(s)
			j.begins.Set(s)
			j.one(s)
		}
		j.batches()
		for i, r := range w.g.Rules {
			if r.Table != "" && !r.made().Empty() && !r.Core && w.rules[i].members < 2 && len(letters) > 1 {
				t.Errorf("%s: %s has %d members of up to %d letters", f.name, r.Name, w.rules[i].members, longest)
			}
		}
	}
}

var familyRandom = rand.New(rand.NewPCG(33, 9))

// randomMember returns a random member of a random rule, or a string close to one.
func randomMember(w *prefixed, letters []rune) string {
	for range 20 {
		s, ok := w.d.Draw(familyRandom, familyRandom.IntN(len(w.g.Rules)))
		if ok && len(s) < 40 {
			if familyRandom.IntN(2) == 0 {
				s = neighbour(familyRandom, letters, []rune(s))
			}
			return s
		}
	}
	return ""
}

// A judged is a family with the verdicts on the strings tested so far.
type judged struct {
	*prefixed
	octets   bool // each letter is a byte
	texts    []string
	verdicts [][]bool // by rule
}

// all checks s, the twins' text, and every string that adds up to the given number of letters in
// front of s.
func (j *judged) all(letters []rune, s string, more int) {
	j.one(s)
	if more == 0 {
		return
	}
	for _, c := range letters {
		j.d.Push(c)
		j.begins.Push(c)
		j.all(letters, string(c)+s, more-1)
		j.d.Pop()
		j.begins.Pop()
	}
}

// one compares all results for a string; s spells it in the letters of the twins.
func (j *judged) one(s string) {
	if j.octets {
		s = octetsOf(s)
	}
	j.texts = append(j.texts, s)
	j.compare(s, j.rules...)
	places := j.places(s)
	for i, r := range j.g.Rules {
		j.verdicts[i] = append(j.verdicts[i], j.d.Derives(i))
		if r.Table == "" {
			continue
		}
		prefix, begun := -1, -1
		for k, at := range places {
			if j.begins.DerivesPrefix(i, k) {
				prefix = at
			}
			if j.begins.DerivesPrefix(len(j.g.Rules)+i, k) {
				begun = k
			}
		}
		if got := r.Table.Prefix(s); got != prefix {
			j.Fatalf("%s: the prefix of %q has %d bytes, want %d\n%s", r.Name, s, got, prefix, j.text)
		}
		j.checkError(r, s, places[max(begun, 0)], prefix == len(s))
	}
}

// checkError checks the error for a string in which exactly the bytes before an offset begin a
// member. An error within a character has a greater offset. A Checker also reads one in eight
// strings in two pieces, split at every offset; in CI it reads every string of up to 6 bytes this
// way.
func (j *judged) checkError(r *Rule, s string, offset int, member bool) {
	err := r.Table.Check(s)
	if (err == nil) != member {
		j.Fatalf("%s: Check(%q) = %v\n%s", r.Name, s, err, j.text)
	}
	if e, ok := err.(*tables.SyntaxError); ok {
		at := e.Offset
		for !j.octets && at < len(s) && !utf8.RuneStart(s[at]) {
			at--
		}
		if at != offset || e.Incomplete && offset < len(s) {
			j.Fatalf("%s: Check(%q) = %v, at %d, incomplete %v; the first %d bytes begin a member\n%s",
				r.Name, s, e, e.Offset, e.Incomplete, offset, j.text)
		}
	}
	if (len(s) > 6 || !testkit.OneIn(2, 1)) && familyRandom.IntN(8) > 0 {
		return
	}
	for cut := range len(s) + 1 {
		c := tables.NewChecker(r.Table)
		c.WriteString(s[:cut])
		c.WriteString(s[cut:])
		if got := c.Close(); fmt.Sprint(got) != fmt.Sprint(err) {
			j.Fatalf("%s: %q cut at %d: %v, want %v\n%s", r.Name, s, cut, got, err, j.text)
		}
	}
}

// places returns the offsets before each letter and after the last.
func (j *judged) places(s string) (all []int) {
	for at := range len(s) + 1 {
		if j.octets || at == len(s) || utf8.RuneStart(s[at]) {
			all = append(all, at)
		}
	}
	return all
}

// octetsOf returns the bytes whose values are the letters.
func octetsOf(s string) string {
	var b []byte
	for _, c := range s {
		b = append(b, byte(c))
	}
	return string(b)
}

// batches compares the verdicts on all strings at once.
func (j *judged) batches() {
	lines := []byte(strings.Join(j.texts, "\n") + "\n")
	for i, r := range j.g.Rules {
		if r.Table == "" {
			continue
		}
		b := tables.NewBatch(r.Table)
		if !slices.Equal(b.AppendValid(nil, j.texts), j.verdicts[i]) {
			j.Errorf("%s: other verdicts on a list\n%s", r.Name, j.text)
		}
		if !slices.Equal(b.AppendValidLines(nil, lines), j.verdicts[i]) {
			j.Errorf("%s: other verdicts on lines\n%s", r.Name, j.text)
		}
	}
}

// Approximations and members of the families with ASCII letters, tested on all short strings over
// some letters.
func TestFamiliesApproximated(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		ascii := !strings.ContainsFunc(f.letters, func(c rune) bool { return c >= 0x80 })
		if !ascii || f.name == "core rules" || strings.Contains(f.text, " - ") {
			continue
		}
		exact := newTwinned(t, f.text+"\r\n", f.options())
		over := compileFamily(t, f, Recursion{Exactness: tables.Superset})
		letters, longest := f.letters, 1
		for c := range strings.SplitSeq(strings.ToUpper(f.letters), "") { // ABNF strings fold case
			if !strings.Contains(letters, c) {
				letters += c
			}
		}
		for n := len(letters); n < testkit.Fewest(2000) && longest < 10; n *= len(letters) {
			longest++
		}
		var all []string
		testkit.EachText(strings.Split(letters, ""), longest, func(s string) { all = append(all, s) })
		for depth := range 3 {
			under := compileFamily(t, f, Recursion{Exactness: tables.Subset, Depth: depth})
			for i, r := range exact.g.Rules {
				if sub := under.Rules[i]; sub.Table != "" {
					x := newRecognizer(under, under.calledRules(sub)...)
					for _, s := range all {
						if want := x.accepts(sub, s, depth); sub.Table.Valid(s) != want {
							t.Fatalf("%s: %s to depth %d: %q is a member: %t", f.name, r.Name, depth, s, want)
						}
					}
				}
				if r.made().Counts() {
					checkFamilyMembers(t, exact.g, r, all, longest, depth)
				}
			}
		}
		for i, r := range over.Rules {
			for _, s := range all {
				if exact.d.Set(s); exact.d.Derives(i) && !r.Table.Valid(s) {
					t.Fatalf("%s: the superset of %s lacks %q", f.name, r.Name, s)
				}
			}
			if r.in.automata.Graph.Recursive(r.names) && r.Kind != Linear && !r.made().Empty() {
				if err := over.ProveSuperset(t.Context(), r); err != nil {
					t.Errorf("%s: %s: %v", f.name, r.Name, err)
				}
			}
		}
	}
}

func compileFamily(t *testing.T, f family, how Recursion) *Grammar {
	t.Helper()
	opt := f.options()
	opt.Recursion = how
	g, _ := compileSource(t.Context(), syntax.NewSource("family.abnf", f.text+"\r\n"), opt)
	for _, r := range g.Rules {
		if r.Table == "" && r.Err == nil && how.Exactness == tables.Superset {
			t.Errorf("%s: %s has no superset: %s", f.name, r.Name, r.Reason())
		}
	}
	return g
}

// checkFamilyMembers counts, lists and ranks the members up to a length and a depth.
func checkFamilyMembers(t *testing.T, g *Grammar, r *Rule, all []string, longest, depth int) {
	t.Helper()
	m, err := g.MembersWithin(t.Context(), r.Name, depth, Characters)
	if err != nil {
		t.Fatal(err)
	}
	x := newRecognizer(g, g.calledRules(r)...)
	counts := make([]int64, longest+1)
	var members []string
	for _, s := range all {
		if x.accepts(r, s, depth) {
			members = append(members, s)
			counts[len(s)]++
		}
	}
	slices.SortFunc(members, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	for n, want := range counts {
		if got, err := m.Count(n); err != nil || got.Int64() != want {
			t.Fatalf("%s to depth %d: %v members of %d letters, want %d, %v\n%s",
				r.Name, depth, got, n, want, err, g.Source.Text)
		}
	}
	listed := 0
	for s, err := range m.All() {
		if listed == len(members) {
			break
		}
		if err != nil || s != members[listed] {
			t.Fatalf("%s to depth %d: the member %d is %q, want %q, %v\n%s",
				r.Name, depth, listed, s, members[listed], err, g.Source.Text)
		}
		listed++
	}
	for i, s := range members {
		rank, err := m.Rank(s)
		if err != nil || rank.Int64() != int64(i) {
			t.Fatalf("%s to depth %d: %q has the rank %v, want %d, %v", r.Name, depth, s, rank, i, err)
		}
		if back, err := m.Unrank(rank); err != nil || back != s {
			t.Fatalf("%s to depth %d: %q has the rank %v, which is %q, %v", r.Name, depth, s, rank, back, err)
		}
	}
}
