package tables_test

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	mix "github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/build/shared"
	"github.com/irilex/iri/tables"
)

// fullProof lets the comparison of all kernels take minutes: 10 million mutated strings, and live prefixes of up to 5 classes.
var fullProof = flag.Bool("full-proof", false, "compare all kernels on 10 million mutated strings and on prefixes of up to 5 classes, which takes half an hour")

// A kernel is a way to a verdict.
type kernel struct {
	name string
	one  func(s string) bool                    // the verdict of one string
	many func(dst []bool, list []string) []bool // or of many, in their order
	fit  func(s string) bool                    // whether it can be asked; nil when always
}

// kernels are all ways to a verdict that a rule has, the fast ones first.
func kernels(t testing.TB, l *language) (fast, slow []kernel) {
	t.Helper()
	r := seeded(uint64(len(l.rule)))
	batch := tables.NewBatch(l.rule)
	batch.Workers = 1
	fast = []kernel{
		{name: "Valid", one: l.rule.Valid},
		{name: "ValidOnTables", one: l.rule.ValidOnTables},
	}
	if l.m.Hot != nil || l.m.Regions != nil { // the engines that a rule without has
		for _, back := range []bool{false, true} {
			plain := *l.m
			plain.Hot, plain.Counts, plain.Regions, plain.Back = nil, nil, nil, back
			if back && len(plain.Next) > tables.MaxBack {
				continue
			}
			rule, err := plain.Encode()
			if err != nil {
				t.Fatal(err)
			}
			fast = append(fast, kernel{name: fmt.Sprintf("the plain engine, back %v", back), one: rule.Valid})
		}
	}
	fast = append(fast, shapeKernels(l)...)
	turn := 0
	slow = []kernel{
		{name: "ValidBytes", one: func(s string) bool { return l.rule.ValidBytes([]byte(s)) }},
		{name: "skim", one: func(s string) bool {
			valid, ok := l.rule.Skim(s)
			return valid && ok || !ok && l.rule.ValidOnTables(s)
		}},
		{name: "Check", one: func(s string) bool { return l.rule.Check(s) == nil }},
		{name: "Prefix", one: func(s string) bool { return l.rule.Prefix(s) == len(s) }},
		{name: "a state in three pieces", one: func(s string) bool {
			i := r.IntN(len(s) + 1)
			j := i + r.IntN(len(s)-i+1)
			q := l.rule.AdvanceString(l.rule.Start(), s[:i])
			return l.rule.Accepting(l.rule.AdvanceString(l.rule.Advance(q, []byte(s[i:j])), s[j:]))
		}},
		{name: "ValidReader", one: func(s string) bool {
			var reader io.Reader = strings.NewReader(s)
			if len(s) < 30 {
				reader = iotest.OneByteReader(reader)
			}
			valid, err := l.rule.ValidReader(reader)
			return valid && err == nil
		}, fit: func(string) bool { turn++; return turn%16 == 0 }}, // it allocates a buffer
		{name: "Batch, of strings", many: batch.AppendValid},
		{name: "Batch, of lines", many: func(dst []bool, list []string) []bool {
			text := []byte(strings.Join(list, "\n"))
			if len(list) > 0 {
				text = append(text, '\n')
			}
			return batch.AppendValidLines(dst, text)
		}, fit: func(s string) bool { return !strings.Contains(s, "\n") && !strings.HasSuffix(s, "\r") }},
	}
	if len(l.m.Components) > 0 {
		split := func(f func(s string) (tables.Extents, bool)) func(s string) bool {
			return func(s string) bool {
				x, ok := f(s)
				sum := 0
				for _, n := range x {
					sum += n
				}
				if ok && sum != len(s) {
					panic(fmt.Sprintf("%s: %v of %q", l.name, x, s))
				}
				return ok
			}
		}
		slow = append(slow, kernel{name: "Split", one: split(l.rule.Split)}, kernel{name: "SplitOnTables", one: split(l.rule.SplitOnTables)})
	}
	return fast, slow
}

// A jury asks kernels about strings, many at a time, and compares what they say with the reference engine.
type jury struct {
	t        *testing.T
	l        *language
	truth    *tables.Reference
	kernels  []kernel
	list     []string
	want     []bool
	verdicts map[bool]int
}

// newJury returns a jury of the fast kernels, or of all.
func newJury(t *testing.T, l *language, all bool) *jury {
	fast, slow := kernels(t, l)
	if all {
		fast = append(fast, slow...)
	}
	return &jury{t: t, l: l, truth: l.m.Reference(), kernels: fast, verdicts: map[bool]int{}}
}

