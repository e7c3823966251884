package build

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

var bundledNames = func() (names []string) {
	for _, b := range BundledGrammars() {
		names = append(names, b.Name)
	}
	slices.Sort(names)
	return names
}()

// The published documents are read byte for byte, and compile to the same languages as the
// bundled ones.
func TestPublishedDocuments(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		opt     Options
		rules   int // with a table, excluding core rules
		bundled string
	}{
		{"seeds/000_*.txt", Options{Dialect: syntax.ABNF}, 42, "rfc3987"},
		{"seeds/001_*.txt", Options{Dialect: syntax.Treetop, Repair: true}, 42, "treetop-as-written"},
		{"seeds/002_*.txt", Options{Dialect: syntax.RFC822}, 40, "rfc2396"},
		{"seeds/003_*.txt", Options{Dialect: syntax.ABNF, Repair: true}, 39, "rfc3987"}, // all on one line
		{"seeds/004_*.txt", Options{Dialect: syntax.AParse, Octets: []string{"OCTET"}}, 57, "xri30"},
		{"grammars/aas-rfc3986.abnf", Options{Dialect: syntax.ABNF}, 36, "rfc3986"},
	} {
		t.Run(tt.pattern, func(t *testing.T) {
			g, list := compileWith(t, tt.pattern, tt.opt)
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			if n := len(compiled(g)); n != tt.rules {
				t.Errorf("%d rules compiled, want %d", n, tt.rules)
			}
			ours := bundled(t, tt.bundled)
			for _, r := range g.Rules {
				if twin := ours.Rule(r.Name); twin == nil || twin.Kind != r.Kind {
					t.Errorf("the rule %s (%s) is another in the bundled grammar", r.Name, r.Kind)
				}
			}
			for _, r := range compiled(g) {
				twin := rule(t, ours, r.Name)
				mine, _ := r.Table.Exactness()
				if theirs, _ := twin.Table.Exactness(); theirs != mine {
					t.Errorf("%s is %s, and in the bundled grammar %s", r.Name, mine, theirs)
				}
				if s, equal := automaton.Equal(r.made().DFA, twin.made().DFA); !equal {
					t.Errorf("%s: %q is in one of the two only", r.Name, s)
				}
			}
			for _, r := range ours.Rules {
				if g.Rule(r.Name) == nil && !r.Core {
					t.Errorf("the document has no rule %s", r.Name)
				}
			}
		})
	}
}

// The figures quoted in comments. By default the test does not count the steps for making tables
// fast.
func TestFigures(t *testing.T) {
	g := bundled(t, "rfc3987")
	if looksAt("rfc3987") {
		g = asShipped(t, "rfc3987")
	}
	for _, tt := range []struct {
		name          string
		live, classes int
	}{
		{"IRI", 261, 44}, {"IRI-reference", 277, 44}, {"IPv6address", 151, 10}, {"ucschar", 15, 22},
	} {
		r := rule(t, g, tt.name)
		if r.Table.States() != tt.live || r.Table.Classes() != tt.classes {
			t.Errorf("%s: %d states, %d classes, want %d, %d", tt.name, r.Table.States(), r.Table.Classes(), tt.live, tt.classes)
		}
	}
	expr, err := g.Regexp(t.Context(), "IRI-reference", RE2)
	if n := len(expr); err != nil || n != 6446 {
		t.Errorf("the expression of IRI-reference has %d bytes (%v)", n, err)
	}
	nfa, words := 0, 0
	for _, r := range compiled(g) {
		nfa = max(nfa, r.Sizes.NFA)
		for _, list := range machineOf(t, r).Expect {
			words = max(words, len(list))
		}
	}
	if nfa != 766 || words != 9 {
		t.Errorf("%d states, %d words: the comments of the limits say otherwise", nfa, words)
	}
	// The counts are the same on all machines, so a document within the limits is within
	// them everywhere.
	needed, tuning := g.automata.Meter.Steps(), g.tuning.Steps()
	if needed != 5_054_776 || tuning != 477_922_909 && looksAt("rfc3987") {
		t.Errorf(
			"%d steps, and %d for the speed of tables: look whether the comments of the limits are still right", needed, tuning)
	}
	if held := g.tuning.Bytes(); held != 0 {
		t.Errorf("%d bytes are counted as held for the speed of tables, when all is done", held)
	}
}

