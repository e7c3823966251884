package build

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
)

// expectations finds, for each state between two code points, the words for the next code
// points: the names of the grammar's classes for each class contained as a whole, and the
// other characters themselves. c is the called rule of an automaton with tokens, or nil. The
// error is a limit.
func (l *labels) expectations(g *Grammar, d *automaton.DFA, c *calls) error {
	if g.vocabulary == nil {
		g.vocabulary = newVocabulary(g)
	}
	follow, err := newFollower(d, g.meter)
	if err != nil {
		return err
	}
	ids := map[string]int{}
	known := map[string][]int{} // lists by the spans they describe, because many states share theirs
	for q := range d.NumStates() {
		state := automaton.StateID(q)
		if !follow.between[state] {
			l.expect = append(l.expect, nil)
			continue
		}
		spans := follow.units(state)
		if c != nil {
			spans = follow.withCalls(state, spans)
		}
		if err := follow.work(); err != nil {
			return err
		}
		list, ok := known[key(spans)]
		if !ok {
			list = []int{}
			words, steps := g.vocabulary.describe(spans)
			if err := g.meter.Work(steps); err != nil {
				return err
			}
			for _, word := range words {
				if _, ok := ids[word]; !ok && len(l.words) >= maxWords {
					word = others
				}
				if _, ok := ids[word]; !ok {
					ids[word] = len(l.words)
					l.words = append(l.words, word)
				}
				list = append(list, ids[word])
			}
			known[key(spans)] = list
		}
		l.expect = append(l.expect, list)
	}
	return nil
}

// withCalls removes the tokens from spans, the units after the state q. If a call may follow q, it
// adds the code points with which a call begins.
func (f *follower) withCalls(q automaton.StateID, spans []span) []span {
	tokens := []span{{byteUnit + lastToken, byteUnit + callToken}}
	if f.d.Step(q, callToken) != automaton.Dead {
		into := f.units(f.d.Step(f.d.Start(), enterToken))
		spans = union(spans, into)
	}
	return subtract(spans, tokens)
}

// Bounds of the words. Only a hostile grammar comes near them: the longest list of RFC 3987
// has 9 words, the longest seen 20.
const (
	others        = "others" // stands for all words over a limit
	maxList       = 32       // words for a state
	maxWords      = 1<<16 - 2
	maxVocabulary = 128
	maxWordName   = 255 // bytes
)

// key returns the spans as a key of a map.
func key(spans []span) string {
	b := make([]byte, 0, 8*len(spans))
	for _, s := range spans {
		b = binary.LittleEndian.AppendUint32(b, uint32(s.lo))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.hi))
	}
	return string(b)
}

// spoken maps names to the words familiar to every reader.
var spoken = map[string]string{"ALPHA": "a letter", "DIGIT": "a digit", "HEXDIG": "a hex digit"}

// newVocabulary collects the named classes of a grammar, with the letters and digits of RFC
// 5234.
func newVocabulary(g *Grammar) vocabulary {
	v := vocabulary{}
	known := map[string]bool{}
	add := func(text string, spans []span) {
		w := word{text: text, spans: spans, size: size(spans)}
		fits := len(v) < maxVocabulary && len(spans) <= maxWordRuns && len(text) <= maxWordName
		if w.size > 1 && fits && !known[key(spans)] {
			v = append(v, w)
			known[key(spans)] = true
		}
	}
	core := coreClasses()
	for _, name := range []string{"ALPHA", "DIGIT", "HEXDIG"} {
		add(spoken[name], runs(core[name]))
	}
	for _, r := range g.Rules {
		switch {
		case r.class != nil:
			add(r.Name, runs(r.class))
		case r.units != nil:
			add(r.Name, r.units)
		}
	}
	for _, r := range g.Rules {
		if len(g.profiles) > 0 && r.From != "" {
			for _, w := range r.words {
				add(w.text, w.spans)
			}
		}
	}
	slices.SortStableFunc(v, func(a, b word) int { return cmp.Compare(b.size, a.size) })
	return v
}

// describe covers the spans with words, and the rest with characters.
//
// Idea. Choose the word that covers the most numbers not yet covered, and of several the
// smallest class. After "a letter" the digits become "a digit" and not "a hex digit".
//
// Returns the words, and the steps for the meter.
//
// Twin: TestWordsAreExact compares the words with the code points after each state.
func (v vocabulary) describe(spans []span) (words []string, steps int64) {
	fits := map[int]bool{} // by word, computed when needed
	fit := func(i int) bool {
		if _, ok := fits[i]; !ok {
			fits[i] = contains(spans, v[i].spans)
			steps += int64(10 * len(v[i].spans))
		}
		return fits[i]
	}
	steps = int64(10 * (len(v) + len(spans)))
	for left := spans; len(words) < maxList; {
		var next word
		gain := 0
		for i, w := range v {
			if w.size < gain { // all later words are smaller
				break
			}
			if !fit(i) {
				continue
			}
			steps += int64(5 * len(w.spans))
			if n := overlap(left, w.spans); n > gain || n == gain && n > 0 && w.size < next.size {
				next, gain = w, n
			}
		}
		if gain == 0 {
			return append(words, spell(left, maxList-len(words))...), steps + 20*maxList
		}
		words = append(words, next.text)
		left = subtract(left, next.spans)
		steps += int64(2 * (len(left) + len(next.spans)))
	}
	return append(words[:maxList-1], others), steps
}

// spell describes the spans one by one, in at most most words.
func spell(left []span, most int) []string {
	var words []string
	for _, s := range left {
		words = append(words, describeSpan(s, left)...)
		if len(words) > most {
			return append(words[:most-1], others)
		}
	}
	return words
}

// describeSpan describes a span, by its ends if it is long. A letter in both cases is
// written once.
func describeSpan(s span, left []span) []string {
	if s.hi-s.lo > 2 && s.lo >= byteUnit {
		return []string{fmt.Sprintf("a byte 0x%02X to 0x%02X", s.lo-byteUnit, s.hi-byteUnit)}
	}
	if s.hi-s.lo > 2 {
		return []string{quote(s.lo) + " to " + quote(s.hi)}
	}
	var words []string
	for c := s.lo; c <= s.hi; c++ {
		if lower := c | 0x20; 'A' <= c && c <= 'Z' && contains(left, []span{{lower, lower}}) {
			continue
		}
		words = append(words, quote(c))
	}
	return words
}

// quote describes a number: a visible ASCII character in quotes, and others by number.
func quote(c rune) string {
	switch {
	case c == ' ':
		return "a space"
	case ' ' < c && c < 0x7F:
		return `"` + string(c) + `"`
	case c >= byteUnit:
		return fmt.Sprintf("the byte 0x%02X", c-byteUnit)
	}
	return fmt.Sprintf("U+%04X", c)
}
