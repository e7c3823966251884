package automaton

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

// tokenTree builds trees whose members are strings over the tokens, so that tests need no other
// strings.
func tokenTree(r source, tokens []string, depth int) *tree {
	if depth == 0 {
		t := alt(lit(tokens[r.IntN(len(tokens))]))
		for _, s := range tokens {
			if r.IntN(3) == 0 {
				t.kids = append(t.kids, lit(s))
			}
		}
		return t
	}
	kid := func() *tree { return tokenTree(r, tokens, depth-1) }
	switch r.IntN(9) {
	case 0, 1, 2:
		return cat(kid(), kid())
	case 3:
		return cat(kid(), kid(), kid())
	case 4, 5:
		return alt(kid(), kid())
	case 6:
		return opt(kid())
	case 7:
		return star(kid())
	}
	return alt() // no members
}

// alphabets lists sets of tokens in byte order. The last alphabet contains bytes outside UTF-8.
var alphabets = [][]string{
	{"a", "b"},
	{"a", "b", "é", "€", "\u20ad", "\U0001F600", "\U0001F601"},
	{"\u07ff", "\u0800", "\uffff", "\U00010000"},
	{"a", "\x80", "\xc1", "\xff"},
}

func members(t testing.TB, d *DFA, unit Unit) *Members {
	t.Helper()
	m, err := NewMembers(d, unit, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func take(t testing.TB, n int, all iter.Seq2[string, error]) (list []string) {
	t.Helper()
	for s, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == n {
			break
		}
		list = append(list, s)
	}
	return list
}

// Counts, ranks and order agree with a list of all strings up to a given length.
func TestMembers(t *testing.T) {
	r := seeded(33)
	for i := range 400 {
		if !testkit.OneIn(11, i) {
			continue
		}
		tokens := alphabets[i%len(alphabets)]
		x := tokenTree(r, tokens, 1+i%4)
		m := members(t, x.dfa(), Characters)
		longest := 5
		if len(tokens) > 4 {
			longest = 4
		}
		checkMembers(t, x, m, tokens, longest)
		if text := isUTF8(x.dfa()); text != (m.Unit() == Characters) {
			t.Fatalf("%v: the unit is %v", x, m.Unit())
		}
	}
}

// isUTF8 reports whether, for each move, a member that uses the move is UTF-8.
func isUTF8(d *DFA) bool {
	for q := 1; q < d.NumStates(); q++ {
		way, _ := Way(d, StateID(q))
		for bytes, to := range d.Moves(StateID(q)) {
			rest, _ := Shortest(d.From(to))
			for b := int(bytes.Lo); b <= int(bytes.Hi); b++ {
				if !utf8.ValidString(way + string([]byte{byte(b)}) + rest) {
					return false
				}
			}
		}
	}
	return true
}

func checkMembers(t *testing.T, x *tree, m *Members, tokens []string, longest int) {
	t.Helper()
	var list []string
	counts := make([]int64, longest+1)
	others := 0
	for s := range strs(tokens, longest) {
		_, err := m.Rank(s)
		if member := x.accepts(s); member != (err == nil) {
			t.Fatalf("%v: the rank of %q: %v", x, s, err)
		} else if !member {
			if others++; others%41 == 1 {
				checkOffset(t, x, m, s, err)
			}
			continue
		}
		list = append(list, s)
		counts[m.Length(s)]++
	}
	sum := new(big.Int)
	for n, want := range counts {
		got, err := m.Count(n)
		shorter, err2 := m.Shorter(n)
		if err != nil || err2 != nil || got.Int64() != want || shorter.Cmp(sum) != 0 {
			t.Fatalf("%v has %v members of length %d, %v shorter ones, want %d, %v", x, got, n, shorter, want, sum)
		}
		sum.Add(sum, got)
	}
	if got := take(t, len(list), m.All()); !slices.Equal(got, list) {
		t.Fatalf("%v: %q, want %q", x, got, list)
	}
	for i, s := range list {
		rank, err := m.Rank(s)
		back, err2 := m.Unrank(big.NewInt(int64(i)))
		if err != nil || err2 != nil || rank.Int64() != int64(i) || back != s {
			t.Fatalf("%v: %q is %d: %v, %v, %q, %v", x, s, i, rank, err, back, err2)
		}
		shorter, _ := m.Shorter(m.Length(s))
		if back, err := m.UnrankWithin(m.Length(s), rank.Sub(rank, shorter)); err != nil || back != s {
			t.Fatalf("%v: %q has the place %v in its length: %q, %v", x, s, rank, back, err)
		}
		if rank.Add(rank, shorter); i%7 == 0 {
			if got := take(t, 3, m.From(rank)); !slices.Equal(got, list[i:min(i+3, len(list))]) && i+3 <= len(list) {
				t.Fatalf("%v from %d on: %q, want %q", x, i, got, list[i:])
			}
		}
	}
	checkExtent(t, x, m, counts, sum)
}

// checkOffset checks the offset for a string that is not a member: some member begins with the
// bytes before the offset, and no member begins with these and the byte at the offset.
func checkOffset(t *testing.T, x *tree, m *Members, s string, err error) {
	t.Helper()
	var not *NotMemberError
	if !errors.As(err, &not) {
		t.Fatalf("%v, %q: %v", x, s, err)
	}
	begins := func(text string) bool {
		q := m.d.Start()
		for i := range len(text) {
			q = m.d.Step(q, text[i])
		}
		_, ok := Shortest(m.d.From(q))
		return ok
	}
	at := not.Offset
	if m.d.Start() != Dead && !begins(s[:at]) || at < len(s) && begins(s[:at+1]) {
		t.Fatalf("%v: %q stops at %d", x, s, at)
	}
}

// checkExtent checks the results that concern all lengths, using the counts for short lengths and
// the presence of loops.
func checkExtent(t *testing.T, x *tree, m *Members, counts []int64, sum *big.Int) {
	t.Helper()
	d := m.d
	loops := false
	for q := range reachable(d, d.Start()) {
		for _, to := range d.Moves(q) {
			loops = loops || reachable(d, to)[q]
		}
	}
	total, err := m.Total()
	if err != nil || m.Finite() == loops || (total == nil) != loops {
		t.Fatalf("%v: loops %v, finite %v, total %v, %v", x, loops, m.Finite(), total, err)
	}
	if !loops && m.Longest() < len(counts) && total.Cmp(sum) != 0 {
		t.Fatalf("%v: total %v, want %v", x, total, sum)
	}
	shortest := slices.IndexFunc(counts, func(n int64) bool { return n > 0 })
	if shortest >= 0 && m.Shortest() != shortest || d.Start() == Dead && m.Shortest() != -1 {
		t.Fatalf("%v: the shortest has %d, want %d", x, m.Shortest(), shortest)
	}
	if d.Start() == Dead || !loops {
		if last, _ := m.Count(m.Longest()); (d.Start() != Dead) != (last.Sign() > 0) {
			t.Fatalf("%v: the longest has %d, and these are %d", x, m.Longest(), last)
		}
	}
	for n := -1; n < len(counts); n++ {
		below, above, err := m.Nearest(n)
		if err != nil || below != nearestBelow(counts, n) {
			t.Fatalf("%v, %d: %d below, want %d, %v", x, n, below, nearestBelow(counts, n), err)
		}
		if want := 1 + n + slices.IndexFunc(counts[n+1:], func(n int64) bool { return n > 0 }); want > n && above != want {
			t.Fatalf("%v, %d: %d above, want %d", x, n, above, want)
		} else if want == n {
			count, _ := m.Count(above)
			if above >= 0 && (above < len(counts) || count.Sign() == 0) || above < 0 && loops {
				t.Fatalf("%v, %d: %d above", x, n, above)
			}
		}
	}
}

func nearestBelow(counts []int64, n int) int {
	for n--; n >= 0 && counts[n] == 0; n-- {
	}
	return max(n, -1)
}

// With large classes the counts are powers, and ranks convert to members and back.
func TestMembersOfClasses(t *testing.T) {
	const all = 0x110000 - 0x800
	m := members(t, star(runes([2]rune{0, utf8.MaxRune})).dfa(), Characters)
	for n, want := 0, big.NewInt(1); n < 20; n++ {
		if got, err := m.Count(n); err != nil || got.Cmp(want) != 0 {
			t.Errorf("%v strings of length %d, want %v, %v", got, n, want, err)
		}
		want.Mul(want, big.NewInt(all))
	}
	r := seeded(34)
	for _, x := range []*tree{
		star(runes([2]rune{0, utf8.MaxRune})),
		cat(star(runes(ucschar...)), lit("a"), star(oneOf("abc"))),
		star(byteIn(0x10, 0xF0)),
	} {
		m := members(t, x.dfa(), Characters)
		for range 300 {
			rank := below(r, new(big.Int).Lsh(big.NewInt(1), uint(r.IntN(300))))
			s, err := m.Unrank(rank)
			if err != nil || !m.Accepts(s) {
				t.Fatalf("%v: %q has the rank %v, %v", x, s, rank, err)
			}
			if back, err := m.Rank(s); err != nil || back.Cmp(rank) != 0 {
				t.Fatalf("%v: %q has the rank %v, want %v, %v", x, s, back, rank, err)
			}
		}
	}
}

// Sample calls Unrank with a random rank, so all members are equally likely if below is uniform.
func TestBelow(t *testing.T) {
	for bound := int64(1); bound < 100; bound++ {
		size := big.NewInt(bound).BitLen()
		seen := make([]int, bound)
		source := &counter{}
		for source.next < 1<<size { // all numbers with this many bits; below skips the large ones
			seen[below(rand.New(source), big.NewInt(bound)).Int64()]++
		}
		if slices.ContainsFunc(seen[1:], func(n int) bool { return n != 1 }) {
			t.Errorf("below %d: %v", bound, seen)
		}
	}
	if got := below(rand.New(&counter{1<<64 - 1}), big.NewInt(1<<62+1)); got.Sign() != 0 {
		t.Errorf("of words with 63 bits: %v, want 0", got) // the first is all ones, so too large
	}
	if got := below(rand.New(&counter{1<<63 + 5}), big.NewInt(1<<62+1)); got.Int64() != 5 {
		t.Errorf("of words with 63 bits: %v, want 5", got)
	}
	source := rand.New(&counter{})
	bound := new(big.Int).Lsh(big.NewInt(3), 64)
	for _, words := range [][2]int64{{0, 1}, {4, 5}, {8, 9}} { // the ones in between are 3 × 2^64 and more
		want := new(big.Int).Lsh(big.NewInt(words[1]&3), 64)
		want.Add(want, big.NewInt(words[0]))
		if got := below(source, bound); got.Cmp(want) != 0 {
			t.Errorf("below %v: %v, want %v", bound, got, want)
		}
	}
}

// A counter is a source of "random" numbers that just counts up.
type counter struct{ next uint64 }

func (c *counter) Uint64() uint64 { c.next++; return c.next - 1 }

func TestSample(t *testing.T) {
	x := alt(lit("a"), cat(lit("b"), star(oneOf("cd"))))
	m := members(t, x.dfa(), Characters)
	seen := map[string]int{}
	r := seeded(35)
	for range 7000 {
		s, err := m.Sample(r, 1, 3)
		if err != nil || !x.accepts(s) || len(s) < 1 || len(s) > 3 {
			t.Fatalf("%q, %v", s, err)
		}
		seen[s]++
	}
	chi := 0.0
	for _, n := range seen {
		chi += float64((n-875)*(n-875)) / 875
	}
	if len(seen) != 8 || chi > 24.3 { // the 99.9% quantile for 7 degrees of freedom, with a fixed seed
		t.Errorf("%v: %v", seen, chi)
	}
	for _, tt := range []struct {
		tree     *tree
		from, to int
		want     string
	}{
		{alt(), 0, 9, "there are no members"},
		{lit("abc"), 0, 2, "no member has 0 to 2 characters; the shortest members have 3"},
		{lit("abc"), 4, 4, "no member has 4 characters; the longest members have 3"},
		{lit("abc"), 4, 1000000000, "no member has 4 to 1000000000 characters; the longest members have 3"},
		{star(lit("abc")), 7, 8, "no member has 7 to 8 characters; the nearest lengths are 6 and 9"},
		{star(lit("\xff\xfe")), 3, 3, "no member has 3 bytes; the nearest lengths are 2 and 4"},
	} {
		_, err := members(t, tt.tree.dfa(), Characters).Sample(r, tt.from, tt.to)
		var none *NoMemberError
		if !errors.As(err, &none) || err.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.tree, err, tt.want)
		}
	}
}