// Every table satisfies its invariants; in particular, all states are reachable and inequivalent.
// Brzozowski's construction, which shares only the subset construction with ours, yields the same
// minimal automaton. By default the test checks one in three rules.
func TestTables(t *testing.T) {
	testkit.SkipSlow(t)
	for _, name := range bundledNames {
		for i, r := range compiled(bundled(t, name)) {
			if !testkit.OneIn(3, i) {
				continue
			}
			if err := machine.Verify(r.Table); err != nil {
				t.Errorf("%s %s: %v", name, r.Name, err)
			}
			meter := automaton.NewMeter(t.Context(), automaton.DefaultLimits())
			once := reversed(t, r.made().DFA, meter)
			twice := reversed(t, once, meter)
			if got, want := dumpDFA(twice), dumpDFA(r.made().DFA); got != want {
				t.Errorf("%s %s: got\n%s\nwant\n%s", name, r.Name, got, want)
			}
			m := machineOf(t, r)
			for q := range r.made().DFA.NumStates() {
				for b := range 256 {
					if int(m.Next[q*m.Count+int(m.Class[b])]) != int(r.made().DFA.Step(automaton.StateID(q), byte(b))) {
						t.Fatalf("%s %s: state %d, byte %x", name, r.Name, q, b)
					}
				}
			}
		}
	}
}

// reversed returns the reverse of d, trimmed and numbered: by Brzozowski's theorem it is minimal if
// all states of d are reachable, so Minimize has nothing to merge.
func reversed(t *testing.T, d *automaton.DFA, meter *automaton.Meter) *automaton.DFA {
	n, err := automaton.Reverse(d, meter)
	if err != nil {
		t.Fatal(err)
	}
	subsets, err := automaton.Determinize(n, meter)
	if err != nil {
		t.Fatal(err)
	}
	states := subsets.NumStates()
	least, err := automaton.Minimize(subsets, meter)
	if err != nil {
		t.Fatal(err)
	}
	if merged := states - least.NumStates(); merged > 0 {
		t.Errorf("the minimizer merged %d states of a minimal automaton", merged)
	}
	return least
}

func dumpDFA(d *automaton.DFA) string {
	var b strings.Builder
	d.Dump(&b)
	return b.String()
}

