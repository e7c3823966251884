package tables_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/irilex/iri/internal/testkit"
)

var (
	part  = flag.String("part", "1/1", "with -long, walk this part of the live prefixes only: 3/16 is the third of 16")
	rules = flag.String("rules", "",
		"with -long, walk only rules whose grammar and name match this `regexp`; with ! before it, only the others")
	most = flag.Int("symbols", 0,
		"with -long, walk strings of up to so many symbols, 1 to 8, and not of as many as the time allows")
	asked = flag.String("engines", "",
		"with -long, ask only engines and claims whose name matches this `regexp`: those that a change is about")
)

// A grower generates all strings of a few symbols, where each symbol is a byte class: the prefix
// before the last symbol is live, and the last symbol is arbitrary. A dead state stays dead, so
// longer strings would not test anything more. The bytes of a class are used in turn.
type grower struct {
	j *jury
	*table
	most  int
	s     []byte
	turns []int // number of uses, by class
	asked int64 // not counting the padded ones
	tally *tally

	everywhere int // strings of up to this many symbols are padded in every way
}

// A table is shared by a rule's growers.
type table struct {
	*language
	members [][]byte  // by class
	on      [][][]int // by remaining bytes and state: the classes on the way to a member
	loops   [][]byte  // by state: bytes, one per class, that lead back to the state
	below   [][]int64 // by remaining symbols and state: the number of strings
}

// reach is the maximum number of bytes between a string and a member it leads to.
const reach = 64

func newTable(l *language, most int) *table {
	m := l.m
	g := &table{language: l, members: make([][]byte, m.Count), loops: make([][]byte, m.States())}
	for b, c := range m.Class {
		g.members[c] = append(g.members[c], byte(b))
	}
	now := make([][]int, m.States())
	for q, accept := range m.Accept {
		if accept {
			now[q] = []int{}
		}
		for c := range m.Count {
			if q > 0 && int(m.Next[q*m.Count+c]) == q {
				g.loops[q] = append(g.loops[q], g.members[c][q%len(g.members[c])])
			}
		}
	}
	g.on = [][][]int{now}
	for n := range reach {
		next := make([][]int, m.States())
		for q := range next {
			for c := range m.Count {
				if g.on[n][m.Next[q*m.Count+c]] != nil {
					next[q] = append(next[q], c)
				}
			}
		}
		g.on = append(g.on, next)
	}
	g.below = [][]int64{make([]int64, m.States())}
	for n := range most {
		next := make([]int64, m.States())
		for q := range next {
			next[q] = int64(m.Count)
			for _, to := range m.Next[q*m.Count : (q+1)*m.Count] {
				if to != 0 {
					next[q] += g.below[n][to]
				}
			}
		}
		g.below = append(g.below, next)
	}
	return g
}

// strings returns the number of strings whose length in symbols does not exceed most, including the
// empty one.
func (g *table) strings(most int) int64 { return 1 + g.below[most][g.m.Start] }

// byteOf returns the next byte of a class, in rotation.
func (g *grower) byteOf(c int) byte {
	g.turns[c]++
	return g.members[c][g.turns[c]%len(g.members[c])]
}

// grow passes s, which leads to q, to the jury with every symbol appended, and recurses into the
// live results.
func (g *grower) grow(q, most int) {
	from := len(g.s)
	if from < g.everywhere {
		g.askEveryByte(q)
	}
	for c := range g.m.Count {
		to := int(g.m.Next[q*g.m.Count+c])
		g.s = append(g.s, g.byteOf(c))
		g.ask(q, to)
		if to != 0 && from+1 < most {
			g.grow(to, most)
		}
		g.s = g.s[:from]
	}
}

// ask passes s, whose last symbol leads from q to a state, to the jury: unchanged, and padded in
// one way or in all.
func (g *grower) ask(q, to int) {
	g.j.put(g.s, -1).padded = false
	g.asked++
	if g.asked%1024 == 0 {
		g.tally.done.Add(1024)
	}
	turn := int(g.asked & 0xFFFFFF)
	if len(g.s) > g.everywhere {
		if g.j.thorough || turn%5 == 0 {
			g.askPadded(q, to, turn, turn%23, turn%19, -1)
		}
		return
	}
	for n := range 64 {
		g.j.put(g.s, n)
		for place := range len(g.s) {
			g.askPadded(q, to, place, n, (5*n+turn)%(reach+1), (7*n+turn)%64)
		}
	}
	for _, size := range []int{256, 1024} { // long enough for runs to be skipped
		g.askPadded(q, to, turn, size+turn%64, turn%9, turn%64)
		g.askPadded(q, to, 0, size, turn%9, turn%64)
	}
}

