// Package tune makes tables faster without changing their languages. It chooses the states of a
// machine with places in shift rows, finds the places, and finds the byte classes for the region
// kernels.
//
// Idea. Everyday strings visit few states of a rule: a dozen of the 261 states of IRI account for
// nearly all steps. So [Training] provides everyday strings, and [Measure] counts the states that
// their blocks of eight bytes visit. [Places] gives places in the rows to the states that keep the
// most blocks inside. Overlapping fields of six bits must agree, so search looks for places.
// [Regions] derives the regions of an identifier from the automaton by witnesses, and then proves
// them.
//
// Cost. A [Budget] counts all steps. A rule compiled after the budget is spent has fewer places, or
// none. Tested against: TestMeasure, TestNextGroup, TestHottest (package build),
// TestPlacementFaults.
package tune
