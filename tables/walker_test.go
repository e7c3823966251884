package tables_test

import "github.com/irilex/iri/tables/machine"

// A walker walks the automaton of the shape.
type walker struct {
	regions *machine.Regions
	q       machine.Shape
}

func newWalker(r *machine.Regions) *walker { return &walker{r, r.Start()} }

// Step reads a byte unless the walk would be dead afterwards.
func (w *walker) Step(b byte) bool {
	to := w.regions.Step(w.q, b)
	if to != (machine.Shape{}) {
		w.q = to
	}
	return to != (machine.Shape{})
}

func (w *walker) Accepting() bool { return w.regions.Accepting(w.q) }
