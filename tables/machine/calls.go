package machine

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/tables/internal/format"
)

// verifyCalls checks the invariants of a table with calls. The page of package counter
// (tables/internal/counter) lists them, and explains the tokens Enter, Back, Last and Call. The
// error names a violated invariant. For a machine without calls verifyCalls returns nil.
func (m *Machine) verifyCalls() error {
	if !m.Calls {
		return nil
	}
	enter, back := m.after(m.Start, format.Enter), m.after(m.Start, format.Back)
	switch last := m.after(m.Start, format.Last); {
	case enter == 0: // back is 0 if the inside has no calls
		return errors.New("a rule with calls has no inside")
	case m.Accept[enter]:
		return errors.New("the inside accepts the empty string")
	case m.after(enter, format.Call) != 0:
		return errors.New("the inside begins with a call")
	case last != 0 && (!m.Accept[last] || !m.final(last)):
		return fmt.Errorf("state %d is not one that only returns", last)
	}
	for q := range m.States() {
		for _, token := range []int{format.Enter, format.Back, format.Last} {
			if to := m.after(uint16(q), token); to != 0 && q != int(m.Start) {
				return fmt.Errorf("state %d leads to %d on the byte %#02x", q, to, token)
			}
		}
	}
	inside := []uint16{enter, back}
	seen := map[uint16]bool{enter: true, back: true}
	for i := 0; i < len(inside); i++ {
		q := inside[i]
		if to := m.after(q, format.Call); to != 0 && to != back {
			return fmt.Errorf("a call of the inside leads from state %d to %d, not to %d", q, to, back)
		}
		if q == m.Start {
			return errors.New("the inside comes to the start")
		}
		for c := range m.Count {
			if to := uint16(m.next(int(q), c)); to != 0 && !seen[to] {
				seen[to] = true
				inside = append(inside, to)
			}
		}
	}
	return nil
}

// final reports whether every byte leads from state q to the dead state.
func (m *Machine) final(q uint16) bool {
	for c := range m.Count {
		if m.next(int(q), c) != 0 {
			return false
		}
	}
	return true
}
