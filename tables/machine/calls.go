package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// verifyCalls checks the invariants of a table with calls. The documentation of package counter
// (tables/internal/counter) lists them and explains the inside and the tokens Enter, Back, Last and
// Call. verifyCalls also checks that there is an inside, that it does not lead to the start, and
// that the state after Last, if any, accepts and has no transitions. For a table without calls it
// returns nil.
func (m *Machine) verifyCalls() error {
	if !m.Calls {
		return nil
	}
	enter, back := m.after(m.Start, format.Enter), m.after(m.Start, format.Back)
	switch last := m.after(m.Start, format.Last); {
	case enter == 0: // back is 0 if the inside has no calls
		return errors.New("a rule with calls must have an inside")
	case m.Accept[enter]:
		return errors.New("the inside accepts the empty string")
	case m.after(enter, format.Call) != 0:
		return errors.New("the inside begins with a call")
	case last != 0 && (!m.Accept[last] || slices.Max(m.Next[int(last)*m.Count:][:m.Count]) > 0):
		return fmt.Errorf("state %d must accept and have no transitions", last)
	}
	for q := range m.States() {
		for _, token := range []int{format.Enter, format.Back, format.Last} {
			to := m.after(uint16(q), token)
			if to != 0 && q != int(m.Start) && (q != int(enter) || token != format.Enter) {
				return fmt.Errorf("state %d must not lead to %d on byte %#02x", q, to, token)
			}
		}
	}
	inside := []uint16{enter, back}
	seen := map[uint16]bool{enter: true, back: true}
	for i := 0; i < len(inside); i++ {
		q := inside[i]
		if to := m.after(q, format.Call); to != 0 && to != back {
			return fmt.Errorf("a call in the inside leads from state %d to %d, not to %d", q, to, back)
		}
		if q == m.Start {
			return errors.New("the inside leads back to the start")
		}
		for c := range m.Count {
			if to := uint16(m.next(int(q), c)); to != 0 && !seen[to] {
				seen[to] = true
				inside = append(inside, to)
			}
		}
	}
	return m.verifyInnermost(enter)
}

// verifyInnermost checks the innermost automaton. A table contains an innermost automaton if and
// only if its Exactness is Subset; its Depth must then be positive. The innermost accepts the
// strings of the inside that contain no calls. So each state reached in the inside by bytes without
// a call corresponds to the state reached in the innermost by the same bytes, and either both
// states accept or neither does.
func (m *Machine) verifyInnermost(enter uint16) error {
	inmost := m.after(enter, format.Enter)
	subset := m.Exactness == tables.Subset
	if subset != (inmost != 0) || subset && m.Depth == 0 {
		return fmt.Errorf("the table is %s(%d), but the innermost automaton begins in state %d", m.Exactness, m.Depth, inmost)
	}
	if !subset {
		return nil
	}
	twin := map[uint16]uint16{enter: inmost, 0: 0}
	for todo := []uint16{enter}; len(todo) > 0; todo = todo[1:] {
		q := todo[0]
		same := m.Accept[q] == m.Accept[twin[q]] && m.after(twin[q], format.Call) == 0
		for b := range format.Last {
			to, then := m.after(q, b), m.after(twin[q], b)
			if _, ok := twin[to]; !ok {
				twin[to] = then
				todo = append(todo, to)
			}
			same = same && twin[to] == then
		}
		if !same {
			return fmt.Errorf("innermost state %d does not match state %d without its calls", twin[q], q)
		}
	}
	return nil
}
