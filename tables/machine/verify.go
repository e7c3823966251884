package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables"
)

// Verify decodes the table of a rule and checks every invariant of the layout and of the machine
// (package format lists them). It is meant for tests and for untrusted tables. It returns an error
// if the table is incorrect, and never panics.
func Verify(rule tables.Rule) error {
	m, err := Of(rule)
	if err != nil {
		return err
	}
	return verifyTable(rule, m)
}

// verifyTable checks m, the machine decoded from the table. It also encodes m again and returns an
// error unless the result equals the table byte for byte.
func verifyTable[T tables.Rule | tables.Set](table T, m interface {
	Verify() error
	Encode() (T, error)
}) error {
	if err := m.Verify(); err != nil {
		return err
	}
	again, err := m.Encode()
	if err != nil {
		return err
	}
	if again != table {
		return errors.New("the table differs from the encoding of its machine")
	}
	return nil
}

// Verify checks that the machine fits the layout, that it is minimal, and that it is in canonical
// form: classes are numbered by their smallest byte, and states breadth first. It also checks the
// exactness and the depth, the components and slots, the words, the regions
// ([Machine.VerifyRegions]) and the calls. Its error reports the first violation.
func (m *Machine) Verify() error {
	block := make([]int, m.States())
	for q, accept := range m.Accept {
		if accept {
			block[q] = 1
		}
	}
	return m.verify(block)
}

// verify performs the checks of Verify, for rules and for sets. block contains a number for each
// state: states with different numbers are not equivalent. For a rule the number indicates whether
// the state accepts, and for a set which rules match there.
func (m *Machine) verify(block []int) error {
	if m.Exactness > tables.Subset || m.Depth < 0 || m.Depth > 0 && m.Exactness != tables.Subset {
		return fmt.Errorf("invalid exactness %d with depth %d", m.Exactness, m.Depth)
	}
	minimal := func() error { return m.verifyMinimal(block) }
	for _, check := range []func() error{
		m.fits, m.verifyClasses, m.verifyNumbers, minimal, m.verifyComponents, m.verifyWords, m.VerifyRegions, m.verifyCalls,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// verifyClasses checks that classes are numbered by their smallest byte, that each contains a byte,
// and that no two classes lead to the same state from every state.
func (m *Machine) verifyClasses() error {
	fresh := 0
	for b, c := range m.Class {
		if int(c) > fresh || int(c) >= m.Count {
			return fmt.Errorf("byte %#02x has class %d; the next new class is %d", b, c, fresh)
		}
		if int(c) == fresh {
			fresh++
		}
	}
	if fresh != m.Count {
		return fmt.Errorf("only %d of %d classes contain a byte", fresh, m.Count)
	}
	columns := map[string]int{}
	for c := range m.Count {
		column := make([]byte, 0, 2*m.States())
		for q := range m.States() {
			column = append(column, byte(m.next(q, c)), byte(m.next(q, c)>>8))
		}
		if other, ok := columns[string(column)]; ok {
			return fmt.Errorf("classes %d and %d lead to the same states", other, c)
		}
		columns[string(column)] = c
	}
	return nil
}

// verifyNumbers checks the state numbers. The start is state 1, or 0 if there is no other state.
// State 0 leads to itself and does not accept. The other states are numbered breadth first from the
// start, and all of them are reachable.
func (m *Machine) verifyNumbers() error {
	n := m.States()
	if int(m.Start) != min(1, n-1) {
		return fmt.Errorf("the start state must not be %d", m.Start)
	}
	seen := int(m.Start) // the highest state reached so far
	for q := range n {
		if q > seen {
			return fmt.Errorf("state %d is not reachable from lower-numbered states", q)
		}
		for c := range m.Count {
			to := m.next(q, c)
			if to > seen+1 || to >= n || q == 0 && to != 0 {
				return fmt.Errorf("state %d must not lead to %d on class %d", q, to, c)
			}
			seen = max(seen, to)
		}
	}
	if m.Accept[0] {
		return errors.New("the dead state accepts")
	}
	return nil
}

// verifyMinimal checks that no two states are equivalent. States with different numbers in block
// are never equivalent. A state that cannot reach an accepting state would be equivalent to the
// dead state, so verifyMinimal also finds such a state.
func (m *Machine) verifyMinimal(block []int) error {
	if n, _ := m.blocks(block); n != len(block) {
		return fmt.Errorf("only %d of %d states are distinct", n, len(block))
	}
	return nil
}

// verifyComponents checks that each component has a name, that each slot refers to existing
// components, and that each state refers to an existing slot. If no byte of a member leads to a
// state, the slot of this state must be 0.
func (m *Machine) verifyComponents() error {
	for _, p := range m.Components {
		if p.Name == "" {
			return errors.New("a component has no name")
		}
	}
	for i, s := range m.Slots {
		if s.First < 0 || s.First > s.Second || s.Second >= len(m.Components) {
			return fmt.Errorf("slot %d has the components %d and %d of %d", i, s.First, s.Second, len(m.Components))
		}
	}
	for q, s := range m.SlotOf {
		if int(s) >= len(m.Slots) && (q > int(m.Start) || s > 0) {
			return fmt.Errorf("state %d has slot %d of %d", q, s, len(m.Slots))
		}
		if s > 0 && (q == 0 || q == int(m.Start) && !slices.Contains(m.Next, m.Start)) {
			return fmt.Errorf("state %d has slot %d, but no byte of a member leads to it", q, s)
		}
	}
	return nil
}

// verifyWords checks that the numbers in Expect are indexes into Words. It also checks that a live
// state without a list can be inside a UTF-8 sequence: it is not the start, it does not accept, and
// all bytes that may follow continue a sequence (0x80 to 0xBF).
func (m *Machine) verifyWords() error {
	lists, of := distinct(m.Expect)
	for l, list := range lists {
		for _, w := range list {
			if w < 0 || w >= len(m.Words) {
				return fmt.Errorf("state %d expects word %d of %d", slices.Index(of, l), w, len(m.Words))
			}
		}
	}
	for q := 1; q < len(of); q++ {
		between := q == int(m.Start) || m.Accept[q]
		for b := range 256 {
			if of[q] < 0 && (between || m.after(uint16(q), b) != 0 && b>>6 != 0b10) {
				return fmt.Errorf("state %d is not inside a UTF-8 sequence, but has no word list", q)
			}
		}
	}
	return nil
}
