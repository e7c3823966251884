package automaton

import (
	"fmt"
	"io"
	"slices"
	"unicode"
)

// A Boolean builds DFAs from a boolean automaton (Brzozowski and Leiss, On Equations for Regular
// Languages, 1980). A formula over its states denotes a set of byte strings. A state holds for a
// string if the formula that the first byte leads to holds for the remaining bytes. And, Or and Not
// compute the intersection, union and complement of the sets.
//
// Idea. A formula is a condition on the text that starts at some offset. Each operation, such as
// Bytes, takes the condition on the text after a match and returns the condition on the text from
// the start of the match. The states of the DFA are the derivatives of the formula (see
// [derivatives]).
//
// End holds at the end of the match. [Boolean.Determinize] builds a DFA for the strings that end
// there. [Boolean.DeterminizeMarked] builds a DFA for longer texts, in which the byte [MatchEnd]
// marks where the match ends. [Boolean.Embed] embeds a marked DFA in another boolean automaton.
//
// Requires. No negated formula depends on End. Returns. Once a limit is exceeded, the formulas are
// meaningless and Determinize returns the error.
//
// Cost. The DFA for n states can need 2^2^n states; the meter stops the construction earlier.
//
// Tested against: TestBoolean evaluates the definition for each string.
type Boolean struct {
	formulas
	states []booleanState
	main   []bool // by formula, filled in as needed by depends: whether the formula depends on End
	// conditions on the text after a match of an embedded automaton, by the automaton's state
	rests map[*DFA]map[StateID]Formula
	plain map[Formula]Formula // results of unloop
}

// MatchEnd marks the end of a match in automata built by [Boolean.DeterminizeMarked]. The byte
// never occurs in UTF-8.
const MatchEnd byte = 0xFF

// A booleanState is a state of a boolean automaton, or a loop.
type booleanState struct {
	moves []booleanMove
	holds bool // the state holds for the empty string
	main  bool // the state depends on End
	loop  bool // the state is a loop, which denotes the formula in is
	is    Formula
}

// A booleanMove leads to a formula on every byte from Lo to Hi. If several moves of a state match a
// byte, one of their formulas must hold.
type booleanMove struct {
	ByteRange
	to Formula
}

// end is the number of the state End. State 0 is unused.
const end = 1

// Memory used per state and per move, in bytes.
const (
	booleanStateBytes = 48
	booleanMoveBytes  = 8
)

// NewBoolean returns an empty boolean automaton that counts its costs with meter.
func NewBoolean(meter *Meter) *Boolean {
	b := &Boolean{formulas: newFormulas(meter), rests: map[*DFA]map[StateID]Formula{}, plain: map[Formula]Formula{}}
	b.states = make([]booleanState, end+1)
	b.states[end].main = true
	return b
}

// Release returns the automaton's memory to the meter. Call it when the automaton is no longer
// needed.
func (b *Boolean) Release() {
	b.meter.release(b.held)
	b.held = 0
}

// NumStates returns the number of states.
func (b *Boolean) NumStates() int { return len(b.states) - end }

// Err returns the error for the first limit exceeded, or nil.
func (b *Boolean) Err() error { return b.err }

// Fail makes b fail with err, unless it has already failed.
func (b *Boolean) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// End returns the formula that holds at the end of the match.
func (b *Boolean) End() Formula { return b.variable(end) }

func (b *Boolean) variable(on uint32) Formula { return b.decide(on, Always, Never) }

// state adds a state and returns its number.
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
	for n := len(b.main); n < len(b.nodes); n++ { // a formula's parts have smaller numbers
		d := b.nodes[n]
		b.main = append(b.main, n > int(Always) && (b.states[d.on].main || b.main[d.yes] || b.main[d.no]))
	}
	return b.main[x]
}

// Bytes returns the condition that a text starts with a byte from lo to hi and that the rest of the
// text satisfies the formula then.
func (b *Boolean) Bytes(lo, hi byte, then Formula) Formula {
	return b.reads([]booleanMove{{ByteRange{lo, hi}, then}})
}

// reads returns the condition that some move matches the first byte of a text and that the move's
// formula holds for the remaining bytes.
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

// Class returns the condition that a text starts with a code point in a class and that the rest of
// the text satisfies the formula then.
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

// Loop returns the formula for a repetition, which [Boolean.Define] must define later. Within the
// repetition, the formula is the condition after each item. The parameter then is the condition
// after the entire repetition.
func (b *Boolean) Loop(then Formula) Formula {
	return b.variable(b.state(booleanState{loop: true, main: b.depends(then)}))
}

// Define defines a loop as x. In x, at least one byte must precede each use of the loop.
func (b *Boolean) Define(loop, x Formula) {
	if b.err == nil {
		b.states[b.nodes[loop].on].is = x
	}
}

// Without returns x with Never substituted for a loop.
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

// Embed returns the condition that a text starts with a match of d and that the rest of the text
// satisfies the formula then. d must have been built by [Boolean.DeterminizeMarked]; its predicates
// may also restrict the text after the match.
func (b *Boolean) Embed(d *DFA, then Formula) Formula {
	if b.err == nil { // fail now rather than halfway through
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

// An embedding copies the states of an automaton and all moves except those on [MatchEnd].
type embedding struct {
	*Boolean
	d     *DFA
	known map[StateID]Formula
	main  bool                               // whether the copies depend on End
	also  func(q StateID, x Formula) Formula // adds the end of the match to the copy x of q
	queue []StateID
}

// at returns the formula for a state of d and adds the moves of all copies reachable from it.
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

// visit returns the formula for a state. It queues new states for at, which adds their moves.
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

// holdsAlways reports whether d accepts every string from q.
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

// ReadsMatchEnd reports whether any state reads the byte [MatchEnd].
func (b *Boolean) ReadsMatchEnd() bool {
	return slices.ContainsFunc(b.states, func(s booleanState) bool {
		return slices.ContainsFunc(s.moves, func(m booleanMove) bool { return m.Hi == MatchEnd })
	})
}

// Determinize builds a DFA for the strings that x denotes. The DFA is not minimal.
func (b *Boolean) Determinize(x Formula) (*DFA, error) { return b.determinize(x, false) }

// DeterminizeMarked builds a DFA for the texts that x denotes, with [MatchEnd] at the end of the
// match. The DFA is not minimal. Requires: no state reads the byte MatchEnd.
func (b *Boolean) DeterminizeMarked(x Formula) (*DFA, error) { return b.determinize(x, true) }

// Dump writes a formula and the automaton in a stable, readable form, one line per state. "*" marks
// a state that holds for the empty string. Each line lists the state's moves or, for a loop, "="
// and its formula. State 1 is End. "T" always holds, and "F" never does. "(2 ? x : y)" is x if
// state 2 holds, and y otherwise. "…" replaces the rest of a long formula.
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

// format formats a formula for a dump. It truncates long formulas, because shared parts are
// repeated.
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
