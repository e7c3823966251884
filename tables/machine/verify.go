package machine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/irilex/iri/tables"
)

// Verify checks every invariant of the layout and of the machine in it (package format has them).
// It is meant for tests and for tables from elsewhere. It never panics, whatever the string.
func Verify(rule tables.Rule) error {
	m, err := Of(rule)
	if err != nil {
		return err
	}
	return verifyTable(rule, m)
}

// verifyTable checks the unpacked machine of a table. It also encodes the machine, and returns an
// error unless the result is the table, byte for byte.
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
		return errors.New("the table is not what its machine encodes to")
	}
	return nil
}

// Verify checks that the machine fits the layout, is minimal, and is in canonical form: classes
// are numbered by their smallest byte, and states breadth first. It also checks the exactness and
// the depth, the components and slots, the words, the regions ([Machine.VerifyRegions]) and the
// calls. Its error names the first fault.
func (m *Machine) Verify() error {
	block := make([]int, m.States())
	for q, accept := range m.Accept {
		if accept {
			block[q] = 1
		}
	}
	return m.verify(block)
}

// verify is Verify for a machine whose states have an output besides accepting, as the rules of a
// set. block has a number for it by state: states with different numbers differ.
func (m *Machine) verify(block []int) error {
	if err := m.fits(); err != nil {
		return err
	}
	if m.Exactness > tables.Subset || m.Depth < 0 || m.Depth > 0 && m.Exactness != tables.Subset {
		return fmt.Errorf("the exactness is %d, up to depth %d", m.Exactness, m.Depth)
	}
	minimal := func() error { return m.verifyMinimal(block) }
	for _, check := range []func() error{
		m.verifyClasses, m.verifyNumbers, minimal, m.verifyComponents, m.verifyWords, m.VerifyRegions, m.verifyCalls,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// verifyClasses checks the classes: they are numbered by their smallest byte, and no two lead to
// the same states everywhere.
func (m *Machine) verifyClasses() error {
	fresh := 0
	for b, c := range m.Class {
		if int(c) > fresh || int(c) >= m.Count {
			return fmt.Errorf("byte %#02x is of class %d, the next new one is %d", b, c, fresh)
		}
		if int(c) == fresh {
			fresh++
		}
	}
	if fresh != m.Count {
		return fmt.Errorf("%d classes of %d have a byte", fresh, m.Count)
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

// verifyNumbers checks the numbers of states: the dead state is dead, states are numbered breadth
// first, and all are reached.
func (m *Machine) verifyNumbers() error {
	n := m.States()
	if int(m.Start) != min(1, n-1) {
		return fmt.Errorf("the start state is %d", m.Start)
	}
	seen := int(m.Start) // the highest state met so far
	for q := range n {
		if q > seen {
			return fmt.Errorf("state %d is not reached before it is numbered", q)
		}
		for c := range m.Count {
			to := m.next(q, c)
			if to > seen+1 || to >= n || q == 0 && to != 0 {
				return fmt.Errorf("state %d leads to %d on class %d", q, to, c)
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
// are not. A live state that reaches no accepting state would be equivalent to the dead state.
func (m *Machine) verifyMinimal(block []int) error {
	if n, _ := m.blocks(block); n != len(block) {
		return fmt.Errorf("%d states of which only %d differ", len(block), n)
	}
	return nil
}

// verifyComponents checks that components have names, that slots have components, and that states
// have slots. The slot of a state is 0 if no byte of a member leads to it.
func (m *Machine) verifyComponents() error {
	for _, p := range m.Components {
		if p.Name == "" {
			return errors.New("a component has no name")
		}
	}
	for i, s := range m.Slots {
		if s.First < 0 || s.First > s.Second || s.Second >= len(m.Components) {
			return fmt.Errorf("slot %d has components %d and %d of %d", i, s.First, s.Second, len(m.Components))
		}
	}
	for q, s := range m.SlotOf {
		if int(s) >= len(m.Slots) && (q > int(m.Start) || s > 0) {
			return fmt.Errorf("state %d has slot %d of %d", q, s, len(m.Slots))
		}
		if s > 0 && (q == 0 || q == int(m.Start) && !slices.Contains(m.Next, m.Start)) {
			return fmt.Errorf("state %d has slot %d, and no byte of a member leads to it", q, s)
		}
	}
	return nil
}

// verifyWords checks that the expected words of each state exist.
func (m *Machine) verifyWords() error {
	for q, list := range m.Expect {
		for _, w := range list {
			if w < 0 || w >= len(m.Words) {
				return fmt.Errorf("state %d expects word %d of %d", q, w, len(m.Words))
			}
		}
	}
	return nil
}
