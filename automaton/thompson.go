package automaton

import "unicode"

// A Builder makes an NFA by Thompson's construction (Regular Expression Search Algorithm, CACM
// 1968). Every operation returns a fragment with one entry and one exit, and connects fragments
// with empty moves. A fragment may be used once.
//
// After a Builder has exceeded a limit, it returns fragments as before but adds no states. Err and
// NFA report the limit. Tested against: TestRandomMachinesMatchTheirTrees.
type Builder struct {
	nfa   NFA
	meter *Meter
	mark  Mark
	err   error

	edges []Edge    // room for lists of one element
	empty []StateID // the same
}

// maxRoom is the maximum number of one-element lists allocated at once.
const maxRoom = 1024

// list returns a list of only x. Nearly all lists of an NFA remain that short. Allocating each
// separately would take half of the time.
func list[T any](room *[]T, x T) []T {
	if len(*room) == cap(*room) {
		*room = make([]T, 0, min(max(2*cap(*room), 16), maxRoom))
	}
	n := len(*room)
	*room = append(*room, x)
	return (*room)[n : n+1 : n+1]
}

// A Fragment is a part of an unfinished NFA.
type Fragment struct{ in, out StateID }

// NewBuilder returns a builder. The meter counts its costs.
func NewBuilder(meter *Meter) *Builder { return &Builder{meter: meter} }

// SetMark sets the mark of subsequent edges, and returns the previous mark.
func (b *Builder) SetMark(m Mark) Mark {
	old := b.mark
	b.mark = m
	return old
}

// Err returns the exceeded limit, or nil.
func (b *Builder) Err() error { return b.err }

// Fail makes b fail with err, unless it has already failed. A user calls it for a construct without
// a fragment. After that b adds no states, so it accepts any fragment.
func (b *Builder) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// NFA finishes the automaton for the language of f.
func (b *Builder) NFA(f Fragment) (*NFA, error) {
	if b.err != nil {
		return nil, b.err
	}
	b.nfa.start, b.nfa.accept = f.in, f.out
	return &b.nfa, nil
}

// Release returns the automaton's memory to the meter. The owner calls it after the last use.
func (b *Builder) Release() { b.meter.release(b.nfa.size()) }

// Steps for a state, and for the search for its moves among the 256 bytes.
const (
	stateSteps = 12
	movesSteps = 40
)

func (b *Builder) state() StateID {
	n := len(b.nfa.edges)
	if b.err == nil {
		b.err = check("NFA states", int64(n+1), int64(b.meter.limits.NFAStates))
	}
	if b.err == nil && n%64 == 0 {
		b.err = b.meter.cancelled()
	}
	if b.err == nil {
		b.err = b.meter.Work(stateSteps)
	}
	if b.err == nil {
		b.err = b.meter.spend(0, nfaStateBytes)
	}
	if b.err != nil {
		return 0
	}
	b.nfa.edges = append(b.nfa.edges, nil)
	b.nfa.empty = append(b.nfa.empty, nil)
	return StateID(n)
}

func (b *Builder) fragment() Fragment { return Fragment{b.state(), b.state()} }

func (b *Builder) edge(from, to StateID, lo, hi byte) {
	if b.err == nil {
		b.err = b.meter.Work(8)
	}
	if b.err == nil {
		b.err = b.meter.spend(1, nfaEdgeBytes)
	}
	if b.err == nil {
		e := Edge{lo, hi, b.mark, to}
		if b.nfa.edges[from] == nil {
			b.nfa.edges[from] = list(&b.edges, e)
		} else {
			b.nfa.edges[from] = append(b.nfa.edges[from], e)
		}
	}
}

func (b *Builder) glue(from, to StateID) {
	if b.err == nil {
		b.err = b.meter.Work(8)
	}
	if b.err == nil {
		b.err = b.meter.spend(1, nfaEdgeBytes)
	}
	if b.err == nil {
		if b.nfa.empty[from] == nil {
			b.nfa.empty[from] = list(&b.empty, to)
		} else {
			b.nfa.empty[from] = append(b.nfa.empty[from], to)
		}
	}
}

// Empty matches the empty string.
func (b *Builder) Empty() Fragment {
	q := b.state()
	return Fragment{q, q}
}

// Bytes matches one byte from lo to hi.
func (b *Builder) Bytes(lo, hi byte) Fragment {
	f := b.fragment()
	b.edge(f.in, f.out, lo, hi)
	return f
}

// Class matches the UTF-8 form of one code point of the class. Surrogates have no UTF-8 form.
func (b *Builder) Class(class *unicode.RangeTable) Fragment {
	f := b.fragment()
	for lo, hi := range Runs(class) {
		for seq := range Sequences(lo, hi) {
			b.chain(f, seq)
		}
	}
	return f
}