// askEveryByte passes s to the jury with every byte appended, near the ends of eight-byte blocks.
func (g *grower) askEveryByte(q int) {
	from := len(g.s)
	for b := range 256 {
		g.s = append(g.s, byte(b))
		to := int(g.m.Next[q*g.m.Count+int(g.m.Class[b])])
		g.j.put(g.s, -1)
		for length := 8; length <= 17; length++ {
			g.askPadded(q, to, 0, 0, length-len(g.s), -1)
		}
		g.s = g.s[:from]
	}
}

// askPadded pads s and passes it to the jury. front is the number of bytes to insert where a state
// loops on them, and behind is the number of bytes to append, which lead to a member if there is
// one. So a dead string is wrong at exactly one offset.
func (g *grower) askPadded(q, to, place, front, behind, align int) {
	var room [1400]byte
	s := room[:0]
	at, loops := g.loop(place)
	if at >= 0 {
		s = append(s, g.s[:at]...)
		for i := range front {
			s = append(s, loops[(i+front)%len(loops)])
		}
		s = append(s, g.s[at:]...)
	} else {
		s = append(s, g.s...)
	}
	if to == 0 {
		to = q
	}
	g.j.put(g.goOn(s, to, behind), align)
}

// loop returns the first offset in s, in cyclic order starting at place, whose state loops on some
// bytes, or -1 if there is none.
func (g *grower) loop(place int) (at int, loops []byte) {
	path := g.path()
	for i := range path {
		at := (place + i) % len(path)
		if loops := g.loops[path[at]]; len(loops) > 0 {
			return at, loops
		}
	}
	return -1, nil
}

// path returns the states before each symbol of s.
func (g *grower) path() []uint16 {
	var room [16]uint16
	path, q := room[:0], g.m.Start
	for _, b := range g.s {
		path = append(path, q)
		q = g.m.Next[int(q)*g.m.Count+int(g.m.Class[b])]
	}
	return path
}

// goOn appends n bytes that lead from state q to a member, if there are any.
func (g *grower) goOn(s []byte, q, n int) []byte {
	for turn := len(s); n > 0 && g.on[n][q] != nil; n-- {
		ways := g.on[n][q]
		c := ways[(turn+n)%len(ways)]
		s, q = append(s, g.members[c][(turn+n)%len(g.members[c])]), int(g.m.Next[q*g.m.Count+c])
	}
	return s
}

// A subtree is one unit of work: the strings that begin with a live prefix of two symbols. The
// first subtree also includes the strings of up to two symbols, including the empty one.
type subtree struct {
	s    []byte
	q    int
	most int
}

func (g *table) subtrees(most int) []subtree {
	if most <= 2 {
		return []subtree{{nil, int(g.m.Start), most}}
	}
	all := []subtree{{nil, int(g.m.Start), 2}}
	for c := range g.m.Count {
		for d := range g.m.Count {
			if q := g.m.Next[int(g.m.Next[int(g.m.Start)*g.m.Count+c])*g.m.Count+d]; q != 0 {
				i := len(all)
				all = append(all,
					subtree{[]byte{g.members[c][i%len(g.members[c])], g.members[d][i%len(g.members[d])]}, int(q), most})
			}
		}
	}
	return all
}

func (g *table) size(s subtree) int64 {
	n := g.below[s.most-len(s.s)][s.q]
	if len(s.s) == 0 {
		n++
	}
	return n
}

// A forest holds all strings for a rule.
type forest struct {
	*table
	most  int // symbols
	trees []subtree
	size  int64 // number of strings

	everywhere int // strings of up to this many symbols are padded in every way
}

