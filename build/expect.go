package build

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

// expectations stores in l.expect, for each state of d, a list of words for the code points that
// may follow. It is nil for a state inside of a character. A word is the name of a class, if the
// whole class may follow, as "a digit", or else one for a character or a range. The lists have the
// indexes of the words in l.words. c is the called rule if d has tokens, else nil. The error is a
// limit.
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

// withCalls returns spans, the code points and bytes after the state q, without the tokens. If a
// call may follow q, it adds the code points and bytes with which a call begins. It does not in a
// subset, where these depend on the depth.
func (f *follower) withCalls(q automaton.StateID, spans []span.Span) []span.Span {
	tokens := []span.Span{{Lo: span.ByteUnit + lastToken, Hi: span.ByteUnit + callToken}}
	enter := f.d.Step(f.d.Start(), enterToken)
	if f.d.Step(q, callToken) != automaton.Dead && f.d.Step(enter, enterToken) == automaton.Dead {
		spans = span.Union(spans, f.units(enter))
	}
	return span.Subtract(spans, tokens)
}

// Bounds of the words of a table. Only a hostile grammar comes near them: the longest list of RFC
// 3987 has 9 words, the longest seen 20.
const (
	others        = "others" // the word in place of all words over a limit
	maxList       = 32       // the most words for a state
	maxWords      = 1<<16 - 2
	maxVocabulary = 128
	maxWordName   = 255 // bytes
)

// key returns spans as bytes in a string, so that a map can have them as a key.
func key(spans []span.Span) string {
	b := make([]byte, 0, 8*len(spans))
	for _, s := range spans {
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Lo))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Hi))
	}
	return string(b)
}

// spoken has the words for three core rules, in place of their names.
var spoken = map[string]string{"ALPHA": "a letter", "DIGIT": "a digit", "HEXDIG": "a hex digit"}

// newVocabulary returns the words for the classes of the grammar's rules, and for ALPHA, DIGIT and
// HEXDIG of RFC 5234. Only classes of more than one character have words. Of two rules with the
// same class the first gives the word.
func newVocabulary(g *Grammar) vocabulary {
	v := vocabulary{}
	known := map[string]bool{}
	add := func(text string, spans []span.Span) {
		w := word{text: text, spans: spans, size: span.Size(spans)}
		fits := len(v) < maxVocabulary && len(spans) <= span.MaxWordRuns && len(text) <= maxWordName
		if w.size > 1 && fits && !known[key(spans)] {
			v = append(v, w)
			known[key(spans)] = true
		}
	}
	core := coreClasses()
	for _, name := range []string{"ALPHA", "DIGIT", "HEXDIG"} {
		add(spoken[name], span.Runs(core[name]))
	}
	for _, r := range g.Rules {
		switch {
		case r.class != nil:
			add(r.Name, span.Runs(r.class))
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

// describe returns words that together cover spans, and the steps that the search has taken, for
// the meter. A word stands for a class that lies in spans as a whole, or for a part of a span.
//
// Idea. Choose the word that covers the most numbers of spans not yet covered. Of several such
// words choose that of the smallest class. So after "a letter" the word for the digits is "a
// digit" and not "a hex digit". Numbers that no class covers are described by their characters.
//
// Twin: TestWordsAreExact compares the words with the code points after each state.
func (v vocabulary) describe(spans []span.Span) (words []string, steps int64) {
	fits := map[int]bool{} // by word, computed when needed
	fit := func(i int) bool {
		if _, ok := fits[i]; !ok {
			fits[i] = span.Contains(spans, v[i].spans)
			steps += int64(10 * len(v[i].spans))
		}
		return fits[i]
	}
	steps = int64(10 * (len(v) + len(spans)))
	for left := spans; len(words) < maxList; {
		var next word
		gain := 0
		for i, w := range v {
			if w.size < gain { // all later words have smaller classes
				break
			}
			if !fit(i) {
				continue
			}
			steps += int64(5 * len(w.spans))
			if n := span.Overlap(left, w.spans); n > gain || n == gain && n > 0 && w.size < next.size {
				next, gain = w, n
			}
		}
		if gain == 0 {
			return append(words, spell(left, maxList-len(words))...), steps + 20*maxList
		}
		words = append(words, next.text)
		left = span.Subtract(left, next.spans)
		steps += int64(2 * (len(left) + len(next.spans)))
	}
	return append(words[:maxList-1], others), steps
}

// spell describes the spans of left one after the other by their characters, in at most most
// words. If there are more words, the last one returned is "others".
func spell(left []span.Span, most int) []string {
	var words []string
	for _, s := range left {
		words = append(words, describeSpan(s, left)...)
		if len(words) > most {
			return append(words[:most-1], others)
		}
	}
	return words
}

// describeSpan returns words for the numbers in s: one word with both ends if s has more than
// three numbers, as `"0" to "9"`, else a word for each number. It leaves out an upper case letter
// if its lower case is in left.
func describeSpan(s span.Span, left []span.Span) []string {
	if s.Hi-s.Lo > 2 && s.Lo >= span.ByteUnit {
		return []string{fmt.Sprintf("a byte 0x%02X to 0x%02X", s.Lo-span.ByteUnit, s.Hi-span.ByteUnit)}
	}
	if s.Hi-s.Lo > 2 {
		return []string{quote(s.Lo) + " to " + quote(s.Hi)}
	}
	var words []string
	for c := s.Lo; c <= s.Hi; c++ {
		if lower := c | 0x20; 'A' <= c && c <= 'Z' && span.Contains(left, []span.Span{{Lo: lower, Hi: lower}}) {
			continue
		}
		words = append(words, quote(c))
	}
	return words
}

// quote returns the word for a code point, or for a byte by itself: `"a"`, "a space", "U+00E9" or
// "the byte 0xE9".
func quote(c rune) string {
	switch {
	case c == ' ':
		return "a space"
	case ' ' < c && c < 0x7F:
		return `"` + string(c) + `"`
	case c >= span.ByteUnit:
		return fmt.Sprintf("the byte 0x%02X", c-span.ByteUnit)
	}
	return fmt.Sprintf("U+%04X", c)
}
