package machine

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// A SetMachine is the decoded table of a set: a minimal DFA in canonical form for several rules at
// once, with the rules that match at each state. Compilers fill in a SetMachine and call
// [SetMachine.Encode]. The fields Regions, Calls, Components, Slots and SlotOf of the Machine
// remain empty, and its Name is the name of the set.
type SetMachine struct {
	Machine
	Rules   []string // the names of the rules, at most MaxRules
	Matches [][]int  // by state: the numbers of the matching rules, ascending; nil if the state does not accept
}

// MaxRules is the maximum number of rules in a set.
const MaxRules = 65534

// Encode returns the machine encoded as the table of a set. It returns an error if the machine does
// not fit the layout. It does not check that the machine is minimal and in canonical form;
// [VerifySet] does.
func (m *SetMachine) Encode() (tables.Set, error) {
	if err := m.fits(); err != nil {
		return "", err
	}
	e := encoder{m: &m.Machine, out: make([]byte, format.AtRows)}
	lists, of := m.lists()
	e.sections(format.SetMagic, m.Hash(), func() { e.matches(lists, of) })
	e.add16(len(m.Rules))
	for _, name := range m.Rules {
		e.text(name)
	}
	r, err := e.finish()
	return tables.Set(r), err
}

// fits returns an error if the set exceeds a limit of the layout or if its parts are inconsistent.
func (m *SetMachine) fits() error {
	switch err := m.Machine.fits(); {
	case err != nil:
		return err
	case m.Regions != nil || m.Calls || len(m.Components) > 0:
		return errors.New("a set cannot have regions, calls or components")
	case len(m.Rules) > MaxRules || len(m.Matches) != m.States():
		return fmt.Errorf("%d rules, but lists for %d of %d states", len(m.Rules), len(m.Matches), m.States())
	}
	for _, name := range m.Rules {
		if len(name) > format.MaxText {
			return fmt.Errorf("a string of %d bytes exceeds the limit of %d", len(name), format.MaxText)
		}
	}
	lists, of := m.lists()
	for i, list := range lists {
		if !ascending(list, len(m.Rules)) {
			return fmt.Errorf("state %d matches rules %d of %d", slices.Index(of, i+1), list, len(m.Rules))
		}
	}
	for q, list := range of {
		if (list != 0) != m.Accept[q] {
			return fmt.Errorf("state %d has Accept %t, but matches %d rules", q, m.Accept[q], len(m.Matches[q]))
		}
	}
	return nil
}

// ascending reports whether a list consists of numbers below n in strictly ascending order.
func ascending(list []int, n int) bool {
	last := -1
	for _, i := range list {
		if i <= last || i >= n {
			return false
		}
		last = i
	}
	return true
}

// lists returns the distinct rule lists in m.Matches, in the order of their first occurrence. If
// state q matches no rule, of[q] is 0; otherwise the list of q is lists[of[q]-1].
func (m *SetMachine) lists() (lists [][]int, of []int) {
	matches := slices.Clone(m.Matches)
	for q, list := range matches {
		if len(list) == 0 {
			matches[q] = nil
		}
	}
	lists, of = distinct(matches)
	for q := range of {
		of[q]++
	}
	return lists, of
}

// Hash returns the SHA-256 hash that identifies the languages of the set (see [tables.Set.Hash]).
// The hash covers "iri set", the automaton, the number of rules, the list number of each state, and
// the distinct lists. Each list is hashed only once, because many states may share a long list.
func (m *SetMachine) Hash() [32]byte {
	lists, of := m.lists()
	b := append([]byte("iri set\n"), m.transitions()...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.Rules)))
	for _, list := range of {
		b = binary.LittleEndian.AppendUint32(b, uint32(list))
	}
	for _, list := range lists {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
		for _, i := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(i))
		}
	}
	return sha256.Sum256(b)
}

// matches writes the label section of a set, which package format describes. lists and of are the
// results of SetMachine.lists.
func (e *encoder) matches(lists [][]int, of []int) {
	e.out = append(e.out, 0, 0)
	for _, list := range of {
		if list == 0 {
			e.add16(0)
		} else {
			e.add16(lists[list-1][0] + 1)
		}
	}
	for _, list := range of {
		e.add16(list)
	}
	e.lists(lists)
}

// OfSet decodes a set. If the string is malformed, OfSet returns an error; it never panics.
// [SetMachine.Verify] checks the machine itself.
func OfSet(set tables.Set) (*SetMachine, error) {
	d, err := newDecoder(format.Table(set), format.SetMagic)
	if err != nil {
		return nil, err
	}
	m := &SetMachine{}
	d.sections(func(n int) { m.Matches = d.matches(n) })
	for n := d.uint16(); n > 0 && !d.short; n-- {
		m.Rules = append(m.Rules, d.text())
	}
	d.places()
	if d.short {
		return nil, errShort()
	}
	m.Machine = *d.m
	return m, nil
}

// matches reads the section that the encoder's matches writes, and returns the rule list of each of
// n states. It skips the first rule of each state and the list offsets, which verifyTable checks by
// encoding the set again.
func (d *decoder) matches(n int) [][]int {
	d.bytes(2 + 2*n)
	of := d.bytes(2 * n)
	lists := make([][]int, d.uint16())
	d.bytes(4 * len(lists))
	for i := range lists {
		if d.short {
			return nil
		}
		lists[i] = d.list()
	}
	matches := make([][]int, n)
	for q := range min(n, len(of)/2) {
		if list := int(of[2*q]) | int(of[2*q+1])<<8; list >= 1 && list <= len(lists) {
			matches[q] = lists[list-1]
		}
	}
	return matches
}

// VerifySet decodes a set and checks every invariant of the layout and of the machine. It returns
// an error if the table is incorrect, and never panics.
func VerifySet(set tables.Set) error {
	m, err := OfSet(set)
	if err != nil {
		return err
	}
	return verifyTable(set, m)
}

// Verify checks that the set fits the layout and that its machine is minimal and in canonical form.
// Here, minimal means that no two states with the same rule list are equivalent.
func (m *SetMachine) Verify() error {
	if err := m.fits(); err != nil {
		return err
	}
	_, of := m.lists()
	return m.verify(of)
}

// Dump writes the machine in a stable, readable form: one line with the sizes, one line per rule,
// and one line per live state with the matching rules and the words for the next bytes. It requires
// a machine that Verify accepts.
func (m *SetMachine) Dump(w io.Writer) error {
	_, err := fmt.Fprintf(w, "set: %s %s, %d live states, %d classes, hash %x\n",
		m.Grammar, m.Name, m.States()-1, m.Count, m.Hash())
	for i, name := range m.Rules {
		if err == nil {
			_, err = fmt.Fprintf(w, "rule %d: %s\n", i, name)
		}
	}
	for q := 1; q < m.States() && err == nil; q++ {
		var names []string
		for _, i := range m.Matches[q] {
			names = append(names, m.Rules[i])
		}
		_, err = fmt.Fprintf(w, "%d: [%s]%s\n", q, strings.Join(names, " "), m.formatExpected(q))
	}
	return err
}
