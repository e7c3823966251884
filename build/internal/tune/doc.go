// Package tune makes tables faster. It chooses the states of a machine with places in shift
// rows, finds the places, and finds the classes of bytes for the region kernels. It changes
// no language.
//
// Idea. A walk of everyday strings meets few of the states of a rule: of the 261 of IRI a
// dozen make up nearly all steps. So [Training] provides everyday strings, and [Measure]
// counts the states met by their blocks of eight bytes. [Places] gives places in the rows
// to the states that keep the most blocks inside. Overlapping fields of six bits must
// agree, so search looks for places. [Regions] reads the regions of an identifier off the
// automaton by witnesses, and then proves them.
//
// Cost. A [Budget] counts all steps. A rule compiled after the budget is spent has fewer
// places, or no places. Twins: TestMeasure, TestNextGroup, TestHottest (package build),
// TestPlacementFaults.
package tune