func (j *jury) ask(s string) {
	j.list, j.want = append(j.list, s), append(j.want, j.truth.Valid(s))
	if len(j.list) == 1000 {
		j.decide()
	}
}

// decide asks all kernels about the strings so far.
func (j *jury) decide() {
	j.t.Helper()
	var got []bool
	for _, k := range j.kernels {
		list, want := j.list, j.want
		if k.many != nil {
			if k.fit != nil {
				list, want = nil, nil
				for i, s := range j.list {
					if k.fit(s) {
						list, want = append(list, s), append(want, j.want[i])
					}
				}
			}
			got = k.many(got[:0], list)
			if len(got) != len(list) {
				j.t.Fatalf("%s: %s: %d verdicts about %d strings", j.l.name, k.name, len(got), len(list))
			}
		}
		for i, s := range list {
			if k.many == nil && (k.fit != nil && !k.fit(s)) {
				continue
			}
			if k.many != nil && got[i] != want[i] || k.many == nil && k.one(s) != want[i] {
				j.t.Fatalf("%s: %s is wrong about %q (%d bytes), it is %v", j.l.name, k.name, s, len(s), want[i])
			}
		}
	}
	for _, v := range j.want {
		j.verdicts[v]++
	}
	j.list, j.want = j.list[:0], j.want[:0]
}

// proved are the rules that all kernels are compared on.
var proved = [][2]string{
	{"rfc3987", "IRI"}, {"rfc3987", "IRI-reference"}, {"rfc3987", "absolute-IRI"}, {"rfc3987", "irelative-ref"}, {"rfc3987", "iauthority"},
	{"rfc3987", "ihost"}, {"rfc3987", "ipath"}, {"rfc3987", "iquery"}, {"rfc3987", "ucschar"}, {"rfc3987", "ipchar"},
	{"rfc3986", "URI"}, {"rfc3986", "URI-reference"}, {"rfc2396", "URI-reference"}, {"xri30", "IRI"}, {"xri30", "iauthority"},
	{"ntriples", "IRIREF"}, {"ntriples", "triple"}, {"ntriples", "STRING_LITERAL_QUOTE"},
	{"treetop-as-written", "IRI"}, {"treetop-as-written", "iquery"},
}

func provedLanguages(t *testing.T) (all []*language) {
	for _, name := range proved {
		all = append(all, shippedLanguage(t, name[0], name[1]))
	}
	return all
}

// corpusLines are n lines of each kind, fewer of the long ones.
func corpusLines(n int) (all []string) {
	for _, kind := range mix.Kinds() {
		if kind == "data" {
			all = append(all, mix.Lines(kind, n/40+1)...)
			continue
		}
		all = append(all, mix.Lines(kind, n)...)
	}
	return all
}

// parts are what is in front of a delimiter in s and behind it: what components may be.
func parts(s string) (all []string) {
	for i, c := range []byte(s[:min(len(s), 100)]) {
		if strings.IndexByte("/?#@", c) >= 0 {
			all = append(all, s[:i], s[i:], s[i+1:])
		}
	}
	return all
}

// All kernels agree with the reference engine on everyday strings, and the rules of
// components on their parts; in angle brackets and in quotes they are terms of ntriples.
func TestKernelsAgreeOnCorpora(t *testing.T) {
	whole, some := corpusLines(few(3000)), corpusLines(few(300))
	if *fullProof {
		whole, some = corpusLines(30_000), whole
	}
	for _, l := range provedLanguages(t) {
		j := newJury(t, l, true)
		if strings.HasPrefix(l.m.Name, "IRI") || strings.HasPrefix(l.m.Name, "URI") {
			for _, s := range whole {
				j.ask(s)
			}
		}
		for _, s := range some {
			for _, s := range append(parts(s), s) {
				j.ask(s)
				if l.m.Grammar == "ntriples" {
					j.ask("<" + s + ">")
					j.ask("\"" + s + "\"")
				}
			}
		}
		j.decide()
		if !raceDetector && min(j.verdicts[true], j.verdicts[false]) == 0 && l.m.Name != "ucschar" && l.m.Name != "triple" {
			t.Errorf("%s: one-sided: %v", l.name, j.verdicts)
		}
	}
}

func TestKernelsAgreeOnCollectedLines(t *testing.T) {
	if raceDetector || testing.Short() {
		t.Skip("corpora are compared elsewhere")
	}
	for _, file := range []string{"urls.txt", "iris.txt"} {
		lines := strings.Split(shared.Read(t, "corpora", file), "\n")
		for _, l := range provedLanguages(t)[:2] {
			j := newJury(t, l, true)
			for _, s := range lines {
				j.ask(s)
			}
			j.decide()
			if j.verdicts[true] < 20_000 {
				t.Errorf("%s: %s: %v", l.name, file, j.verdicts)
			}
		}
	}
}

