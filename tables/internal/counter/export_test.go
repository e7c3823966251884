package counter

import (
	"fmt"
	"slices"

	"github.com/irilex/iri/tables/internal/format"
)

// Readings returns the walk's number of readings.
func (w *Walk) Readings() int { return w.now().n }

// Depth returns the greatest possible depth of the walk.
func (w *Walk) Depth() (most int64) {
	now := w.now()
	for i := range now.n {
		most = max(most, now.get(i).hi)
	}
	return most
}

// Broken returns the package invariant that the readings violate, or "" if they violate none.
func (w *Walk) Broken() string {
	for i := range w.now().n {
		r := w.now().get(i)
		switch {
		case r.at.state() == 0 || r.lo > r.hi || r.lo < 0:
			return fmt.Sprintf("%+v is no reading", r)
		case (r.lo == 0) != (r.at.site() == 0), r.lo == 0 && r.hi > 0:
			return fmt.Sprintf("%+v is inside and outside", r)
		case r.hi > w.most, r.hi == w.most && w.view.step(r.at.state(), format.Call) != 0:
			return fmt.Sprintf("%+v is deeper than the innermost", r)
		}
		for k := range i {
			if x := w.now().get(k); x.at == r.at && x.lo <= r.hi+1 && r.lo <= x.hi+1 &&
				(x.lo == 0) == (r.lo == 0) {
				return fmt.Sprintf("%+v and %+v touch", x, r)
			}
		}
	}
	return ""
}

// Gather adds n readings that are not adjacent, at the depths 1, 3, 5 and so on, and one at the
// given depth if it is not 0. It returns the number of readings, and whether there were too many.
func Gather(n, depth int) (int, bool) {
	var list readings
	for i := range n {
		list.add(placeOf(1, 1), int64(2*i+1), int64(2*i+1))
	}
	if depth > 0 {
		list.add(placeOf(1, 1), int64(depth), int64(depth))
	}
	return list.n, list.lost
}

// Step advances all readings by a byte, using only step.
func (w *Walk) Step(b byte) { w.step(b) }

// List describes the walk's readings in words, sorted.
func (w *Walk) List() (list []string) {
	for i := range w.now().n {
		list = append(list, fmt.Sprintf("%+v", w.now().get(i)))
	}
	slices.Sort(list)
	return list
}
