package tables_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A token is a rule and the span of its text.
type token struct {
	rule int
	span tables.Span
}

// naive splits a string by trying the rules one by one. All lexers are compared with it.
func (c *setCase) naive(s string) (all []token) {
	for at := 0; at < len(s); {
		rule, n := c.longest(s[at:])
		if n <= 0 {
			rule, n = tables.NoRule, c.attempted(s[at:])
		}
		all = appendToken(all, token{rule, tables.Span{Start: at, End: at + n}})
		at += n
	}
	return all
}

// attempted returns the number of bytes read by a failing match: the bytes with which some rule
// continues, only complete code points if all rules are UTF-8, and at least one code point.
func (c *setCase) attempted(s string) int {
	n := 0
	for n < len(s) && slices.ContainsFunc(c.rules, func(l *language) bool {
		return !l.rule.AdvanceString(l.rule.Start(), s[:n+1]).Dead()
	}) {
		n++
	}
	return failedAfter(c.isUTF8(), s, n)
}

// isUTF8 reports whether all members of all rules are UTF-8.
func (c *setCase) isUTF8() bool {
	return !slices.ContainsFunc(c.rules, func(l *language) bool { return !l.text() })
}

// failedAfter returns the length of a failing match that stops after n bytes of s.
func failedAfter(isUTF8 bool, s string, n int) int {
	for k := 1; n < len(s) && isUTF8 && k <= min(n, 3); k++ {
		if tail := s[n-k : n]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRuneInString(tail) {
				n -= k
			}
			break
		}
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(s)
	}
	return n
}

// appendToken appends a token, or extends the last one if both are gaps.
func appendToken(all []token, x token) []token {
	if n := len(all); n > 0 && x.rule == tables.NoRule && all[n-1].rule == tables.NoRule {
		all[n-1].span.End = x.span.End
		return all
	}
	return append(all, x)
}

func drain(l *tables.Lexer) (all []token) {
	for l.Next() {
		all = append(all, token{l.Rule(), l.Span()})
	}
	return all
}

// munched splits a string by repeatedly taking the longest match. reads is the number of bytes read
// by all matches.
func (c *setCase) munched(s string) (all []token, reads int64) {
	for at := 0; at < len(s); {
		m := c.set.LongestMatch()
		more := m.AdvanceString(s[at:])
		rule, n := m.Match()
		reads += m.Read()
		if n <= 0 {
			read := int(m.Read())
			if !more {
				read = max(read-1, 0)
			}
			rule, n = tables.NoRule, int64(failedAfter(c.isUTF8(), s[at:], read))
		}
		all = appendToken(all, token{rule, tables.Span{Start: at, End: at + int(n)}})
		at += int(n)
	}
	return all, reads
}

// Inputs are split into the tokens that result from trying the rules one by one, longest match
// first: 400,000 inputs in CI, two million with -long.
func TestTokensAgreeWithTheNaiveTwin(t *testing.T) {
	inputs := testkit.Fewer(testkit.Few(400_000)) // slow under the race detector, and single-goroutine
	if testkit.Long() {
		inputs = 2_000_000
	}
	if testing.Short() {
		inputs = 20_000
	}
	cases := setCases(t)
	var tried, total, unread atomic.Int64
	t.Run("sets", func(t *testing.T) {
		for i, c := range cases {
			n := inputs / len(cases)
			if len(c.rules) > 40 {
				n /= 10 // the slow version tries every rule at every end
			} else {
				n += n / 5
			}
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				tokens, none := c.agreesWithTwin(t, seeded(uint64(100+i)), n)
				tried.Add(int64(n))
				total.Add(int64(tokens))
				unread.Add(int64(none))
			})
		}
	})
	t.Logf("%d inputs, %d tokens, %d of them of no rule", tried.Load(), total.Load(), unread.Load())
	if int(tried.Load()) < inputs || unread.Load() < total.Load()/20 || unread.Load() > total.Load()*2/3 {
		t.Errorf("%d inputs of %d; %d tokens of %d are of no rule", tried.Load(), inputs, unread.Load(), total.Load())
	}
}

