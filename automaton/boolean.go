package automaton

import (
	"fmt"
	"io"
	"slices"
	"unicode"
)

// A Boolean makes DFAs by way of a boolean automaton (Brzozowski and Leiss, On Equations for
// Regular Languages, 1980). A formula of its states stands for a set of byte strings: a state holds
// for a string if the formula that the first byte leads to holds for the rest of the string. And,
// Or and Not are intersection, union and complement of the sets.
//
// Idea. A formula is a condition on the text from one place on. Each operation takes the condition
// on the text after a match, and returns the condition on the text from the beginning of the match
// on. The derivatives of the formula are the states of the DFA, see [derivatives].
//
// End holds where the match ends. [Boolean.Determinize] has the strings that end there.
// [Boolean.DeterminizeMarked] has the texts that go on, with the byte [MatchEnd] where the match
// ends; [Boolean.Embed] reads such an automaton as a part of another one.
//
// Requires. No formula that depends on End is negated. After an error formulas have no meaning, and
// Determinize returns the error. Cost. The DFA of n states may have 2^2^n states; the meter stops it
// before. Twin: TestBoolean reads strings by the definition.
type Boolean struct {
	formulas
	states []booleanState
	main   []bool                       // by formula, as far as it was asked: whether it depends on End
	rests  map[*DFA]map[StateID]Formula // by embedded automaton and state: after a match
	plain  map[Formula]Formula          // formulas without loops
}

// MatchEnd stands for the end of a match in the automata of [Boolean.DeterminizeMarked]. No UTF-8
// has that byte.
const MatchEnd byte = 0xFF

// A booleanState is a state of a boolean automaton, or a loop.
type booleanState struct {
	moves []booleanMove
	holds bool // for the empty string
	main  bool // it depends on End
	loop  bool // a loop, which stands for the formula is
	is    Formula
}

// A booleanMove leads on the bytes from Lo to Hi to a formula. If a byte has several moves, one of
// their formulas must hold.
type booleanMove struct {
	ByteRange
	to Formula
}

// end is the state of End. State 0 is none.
const end = 1

// The bytes of a state and of a move in memory.
const (
	booleanStateBytes = 48
	booleanMoveBytes  = 8
)

// NewBoolean returns a boolean automaton without states, whose costs are counted by meter.
func NewBoolean(meter *Meter) *Boolean {
	b := &Boolean{formulas: newFormulas(meter), rests: map[*DFA]map[StateID]Formula{}, plain: map[Formula]Formula{}}
	b.states = make([]booleanState, end+1)
	b.states[end].main = true
	return b
}

// Release gives the memory of the automaton back to the meter: for its owner, when it is no longer
// needed.
func (b *Boolean) Release() {
	b.meter.release(b.held)
	b.held = 0
}

// NumStates returns the number of states.
func (b *Boolean) NumStates() int { return len(b.states) - end }

// Err returns the limit that was met, or nil.
func (b *Boolean) Err() error { return b.err }

// Fail makes b end with that error, unless it has one already.
func (b *Boolean) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// End returns the formula that holds where the match ends.
func (b *Boolean) End() Formula { return b.variable(end) }

func (b *Boolean) variable(on uint32) Formula { return b.decide(on, Always, Never) }

// state returns a new state.
func (b *Boolean) state(s booleanState) uint32 {
	if b.err == nil {
		b.err = check("NFA states", int64(len(b.states)), int64(b.meter.limits.NFAStates))
	}
	if !b.pay(stateSteps, booleanStateBytes+int64(len(s.moves))*booleanMoveBytes) {
		return 0
	}
	b.states = append(b.states, s)
	return uint32(len(b.states) - 1)
}

// depends reports whether a formula depends on End.
func (b *Boolean) depends(x Formula) bool {
	for n := len(b.main); n < len(b.nodes); n++ { // the parts of a formula are older
		d := b.nodes[n]
		b.main = append(b.main, n > int(Always) && (b.states[d.on].main || b.main[d.yes] || b.main[d.no]))
	}
	return b.main[x]
}

// Bytes reads one byte from lo to hi.
func (b *Boolean) Bytes(lo, hi byte, then Formula) Formula {
	return b.reads([]booleanMove{{ByteRange{lo, hi}, then}})
}

// reads returns the formula of a state with moves.
func (b *Boolean) reads(moves []booleanMove) Formula {
	main, dead := false, true
	for _, m := range moves {
		main, dead = main || b.depends(m.to), dead && m.to == Never
	}
	if dead || b.err != nil {
		return Never
	}
	return b.variable(b.state(booleanState{moves: moves, main: main}))
}

// Class reads the UTF-8 form of one code point of a class.
func (b *Boolean) Class(class *unicode.RangeTable, then Formula) Formula {
	var moves []booleanMove
	tails := map[string]Formula{"": then}
	for lo, hi := range Runs(class) {
		for seq := range Sequences(lo, hi) {
			key := ""
			for i := len(seq) - 1; i > 0; i-- {
				rest := tails[key]
				key += string([]byte{seq[i].Lo, seq[i].Hi})
				if _, ok := tails[key]; !ok {
					tails[key] = b.Bytes(seq[i].Lo, seq[i].Hi, rest)
				}
			}
			moves = append(moves, booleanMove{seq[0], tails[key]})
		}
	}
	return b.reads(moves)
}

// Loop returns a formula that [Boolean.Define] defines later. It depends on End if then does.
func (b *Boolean) Loop(then Formula) Formula {
	return b.variable(b.state(booleanState{loop: true, main: b.depends(then)}))
}

// Define lets a loop stand for x. It requires that x comes to the loop again after a byte only, if at
// all.
func (b *Boolean) Define(loop, x Formula) {
	if b.err == nil {
		b.states[b.nodes[loop].on].is = x
	}
}

