package labels

import (
	"cmp"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
)

// A Move leads to the state To on each of the Units, which are code points or single bytes.
type Move struct {
	To    automaton.StateID
	Units []span.Span
}

// Moves returns, for each state of d between two units, the moves to other such states, in the
// order of their first units. It returns nil for states inside a UTF-8 sequence. The only possible
// error is an exceeded limit.
//
// Tested against: the proof in package graph (build/emit/graph), which builds the automaton of the
// moves and compares it with d.
func Moves(d *automaton.DFA, meter *automaton.Meter) ([][]Move, error) {
	f, err := newFollower(d, meter)
	if err != nil {
		return nil, err
	}
	all, ends := make([][]Move, d.NumStates()), map[tailKey][]Move{}
	for q := range all {
		if f.between[q] {
			all[q] = f.moves(automaton.StateID(q), ends)
		}
		if err := f.work(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// moves returns the moves from q, a state between two units. ends caches the results of the method
// ends.
func (f *follower) moves(q automaton.StateID, ends map[tailKey][]Move) []Move {
	f.steps += 256
	moves := []Move{}
	for r, to := range f.d.Moves(q) {
		for b := rune(r.Lo); b <= rune(r.Hi); b++ {
			in, sequence := lead(to, byte(b))
			switch {
			case b < 0x80:
				moves = join(moves, to, []span.Span{{Lo: b, Hi: b}}, 0)
			case sequence && f.sequence(in):
				for _, m := range f.ends(to, in.n, ends) {
					f.steps += int64(len(m.Units))
					moves = join(moves, m.To, m.Units, b&(0x3F>>in.n)<<(6*in.n))
				}
			default:
				moves = join(moves, to, []span.Span{{Lo: b, Hi: b}}, span.ByteUnit)
			}
		}
	}
	for i := range moves {
		moves[i].Units = span.Union(nil, moves[i].Units)
		f.steps += int64(len(moves[i].Units))
	}
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Compare(a.Units[0].Lo, b.Units[0].Lo) })
	return moves
}

// ends returns the moves from q on n continuation bytes, with the bits of these bytes as units.
func (f *follower) ends(q automaton.StateID, n int, known map[tailKey][]Move) []Move {
	if n == 0 {
		return []Move{{q, []span.Span{{Lo: 0, Hi: 0}}}}
	}
	key := tailKey{q, n}
	if moves, ok := known[key]; ok {
		return moves
	}
	f.steps += 64
	moves := []Move{}
	for b := rune(0x80); b <= 0xBF; b++ {
		to := f.d.Step(q, byte(b))
		if to == automaton.Dead {
			continue
		}
		for _, m := range f.ends(to, n-1, known) {
			f.steps += int64(len(m.Units))
			moves = join(moves, m.To, m.Units, b&0x3F<<(6*(n-1)))
		}
	}
	known[key] = moves
	return moves
}

// join adds a move to the list: to the state to, on the numbers in spans, each plus base.
func join(moves []Move, to automaton.StateID, spans []span.Span, base rune) []Move {
	i := slices.IndexFunc(moves, func(m Move) bool { return m.To == to })
	if i < 0 {
		i, moves = len(moves), append(moves, Move{To: to})
	}
	for _, s := range spans {
		moves[i].Units = span.Join(moves[i].Units, span.Span{Lo: base + s.Lo, Hi: base + s.Hi})
	}
	return moves
}

// Describe returns words that together cover spans, as messages use them: names of classes, then
// characters and ranges.
func (v Vocabulary) Describe(spans []span.Span) []string {
	words, _ := v.describe(spans)
	return words
}