// agreesWithTwin compares n inputs, and returns the numbers of tokens and of gaps.
func (c *setCase) agreesWithTwin(t *testing.T, r *rand.Rand, n int) (tokens, none int) {
	t.Helper()
	if c.set.IsUTF8() != c.isUTF8() {
		t.Errorf("the header says that all members are UTF-8: %t", c.set.IsUTF8())
	}
	for range n {
		s := c.input(r, 16)
		want := c.naive(s)
		if got := drain(c.set.Lexer(s)); !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %v, want %v", s, got, want)
		}
		tokens += len(want)
		for _, token := range want {
			if token.rule < 0 {
				none++
			}
		}
	}
	return tokens, none
}

// All functions find the same tokens, and these match the documentation.
func TestTokens(t *testing.T) {
	for i, c := range setCases(t) {
		r := seeded(uint64(200 + i))
		for range testkit.Few(400) {
			s := c.input(r, 200)
			want, _ := c.munched(s)
			remembering := c.set.Lexer(s)
			remembering.Remember(r.IntN(3))
			var iterated []token
			for rule, span := range c.set.Tokens(s) {
				iterated = append(iterated, token{rule, span})
			}
			for how, got := range map[string][]token{
				"Lexer": drain(c.set.Lexer(s)), "LexerBytes": drain(c.set.LexerBytes([]byte(s))),
				"Tokens": iterated, "a Lexer that remembers": drain(remembering),
			} {
				if !slices.Equal(got, want) {
					t.Fatalf("%s: %s cuts %q into %v, LongestMatch into %v", c.name, how, s, got, want)
				}
			}
			c.checkTokens(t, s, want)
		}
	}
}

func (c *setCase) checkTokens(t *testing.T, s string, all []token) {
	t.Helper()
	at, after := 0, false
	for _, token := range all {
		text := s[token.span.Start:token.span.End]
		switch {
		case token.span.Start != at || text == "":
			t.Fatalf("%s: %q: the tokens %v are not the string", c.name, s, all)
		case token.rule >= 0 && !c.rules[token.rule].rule.Valid(text):
			t.Fatalf("%s: %q is no %s", c.name, text, c.set.RuleName(token.rule))
		case token.rule < 0 && after:
			t.Fatalf("%s: %q: two tokens of no rule one after the other", c.name, s)
		}
		at, after = token.span.End, token.rule < 0
	}
	if at != len(s) {
		t.Fatalf("%s: %q: the tokens %v are not the string", c.name, s, all)
	}
}

// The test calls the lexer's accessors before the first token, at a token and after the last one,
// and stops an iteration early.
func TestLexerAtItsEnds(t *testing.T) {
	c := ofMade("a", literal("aa"))
	l := c.set.Lexer("aab")
	if l.Rule() != tables.NoRule || l.Text() != "" || l.Span() != (tables.Span{}) {
		t.Errorf("before the first token: %d %q %v", l.Rule(), l.Text(), l.Span())
	}
	for _, want := range []token{{0, tables.Span{Start: 0, End: 2}}, {tables.NoRule, tables.Span{Start: 2, End: 3}}} {
		if !l.Next() || (token{l.Rule(), l.Span()}) != want || l.Text() != "aab"[want.span.Start:want.span.End] {
			t.Errorf("%d %q %v, want %v", l.Rule(), l.Text(), l.Span(), want)
		}
	}
	for range 2 {
		if l.Next() || l.Rule() != tables.NoRule || l.Text() != "" || l.Span() != (tables.Span{Start: 3, End: 3}) {
			t.Errorf("after the last token: %d %q %v", l.Rule(), l.Text(), l.Span())
		}
	}
	n := 0
	for range c.set.Tokens("aaaaaa") {
		if n++; n == 2 {
			break
		}
	}
	var zero tables.Lexer
	if n != 2 || zero.Next() || zero.Text() != "" {
		t.Error("an iteration does not stop, or the zero Lexer has a token")
	}
	if l := tables.Set("").Lexer("é\xFFa"); !slices.Equal(drain(l),
		[]token{{tables.NoRule, tables.Span{Start: 0, End: 4}}}) {
		t.Errorf("the zero Set cuts into %v", drain(l))
	}
}

// A munchResult is the state of a LongestMatch after some bytes.
type munchResult struct {
	rule    int
	n, read int64
}