// Without returns x with Never in the place of a loop.
func (b *Boolean) Without(x, loop Formula) Formula {
	if b.err != nil {
		return Never
	}
	on := b.nodes[loop].on
	return b.replace(x, func(state uint32) Formula {
		if state == on {
			return Never
		}
		return b.variable(state)
	}, map[Formula]Formula{})
}

// Embed reads a match of an automaton of [Boolean.DeterminizeMarked], after which then holds.
func (b *Boolean) Embed(d *DFA, then Formula) Formula {
	if b.err == nil { // before there are any states
		b.err = b.meter.affords((stateSteps + movesSteps) * int64(d.NumStates()))
	}
	if d.start == Dead || then == Never || b.err != nil {
		return Never
	}
	if b.rests[d] == nil {
		b.rests[d] = map[StateID]Formula{}
	}
	before := embedding{Boolean: b, d: d, known: map[StateID]Formula{}, main: b.depends(then)}
	after := embedding{Boolean: b, d: d, known: b.rests[d]}
	before.also = func(q StateID, x Formula) Formula {
		if to := d.Step(q, MatchEnd); to != Dead {
			return b.Or(x, b.And(then, after.at(to)))
		}
		return x
	}
	return before.at(d.start)
}

// An embedding copies the states of an automaton, as far as bytes other than [MatchEnd] lead to
// them.
type embedding struct {
	*Boolean
	d     *DFA
	known map[StateID]Formula
	main  bool                               // of the copies
	also  func(q StateID, x Formula) Formula // what else holds where the copy x of q does
	queue []StateID
}

// at returns the formula of a state.
func (e *embedding) at(q StateID) Formula {
	x := e.visit(q)
	for ; len(e.queue) > 0 && e.err == nil; e.queue = e.queue[1:] {
		var moves []booleanMove
		for r, to := range e.d.Moves(e.queue[0]) {
			if r.Lo != MatchEnd {
				moves = append(moves, booleanMove{ByteRange{r.Lo, min(r.Hi, MatchEnd-1)}, e.visit(to)})
			}
		}
		if e.pay(movesSteps, int64(len(moves))*booleanMoveBytes) {
			e.states[e.nodes[e.known[e.queue[0]]].on].moves = moves
		}
	}
	return x
}

// visit returns the formula of a state, whose copy gets its moves later.
func (e *embedding) visit(q StateID) Formula {
	x, ok := e.known[q]
	if !ok {
		switch {
		case e.d.holdsAlways(q):
			x = Always
		case e.d.accept[q] || e.d.reads(q):
			x = e.variable(e.state(booleanState{holds: e.d.accept[q], main: e.main}))
			e.queue = append(e.queue, q)
		}
		e.known[q] = x
	}
	if e.also != nil {
		x = e.also(q, x)
	}
	return x
}

// holdsAlways reports whether all strings are members from q on.
func (d *DFA) holdsAlways(q StateID) bool {
	row := d.next[int(q)*d.classes:][:d.classes]
	return d.accept[q] && !slices.ContainsFunc(row, func(to StateID) bool { return to != q })
}

// reads reports whether a byte other than [MatchEnd] leads from q to a live state.
func (d *DFA) reads(q StateID) bool {
	for r := range d.Moves(q) {
		if r.Lo != MatchEnd {
			return true
		}
	}
	return false
}

// ReadsMatchEnd reports whether a state reads the byte [MatchEnd].
func (b *Boolean) ReadsMatchEnd() bool {
	return slices.ContainsFunc(b.states, func(s booleanState) bool {
		return slices.ContainsFunc(s.moves, func(m booleanMove) bool { return m.Hi == MatchEnd })
	})
}

// Determinize makes a DFA of the strings for which x holds. The DFA is not minimal.
func (b *Boolean) Determinize(x Formula) (*DFA, error) { return b.determinize(x, false) }

// DeterminizeMarked makes a DFA of the texts for which x holds, with [MatchEnd] where the match
// ends. The DFA is not minimal. It requires that no state reads the byte MatchEnd.
func (b *Boolean) DeterminizeMarked(x Formula) (*DFA, error) { return b.determinize(x, true) }

// Dump writes a formula and the automaton in a stable form for people, a line for each state: "*" if it
// holds for the empty string, its moves, or after "=" the formula of a loop. State 1 is End. "T" always
// holds, "F" never; "(2 ? x : y)" is x where state 2 holds, else y; "…" stands in long formulas.
func (b *Boolean) Dump(w io.Writer, x Formula) error {
	_, err := fmt.Fprintf(w, "boolean automaton: %d states, %s\n", b.NumStates(), b.format(x))
	for q := end; q < len(b.states) && err == nil; q++ {
		s := b.states[q]
		text := pick(s.holds || q == end, "*") + fmt.Sprint(q) + ":"
		if s.loop {
			text += " = " + b.format(s.is)
		}
		for _, m := range s.moves {
			text += formatRanges([]ByteRange{m.ByteRange}) + "→" + b.format(m.to)
		}
		_, err = fmt.Fprintln(w, text)
	}
	return err
}

// format writes a formula, as far as a line of a dump has room for: shared parts are written again and
// again.
func (b *Boolean) format(x Formula) string {
	room := 200 // parts
	return b.text(x, &room)
}

func (b *Boolean) text(x Formula, room *int) string {
	if *room--; *room < 0 {
		return "…"
	}
	switch d := b.nodes[x]; {
	case x == Always:
		return "T"
	case x == Never:
		return "F"
	case d.yes == Always && d.no == Never:
		return fmt.Sprint(d.on)
	default:
		return fmt.Sprintf("(%d ? %s : %s)", d.on, b.text(d.yes, room), b.text(d.no, room))
	}
}