// figures holds string counts up to a given length, as computed by another program.
var figures = map[string]map[int]string{
	"rfc3987 IRI":           {5: "325,689", 6: "5.05 M", 7: "84.2 M", 8: "1.49 G"},
	"rfc3987 IRI-reference": {5: "8.48 M", 6: "163 M", 7: "3.1 G"},
	"rfc3986 URI":           {5: "133,897", 6: "1.83 M", 7: "26.2 M", 8: "391 M"},
	"rfc3986 URI-reference": {5: "1.74 M", 6: "28.8 M", 7: "479 M", 8: "8.0 G"},
}

// agrees reports whether a figure is n in rounded form.
func agrees(n int64, figure string) bool {
	number, unit, _ := strings.Cut(strings.ReplaceAll(figure, ",", ""), " ")
	x := float64(n) / map[string]float64{"": 1, "M": 1e6, "G": 1e9}[unit]
	_, decimals, _ := strings.Cut(number, ".")
	return strconv.FormatFloat(x, 'f', len(decimals), 64) == number
}

// The string counts equal those computed by another program.
func TestLivePrefixesAreAsManyAsWereCounted(t *testing.T) {
	for name, figures := range figures {
		grammar, rule, _ := strings.Cut(name, " ")
		g := newTable(shippedLanguage(t, grammar, rule), deepest)
		for most, figure := range figures {
			if n := g.strings(most); !agrees(n, figure) {
				t.Errorf("%s: %d strings of up to %d classes, not %s", name, n, most, figure)
			}
		}
	}
}

// lengths returns the largest number of symbols that yields no more strings than limit. The result
// does not exceed symbols.
func (g *table) lengths(symbols, limit int) int {
	for symbols > 1 && g.strings(symbols) > int64(limit) {
		symbols--
	}
	return symbols
}

// deepest is the maximum number of symbols in a string.
const deepest = 8

// forests returns the strings for the rules and the part selected by flags.
func forests(t *testing.T) (all []forest) {
	k, n := partOf(t)
	expression, others := strings.CutPrefix(*rules, "!")
	only, err := regexp.Compile("^(" + expression + ")$")
	if err != nil || *rules != "" && !testkit.Long() {
		t.Fatalf("-rules %s goes with -long: %v", *rules, err)
	}
	if *most < 0 || *most > deepest || *most > 0 && !testkit.Long() {
		t.Fatalf("-symbols %d: 1 to %d of them go with -long", *most, deepest)
	}
	for _, l := range provedLanguages(t) {
		if *rules != "" && only.MatchString(l.name) == others {
			continue
		}
		f := newTable(l, deepest).forest()
		for i, tree := range f.subtrees(f.most) {
			if i%n == k-1 {
				f.trees = append(f.trees, tree)
				f.size += f.table.size(tree)
			}
		}
		all = append(all, f)
	}
	return all
}

// forest returns the strings for a rule. A long run uses up to 8 symbols for URI and 7 for IRI, or
// the number set by a flag; CI uses 6 and 5, and other runs 4. For other rules the number is as
// large as time allows.
func (g *table) forest() forest {
	promised := map[string]int{"rfc3987 IRI": 7, "rfc3986 URI": 8}[g.name]
	if testkit.Long() {
		f := forest{table: g, most: promised, everywhere: 4}
		if promised == 0 {
			f.most, f.everywhere = g.lengths(6, 30_000_000), g.lengths(4, 25_000)
		}
		if *most > 0 {
			f.most = *most
		}
		return f
	}
	f := forest{table: g, most: 4, everywhere: g.lengths(2, testkit.Few(1000))}
	switch {
	case promised == 0:
		f.most = g.lengths(4, testkit.Fewer(20_000))
	case os.Getenv("CI") == "true" && !testkit.Slow && !testing.Short():
		f.most = promised - 2
	}
	return f
}

func partOf(t *testing.T) (k, n int) {
	if _, err := fmt.Sscanf(*part, "%d/%d", &k, &n); err != nil || k < 1 || k > n {
		t.Fatalf("-part %s: it should be the number of a part and how many there are, 1/16 to 16/16", *part)
	}
	if n > 1 && !testkit.Long() {
		t.Fatal("-part goes with -long")
	}
	return k, n
}

// A tally reports the progress of a long walk on stderr.
type tally struct {
	done  atomic.Int64
	total int64
	begin time.Time
}

