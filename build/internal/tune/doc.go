// Package tune makes tables faster without changing their languages. It chooses the states of a
// machine that get places in shift rows, finds the places, and finds the byte classes for the
// region kernels.
//
// Idea. Everyday strings visit only a few states of a rule: a dozen of the 261 states of IRI
// account for nearly all steps. So [Training] provides everyday strings, and [Measure] counts the
// states that these strings visit in blocks of eight bytes. [Places] gives places in the rows to
// the set of states that contains the most of these blocks entirely. The six-bit fields of a row
// may overlap only where they agree, so places must be searched for. [Regions] derives the regions
// of an identifier from the automaton, using witnesses, and then proves them.
//
// Cost. A [Budget] counts all steps. A rule compiled after the budget has run out gets fewer
// places, or none. Tested against: TestMeasure, TestNextGroup, TestHottest (package build),
// TestPlacementFaults.
package tune
