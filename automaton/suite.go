package automaton

import (
	"iter"
	"slices"
	"unicode/utf8"
)

// A Premise is what a [Suite] takes for granted about how the automaton of an
// implementation treats bytes.
type Premise uint8

// The premises, from the strongest to the weakest.
const (
	// AlikeBytes is that bytes of one class are treated alike.
	AlikeBytes Premise = iota
	// MistakenBytes is that each byte leads from each state to where some letter leads from
	// there: any byte may be taken for another, in one state or in all.
	MistakenBytes
	// AnyBytes is nothing: a byte may lead anywhere.
	AnyBytes
)

// A Suite is a complete test suite of a language: strings with verdicts. Whatever decides by
// a complete DFA over bytes that has at most States states and fulfils the premise, and gives
// these verdicts, has exactly this language. It may have more states than the minimal DFA,
// for the price of a factor of the letters for each.
//
// It is made of two parts, like that of the Wp method (Fujiwara, von Bochmann, Khendek, Amalou
// and Ghedamsi, Test selection based on finite state models, 1991), which goes back to Chow's
// W method (Testing software design modeled by finite-state machines, 1978). A letter is a byte
// that stands for its class, and p(s) the access word of state s, over letters. Then the tests
// are
//
//	p(s) w     for each state s and each word w of cover(s)
//	p(s) a w   for each state s, letter a and word w of identity(t), where a leads from s to t
//
// Wp has one set of words that tell all states apart for cover(s), and for identity(t) the
// words of that set which tell t from all others. Here, as in the H method (Dorofeeva,
// El-Fakih and Yevtushenko, An improved conformance testing method, 2005), less will do:
//
//	cover(s) has the empty word and identity(s)
//	for two states s and t, identity(s) and cover(t) share a word that is accepted from one of them only
//
// Why it is complete. Let f(s) be the state of the implementation after p(s). For s and t
// there is a word in cover(s) and cover(t) that is accepted from one of them only, and the
// implementation says so too, behind p(s) and p(t). So f(s) and f(t) differ, and the
// implementation has no states but these. One that accepts does so in both, because of the
// empty word. From f(s) the letter a leads to f(u) for some u. Were u not t, the word that
// identity(t) and cover(u) share would be accepted behind p(s) a and not behind p(u), or the
// other way round; but both lead to f(u). So f is an isomorphism on letters.
//
// For e more states there are up to e letters between p(s) and the words of a cover, and up to
// e + 1 between p(s) and those of an identity. The argument is the same, the other way round: the
// n states f(s) and e more are all behind p(s) and at most e letters; no state is behind two
// such beginnings that lead to different states of the DFA, because of the covers; so each has
// one state of the DFA, and letters lead from it to where they should, because of the identities.
//
// With MistakenBytes there is, for every other byte b that leads from s to t,
//
//	p(s) b w   for words w that tell t from where else letters lead from s; one at least
//
// which leaves f(t) alone of what the premise allows. With AnyBytes every byte is a letter
// where the tests have "a", and the premise is empty.
//
// Few tests can be left out. One of p(s) a w that ends in the dead state right behind a says
// nothing of any other transition, and nine in ten are such; for each of these transitions no
// fewer words will do than what all live states together need to accept one.
//
//	               states × classes   AlikeBytes   MistakenBytes    AnyBytes
//	URI                  180 × 21       35,247         120,524     479,760
//	URI-reference        183 × 21       35,495         121,569     487,011
//	IRI                  262 × 44      222,968         322,240   1,325,042
//	IRI-reference        278 × 44      235,316         339,414   1,399,288
//
// Prefixes are no matter: a test says something about the whole string only, so that tests
// which begin others are not left out. No string comes twice.
type Suite struct {
	d        *DFA
	premise  Premise
	extra    int // states that an implementation may have more
	letters  []byte
	isLetter [256]bool
	states   []StateID // that can be reached, in the order of their access words
	access   []string  // by state
	before   []StateID // by state: that of the access word less its last byte
	reached  bitset
	words    []string       // the first is empty
	longer   map[prefix]int // the index of a word with one more byte in front
	cover    [][]int        // by state: indexes of words
	identity [][]int
	place    []map[StateID][]int // by state and where a byte leads
}

