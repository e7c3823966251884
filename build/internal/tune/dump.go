package tune

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/irilex/iri/tables/machine"
)

// Dump writes in a stable form for people which states of m have places, and what the region kernels know of
// its bytes.
func Dump(w io.Writer, m *machine.Machine) error {
	var b strings.Builder
	dumpPlaces(&b, "front", m.Front)
	dumpPlaces(&b, "rest", m.Rest)
	if r := m.Regions; r != nil {
		fmt.Fprintf(&b, "regions: opaque %t, relative %t, components %t, delimiters %t, strict %t\n",
			r.Opaque, r.Relative, r.Components, r.Cuts, r.Strict)
		for from := 0; from < len(r.Class); {
			to := from
			for to+1 < len(r.Class) && r.Class[to+1] == r.Class[from] {
				to++
			}
			if r.Class[from] != 0 {
				fmt.Fprintf(&b, "bytes %02X to %02X: class %08b\n", from, to, r.Class[from])
			}
			from = to + 1
		}
	}
	if b.Len() == 0 {
		b.WriteString("no places and no regions\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// dumpPlaces writes places in the order of their states. The first of a front is that of the start, before
// the first byte.
func dumpPlaces(b *strings.Builder, name string, p *machine.Places) {
	if p == nil {
		return
	}
	fmt.Fprintf(b, "%s: dead at %d, spill at %d", name, p.Dead, p.Spill)
	list := slices.Clone(p.States)
	if name == "front" {
		fmt.Fprintf(b, ", beginning at %d", list[0].At)
		list = list[1:]
	}
	slices.SortFunc(list, func(a, b machine.Place) int { return int(a.State) - int(b.State) })
	for _, s := range list {
		fmt.Fprintf(b, ", state %d at %d", s.State, s.At)
	}
	b.WriteString("\n")
}