// The relations between the grammars, with the shortest witnesses: onlyLeft and onlyRight are
// members of only the left or only the right rule, or nil if there are none. The last column is the
// witness that an earlier analysis found, if it is a different string of the same length.
func TestRelations(t *testing.T) {
	only := func(s string) *string { return &s }
	nbsp := only("\u00a0")
	for _, tt := range []struct {
		left, right string
		onlyLeft    *string
		onlyRight   *string
		printed     string
	}{
		{"rfc3986#URI", "rfc3987#IRI", nil, only("a:\u00a0"), ""},
		{"rfc3986#URI-reference", "rfc3987#IRI-reference", nil, nbsp, ""},
		{"rfc3986#path", "rfc3987#ipath", nil, nbsp, ""},
		{"rfc3986#host", "rfc3987#ihost", nil, nbsp, ""},
		{"rfc3986#query", "rfc3987#iquery", nil, nbsp, ""},
		{"rfc3986#fragment", "rfc3987#ifragment", nil, nbsp, ""},

		{"rfc2396#URI-reference", "rfc3986#URI-reference", only("//:a"), only("?"), ""},
		{"rfc2396#absoluteURI", "rfc3986#URI", only("a://:a"), only("a:"), ""},
		{"rfc2396#absoluteURI", "rfc3986#absolute-URI", only("a://:a"), only("a:"), ""},
		{"rfc2396#relativeURI", "rfc3986#relative-ref", only("//:a"), only(""), ""},
		{"rfc2396#authority", "rfc3986#authority", only(":a"), only("[::]"), ""},
		{"rfc2396#IPv4address", "rfc3986#IPv4address", only("00.0.0.0"), nil, ""},
		{"rfc2396#host", "rfc3986#host", nil, only(""), ""},
		{"rfc2396#hostname", "rfc3986#host", nil, only(""), ""},
		{"rfc2396#abs_path", "rfc3986#path-absolute", only("//"), nil, ""},
		{"rfc2396#path", "rfc3986#path", only("?"), nil, ""},
		{"rfc2396#pchar", "rfc3986#pchar", nil, only(";"), ""},
		{"rfc2396#unreserved", "rfc3986#unreserved", only("!"), nil, "("},
		{"rfc2396#reserved", "rfc3986#reserved", nil, only("!"), "#"},
		{"rfc2396#hier_part", "rfc3986#hier-part", only("/?"), only(""), ""},
		{"rfc2396#scheme", "rfc3986#scheme", nil, nil, ""},
		{"rfc2396#userinfo", "rfc3986#userinfo", nil, nil, ""},
		{"rfc2396#port", "rfc3986#port", nil, nil, ""},
		{"rfc2396#query", "rfc3986#query", nil, nil, ""},
		{"rfc2396#fragment", "rfc3986#fragment", nil, nil, ""},
		{"rfc2396#segment", "rfc3986#segment", nil, nil, ""},
		{"rfc2396#escaped", "rfc3986#pct-encoded", nil, nil, ""},
		{"rfc2396#rel_path", "rfc3986#path-noscheme", nil, nil, ""},
		{"rfc2396#rel_segment", "rfc3986#segment-nz-nc", nil, nil, ""},

		{"rfc2396#URI-reference", "rfc3987#IRI-reference", only("//:a"), only("?"), ""},

		{"rfc3986#URI", "xri30#IRI", nil, only("a:\u00a0"), ""},
		{"xri30#IRI", "rfc3987#IRI", nil, only("a:\U00010000"), ""},
		{"xri30#iprivate", "rfc3987#iprivate", nil, only("\U000F0000"), ""},
		{"xri30#xri-reserved", "xri30#reserved", nil, nil, ""},
	} {
		left, right := named(t, tt.left), named(t, tt.right)
		checkOnly(t, tt.left+" not in "+tt.right, left, right, tt.onlyLeft, tt.printed)
		checkOnly(t, tt.right+" not in "+tt.left, right, left, tt.onlyRight, tt.printed)
		_, equal := automaton.Equal(left.made().DFA, right.made().DFA)
		if equal != (tt.onlyLeft == nil && tt.onlyRight == nil) {
			t.Errorf("%s and %s are equal: %t", tt.left, tt.right, equal)
		}
		if (left.Table.Hash() == right.Table.Hash()) != (tt.onlyLeft == nil && tt.onlyRight == nil) {
			t.Errorf("%s and %s have the same hash", tt.left, tt.right)
		}
	}
}

func named(t *testing.T, name string) *Rule {
	t.Helper()
	grammar, name, _ := strings.Cut(name, "#")
	return rule(t, bundled(t, grammar), name)
}

func checkOnly(t *testing.T, what string, a, b *Rule, want *string, printed string) {
	t.Helper()
	got, included := automaton.Included(a.made().DFA, b.made().DFA)
	switch {
	case included != (want == nil):
		t.Errorf("%s: %q, want it otherwise", what, got)
		return
	case included:
		return
	case got != *want:
		t.Errorf("%s: %q, want %q", what, got, *want)
	}
	witnesses := []string{got}
	if printed != "" {
		witnesses = append(witnesses, printed)
	}
	for _, s := range witnesses {
		if !a.Table.Valid(s) || b.Table.Valid(s) {
			t.Errorf("%s: %q does not show it", what, s)
		}
		if utf8.RuneCountInString(s) != utf8.RuneCountInString(got) {
			t.Errorf("%s: %q and %q are not equally long", what, s, got)
		}
	}
}

