package automaton

// A Formula is a boolean function of the states of a [Boolean] automaton.
type Formula uint32

// The constant formulas.
const (
	Never Formula = iota
	Always
)

// formulas are reduced ordered binary decision diagrams (Bryant, Graph-Based Algorithms for Boolean
// Function Manipulation, 1986).
//
// Idea. A formula branches on its newest state into two formulas over older states. Equal branches
// share a node, so formulas are equal exactly when their numbers are equal.
//
// Cost. An operation visits each combination of nodes once. A formula over n states can have up to
// 2^n nodes, depending on the state order. The meter stops the operation earlier.
//
// Rejected: sets of state sets, because their negation can be large.
//
// Tested against: TestFormulas compares them with truth tables.
type formulas struct {
	nodes []decision
	ids   map[decision]Formula
	known map[[3]Formula]Formula // results of choose
	meter *Meter
	held  int64 // bytes
	err   error // the first limit exceeded
}

// A decision is a formula that equals yes if the state on holds, and no otherwise.
type decision struct {
	on      uint32 // newer than the states in yes and no; 0 for Never and Always
	yes, no Formula
}

// Cost of a formula, in steps and in bytes, including its map entries.
const (
	formulaSteps = 16
	formulaBytes = 64
)

func newFormulas(meter *Meter) formulas {
	return formulas{nodes: make([]decision, 2), ids: map[decision]Formula{}, known: map[[3]Formula]Formula{}, meter: meter}
}

// pay counts steps and bytes; the bytes are held until the end. It reports whether both are within
// the limits.
func (f *formulas) pay(steps, bytes int64) bool {
	if f.err == nil {
		f.err = f.meter.Work(steps)
	}
	if f.err == nil {
		f.err = f.meter.spend(0, bytes)
	}
	if f.err != nil {
		return false
	}
	f.held += bytes
	return true
}

// decide returns a formula that equals yes if the state on holds, and no otherwise.
func (f *formulas) decide(on uint32, yes, no Formula) Formula {
	if yes == no {
		return yes
	}
	d := decision{on, yes, no}
	id, ok := f.ids[d]
	if !ok && f.pay(formulaSteps, formulaBytes) {
		id = Formula(len(f.nodes))
		f.nodes = append(f.nodes, d)
		f.ids[d] = id
	}
	return id
}

// choose returns a formula that equals yes where condition holds, and no elsewhere.
func (f *formulas) choose(condition, yes, no Formula) Formula {
	switch {
	case condition == Always || yes == no:
		return yes
	case condition == Never:
		return no
	case yes == Always && no == Never:
		return condition
	case f.err != nil:
		return Never
	}
	key := [3]Formula{condition, yes, no}
	id, ok := f.known[key]
	if !ok {
		on := max(f.nodes[condition].on, f.nodes[yes].on, f.nodes[no].on)
		id = f.decide(on,
			f.choose(f.given(condition, on, true), f.given(yes, on, true), f.given(no, on, true)),
			f.choose(f.given(condition, on, false), f.given(yes, on, false), f.given(no, on, false)))
		if f.pay(formulaSteps, formulaBytes) {
			f.known[key] = id
		}
	}
	return id
}

// given simplifies x for a known value of the state on. If on is not the newest state in x, it
// returns x itself.
func (f *formulas) given(x Formula, on uint32, holds bool) Formula {
	switch d := f.nodes[x]; {
	case d.on != on:
		return x
	case holds:
		return d.yes
	default:
		return d.no
	}
}

// And returns the conjunction of x and y.
func (f *formulas) And(x, y Formula) Formula { return f.choose(x, y, Never) }

// Or returns the disjunction of x and y.
func (f *formulas) Or(x, y Formula) Formula { return f.choose(x, Always, y) }

// Not returns the negation of x.
func (f *formulas) Not(x Formula) Formula { return f.choose(x, Never, Always) }

// replace substitutes by(on) for each state on in x. The map known caches earlier results.
func (f *formulas) replace(x Formula, by func(on uint32) Formula, known map[Formula]Formula) Formula {
	if x <= Always || f.err != nil {
		return x
	}
	to, ok := known[x]
	if !ok {
		d := f.nodes[x]
		to = f.choose(by(d.on), f.replace(d.yes, by, known), f.replace(d.no, by, known))
		if f.pay(formulaSteps, formulaBytes) {
			known[x] = to
		}
	}
	return to
}
