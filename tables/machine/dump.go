package machine

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/tables"
)

// Dump writes the machine, without its transitions, in a stable, readable form: one line with the
// sizes, one line per component, and one line per live state with the component of the byte before
// it and the words for the next bytes. The automaton's own dump contains the transitions. Dump
// requires a machine that Verify accepts.
func (m *Machine) Dump(w io.Writer) error {
	exactness := ""
	if m.Exactness != tables.Exact {
		exactness = m.Exactness.String() + ", "
	}
	_, err := fmt.Fprintf(w, "table: %s %s, %d live states, %d classes, %shash %x\n",
		m.Grammar, m.Name, m.States()-1, m.Count, exactness, m.Hash())
	for _, p := range m.Components {
		if err == nil {
			_, err = fmt.Fprintf(w, "component %s, delimiters %d and %d\n", p.Name, p.Prefix, p.Suffix)
		}
	}
	for q := 1; q < m.States() && err == nil; q++ {
		_, err = fmt.Fprintf(w, "%d:%s%s\n", q, m.formatSlot(q), m.formatExpected(q))
	}
	return err
}

// formatSlot formats the slot of state q for a line of the dump, with a leading space: one
// component name, such as "path,", or two, such as "userinfo or host,". If the machine has no
// components, it returns "".
func (m *Machine) formatSlot(q int) string {
	if len(m.Components) == 0 || len(m.Slots) == 0 {
		return ""
	}
	s := m.Slots[m.SlotOf[q]]
	if s.First == s.Second {
		return " " + m.Components[s.First].Name + ","
	}
	return " " + m.Components[s.First].Name + " or " + m.Components[s.Second].Name + ","
}

// formatExpected formats the words for the bytes that may follow state q, for a line of the dump.
// If q accepts, "the end" is the last word. If q is inside a UTF-8 sequence, the result says so
// instead.
func (m *Machine) formatExpected(q int) string {
	if m.Expect[q] == nil {
		return " inside a UTF-8 sequence"
	}
	words := make([]string, len(m.Expect[q]))
	for i, w := range m.Expect[q] {
		words[i] = m.Words[w]
	}
	if m.Accept[q] {
		words = append(words, "the end")
	}
	return " " + strings.Join(words, ", ")
}