func TestRankErrors(t *testing.T) {
	for _, tt := range []struct {
		rank int64
		want string
	}{
		{-1, "rank -1 is negative; ranks start at 0"},
		{4, "no member has rank 4; the last rank is 3"},
		{9, "no member has rank 9; the last rank is 3"},
	} {
		_, err := members(t, star(oneOf("ab")).dfa(), Characters).UnrankWithin(2, big.NewInt(tt.rank))
		var e *RankError
		if !errors.As(err, &e) || err.Error() != tt.want {
			t.Errorf("of length 2: %v, want %s", err, tt.want)
		}
	}
	for s, err := range members(t, oneOf("abc").dfa(), Characters).From(big.NewInt(-1)) {
		if !errors.As(err, new(*RankError)) || s != "" {
			t.Errorf("from -1 on: %q, %v", s, err)
		}
	}
	for _, tt := range []struct {
		tree *tree
		rank int64
		want string
	}{
		{oneOf("abc"), -1, "rank -1 is negative; ranks start at 0"},
		{oneOf("abc"), 3, "no member has rank 3; the last rank is 2"},
		{alt(), 0, "there are no members"},
	} {
		_, err := members(t, tt.tree.dfa(), Characters).Unrank(big.NewInt(tt.rank))
		var e *RankError
		if !errors.As(err, &e) || err.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.tree, err, tt.want)
		}
	}
}

