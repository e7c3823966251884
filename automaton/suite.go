package automaton

import (
	"iter"
	"slices"
	"unicode/utf8"
)

// A Premise is an assumption that a [Suite] makes about the automaton of an implementation.
type Premise uint8

// The premises, from the strongest to the weakest.
const (
	// AlikeBytes assumes that the implementation treats all bytes of a class alike.
	AlikeBytes Premise = iota
	// MistakenBytes assumes that, from each state, each byte leads to a state that some letter
	// leads to. So an implementation may mistake any byte for another, in some states or in all.
	MistakenBytes
	// AnyBytes assumes nothing: a byte may lead anywhere.
	AnyBytes
)

// A Suite is a complete test suite for a language: strings with verdicts. Consider an
// implementation as a complete DFA over bytes with at most States states. If it satisfies the
// premise and returns these verdicts, it accepts exactly this language. States may exceed the
// number of states of the minimal DFA; each additional state multiplies the number of tests by the
// number of letters.
//
// Idea. The suite has two parts, like the suite of the Wp method (Fujiwara, von Bochmann, Khendek,
// Amalou and Ghedamsi, Test selection based on finite state models, 1991). Wp derives from Chow's W
// method (Testing software design modeled by finite-state machines, 1978). A letter is a byte that
// represents its class, and p(s), the access word of state s, is a word of letters. The tests are
//
//	p(s) w     for each state s and each word w of cover(s)
//	p(s) a w   for each state s, letter a and word w of identity(t), where a leads from s to t
//
// In Wp, cover(s) is the same set of words for every s and separates all states, and identity(t)
// contains the words in this set that separate t from the other states. The H method (Dorofeeva,
// El-Fakih and Yevtushenko, An improved conformance testing method, 2005) requires less, as does
// this suite:
//
//	cover(s) contains the empty word and identity(s)
//	for two states s and t, identity(s) and cover(t) share a word accepted from only one of them
//
// Proof. Let f(s) be the state of the implementation after p(s). For s and t, some word in both
// cover(s) and cover(t) is accepted from only one of them. The implementation gives the same
// verdicts on this word after p(s) and after p(t). So f(s) and f(t) differ, and the implementation
// has no other states. Because of the empty word, s accepts exactly when f(s) does. From f(s) the
// letter a leads to f(u) for some u. Assume u is not t. Then the word shared by identity(t) and
// cover(u) has one verdict after p(s) a and the other after p(u). But both lead to f(u), a
// contradiction. So f is an isomorphism on letters.
//
// For e additional states, the tests insert up to e letters between p(s) and the words of a cover,
// and up to e + 1 letters between p(s) and the words of an identity. The same argument applies in
// reverse. Each of the n + e states of the implementation is reached by some p(s) and at most e
// letters. Because of the covers, two such prefixes that lead to different states of the DFA never
// lead to the same state of the implementation. So each state of the implementation corresponds to
// one state of the DFA and, because of the identities, letters lead from it to the right states.
//
// With MistakenBytes the suite also contains, for every other byte b that leads from s to t,
//
//	p(s) b w   for one or more words w that separate t from the other states one letter after s
//
// Under the premise, these tests leave only f(t) as the target of b. With AnyBytes, the a in the
// tests may be any byte, and nothing is assumed.
//
// Cost. Few tests are redundant. A test p(s) a w in which a leads to the dead state tests no other
// transition, and nine out of ten tests are of this kind. Each such transition needs enough words
// that every live state accepts at least one.
//
//	               states × classes   AlikeBytes   MistakenBytes    AnyBytes
//	URI                  180 × 21       35,247         120,524     479,760
//	URI-reference        183 × 21       35,495         121,569     487,011
//	IRI                  262 × 44      222,968         322,240   1,325,042
//	IRI-reference        278 × 44      235,316         339,414   1,399,288
//
// Tests that are prefixes of other tests are kept, because a verdict applies to a complete string.
// No string occurs twice.
//
// Tested against: TestSuiteIsComplete tries all small implementations, TestSuiteTwin lists the
// tests as defined above, and TestSuiteSets checks the conditions of the proof.
type Suite struct {
	d        *DFA
	premise  Premise
	extra    int // additional states in an implementation
	letters  []byte
	isLetter [256]bool
	states   []StateID // the reachable states, in the order of their access words
	access   []string  // the access word of each state
	before   []StateID // by state: the state that its access word without the last byte leads to
	reached  bitset
	words    []string       // the first is empty
	longer   map[prefix]int // the index of the word with a byte prepended
	cover    [][]int        // by state: indexes of words
	identity [][]int
	place    []map[StateID][]int // by states s and t: the words of the tests p(s) b w, where b leads to t
}

// A prefix is a byte prepended to a word.
type prefix struct {
	b    byte
	word int
}

// NewSuite plans the suite for a canonical DFA. The parameter extra limits how many more states an
// implementation may have than the DFA has reachable states. Cost: words × classes × states, plus
// words × states² / 64 for every word in a set; both count as steps.
func NewSuite(d *DFA, premise Premise, extra int, meter *Meter) (*Suite, error) {
	s := &Suite{d: d, premise: premise, extra: extra, letters: representatives(d), reached: newBitset(d.NumStates()),
		longer: map[prefix]int{}}
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
		s.longer[prefix{s.words[i][0], sep.tails[i]}] = i
	}
	if err = s.identify(sep); err == nil && premise == MistakenBytes {
		err = s.locate(sep)
	}
	return s, err
}