// newTally starts the progress report for a walk of total strings, printed every 10 seconds.
func newTally(t *testing.T, what string, total int64) *tally {
	y := &tally{total: total, begin: time.Now()}
	tick := time.NewTicker(10 * time.Second)
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				done, took := y.done.Load(), time.Since(y.begin)
				left := time.Duration(float64(took) * float64(y.total-done) / float64(max(done, 1)))
				fmt.Fprintf(os.Stderr, "%.1f of %.1f million %s (%.1f %%), %v, about %v to go\n", float64(done)/1e6,
					float64(y.total)/1e6, what,
					100*float64(done)/float64(y.total), took.Round(time.Second), left.Round(time.Second))
			}
		}
	}()
	t.Cleanup(func() { tick.Stop(); close(stop) })
	return y
}

// All engines agree with the machine on all live prefixes of a few classes followed by one
// arbitrary symbol, and on their padded forms, so that blocks of 8 and 64 bytes begin everywhere in
// the strings. With -long, this covers IRI up to 7 classes and URI up to 8.
func TestEnginesAgreeOnLivePrefixes(t *testing.T) {
	all := forests(t)
	var total, strings, answered int64
	for _, f := range all {
		total += f.size
	}
	if total == 0 {
		t.Fatalf("-part %s -rules %q: no strings; there may be more parts than trees", *part, *rules)
	}
	tally := newTally(t, "strings", total)
	for _, f := range all {
		begin := time.Now()
		n, verdicts, answers := f.walk(t, tally)
		t.Logf(
			"%s: %d strings of up to %d classes, of %d; with those that were padded %d members and %d others, %d answers, %v",
			f.name, n, f.most, f.strings(f.most), verdicts[true], verdicts[false], answers,
			time.Since(begin).Round(time.Millisecond))
		strings += n
		answered += answers
	}
	t.Logf("part %s, %s: %d strings and those that were padded, %d answers, %v; slow engines were asked about %s",
		*part, everyEngine(), strings, answered, time.Since(tally.begin).Round(time.Second), slowly())
}

func everyEngine() string {
	if *asked != "" {
		return fmt.Sprintf("of all engines those named %q", *asked)
	}
	return "every engine"
}

func slowly() string {
	share := fmt.Sprintf("one in %d", slowShare)
	if testkit.Long() {
		share = "all of them"
	}
	return fmt.Sprintf("%s, and one in %d of the padded", share, slowShare*paddedShare)
}

// walk passes all strings of a forest to juries, each subtree in a separate parallel test.
func (f *forest) walk(t *testing.T, tally *tally) (strings int64, verdicts map[bool]int64, answers int64) {
	e := enginesOf(t, f.language).named(t, *asked)
	growers := make([]*grower, len(f.trees))
	t.Run(f.name, func(t *testing.T) {
		var failed atomic.Bool
		for i, tree := range f.trees {
			t.Run(fmt.Sprintf("%q", tree.s), func(t *testing.T) {
				t.Parallel()
				if failed.Load() {
					t.Skip("another tree failed")
				}
				defer func() {
					if t.Failed() {
						failed.Store(true)
					}
				}()
				g := f.grower(newJury(t, e), tree, tally)
				if len(tree.s) == 0 {
					g.asked++
					g.j.ask("")
				}
				g.grow(tree.q, tree.most)
				g.j.decide()
				tally.done.Add(g.asked % 1024)
				if growers[i] = g; g.asked != f.table.size(tree) {
					t.Errorf("%d strings, not %d", g.asked, f.table.size(tree))
				}
			})
		}
	})
	verdicts = map[bool]int64{}
	for _, g := range slices.DeleteFunc(growers, func(g *grower) bool { return g == nil }) {
		strings += g.asked
		answers += g.j.asked
		for v, n := range g.j.verdicts {
			verdicts[v] += n
		}
	}
	return strings, verdicts, answers
}

func (f *forest) grower(j *jury, tree subtree, tally *tally) *grower {
	g := &grower{j: j, table: f.table, tally: tally, everywhere: f.everywhere, most: f.most,
		s: append(make([]byte, 0, 16), tree.s...), turns: make([]int, f.m.Count)}
	for c := range g.turns { // so that subtrees do not all begin with the same bytes
		g.turns[c] = int(tree.q) + len(tree.s)*31
	}
	return g
}