func result(m *tables.LongestMatch) munchResult {
	rule, n := m.Match()
	return munchResult{rule, n, m.Read()}
}

// The result does not depend on how the bytes are split into pieces, or on continuing with a copy.
func TestMunchAtEverySplit(t *testing.T) {
	cases := setCases(t)
	inputs, splits := testkit.Few(10_000), 0
	for i := range inputs {
		c, r := cases[i%len(cases)], seeded(uint64(i))
		s := c.input(r, 60)
		m := c.set.LongestMatch()
		more := m.AdvanceString(s)
		want := result(&m)
		if rule, n := c.set.Prefix(s); rule != want.rule || int64(n) != want.n {
			t.Fatalf("%s: %q: Prefix says %d, %d, LongestMatch %v", c.name, s, rule, n, want)
		}
		for cut := range len(s) + 1 {
			splits++
			whole := c.set.LongestMatch()
			whole.AdvanceString(s[:cut])
			before, copied := result(&whole), whole
			if a, b := whole.Advance([]byte(s[cut:])), copied.AdvanceString(s[cut:]); a != more || b != more ||
				result(&whole) != want || result(&copied) != want {
				t.Fatalf("%s: %q cut at %d: %v, %t and %v, %t, want %v, %t", c.name, s, cut, result(&whole), a,
					result(&copied), b, want, more)
			}
			again := c.set.LongestMatch()
			if again.AdvanceString(s[:cut]); result(&again) != before {
				t.Fatalf("%s: %q: the first %d bytes give %v and %v", c.name, s, cut, result(&again), before)
			}
		}
		c.munchInPieces(t, r, s, more, want)
	}
	t.Logf("%d splits of %d inputs", splits, inputs)
}

func (c *setCase) munchInPieces(t *testing.T, r *rand.Rand, s string, more bool, want munchResult) {
	t.Helper()
	bytewise, pieces := c.set.LongestMatch(), c.set.LongestMatch()
	for i := range len(s) {
		bytewise.AdvanceString(s[i : i+1])
	}
	for rest := s; rest != ""; {
		n := r.IntN(len(rest) + 1)
		pieces.AdvanceString(rest[:n])
		rest = rest[n:]
	}
	if result(&bytewise) != want || result(&pieces) != want || bytewise.Advance(nil) != more {
		t.Fatalf("%s: %q: %v a byte at a time, %v in pieces, want %v", c.name, s, result(&bytewise), result(&pieces), want)
	}
}

// Advance and Read keep their promises: after Advance returns false, no byte makes the match
// longer, and neither do the bytes read after the match.
func TestMunchSaysWhenItIsOver(t *testing.T) {
	over, going := 0, 0
	for i, c := range setCases(t) {
		r := seeded(uint64(300 + i))
		for range testkit.Few(100) {
			s := c.input(r, 40)
			m := c.set.LongestMatch()
			more := m.AdvanceString(s)
			rule, n := c.longest(s[:m.Read()])
			if got, end := m.Match(); got != rule || end != int64(n) {
				t.Fatalf("%s: %q: %d, %d, by the rules %d, %d", c.name, s, got, end, rule, n)
			}
			if more {
				going++
				if m.Read() != int64(len(s)) {
					t.Fatalf("%s: %q: goes on after %d bytes", c.name, s, m.Read())
				}
				continue
			}
			over++
			for range 5 {
				longer := s[:m.Read()] + c.input(r, 20)
				if _, end := c.longest(longer); end != n {
					t.Fatalf("%s: %q is over after %d bytes, and %q matches %d", c.name, s, m.Read(), longer, end)
				}
			}
			if before := result(&m); m.AdvanceString("aaa") || result(&m) != before {
				t.Fatalf("%s: %q: goes on when it is over", c.name, s)
			}
		}
	}
	if over < testkit.Few(500) || going < testkit.Few(500) {
		t.Errorf("%d are over, %d go on", over, going)
	}
	for _, m := range []tables.LongestMatch{{}, tables.Set("").LongestMatch(), tables.Set("irs\x02").LongestMatch(),
		ofMade("nothing").set.LongestMatch()} {
		if m.AdvanceString("a") || m.Advance([]byte("a")) || result(&m) != (munchResult{tables.NoRule, -1, 0}) {
			t.Errorf("a LongestMatch of nothing: %v", result(&m))
		}
	}
}