// When the meter's memory limit is exceeded, every operation returns an error.
func TestMembersLimit(t *testing.T) {
	limits := DefaultLimits()
	limits.Bytes = 1 << 20
	m, err := NewMembers(star(oneOf("ab")).dfa(), Bytes, NewMeter(context.Background(), limits))
	if err != nil {
		t.Fatal(err)
	}
	memory := func(err error) bool {
		var limit *LimitError
		ok := errors.As(err, &limit)
		return ok && limit.Limit == "bytes" && strings.HasPrefix(err.Error(), "counting members with ")
	}
	if _, err := m.Count(1_000_000_000); !memory(err) {
		t.Errorf("count: %v", err)
	}
	if _, err := m.Sample(seeded(1), 1, math.MaxInt); !memory(err) {
		t.Errorf("sample of all: %v", err)
	}
	if _, err := m.Sample(seeded(1), 1_000_000, 1_000_000); !memory(err) {
		t.Errorf("sample: %v", err)
	}
	if _, err := m.Unrank(new(big.Int).Lsh(big.NewInt(1), 1_000_000)); !memory(err) {
		t.Errorf("unrank: %v", err)
	}
	if _, err := m.Rank(strings.Repeat("a", 1_000_000)); !memory(err) {
		t.Errorf("rank: %v", err)
	}
	last := error(nil)
	for _, err := range m.From(new(big.Int).Lsh(big.NewInt(1), 1_000_000)) {
		last = err
	}
	if !memory(last) {
		t.Errorf("list: %v", last)
	}
	if n, err := m.Count(100); err != nil || n.BitLen() != 101 {
		t.Errorf("after the limit: %v, %v", n, err)
	}
}

