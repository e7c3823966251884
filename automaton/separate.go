package automaton

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// separators holds words that distinguish the states of a minimal DFA, each with the states from
// which the DFA accepts it. A word separates two states if it is accepted from only one of them.
//
// Idea. The Myhill-Nerode matrix has a row for each state and a column for each word. The
// separators are the shortest words of all distinct columns. These columns are the states of the
// automaton for the reversed language. A rule in an RFC has about as many columns as states (398
// columns and 278 states for IRI-reference), so choosing among all columns is feasible. In the
// worst case there are 2^states columns. After the first maxColumns columns, visit adds only words
// that separate states not yet separated.
type separators struct {
	dfa     *DFA
	meter   *Meter
	reached bitset
	states  []StateID // the members of reached
	words   []string  // shortest first; for each word, the list also contains the word without its first byte
	tails   []int     // by word: the index of the word without its first byte; 0 for the empty word, which comes first
	columns []bitset  // by word: the reached states from which it is accepted
	groups  grouping  // groups of reached states not yet separated
	held    int64     // bytes
}

// maxColumns is the number of columns up to which visit keeps every new column. It is ten times
// what IRI-reference needs.
const maxColumns = 4096

var errNotMinimal = errors.New("the automaton is not minimal: two states accept the same strings")

// separate finds the separators of the reached states of a minimal DFA. The words consist of
// letters, which must contain a byte of each class. Cost: words × classes × states.
func separate(d *DFA, reached bitset, letters []byte, meter *Meter) (*separators, error) {
	s := &separators{dfa: d, meter: meter, reached: reached, states: reached.states(), groups: newGrouping(d)}
	known := map[string]bool{}
	if err := s.visit("", 0, s.column(d.Accepting), known); err != nil {
		return s, err
	}
	for i := 0; i < len(s.words); i++ {
		if err := meter.cancelled(); err != nil {
			return s, err
		}
		if len(s.words) >= maxColumns && s.groups.count == len(s.states) {
			break
		}
		for _, b := range letters {
			c, short := d.Class(b), s.columns[i]
			column := s.column(func(q StateID) bool { return short.has(d.Next(q, c)) })
			if err := s.visit(string([]byte{b})+s.words[i], i, column, known); err != nil {
				return s, err
			}
		}
	}
	if s.groups.count != len(s.states) {
		return s, errNotMinimal
	}
	return s, nil
}

// visit adds a word if its column is new and useful.
func (s *separators) visit(word string, tail int, column bitset, known map[string]bool) error {
	if err := s.meter.Work(int64(2 * s.dfa.NumStates())); err != nil { // for the column and the cut
		return err
	}
	key := column.key()
	if known[key] {
		return nil
	}
	before := s.groups.count
	s.groups.cut(s.states, column)
	if len(s.words) >= maxColumns && s.groups.count == before {
		return nil
	}
	size := int64(len(word) + 2*len(key))
	if err := s.meter.spend(0, size); err != nil {
		return err
	}
	s.held += size
	known[key] = true
	s.words, s.tails, s.columns = append(s.words, word), append(s.tails, tail), append(s.columns, column)
	return nil
}

// all returns the indexes of all words.
func (s *separators) all() []int {
	list := make([]int, len(s.words))
	for i := range list {
		list[i] = i
	}
	return list
}

func (s *separators) release() { s.meter.release(s.held) }

// column returns the reached states for which accepted is true.
func (s *separators) column(accepted func(StateID) bool) bitset {
	column := newBitset(s.dfa.NumStates())
	for q := range s.dfa.NumStates() {
		if q := StateID(q); s.reached.has(q) && accepted(q) {
			column.add(q)
		}
	}
	return column
}

// basis returns words that separate all states, including the words in first. It repeatedly adds
// the word that separates the most pairs. The gain of a word never increases, so few gains are
// recomputed for each word added. Cost: words × states, plus words + states for each recomputed
// gain.
func (s *separators) basis(first []int) (words []int, err error) {
	p := newGrouping(s.dfa)
	for _, w := range first {
		p.cut(s.states, s.columns[w])
	}
	words = slices.Clone(first)
	gain := make([]int, len(s.words)) // upper bounds
	for w, column := range s.columns {
		if err := s.meter.Work(int64(len(s.states))); err != nil {
			return nil, err
		}
		gain[w] = p.pairs(s.states, column)
	}
	for p.count < len(s.states) {
		if err := s.meter.Work(int64(len(gain) + len(s.states))); err != nil {
			return nil, err
		}
		best := slices.Index(gain, slices.Max(gain))
		now := p.pairs(s.states, s.columns[best])
		if now < gain[best] {
			gain[best] = now // the old gain was computed before the latest cuts
			continue
		}
		words = append(words, best)
		p.cut(s.states, s.columns[best])
	}
	slices.Sort(words)
	return words, nil
}