func TestLexerDoesNotAllocate(t *testing.T) {
	remember := 0
	for _, c := range setCases(t) {
		r := seeded(400)
		s := ""
		for range 30 {
			s += c.input(r, 30)
		}
		b, l := []byte(s), c.set.Lexer(s)
		tokens := len(drainInto(l))
		if l.Remembers() { // it allocates only in this case
			remember++
			continue
		}
		for name, f := range map[string]func() bool{
			"Lexer": func() bool {
				n := 0
				for l := c.set.Lexer(s); l.Next(); n++ {
				}
				return n == tokens
			},
			"LexerBytes": func() bool {
				n := 0
				for l := c.set.LexerBytes(b); l.Next(); n++ {
				}
				return n == tokens
			},
			"Tokens": func() bool {
				n := 0
				for range c.set.Tokens(s) {
					n++
				}
				return n == tokens
			},
			"First":  func() bool { return c.set.First(s) < len(c.rules) },
			"Prefix": func() bool { _, n := c.set.Prefix(s); return n <= len(s) },
			"LongestMatch": func() bool {
				m := c.set.LongestMatch()
				m.Advance(b[:len(b)/2])
				m.Advance(b[len(b)/2:])
				_, n := m.Match()
				return n <= m.Read()
			},
			"RuleName": func() bool { return c.set.RuleName(len(c.rules)) == "" },
		} {
			if n := testing.AllocsPerRun(5, func() {
				if !f() {
					t.Errorf("%s: %s: wrong answer", c.name, name)
				}
			}); n != 0 {
				t.Errorf("%s: %s allocates %v times", c.name, name, n)
			}
		}
	}
	if remember > 2 {
		t.Errorf("%d sets make the lexer remember", remember)
	}
}

// A short string ends before the lexer records any failures, however hostile the set.
func TestLexerOfAShortStringRemembersNothing(t *testing.T) {
	for _, x := range hostileSets() {
		l := x.set.set.Lexer(x.text(80)) // at most 80 × 80 / 2 bytes are read
		for l.Next() {
			if l.Remembers() {
				t.Fatalf("%s: at %v it begins to remember", x.set.name, l.Span())
			}
		}
	}
}

// hostileSets returns sets and texts that make a lexer read far ahead for every token.
func hostileSets() []struct {
	set  *setCase
	text func(n int) string
} {
	as := func(n int) string { return strings.Repeat("a", n) }
	words := func(word string) func(n int) string {
		return func(n int) string { return strings.Repeat(word, n/len(word)+1)[:n] }
	}
	a, late := literal("a"), func(period int) made {
		return then(star(literal(strings.Repeat("a", period))), literal("b"))
	}
	type hostile = struct {
		set  *setCase
		text func(n int) string
	}
	all := []hostile{
		{ofMade("a, *a b", a, late(1)), as},
		{ofMade("a, *aa b", a, late(2)), as},
		{ofMade("a, *aaaaaaa b", a, late(7)), as},
		{ofMade("a, aa, aaa, *(7a) b", a, literal("aa"), literal("aaa"), late(7)), as},
		{ofMade("a, *(300a) b", a, late(300)), as},
		{ofMade("a, all periods", a, late(2), late(3), late(5), late(7), late(11)), as},
		{ofMade("no rule, and one late", late(1)), as},
		{
			ofMade("string without an end", then(literal(`"`), star(bytesFrom(' ', '~')), literal("\n")), literal(`"`)),
			words(`"`)},
		{
			ofMade("comments", then(literal("/*"), star(alternatives(bytesFrom(0, ')'), bytesFrom('+', 127))), literal("*/")),
				literal("/"), literal("*")), words("/")},
		{
			ofMade("comments, nested", then(literal("/*"), star(bytesFrom('!', '~')), literal("\n")), literal("/"),
				literal("*")), words("/*")},
		{ofMade("inside UTF-8", then(star(literal("é")), literal("b")), literal("é")), words("é")},
		{ofMade("ab, *(ab) c, a, b", literal("ab"), then(star(literal("ab")), literal("c")), a, literal("b")), words("ab")},
	}
	r := seeded(500)
	for i := range testkit.Few(20) {
		var some []made
		for range 3 {
			some = append(some, then(star(randomExpr(r, 3)), bytesFrom(byte(r.IntN(256)), 255)))
		}
		c := ofMade(fmt.Sprintf("at random %d", i), append(some, a, literal("b"))...)
		all = append(all, hostile{c, words(c.input(r, 40) + "a")})
	}
	return all
}