// If the empty string is the only member, no operation counts lengths beyond the longest member's.
func TestMembersOfEmptyString(t *testing.T) {
	m := members(t, lit("").dfa(), Characters)
	if n, err := m.Count(math.MaxInt); err != nil || n.Sign() != 0 {
		t.Errorf("%v members of the greatest length, %v", n, err)
	}
	if n, err := m.Shorter(math.MaxInt); err != nil || n.Int64() != 1 {
		t.Errorf("%v shorter members, %v", n, err)
	}
	if below, above, err := m.Nearest(math.MaxInt); below != 0 || above != -1 || err != nil {
		t.Errorf("the nearest lengths are %d and %d, %v", below, above, err)
	}
	if first, next, err := m.Ranks(0, math.MaxInt); err != nil || first.Sign() != 0 || next.Int64() != 1 {
		t.Errorf("ranks %v to %v, %v", first, next, err)
	}
	_, _, err := m.Ranks(5, math.MaxInt)
	if err == nil || !strings.HasSuffix(err.Error(), "; the longest members have 0") {
		t.Error(err)
	}
	m = members(t, alt(lit(""), lit("aaa")).dfa(), Characters)
	if _, _, err := m.Ranks(1, 2); err == nil ||
		err.Error() != "no member has 1 to 2 characters; the nearest lengths are 0 and 3" {
		t.Error(err)
	}
}

