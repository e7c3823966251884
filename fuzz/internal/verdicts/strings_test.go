package verdicts

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables/machine"
)

// A size bounds the number of strings.
type size struct {
	lines int // from each kind in the corpus; a hundredth of that for long lines
	part  int // one line in this many is also used in pieces and with an edit
	cover int // maximum number of transitions covered per rule
}

var sample, all = size{lines: 8, part: 4, cover: 60}, size{lines: 250, part: 10, cover: 1 << 30}

// A dice draws numbers that are the same on every platform, unlike rand.IntN.
type dice struct{ pcg *rand.PCG }

func (d dice) below(n int) int { return int(d.pcg.Uint64() % uint64(n)) }

// odd contains the bytes that edits insert.
const odd = "a:/?#[]@%.1-+\x00\x7F \"<\xC3\xA9\xE4\xB8\xAD\xEE\x80\xF0\x9F\xFF"

// edit returns s with one byte replaced, inserted or removed.
func (d dice) edit(s string) string {
	i := d.below(len(s) + 1)
	at := d.below(len(odd))
	with := odd[at : at+1]
	switch kind := d.below(3); {
	case kind == 0 || i == len(s):
		return s[:i] + with + s[i:]
	case kind == 1:
		return s[:i] + s[i+1:]
	}
	return s[:i] + with + s[i+1:]
}

// corpusStrings returns lines from the corpus, parts of lines (which may be components), and edited
// lines.
func corpusStrings(n size) (list []string) {
	d := dice{rand.NewPCG(7, 1)}
	for _, kind := range corpus.Kinds() {
		count := n.lines
		if kind == "data" {
			count = n.lines/100 + 1
		}
		for i, s := range corpus.Lines(kind, count) {
			list = append(list, s)
			if i%n.part > 0 {
				continue
			}
			list = append(list, d.edit(s), "<"+s+">", "\""+s+"\"")
			for j := range min(len(s), 100) {
				if strings.IndexByte(":/?#@[]", s[j]) >= 0 {
					list = append(list, s[:j], s[j+1:])
				}
			}
		}
	}
	return list
}

// coverStrings returns a string for each transition of a minimal automaton: a shortest string to
// its state, a byte of its class, and a shortest path to an accepting state, if there is one. Each
// is followed by an edited copy. If there are more than n.cover transitions, only every k-th is
// used.
func coverStrings(m *machine.Machine, n size) (list []string) {
	d := dice{rand.NewPCG(7, 2)}
	to, from := access(m), completions(m)
	bytesOf := make([][]byte, m.Count)
	for b, c := range m.Class {
		bytesOf[c] = append(bytesOf[c], byte(b))
	}
	step := (m.States()*m.Count + n.cover - 1) / n.cover
	for i := d.below(step); i < m.States()*m.Count; i += step {
		q, c := i/m.Count, i%m.Count
		if q == 0 && m.Start != 0 {
			continue // the dead state
		}
		b := bytesOf[c][d.below(len(bytesOf[c]))]
		s := to[q] + string([]byte{b}) + from[m.Next[i]]
		list = append(list, s, d.edit(s))
	}
	return append(list, to[m.Start])
}

// access returns, for each state, a shortest string that leads to it from the start, or "" for the
// dead state.
func access(m *machine.Machine) []string {
	to, seen := make([]string, m.States()), make([]bool, m.States())
	seen[0], seen[m.Start] = true, true
	for queue := []uint16{m.Start}; len(queue) > 0; queue = queue[1:] {
		q := queue[0]
		for b, c := range m.Class {
			if next := m.Next[int(q)*m.Count+int(c)]; !seen[next] {
				seen[next], to[next] = true, to[q]+string([]byte{byte(b)})
				queue = append(queue, next)
			}
		}
	}
	return to
}

// completions returns, for each state, a shortest string that leads from it to an accepting state,
// or "" for the dead state.
func completions(m *machine.Machine) []string {
	from, known := make([]string, m.States()), slices.Clone(m.Accept)
	for grown := true; grown; {
		grown = false
		before := slices.Clone(known)
		for q := range m.States() {
			if known[q] {
				continue
			}
			for b, c := range m.Class {
				if next := m.Next[q*m.Count+int(c)]; before[next] {
					known[q], from[q], grown = true, string([]byte{byte(b)})+from[next], true
					break
				}
			}
		}
	}
	return from
}
