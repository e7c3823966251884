package machine

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/tables"
)

// Dump writes the machine, without its transitions, in a stable, readable form. There is a line for
// the sizes, a line for each component, and a line for each live state with the component of the
// byte before it and the words for the next bytes. The dump of the automaton contains the
// transitions. Dump requires a machine accepted by Verify.
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

// formatSlot returns the slot of state q as a part of a line, with a leading space: the name of one
// component, such as "path,", or of two, such as "userinfo or host,". In a machine without
// components it returns "".
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

// formatExpected returns the words for the bytes that may follow state q, as a part of a line. If q
// accepts, "the end" is the last word. Inside a UTF-8 sequence it returns a text that mentions
// that.
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