// Total releases the memory for its sums, even if it exceeds the limit.
func TestTotalHoldsNothing(t *testing.T) {
	d := times(40, oneOf("ab")).dfa()
	m := NewMeter(t.Context(), DefaultLimits())
	all, err := NewMembers(d, Characters, m)
	if err != nil {
		t.Fatal(err)
	}
	before := m.Bytes()
	if n, err := all.Total(); err != nil || n.Int64() != 1<<40 || m.Bytes() != before {
		t.Errorf("%v members, %v; %d bytes before, %d after", n, err, before, m.Bytes())
	}
	m.limits.Bytes = before + 500
	if n, err := all.Total(); err == nil || m.Bytes() != before {
		t.Errorf("%v members, %v; %d bytes before, %d after", n, err, before, m.Bytes())
	}
	m.limits = Limits{Steps: m.Steps() + 20, Bytes: 1 << 20, Transitions: 1 << 20}
	if _, _, err := all.Ranks(60, 70); err == nil {
		t.Error("a range without members has ranks")
	}
	m.limits.Steps = m.Steps()
	infinite, err := NewMembers(star(lit("ab")).dfa(), Bytes, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := infinite.Ranks(3, 3); err == nil {
		t.Error("a range without members has ranks")
	}
	for steps, met := int64(0), false; !met; steps++ {
		infinite.meter = NewMeter(t.Context(), Limits{Steps: steps, Bytes: 1 << 20, Transitions: 1 << 20})
		_, _, err := infinite.Ranks(3, 3)
		var none *NoMemberError
		errors.As(err, &none)
		var limit *LimitError
		limited := errors.As(err, &limit)
		if met = none != nil; met && (none.Below != 2 || none.Above != 4) || !met && (!limited || limit.Limit != "steps") {
			t.Errorf("%d steps: %v", steps, err)
		}
		if steps > 1000 {
			t.Fatal("1000 steps are too few")
		}
	}
}

// NewMembers takes only a few steps for each move of an automaton with many states.
func TestMembersOfManyStates(t *testing.T) {
	d := cat(star(oneOf("ab")), lit("a"), times(11, oneOf("ab"))).dfa()
	meter := unlimited()
	m, err := NewMembers(d, Characters, meter)
	if err != nil || d.Live() < 4096 || meter.Steps() > 200*int64(d.Live()) {
		t.Errorf("%d steps for %d states, %v", meter.Steps(), d.Live(), err)
	}
	if n, err := m.Count(30); err != nil || n.Int64() != 1<<29 {
		t.Errorf("%v members, %v", n, err)
	}
}

// A near miss is not a member but is one edit away from one. All kinds and positions of edits
// occur.
func TestNearMiss(t *testing.T) {
	r := seeded(36)
	for i := range 200 {
		tokens := alphabets[i%len(alphabets)]
		x := tokenTree(r, tokens, 1+i%3)
		m := members(t, x.dfa(), Characters)
		if m.Shortest() < 0 {
			continue
		}
		for range 50 {
			miss, err := m.NearMiss(r, 0, m.Shortest()+3, m.Accepts)
			if err != nil {
				t.Fatalf("%v: %v", x, err)
			}
			e := miss.Edit
			if !x.accepts(miss.Member) || x.accepts(miss.String()) || miss.Member[e.Offset:][:len(e.Old)] != e.Old {
				t.Fatalf("%v: %+v", x, miss)
			}
			old, new := m.Length(e.Old), m.Length(e.New)
			if got := fmt.Sprint(old, new); got != [...]string{"0 1", "1 0", "1 1", "2 2"}[e.Kind] {
				t.Fatalf("%v: %+v", x, miss)
			}
			if m.Unit() == Characters && !utf8.ValidString(miss.String()) {
				t.Fatalf("%v: %+v", x, miss)
			}
		}
	}
}

func TestNearMissesAreAllThere(t *testing.T) {
	m := members(t, lit("aé").dfa(), Characters)
	seen, sizes := map[string]bool{}, map[int]bool{}
	r := seeded(37)
	for range 1000 {
		miss, err := m.NearMiss(r, 0, 2, m.Accepts)
		if err != nil {
			t.Fatal(err)
		}
		sizes[len(miss.Edit.New)] = true
		seen[fmt.Sprintf("%v %d %s", miss.Edit.Kind, miss.Edit.Offset, miss.Edit.Old)] = true
	}
	want := []string{
		"delete 0 a", "delete 1 é", "insert 0 ", "insert 1 ", "insert 3 ", "replace 0 a", "replace 1 é", "transpose 0 aé",
	}
	if got := sorted(seen); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := sorted(sizes); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
		t.Errorf("the new characters have %v bytes", got)
	}
	var none *NoMissError
	all := members(t, star(runes([2]rune{0, utf8.MaxRune})).dfa(), Characters)
	if _, err := all.NearMiss(r, 0, 3, all.Accepts); !errors.As(err, &none) {
		t.Errorf("of all strings: %v", err)
	}
	short := members(t, opt(lit("a")).dfa(), Characters)
	if miss, err := short.NearMiss(r, 0, 0, short.Accepts); err != nil || miss.Member != "" || miss.Edit.Kind != Insert {
		t.Errorf("of the empty string: %+v, %v", miss, err)
	}
}

// FuzzMembers builds a tree from its input. It checks the members against the list of strings, and
// near misses against the tree.
func FuzzMembers(f *testing.F) {
	r := seeded(39)
	for range 12 {
		input := make([]byte, 40)
		for i := range input {
			input[i] = byte(r.IntN(256))
		}
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		c := &choices{input}
		tokens := alphabets[c.IntN(len(alphabets))]
		x := tokenTree(c, tokens, 1+c.IntN(3))
		if x.dfa().NumStates() > 200 {
			t.Skip()
		}
		m := members(t, x.dfa(), Characters)
		checkMembers(t, x, m, tokens, 3)
		miss, err := m.NearMiss(seeded(uint64(c.IntN(256))), 0, 6, m.Accepts)
		if text := miss.String(); err == nil && (x.accepts(text) || !x.accepts(miss.Member)) {
			t.Fatalf("%v: %+v", x, miss)
		}
	})
}