// A prefix is a byte before a word.
type prefix struct {
	b    byte
	word int
}

// NewSuite plans the suite of a canonical DFA, for implementations with so many states more
// than those of the DFA that can be reached. Cost: words × classes × states, and words ×
// states² / 64 for every word of a set; both count as moves.
func NewSuite(d *DFA, premise Premise, extra int, meter *Meter) (*Suite, error) {
	s := &Suite{d: d, premise: premise, extra: extra, letters: representatives(d), reached: newBitset(d.NumStates()), longer: map[prefix]int{}}
	for _, b := range s.letters {
		s.isLetter[b] = true
	}
	s.walk()
	if err := s.affordable(); err != nil {
		return nil, err
	}
	sep, err := separate(d, s.reached, s.letters, meter)
	defer sep.release()
	if err != nil {
		return nil, err
	}
	s.words = sep.words
	for i := 1; i < len(s.words); i++ {
		s.longer[prefix{s.words[i][0], sep.behind[i]}] = i
	}
	if err = s.identify(sep); err == nil && premise == MistakenBytes {
		err = s.locate(sep)
	}
	return s, err
}

// maxBeginnings bounds what more states may cost, each of which multiplies: 20 times what IRI needs for one more.
const maxBeginnings = 10_000_000

// affordable returns an error when there are too many beginnings of tests.
func (s *Suite) affordable() error {
	letters := int64(len(s.letters))
	if s.premise == AnyBytes {
		letters = 256
	}
	n := int64(len(s.states)) * letters
	for range s.extra {
		if n *= letters; n > maxBeginnings {
			break
		}
	}
	return check("beginnings of tests", n, maxBeginnings)
}

// representatives returns a byte of each class, in the order in which witnesses prefer them.
func representatives(d *DFA) (letters []byte) {
	var have [256]bool
	for i := range 256 {
		b := byte(i)
		if i < utf8.RuneSelf {
			b = preferred[i]
		}
		if c := d.Class(b); !have[c] {
			have[c] = true
			letters = append(letters, b)
		}
	}
	return letters
}

// walk finds the access words, the shortest ones. Each is another and a letter.
func (s *Suite) walk() {
	s.access, s.before = make([]string, s.d.NumStates()), make([]StateID, s.d.NumStates())
	visit := func(q, before StateID, word string) {
		if !s.reached.has(q) {
			s.reached.add(q)
			s.access[q], s.before[q] = word, before
			s.states = append(s.states, q)
		}
	}
	visit(s.d.Start(), Dead, "")
	for i := 0; i < len(s.states); i++ {
		q := s.states[i]
		for _, b := range s.letters {
			visit(s.d.Step(q, b), q, s.access[q]+string([]byte{b}))
		}
	}
}

// heaviest returns the state that most letters lead to: the dead one, in general.
func (s *Suite) heaviest() StateID {
	ways := make([]int, s.d.NumStates())
	for _, q := range s.states {
		for _, b := range s.letters {
			ways[s.d.Step(q, b)]++
		}
	}
	return StateID(slices.Index(ways, slices.Max(ways)))
}

// identify chooses the words of identity and cover from a small set, so that they have words in common.
func (s *Suite) identify(sep *separators) error {
	heaviest := s.heaviest()
	words, err := sep.tell(heaviest, s.reached.without(heaviest), sep.all(), nil)
	if err == nil {
		words, err = sep.basis(words)
	}
	s.identity = make([][]int, s.d.NumStates())
	users := make([]bitset, len(s.words)) // by word: the states whose identity has it
	for _, w := range words {
		users[w] = newBitset(s.d.NumStates())
	}
	for _, q := range s.states {
		if err == nil {
			s.identity[q], err = sep.tell(q, s.reached.without(q), words, nil)
		}
		for _, w := range s.identity[q] {
			users[w].add(q)
		}
	}
	s.cover = make([][]int, s.d.NumStates())
	for _, q := range s.states {
		if err == nil {
			s.cover[q], err = sep.tell(q, s.reached.without(q), words, users)
		}
		s.cover[q] = append(append(s.cover[q], s.identity[q]...), 0)
		slices.Sort(s.cover[q])
		s.cover[q] = slices.Compact(s.cover[q])
	}
	return err
}