// chain connects the entry of f to its exit by one sequence of byte ranges.
func (b *Builder) chain(f Fragment, seq []ByteRange) {
	from := f.in
	for i, r := range seq {
		to := f.out
		if i < len(seq)-1 {
			to = b.state()
		}
		b.edge(from, to, r.Lo, r.Hi)
		from = to
	}
}

// Cat matches f and then g.
func (b *Builder) Cat(f, g Fragment) Fragment {
	b.glue(f.out, g.in)
	return Fragment{f.in, g.out}
}

// Alt matches any of the fragments. Without fragments it matches no string.
func (b *Builder) Alt(fs ...Fragment) Fragment {
	alt := b.fragment()
	for _, f := range fs {
		b.Fill(alt, f)
	}
	return alt
}

// Opt matches f or the empty string.
func (b *Builder) Opt(f Fragment) Fragment {
	opt := b.Alt(f)
	b.glue(opt.in, opt.out)
	return opt
}

// Prefixes returns the union of the concatenations of the first 0, 1, 2 … len(fs) fragments: the
// empty string, f1, f1 f2 …
//
// Idea. Each fragment has a separate edge to the end. Rejected: nested Opts. The subset
// construction follows the edges of all inner ones at every fragment, in quadratic time.
func (b *Builder) Prefixes(fs ...Fragment) Fragment {
	all := b.fragment()
	from := all.in
	for _, f := range fs {
		b.glue(from, f.in)
		b.glue(f.out, all.out)
		from = f.out
	}
	b.glue(all.in, all.out)
	return all
}

// Star matches f any number of times, including zero.
func (b *Builder) Star(f Fragment) Fragment {
	star := b.fragment()
	b.glue(star.in, f.in)
	b.glue(f.out, star.in)
	b.glue(star.in, star.out)
	return star
}

// Shell returns a fragment that matches no string yet. [Builder.Fill] gives it a fragment to match,
// and [Builder.Visit] uses it any number of times.
func (b *Builder) Shell() Fragment { return b.fragment() }

// Fill makes a shell match f.
func (b *Builder) Fill(shell, f Fragment) {
	b.glue(shell.in, f.in)
	b.glue(f.out, shell.out)
}

// Visit leads into a shell, and from its end to the exit of every visit, because a finite automaton
// has no stack of visits. So it matches the strings of the shell and others (Mohri and Nederhof,
// Regular Approximation of Context-Free Grammars through Transformation, 2001). It matches no
// others if all visits are at one end of the shell's strings.
func (b *Builder) Visit(shell Fragment) Fragment {
	return b.Alt(shell)
}

// Embed matches the language of a DFA by a copy of its states, without the dead one. So a reference
// from one rule to another costs the states of a minimal automaton, instead of those of the other
// rule's text for each reference.
func (b *Builder) Embed(d *DFA) Fragment {
	f := b.fragment()
	if d.start == Dead {
		return f
	}
	copies := b.copyStates(d)
	for q := 1; q < len(copies) && b.err == nil; q++ {
		b.copyMoves(d, StateID(q), copies, f.out, nil)
	}
	if b.err == nil {
		b.glue(f.in, copies[d.start])
	}
	return f
}

// copyStates makes a state for each state of a DFA except the dead one; it returns nil after an
// error.
func (b *Builder) copyStates(d *DFA) []StateID {
	if b.err == nil { // fail now, not after making half of the states
		b.err = b.meter.affords((stateSteps + movesSteps) * int64(d.NumStates()))
	}
	if b.err != nil {
		return nil
	}
	copies := make([]StateID, d.NumStates())
	for q := 1; q < len(copies); q++ {
		copies[q] = b.state()
	}
	return copies
}

// copyMoves gives the copy of a state its edges, without those of tokens, and if q accepts an empty
// move to out.
func (b *Builder) copyMoves(d *DFA, q StateID, copies []StateID, out StateID, tokens []byte) {
	if b.err == nil {
		b.err = b.meter.Work(movesSteps)
	}
	if b.err != nil {
		return
	}
	for r, to := range d.Moves(q) {
		lo := int(r.Lo)
		for _, token := range tokens { // in ascending order
			if lo <= int(token) && token <= r.Hi {
				if lo < int(token) {
					b.edge(copies[q], copies[to], byte(lo), token-1)
				}
				lo = int(token) + 1
			}
		}
		if lo <= int(r.Hi) {
			b.edge(copies[q], copies[to], byte(lo), r.Hi)
		}
	}
	if d.accept[q] {
		b.glue(copies[q], out)
	}
}
