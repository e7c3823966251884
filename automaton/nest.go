package automaton

// Nest matches the strings of a DFA with members in the place of tokens. A token is a byte that has a DFA
// in insides, and stands for a member of that DFA, which may have tokens, too. At most depth members are
// inside of one another: with a depth of 0 no token matches.
//
// Idea. All places with a token that go on in the same state of the NFA share one copy of the inside. An
// empty move leads from each of these places to the start of the copy, and one from each accepting state of
// the copy to the state where the places go on. So a copy stands for one stack of states to return to.
//
// Cost. If all tokens of the insides lead to one state, there are depth copies for each state after a token
// of the outermost DFA: linear in depth. If they lead to two states, there are 2^depth copies. For two kinds
// of brackets no automaton has fewer states.
//
// Rejected: a copy for each place with a token. With n places these are n^depth copies. XRI 3.0 has 11
// places.
//
// Twin: TestNest puts the members in the places of the tokens.
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

// NestLoosely matches the strings that [Builder.Nest] matches at any depth, and more.
//
// Idea. It is that of Mohri and Nederhof (Regular Approximation of Context-Free Grammars through
// Transformation, 2001). For each state after a token of the outermost DFA there is one copy of each inside.
// A token in these copies leads to the start of a copy. The end of a copy leads to all states after its
// tokens in these copies, and to that outside. So a member may return to where another one was called, but
// only among those with the same state outside.
//
// Cost. The states of all insides, for each state after a token outside.
//
// Rejected: one copy of each inside. In "a token, m, a token" the first could end at the end of the second.
// Rejected as well: the same with each rule of a circle in the place of the tokens, which needs no automata
// of the rules. XRI 3.0 had 13,900 sets of states for each rule, now at most 7,200.
//
// Twin: TestNestLoosely.
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

// A nesting copies automata with tokens.
type nesting struct {
	b      *Builder
	tokens []byte
	calls  []nestedCall // those that lead nowhere yet
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

// take returns the calls that lead nowhere yet, and leaves none.
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

// A nestedCall is a place with a token.
type nestedCall struct {
	from StateID
	site
}

// paste copies a DFA without the edges of tokens, and returns its start. Its accepting states lead to out.
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
