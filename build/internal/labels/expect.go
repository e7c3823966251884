package labels

import (
	"encoding/binary"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/span"
)

// expectations stores in l.Expect, for each state of d, a list of words for the code points that
// may follow. It is nil for a state inside of a character. A word is the name of a class, if the
// whole class may follow, as "a digit", or else one for a character or a range. The lists have the
// indexes of the words in l.Words. calls tells whether d has tokens. The error is a limit.
func (l *Labels) expectations(v Vocabulary, d *automaton.DFA, calls bool, meter *automaton.Meter) error {
	follow, err := newFollower(d, meter)
	if err != nil {
		return err
	}
	ids := map[string]int{}
	known := map[string][]int{} // lists by the spans they describe, because many states share theirs
	for q := range d.NumStates() {
		state := automaton.StateID(q)
		if !follow.between[state] {
			l.Expect = append(l.Expect, nil)
			continue
		}
		spans := follow.units(state)
		if calls {
			spans = follow.withCalls(state, spans)
		}
		if err := follow.work(); err != nil {
			return err
		}
		list, ok := known[key(spans)]
		if !ok {
			list = []int{}
			words, steps := v.describe(spans)
			if err := meter.Work(steps); err != nil {
				return err
			}
			for _, word := range words {
				if _, ok := ids[word]; !ok && len(l.Words) >= maxWords {
					word = others
				}
				if _, ok := ids[word]; !ok {
					ids[word] = len(l.Words)
					l.Words = append(l.Words, word)
				}
				list = append(list, ids[word])
			}
			known[key(spans)] = list
		}
		l.Expect = append(l.Expect, list)
	}
	return nil
}

// withCalls returns spans, the code points and bytes after the state q, without the tokens. If a
// call may follow q, it adds the code points and bytes with which a call begins. It does not in a
// subset, where these depend on the depth.
func (f *follower) withCalls(q automaton.StateID, spans []span.Span) []span.Span {
	tokens := []span.Span{{Lo: span.ByteUnit + automata.LastToken, Hi: span.ByteUnit + automata.CallToken}}
	enter := f.d.Step(f.d.Start(), automata.EnterToken)
	if f.d.Step(q, automata.CallToken) != automaton.Dead && f.d.Step(enter, automata.EnterToken) == automaton.Dead {
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
