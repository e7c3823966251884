package automaton

// Nest matches the members of d with their tokens replaced. A token is a byte that represents any
// member of its DFA in insides; these members may themselves contain tokens. Members may be nested
// at most depth levels deep, so with a depth of 0 a token matches no string.
//
// Idea. All calls that return to the same NFA state share one copy of an inside. Empty moves lead
// from the calls to the start of the copy, and from the copy's accepting states to the shared
// return state. Each copy thus represents a stack of return states, and no stack is represented
// twice.
//
// Cost. If all tokens in the insides lead to one state, there are depth copies for each state that
// follows a token in the outermost DFA. Otherwise there is one copy for each stack; two such states
// result in 2^depth copies. If the two states represent two kinds of brackets, no automaton has
// fewer states.
//
// Rejected: a copy for each call. With n calls, this takes n^depth copies, and the XRI 3.0 grammar
// contains 11 calls.
//
// Tested against: TestNest substitutes the members for the tokens.
func (b *Builder) Nest(d *DFA, insides map[byte]*DFA, depth int) Fragment {
	f := b.fragment()
	n := newNesting(b, insides)
	b.glue(f.in, n.paste(d, f.out))
	copies := map[site]StateID{}
	for level := 0; level < depth && len(n.calls) > 0 && b.err == nil; level++ {
		for _, c := range n.take() {
			start, ok := copies[c.site]
			if !ok {
				start = n.paste(insides[c.token], c.back)
				copies[c.site] = start
			}
			b.glue(c.from, start)
		}
	}
	return f
}

// NestLoosely matches all strings that [Builder.Nest] matches at any depth, and some other strings.
//
// Idea. The construction follows Mohri and Nederhof (Regular Approximation of Context-Free Grammars
// through Transformation, 2001). Each state that follows a token in the outermost DFA gets one copy
// of each inside. A token in a copy leads to the start of a copy, and the end of that copy leads to
// every state that follows such a token. A nested match can therefore return to the wrong call, but
// never to a call outside these copies.
//
// Cost. For each state that follows a token in the outermost DFA, the states of all insides.
//
// Rejected: one copy of each inside for all tokens. With two tokens in the outermost DFA, the match
// of the first token could continue after the second. Also rejected: the same construction applied
// to each rule in a cycle instead of to the tokens. It does not need automata for the rules, but it
// took 13,900 state sets for each rule in XRI 3.0; the construction used here takes at most 7,200.
//
// Tested against: TestNestLoosely compares the result with Nest at depths 0 to 3.
func (b *Builder) NestLoosely(d *DFA, insides map[byte]*DFA) Fragment {
	f := b.fragment()
	n := newNesting(b, insides)
	b.glue(f.in, n.paste(d, f.out))
	shells := map[site]Fragment{}
	for _, outside := range n.take() {
		for todo := []nestedCall{outside}; len(todo) > 0 && b.err == nil; todo = todo[1:] {
			c := todo[0]
			at := site{c.token, outside.back}
			shell, ok := shells[at]
			if !ok {
				shell = b.Shell()
				shells[at] = shell
				b.glue(shell.in, n.paste(insides[c.token], shell.out))
				todo = append(todo, n.take()...)
			}
			b.glue(c.from, shell.in)
			b.glue(shell.out, c.back)
		}
	}
	return f
}

// A nesting copies automata with tokens into a builder.
type nesting struct {
	b      *Builder
	tokens []byte
	calls  []nestedCall // token moves not yet connected to a copy
}

func newNesting(b *Builder, insides map[byte]*DFA) *nesting {
	n := &nesting{b: b}
	for token := range 256 {
		if insides[byte(token)] != nil {
			n.tokens = append(n.tokens, byte(token))
		}
	}
	return n
}

// take returns the calls not yet connected to a copy and clears the list.
func (n *nesting) take() []nestedCall {
	calls := n.calls
	n.calls = nil
	return calls
}

// A site is a token and the state to return to.
type site struct {
	token byte
	back  StateID
}

// A nestedCall is a move on a token.
type nestedCall struct {
	from StateID
	site
}

// paste copies a DFA without its token moves and returns the start of the copy. It adds empty moves
// from the copy's accepting states to out.
func (n *nesting) paste(d *DFA, out StateID) StateID {
	b := n.b
	if d.start == Dead {
		return b.state()
	}
	copies := b.copyStates(d)
	for q := 1; q < len(copies) && b.err == nil; q++ {
		b.copyMoves(d, StateID(q), copies, out, n.tokens)
		for _, token := range n.tokens {
			if to := d.Step(StateID(q), token); to != Dead {
				n.calls = append(n.calls, nestedCall{copies[q], site{token, copies[to]}})
			}
		}
	}
	if b.err != nil {
		return 0
	}
	return copies[d.start]
}