// However far a set makes the lexer read ahead, the number of bytes read per byte of the string is
// bounded by a constant that depends only on the set. A loop over Prefix has no such bound.
func TestLexerIsLinear(t *testing.T) {
	quadratic := 0
	for i, h := range hostileSets() {
		most := 0.0
		for bits := 10; bits <= 18; bits += 2 {
			if bits > 12 && (testkit.Slow || !testkit.OneIn(12, i)) ||
				bits > 14 && (testing.Short() || h.set.set.States() > 300) || 1<<bits > testkit.Few(1<<18) {
				break
			}
			s := h.text(1 << bits)
			l := h.set.set.Lexer(s)
			all := drainInto(l)
			looked := float64(l.Vain()+len(s)) / float64(len(s))
			most = max(most, looked)
			if bits == 12 {
				want, reads := h.set.munched(s)
				if !slices.Equal(all, want) {
					t.Fatalf("%s: the tokens are not those of LongestMatch", h.set.name)
				}
				if reads > 100<<bits {
					quadratic++
					if !l.Remembers() {
						t.Errorf("%s: looked at %.1f bytes for each and does not remember", h.set.name, looked)
					}
				}
			}
		}
		t.Logf("%s: %d states, %.1f bytes looked at for each", h.set.name, h.set.set.States(), most)
		if most > bytesLookedAt(h.set.set) {
			t.Errorf("%s: %d states, and %.1f bytes looked at for each", h.set.name, h.set.set.States(), most)
		}
	}
	if quadratic < 10 {
		t.Errorf("only %d sets are hostile", quadratic)
	}
}

// bytesLookedAt is the bound in TestLexerIsLinear: the token bytes, patience and one more walk to
// the end, plus a walk to the next recorded offset for each token and one walk through the string
// for each state.
func bytesLookedAt(set tables.Set) float64 {
	return 1 + 5 + 1 + float64(max(16, set.States()/4)) + float64(set.States())
}

func drainInto(l *tables.Lexer) (all []token) {
	for l.Next() {
		all = append(all, token{l.Rule(), l.Span()})
	}
	return all
}

// The recorded failures take no more memory than the text.
func TestLexerMemory(t *testing.T) {
	for _, states := range []int{1, 2, 16, 127, 128, 129, 255, 300, 1000, 5000, 65535, 1<<31 - 1} {
		for _, n := range []int{0, 1, 1 << 10, 1 << 20, 1<<24 + 7} {
			if got := tables.MemoryOf(states, n); got > n+8<<10+8 {
				t.Errorf("%d states, %d bytes of text: %d bytes of memory", states, n, got)
			}
		}
	}
}

// The test checks the token boundaries of an N-Triples line.
func TestTokensOfNTriples(t *testing.T) {
	set := ofRules(t, bundledGrammar(t, "ntriples"), "Token", ntriplesTokens...).set
	const line = `<http://例.example/s> <http://a/p> "x\n\"é"@en-GB . # <c>` + "\n_:b.1.<a>\xFF^^"
	var got []string
	for l := set.Lexer(line); l.Next(); {
		got = append(got, set.RuleName(l.Rule())+" "+l.Text())
	}
	want := []string{
		"IRIREF <http://例.example/s>", "WS  ", "IRIREF <http://a/p>", "WS  ", `STRING_LITERAL_QUOTE "x\n\"é"`,
		"LANGTAG @en-GB", "WS  ", "DOT .", "WS  ",
		"COMMENT # <c>", "EOL \n", "BLANK_NODE_LABEL _:b.1", "DOT .", "IRIREF <a>", " \xFF", "DATATYPE ^^",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}