// odd are texts that edits put into strings.
var odd = []string{
	"\x00", "\xFF", "\n", "\r", "\r\n", " ", "%", "%4", "%zz", "%00", "é", "中", "\U0001F600", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xED\xBF\xBF",
	"\xF4\x90\x80\x80", "\xC3", "\xE4\xBD", "\xF0\x9F\x98", "\x80", "\uE000", "\uF8FF", "\U000F0000", "\U0010FFFD", "\uFDD0", "\uFFFE", "\uFFFF", "\U0001FFFE",
	"\u00A0", "\x7F", "\xC2\x80", "\U000E0FFF", "\U000E1000", ":", "/", "//", "?", "#", "@", "[", "]", "[::1]", "://", "\"", "<", ">", "\\", "\\u00e9", "a", "0", "..",
}

// A mutator makes strings of some members and lines.
type mutator struct {
	r     *rand.Rand
	l     *language
	lines []string
}

// draw returns a member or a line with edits: of any length up to 300, most often near a multiple of 8, and sometimes with a long run.
func (m *mutator) draw() string {
	r := m.r
	var s []byte
	switch r.IntN(8) {
	case 0, 1, 2:
		length := 8*r.IntN(6) + r.IntN(3) - 1
		if r.IntN(10) == 0 {
			length = r.IntN(301)
		}
		s = m.l.draw(r, max(0, length))
	case 3:
		s = longAddress(r)
	default:
		s = []byte(m.lines[r.IntN(len(m.lines))])
	}
	if m.l.m.Grammar == "ntriples" && r.IntN(2) == 0 {
		s = slices.Concat([]byte("<"), s, []byte(">"))
	}
	for range r.IntN(4) {
		s = m.edit(s)
	}
	switch n := r.IntN(400); {
	case n == 0: // a long run
		s = m.stretch(s, 4000+r.IntN(200))
	case n < 8:
		s = m.stretch(s, 64+r.IntN(80))
	case n < 100 && len(s) > 300:
		s = s[:r.IntN(301)]
	case n < 200 && len(s) > 8: // a length near a multiple of 8
		s = s[:min(len(s), len(s)&^7+r.IntN(3)-1)]
	}
	return string(s)
}

// edit makes one edit.
func (m *mutator) edit(s []byte) []byte {
	r := m.r
	i := r.IntN(len(s) + 1)
	j := i + r.IntN(min(len(s)-i, 6)+1)
	with := []byte(odd[r.IntN(len(odd))])
	if r.IntN(4) == 0 {
		with = []byte{byte(r.IntN(256))}
	}
	switch r.IntN(8) {
	case 0: // truncate
		return s[:i]
	case 1: // leave out the beginning
		return s[i:]
	case 2, 3: // replace
		return slices.Concat(s[:i], with, s[j:])
	case 4, 5: // insert
		return slices.Concat(s[:i], with, s[i:])
	case 6: // delete
		return slices.Concat(s[:i], s[j:])
	}
	other := m.lines[r.IntN(len(m.lines))] // splice
	at := r.IntN(len(other) + 1)
	return slices.Concat(s[:i], []byte(other[at:min(len(other), at+20)]), s[j:])
}

// stretch puts a run into s: of one byte, or of a text that comes again and again.
func (m *mutator) stretch(s []byte, n int) []byte {
	i := m.r.IntN(len(s) + 1)
	run := []string{"a", "/", "9", "%41", "é", "中", "a/", "a.b-", "\U0001F600", "ab中"}[m.r.IntN(10)]
	if i > 0 && m.r.IntN(2) == 0 {
		run = string(s[i-1 : i])
	}
	return slices.Concat(s[:i], []byte(strings.Repeat(run, n/len(run)+1)), s[i:])
}

// All kernels agree with the reference engine on strings that were changed at random.
func TestKernelsAgreeOnMutatedStrings(t *testing.T) {
	total := few(200_000)
	if testing.Short() {
		total /= 4
	}
	if *fullProof {
		total = 10_000_000
	}
	lines := slices.DeleteFunc(corpusLines(2000), func(s string) bool { return len(s) > 400 })
	languages, asked, verdicts := provedLanguages(t), 0, map[bool]int{}
	for i, l := range languages {
		j := newJury(t, l, true)
		m := &mutator{seeded(uint64(200 + i)), l, lines}
		for range total / len(languages) {
			j.ask(m.draw())
		}
		j.decide()
		for v, n := range j.verdicts {
			asked += n
			verdicts[v] += n
		}
		if j.verdicts[true] == 0 || j.verdicts[false] == 0 {
			t.Errorf("%s: one-sided: %v", l.name, j.verdicts)
		}
	}
	t.Logf("%d strings, verdicts %v", asked, verdicts)
}

