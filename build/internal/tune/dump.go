package tune

import (
	"fmt"
	"io"
	"strings"

	"github.com/irilex/iri/tables/machine"
)

// Dump writes the states of m that have places, each as {state offset}, and the byte classes for
// the region kernels, in a stable form. In the front, the first entry is the start before the first
// byte.
func Dump(w io.Writer, m *machine.Machine) error {
	var b strings.Builder
	if m.Front != nil {
		fmt.Fprintf(&b, "front: %v, dead at %d, spill at %d\n", m.Front.States, m.Front.Dead, m.Front.Spill)
	}
	if m.Rest != nil {
		fmt.Fprintf(&b, "rest: %v, dead at %d, spill at %d\n", m.Rest.States, m.Rest.Dead, m.Rest.Spill)
	}
	if r := m.Regions; r != nil {
		fmt.Fprintf(&b, "regions: opaque %t, relative %t, components %t, delimiters %t, strict %t\n",
			r.Opaque, r.Relative, r.Components, r.Cuts, r.Strict)
		for from := 0; from < len(r.Class); {
			to := from + 1
			for to < len(r.Class) && r.Class[to] == r.Class[from] {
				to++
			}
			fmt.Fprintf(&b, "bytes %02X to %02X: class %08b\n", from, to-1, r.Class[from])
			from = to
		}
	}
	if b.Len() == 0 {
		b.WriteString("no places and no regions\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
