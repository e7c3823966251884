package automaton

import "unicode"

// A Builder builds an NFA with Thompson's construction (Regular Expression Search Algorithm, CACM
// 1968). Every operation returns a fragment with one entry and one exit, and connects fragments
// with empty moves. A fragment may be used only once.
//
// Once a limit is exceeded, a Builder still returns fragments but adds no states. Err and NFA
// return the error. Tested against: TestRandomMachinesMatchTheirTrees.
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

// list returns a list that contains only x. Nearly all lists in an NFA remain that short, and
// allocating each list separately would account for half of the time.
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

// NewBuilder returns a builder that counts its costs with meter.
func NewBuilder(meter *Meter) *Builder { return &Builder{meter: meter} }

// SetMark sets the mark of subsequent edges, and returns the previous mark.
func (b *Builder) SetMark(m Mark) Mark {
	old := b.mark
	b.mark = m
	return old
}

// Err returns the first error, or nil.
func (b *Builder) Err() error { return b.err }

// Fail makes b fail with err, unless it has already failed. Callers use it for constructs that have
// no fragment. Afterwards b adds no states, so it accepts any fragment.
func (b *Builder) Fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// NFA returns the finished automaton for the language of f.
func (b *Builder) NFA(f Fragment) (*NFA, error) {
	if b.err != nil {
		return nil, b.err
	}
	b.nfa.start, b.nfa.accept = f.in, f.out
	return &b.nfa, nil
}

// Release returns the automaton's memory to the meter. Call it when the automaton is no longer
// needed.
func (b *Builder) Release() { b.meter.release(b.nfa.size()) }

// Steps for creating a state, and for finding its moves among the 256 bytes.
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

// Class matches the UTF-8 encoding of one code point in the class. Surrogates have no encoding.
func (b *Builder) Class(class *unicode.RangeTable) Fragment {
	f := b.fragment()
	for lo, hi := range Runs(class) {
		for seq := range Sequences(lo, hi) {
			b.chain(f, seq)
		}
	}
	return f
}

// chain connects the entry of f to its exit with one sequence of byte ranges.
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

// Prefixes matches the first 0, 1, 2 … len(fs) fragments in sequence: the empty string, f1, f1 f2 …
//
// Idea. Each fragment has a separate empty move to the end. Rejected: nested Opts. The subset
// construction would follow the moves of all inner Opts at every fragment, which takes quadratic
// time.
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

// Visit matches the strings of a shell. A finite automaton has no stack of visits, so the end of
// the shell leads to the exit of every visit. Visit can therefore match other strings as well
// (Mohri and Nederhof, Regular Approximation of Context-Free Grammars through Transformation,
// 2001). It matches no other strings if all visits occur at the same end of the shell's strings.
func (b *Builder) Visit(shell Fragment) Fragment {
	return b.Alt(shell)
}

// Embed matches the language of a DFA with a copy of its live states. A reference from one rule to
// another thus adds only the states of a minimal automaton, not those for the other rule's text.
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

// copyStates creates a state for each live state of a DFA. It returns nil after an error.
func (b *Builder) copyStates(d *DFA) []StateID {
	if b.err == nil { // fail now rather than halfway through
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

// copyMoves adds the edges of q to its copy, except edges on tokens. If q accepts, it also adds an
// empty move from the copy to out.
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