type runeRange struct{ lo, hi rune }

func in(ranges []runeRange, r rune) bool {
	for _, x := range ranges {
		if x.lo <= r && r <= x.hi {
			return true
		}
	}
	return false
}

// The ranges of RFC 3987, section 2.2, written out a second time.
var (
	ucschar = []runeRange{
		{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0x40000, 0x4FFFD},
		{0x50000, 0x5FFFD}, {0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD},
		{0x90000, 0x9FFFD}, {0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD},
		{0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	}
	iprivate    = []runeRange{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}
	iunreserved = append(
		[]runeRange{{'A', 'Z'}, {'a', 'z'}, {'0', '9'}, {'-', '-'}, {'.', '.'}, {'_', '_'}, {'~', '~'}}, ucschar...)
	ipchar = append([]runeRange{
		{'!', '!'}, {'$', '$'}, {'&', '&'}, {'\'', '\''}, {'(', '('}, {')', ')'}, {'*', '*'}, {'+', '+'},
		{',', ','}, {';', ';'}, {'=', '='}, {':', ':'}, {'@', '@'},
	}, iunreserved...)
)

// All code points, including the surrogates, and numbers that are not code points.
func TestAllCodePoints(t *testing.T) {
	g := bundled(t, "rfc3987")
	for _, tt := range []struct {
		name    string
		ranges  []runeRange
		members int
	}{
		{"ucschar", ucschar, 970260}, {"iprivate", iprivate, 137468},
		{"iunreserved", iunreserved, 970260 + 66}, {"ipchar", ipchar, 970260 + 66 + 13},
	} {
		table := rule(t, g, tt.name).Table
		members := 0
		for r := rune(0); r <= utf8.MaxRune; r++ {
			s := string(r)
			surrogate := 0xD800 <= r && r <= 0xDFFF
			if surrogate {
				s = string([]byte{0xED, byte(0x80 | r>>6&0x3F), byte(0x80 | r&0x3F)})
			}
			want := !surrogate && in(tt.ranges, r)
			if want {
				members++
			}
			if got := table.Valid(s); got != want {
				t.Fatalf("%s: U+%04X: %t, want %t", tt.name, r, got, want)
			}
		}
		if members != tt.members {
			t.Errorf("%s: %d members, want %d", tt.name, members, tt.members)
		}
		random := rand.New(rand.NewPCG(4, 4))
		for n := 0; n < 100_000; {
			s := illFormed(random)
			if utf8.ValidString(s) {
				continue
			}
			if n++; table.Valid(s) {
				t.Fatalf("%s: %q is a member", tt.name, s)
			}
		}
	}
}

// illFormed returns a few bytes resembling UTF-8, most of them ill-formed.
func illFormed(r *rand.Rand) string {
	b := utf8.AppendRune(nil, r.Int32N(utf8.MaxRune+1))
	switch r.IntN(5) {
	case 0: // cut off
		b = b[:len(b)-1]
	case 1: // a byte changed
		b[r.IntN(len(b))] = byte(0x80 + r.IntN(128))
	case 2: // overlong
		c := r.Int32N(0x800)
		b = []byte{0xE0, byte(0x80 | c>>6), byte(0x80 | c&0x3F)}
	case 3: // above U+10FFFF, or five bytes long
		b = []byte{byte(0xF4 + r.IntN(8)), byte(0x90 + r.IntN(48)), byte(0x80 + r.IntN(64)), byte(0x80 + r.IntN(64))}
	default: // anything
		b = b[:0]
		for range 1 + r.IntN(4) {
			b = append(b, byte(r.IntN(256)))
		}
	}
	return string(b)
}