// locate chooses the words that tell from each other where the letters lead from a state.
func (s *Suite) locate(sep *separators) (err error) {
	s.place = make([]map[StateID][]int, s.d.NumStates())
	for _, q := range s.states {
		s.place[q] = map[StateID][]int{}
		ways := newBitset(s.d.NumStates())
		for _, b := range s.letters {
			ways.add(s.d.Step(q, b))
		}
		for _, to := range ways.states() {
			words, err := sep.tell(to, ways.without(to), sep.all(), nil)
			if err != nil {
				return err
			}
			if len(words) == 0 {
				words = []int{0}
			}
			s.place[q][to] = words
		}
	}
	return nil
}

// States returns how many states an implementation may have, the dead one included.
func (s *Suite) States() int { return len(s.states) + s.extra }

// Letters returns the bytes that stand for their classes, one for each.
func (s *Suite) Letters() []byte { return slices.Clone(s.letters) }

// Premise returns what is taken for granted.
func (s *Suite) Premise() Premise { return s.premise }

// Tests yields the strings with their verdicts, always in the same order: state by state in
// the order of access words, which is that of their lengths. It keeps no list of them.
func (s *Suite) Tests() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for _, q := range s.states {
			path := []StateID{q} // of the access word
			for p := q; s.access[p] != ""; {
				p = s.before[p]
				path = append(path, p)
			}
			slices.Reverse(path)
			if !s.from(s.access[q], path, 0, yield) {
				return
			}
		}
	}
}

// from yields the tests with a beginning: an access word and so many letters, the first of
// which makes it none. The path has the states before each byte of it and behind the last.
func (s *Suite) from(begin string, path []StateID, letters int, yield func(string, bool) bool) bool {
	q := path[len(path)-1]
	if !s.behind(begin, path, s.cover[q], yield) {
		return false
	}
	for b := range 256 {
		to := s.d.Step(q, byte(b))
		longer, ok := begin+string([]byte{byte(b)}), true
		further := append(path, to)
		switch letter := s.isLetter[b] || s.premise == AnyBytes; {
		case s.access[to] == longer: // which has its own turn
		case letter && letters < s.extra:
			ok = s.from(longer, further, letters+1, yield)
		case letter:
			ok = s.behind(longer, further, s.identity[to], yield)
		case s.premise == MistakenBytes:
			ok = s.behind(longer, further, s.place[q][to], yield)
		}
		if !ok {
			return false
		}
	}
	return true
}

// behind yields the tests of words behind a beginning, less those that come about with a shorter one.
func (s *Suite) behind(begin string, path []StateID, words []int, yield func(string, bool) bool) bool {
	for _, w := range words {
		if !s.met(begin, path, w) && !yield(begin+s.words[w], s.accepted(path[len(path)-1], s.words[w])) {
			return false
		}
	}
	return true
}

// met reports whether a test comes about with a shorter beginning. With those come the words
// of covers; and with a word there is what is behind its first byte, so that the first which
// is no word ends the search.
func (s *Suite) met(begin string, path []StateID, word int) bool {
	for i := len(begin) - 1; i >= 0; i-- {
		var ok bool
		if word, ok = s.longer[prefix{begin[i], word}]; !ok {
			return false
		}
		if _, ok = slices.BinarySearch(s.cover[path[i]], word); ok {
			return true
		}
	}
	return false
}

func (s *Suite) accepted(q StateID, word string) bool {
	for i := range len(word) {
		q = s.d.Step(q, word[i])
	}
	return s.d.Accepting(q)
}
