package machine

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/tables"
)

// Dump writes what the machine says beyond its language, in a stable form for people: a
// line for its sizes, the components, and for each state the component of the byte that
// led to it and what may follow. The transitions are in the dump of the automaton.
// It requires a machine that Verify accepts.
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
