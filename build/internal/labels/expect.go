package labels

import (
	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/span"
)

// expectations stores in l.Expect, for each state of d, a list of words for the code points that
// may follow. The list is nil for a state inside a character. A word is either the name of a class
// all of whose members may follow, such as "a digit", or a description of a character or range. The
// lists contain indexes into l.Words. calls reports whether d has tokens. The only possible error
// is an exceeded limit.
func (l *Labels) expectations(v Vocabulary, d *automaton.DFA, calls bool, meter *automaton.Meter) error {
	follow, err := newFollower(d, meter)
	if err != nil {
		return err
	}
	ids := map[string]int{}
	known := map[string][]int{} // lists by the spans they describe; many states share a list
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
			for _, text := range words {
				if _, ok := ids[text]; !ok && len(l.Words) >= maxWords {
					text = others
				}
				if _, ok := ids[text]; !ok {
					ids[text] = len(l.Words)
					l.Words = append(l.Words, text)
				}
				list = append(list, ids[text])
			}
			known[key(spans)] = list
		}
		l.Expect = append(l.Expect, list)
	}
	return nil
}

// withCalls returns spans, the units after the state q, without the tokens. If a call may follow q,
// it adds the units that can begin a call, except in a subset, where these units depend on the
// depth.
func (f *follower) withCalls(q automaton.StateID, spans []span.Span) []span.Span {
	tokens := []span.Span{{Lo: span.ByteUnit + automata.LastToken, Hi: span.ByteUnit + automata.CallToken}}
	enter := f.d.Step(f.d.Start(), automata.EnterToken)
	if f.d.Step(q, automata.CallToken) != automaton.Dead && f.d.Step(enter, automata.EnterToken) == automaton.Dead {
		spans = span.Union(spans, f.units(enter))
	}
	return span.Subtract(spans, tokens)
}