// maxPrefixes limits the cost of extra states, each of which multiplies the cost. It is 20 times
// what IRI needs with one extra state.
const maxPrefixes = 10_000_000

// affordable returns an error if the tests have too many prefixes.
func (s *Suite) affordable() error {
	letters := int64(len(s.letters))
	if s.premise == AnyBytes {
		letters = 256
	}
	n := int64(len(s.states)) * letters
	for range s.extra {
		if n *= letters; n > maxPrefixes {
			break
		}
	}
	return check("test prefixes", n, maxPrefixes)
}

// representatives returns one byte of each class, in order of preference for witnesses.
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

// walk finds the shortest access words. Each nonempty access word extends another by one letter.
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

// heaviest returns the state that the most letters lead to, usually the dead state.
func (s *Suite) heaviest() StateID {
	ways := make([]int, s.d.NumStates())
	for _, q := range s.states {
		for _, b := range s.letters {
			ways[s.d.Step(q, b)]++
		}
	}
	return StateID(slices.Index(ways, slices.Max(ways)))
}

// identify chooses the words of identity and cover from a small set, so that they share words.
func (s *Suite) identify(sep *separators) error {
	heaviest := s.heaviest()
	words, err := sep.distinguish(heaviest, s.reached.without(heaviest), sep.all(), nil)
	if err == nil {
		words, err = sep.basis(words)
	}
	s.identity = make([][]int, s.d.NumStates())
	users := make([]bitset, len(s.words)) // by word: the states whose identity contains it
	for _, w := range words {
		users[w] = newBitset(s.d.NumStates())
	}
	for _, q := range s.states {
		if err == nil {
			s.identity[q], err = sep.distinguish(q, s.reached.without(q), words, nil)
		}
		for _, w := range s.identity[q] {
			users[w].add(q)
		}
	}
	s.cover = make([][]int, s.d.NumStates())
	for _, q := range s.states {
		if err == nil {
			s.cover[q], err = sep.distinguish(q, s.reached.without(q), words, users)
		}
		s.cover[q] = append(append(s.cover[q], s.identity[q]...), 0)
		slices.Sort(s.cover[q])
		s.cover[q] = slices.Compact(s.cover[q])
	}
	return err
}

// locate chooses, for each state, words that separate the states its letters lead to.
func (s *Suite) locate(sep *separators) (err error) {
	s.place = make([]map[StateID][]int, s.d.NumStates())
	for _, q := range s.states {
		s.place[q] = map[StateID][]int{}
		ways := newBitset(s.d.NumStates())
		for _, b := range s.letters {
			ways.add(s.d.Step(q, b))
		}
		for _, to := range ways.states() {
			words, err := sep.distinguish(to, ways.without(to), sep.all(), nil)
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

// States returns the maximum number of states of an implementation, including the dead state.
func (s *Suite) States() int { return len(s.states) + s.extra }

// Letters returns the letters: one byte of each class.
func (s *Suite) Letters() []byte { return slices.Clone(s.letters) }

// Premise returns the premise of the suite.
func (s *Suite) Premise() Premise { return s.premise }

// Tests yields the strings with their verdicts in a fixed order: state by state, in the order of
// the access words, shortest first. It does not store the strings.
func (s *Suite) Tests() iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for _, q := range s.states {
			path := []StateID{q} // the states along the access word
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

// from yields the tests with the prefix begin, which consists of an access word and further bytes.
// Their number is letters, and the first of them makes the prefix differ from every access word.
// The path contains the states before each byte of the prefix and after its last byte.
func (s *Suite) from(begin string, path []StateID, letters int, yield func(string, bool) bool) bool {
	q := path[len(path)-1]
	if !s.after(begin, path, s.cover[q], yield) {
		return false
	}
	for b := range 256 {
		to := s.d.Step(q, byte(b))
		longer, ok := begin+string([]byte{byte(b)}), true
		further := append(path, to)
		switch letter := s.isLetter[b] || s.premise == AnyBytes; {
		case s.access[to] == longer: // Tests reaches it separately
		case letter && letters < s.extra:
			ok = s.from(longer, further, letters+1, yield)
		case letter:
			ok = s.after(longer, further, s.identity[to], yield)
		case s.premise == MistakenBytes:
			ok = s.after(longer, further, s.place[q][to], yield)
		}
		if !ok {
			return false
		}
	}
	return true
}

// after yields the tests begin + word, except those that a shorter prefix yields.
func (s *Suite) after(begin string, path []StateID, words []int, yield func(string, bool) bool) bool {
	for _, w := range words {
		if !s.met(begin, path, w) && !yield(begin+s.words[w], s.accepted(path[len(path)-1], s.words[w])) {
			return false
		}
	}
	return true
}

// met reports whether a shorter prefix yields the same test. This is the case if the end of the
// prefix and the word form a word in the cover of an earlier state. For each word, the word list
// also contains the word without its first byte, so the search ends at the first string that is not
// in the list.
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
