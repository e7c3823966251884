package tables_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	mix "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// proved lists the rules on which all kernels are compared.
var proved = [][2]string{
	{"rfc3987", "IRI"}, {"rfc3987", "IRI-reference"}, {"rfc3987", "absolute-IRI"}, {"rfc3987", "irelative-ref"},
	{"rfc3987", "iauthority"},
	{"rfc3987", "ihost"}, {"rfc3987", "ipath"}, {"rfc3987", "iquery"}, {"rfc3987", "ucschar"}, {"rfc3987", "ipchar"},
	{"rfc3986", "URI"}, {"rfc3986", "URI-reference"}, {"rfc2396", "URI-reference"}, {"xri30", "IRI"},
	{"xri30", "iauthority"},
	{"ntriples", "IRIREF"}, {"ntriples", "triple"}, {"ntriples", "STRING_LITERAL_QUOTE"},
	{"treetop-as-written", "IRI"}, {"treetop-as-written", "iquery"},
}

func provedLanguages(t *testing.T) (all []*language) {
	for _, name := range proved {
		all = append(all, shippedLanguage(t, name[0], name[1]))
	}
	return all
}

// corpusLines returns n lines of each kind, but fewer long ones.
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

// parts splits s at each delimiter into possible components.
func parts(s string) (all []string) {
	for i, c := range []byte(s[:min(len(s), 100)]) {
		if strings.IndexByte("/?#@", c) >= 0 {
			all = append(all, s[:i], s[i:], s[i+1:])
		}
	}
	return all
}

// All kernels agree with the reference engine on ordinary strings. Component rules are tested on
// the strings' parts, and ntriples on the strings in angle brackets and quotes.
func TestKernelsAgreeOnCorpora(t *testing.T) {
	whole, some := corpusLines(testkit.Fewer(3000)), corpusLines(testkit.Few(300))
	if testkit.Long() {
		whole, some = corpusLines(30_000), whole
	}
	for _, l := range provedLanguages(t) {
		j := newJury(t, enginesOf(t, l))
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
		if !testkit.Slow && min(j.verdicts[true], j.verdicts[false]) == 0 && l.m.Name != "ucschar" && l.m.Name != "triple" {
			t.Errorf("%s: one-sided: %v", l.name, j.verdicts)
		}
	}
}

func TestKernelsAgreeOnCollectedLines(t *testing.T) {
	if testkit.Slow || testing.Short() {
		t.Skip("corpora are compared elsewhere")
	}
	for _, file := range []string{"urls.txt", "iris.txt"} {
		lines := strings.Split(shared.Read(t, "corpora", file), "\n")
		for _, l := range provedLanguages(t)[:2] {
			j := newJury(t, enginesOf(t, l))
			for i, s := range lines {
				if testkit.OneIn(8, i) {
					j.ask(s)
				}
			}
			j.decide()
			if j.verdicts[true] < int64(testkit.Fewer(20_000)) {
				t.Errorf("%s: %s: %v", l.name, file, j.verdicts)
			}
		}
	}
}

// odd lists texts to insert into strings.
var odd = []string{
	"\x00", "\xFF", "\n", "\r", "\r\n", " ", "%", "%4", "%zz", "%00", "é", "中", "\U0001F600", "\xC0\xAF", "\xE0\x80\xAF",
	"\xED\xA0\x80", "\xED\xBF\xBF",
	"\xF4\x90\x80\x80", "\xC3", "\xE4\xBD", "\xF0\x9F\x98", "\x80", "\uE000", "\uF8FF", "\U000F0000", "\U0010FFFD",
	"\uFDD0", "\uFFFE", "\uFFFF", "\U0001FFFE",
	"\u00A0", "\x7F", "\xC2\x80", "\U000E0FFF", "\U000E1000", ":", "/", "//", "?", "#", "@", "[", "]", "[::1]", "://",
	"\"", "<", ">", "\\", "\\u00e9", "a", "0", "..",
}

// A mutator edits members and lines.
type mutator struct {
	r     *rand.Rand
	l     *language
	lines []string
}

// draw returns an edited member or line of any length up to 300, usually near a multiple of 8. It
// sometimes contains a long run.
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
	case 1: // remove the beginning
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

// stretch inserts a run of one byte, or of a repeated text, into s.
func (m *mutator) stretch(s []byte, n int) []byte {
	i := m.r.IntN(len(s) + 1)
	run := []string{"a", "/", "9", "%41", "é", "中", "a/", "a.b-", "\U0001F600", "ab中"}[m.r.IntN(10)]
	if i > 0 && m.r.IntN(2) == 0 {
		run = string(s[i-1 : i])
	}
	return slices.Concat(s[:i], []byte(strings.Repeat(run, n/len(run)+1)), s[i:])
}

// All kernels agree with the reference engine on randomly edited strings.
func TestKernelsAgreeOnMutatedStrings(t *testing.T) {
	total := testkit.Few(200_000)
	if testing.Short() {
		total /= 4
	}
	if testkit.Long() {
		total = 10_000_000
	}
	lines := slices.DeleteFunc(corpusLines(2000), func(s string) bool { return len(s) > 400 })
	languages, asked, verdicts, kernels := provedLanguages(t), int64(0), map[bool]int64{}, map[string]bool{}
	for i, l := range languages {
		e := enginesOf(t, l)
		for _, k := range e.kernels {
			kernels[k.name] = true
		}
		j := newJury(t, e)
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
	t.Logf("%d strings, verdicts %v, by %s", asked, verdicts, strings.Join(slices.Sorted(maps.Keys(kernels)), "; "))
}