// A grouping puts states not yet separated into the same group.
type grouping struct {
	group []int // by state: its group, from 0
	count int
}

// pairs returns the number of pairs of states in the same group that a column separates.
func (p *grouping) pairs(states []StateID, column bitset) (n int) {
	in, out := make([]int, p.count), make([]int, p.count)
	for _, q := range states {
		if column.has(q) {
			in[p.group[q]]++
		} else {
			out[p.group[q]]++
		}
	}
	for g := range in {
		n += in[g] * out[g]
	}
	return n
}

// newGrouping returns a grouping with all states of d in one group.
func newGrouping(d *DFA) grouping { return grouping{group: make([]int, d.NumStates()), count: 1} }

// cut splits each group into the states in the column and the others.
func (p *grouping) cut(states []StateID, column bitset) {
	in, out := make([]int, p.count), make([]int, p.count) // by group: the number of the part, from 1
	p.count = 0
	for _, q := range states {
		part := &out[p.group[q]]
		if column.has(q) {
			part = &in[p.group[q]]
		}
		if *part == 0 {
			p.count++
			*part = p.count
		}
		p.group[q] = *part - 1
	}
}

// distinguish chooses words from a list so that each state in others is separated from q by some
// chosen word. If users is not nil, word w counts only for the states in users[w]. To keep the set
// small, distinguish chooses words greedily (Johnson, Approximation algorithms for combinatorial
// problems, 1974) and prefers the first of equally good words, and reduce removes redundant words.
// For the dead states of the large rules in RFC 3986 and RFC 3987 no smaller set exists.
func (s *separators) distinguish(q StateID, others bitset, from []int, users []bitset) (chosen []int, err error) {
	separated := make([]bitset, len(from)) // the states of others that a word separates from q
	for i, w := range from {
		if err := s.meter.Work(int64(len(others))); err != nil {
			return nil, err
		}
		if separated[i] = others.and(s.columns[w], s.columns[w].has(q)); users != nil {
			separated[i] = separated[i].and(users[w], false)
		}
	}
	gain := make([]int, len(from)) // upper bounds, as in basis
	for i := range separated {
		gain[i] = separated[i].count()
	}
	var picked []int
	for rest := others; rest.count() > 0; {
		if err := s.meter.Work(int64(len(gain) + len(rest))); err != nil {
			return nil, err
		}
		best := slices.Index(gain, slices.Max(gain))
		now := rest.common(separated[best])
		if now < gain[best] {
			gain[best] = now
			continue
		}
		picked = append(picked, best)
		rest = rest.and(separated[best], true)
	}
	return s.reduce(separated, picked, from)
}

// reduce returns the picked words without the redundant ones.
func (s *separators) reduce(separated []bitset, picked, from []int) (chosen []int, err error) {
	times := make([]int, s.dfa.NumStates()) // by state: the number of words that separate it
	for _, i := range picked {
		if err := s.meter.Work(int64(s.dfa.NumStates())); err != nil {
			return nil, err
		}
		for _, q := range separated[i].states() {
			times[q]++
		}
	}
	for _, i := range picked {
		states := separated[i].states()
		if slices.ContainsFunc(states, func(q StateID) bool { return times[q] == 1 }) {
			chosen = append(chosen, from[i])
			continue
		}
		for _, q := range states {
			times[q]--
		}
	}
	slices.Sort(chosen)
	return chosen, nil
}

// A bitset is a set of states.
type bitset []uint64

func newBitset(states int) bitset { return make(bitset, (states+63)/64) }

func (s bitset) has(q StateID) bool { return s[q/64]>>(q%64)&1 != 0 }

func (s bitset) add(q StateID) { s[q/64] |= 1 << (q % 64) }

func (s bitset) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// states returns the members in ascending order.
func (s bitset) states() (members []StateID) {
	for q := range 64 * len(s) {
		if s.has(StateID(q)) {
			members = append(members, StateID(q))
		}
	}
	return members
}

// common counts the states in both sets.
func (s bitset) common(other bitset) (n int) {
	for i, w := range s {
		n += bits.OnesCount64(w & other[i])
	}
	return n
}

// and returns the states in both sets. If not is true, it returns the states only in s.
func (s bitset) and(other bitset, not bool) bitset {
	result := make(bitset, len(s))
	for i, w := range s {
		if result[i] = w & other[i]; not {
			result[i] = w &^ other[i]
		}
	}
	return result
}

// without returns s without q.
func (s bitset) without(q StateID) bitset {
	one := make(bitset, len(s))
	one.add(q)
	return s.and(one, true)
}

func (s bitset) key() string {
	key := make([]byte, 0, 8*len(s))
	for _, w := range s {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}