// A grower makes all strings of a few live symbols, and one symbol more.
type grower struct {
	j       *jury
	l       *language
	symbols []byte    // one of each class
	on      [][][]int // by bytes to go, and state: the classes with which it goes on to a member; the shortest ways
	asked   int
	lengths []int // to which strings are continued
	every   bool  // byte as the last symbol, or one of each class
}

func newGrower(j *jury, lengths []int, every bool) *grower {
	g := &grower{j: j, l: j.l, lengths: lengths, every: every}
	m, known := g.l.m, map[uint8]bool{}
	for b := range 256 {
		if c := m.Class[b]; !known[c] {
			known[c] = true
			g.symbols = append(g.symbols, byte(b))
		}
	}
	now := make([][]int, m.States())
	for q, accept := range m.Accept {
		if accept {
			now[q] = []int{}
		}
	}
	g.on = [][][]int{now}
	for n := range slices.Max(append([]int{0}, lengths...)) {
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
	return g
}

// goOn appends n bytes with which state q comes to a member, if there are any; s otherwise.
func (g *grower) goOn(s []byte, q, n int) []byte {
	for turn := len(s); n > 0 && g.on[n][q] != nil; n-- {
		ways := g.on[n][q]
		b := g.symbols[ways[(turn+n)%len(ways)]]
		s, q = append(s, b), int(g.l.m.Next[q*g.l.m.Count+int(g.l.m.Class[b])])
	}
	return s
}

// grow asks about s, which leads to q, with every symbol behind it, and goes on with all that are live.
func (g *grower) grow(s []byte, q, most int) {
	m := g.l.m
	for b := range 256 {
		c := m.Class[b]
		to := int(m.Next[q*m.Count+int(c)])
		first := g.symbols[c] == byte(b)
		if !first && !g.every {
			continue
		}
		next := append(s[:len(s):len(s)], byte(b))
		g.ask(next)
		if first || g.every && len(s) < 2 {
			from := to
			if to == 0 { // a string that is wrong in just one place
				from = q
			}
			for _, length := range g.lengths {
				if length > len(next) {
					g.ask(g.goOn(next[:len(next):len(next)], from, length-len(next)))
				}
			}
		}
		if first && to != 0 && len(s) < most {
			g.grow(next, to, most)
		}
	}
}

func (g *grower) ask(s []byte) {
	g.asked++
	g.j.ask(string(s))
}

// All kernels agree with the reference engine on all live prefixes of a few classes and one
// more symbol, and on what these are continued to, so that blocks of eight bytes begin
// everywhere in them.
func TestKernelsAgreeOnLivePrefixes(t *testing.T) {
	total, most := 0, 3
	switch {
	case *fullProof:
		most = 5
	case raceDetector:
		most = 1
	case testing.Short():
		most = 2
	}
	for _, l := range provedLanguages(t) {
		t.Run(l.name, func(t *testing.T) {
			shortest := newGrower(newJury(t, l, true), []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, true)
			shortest.grow(nil, int(l.m.Start), min(1, most-1))
			shortest.j.decide()
			g, most := newGrower(newJury(t, l, false), []int{8, 9, 12, 16, 17}, *fullProof), most
			for prefixes(l, most) > limitOfPrefixes() {
				most--
			}
			g.grow(nil, int(l.m.Start), most)
			g.j.decide()
			t.Logf("%d prefixes of up to %d classes, %d strings; %v", prefixes(l, most), most, g.asked+shortest.asked, g.j.verdicts)
			total += g.asked + shortest.asked
		})
	}
	t.Logf("%d strings", total)
}

// limitOfPrefixes keeps the comparison within half a minute, or half an hour.
func limitOfPrefixes() int {
	if *fullProof {
		return 5_000_000
	}
	return 11_000
}

// prefixes returns how many live strings of classes there are, of up to so many.
func prefixes(l *language, most int) (n int) {
	now := map[int]int{int(l.m.Start): 1}
	for range most + 1 {
		next := map[int]int{}
		for q, ways := range now {
			n += ways
			for _, to := range l.m.Next[q*l.m.Count : (q+1)*l.m.Count] {
				if to != 0 {
					next[int(to)] += ways
				}
			}
		}
		now = next
	}
	return n
}
