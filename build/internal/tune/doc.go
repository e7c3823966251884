// Package tune makes tables faster. It chooses the states of a machine that have places in shift
// rows, finds the places, and finds what the region kernels may know. It changes no language.
//
// Idea. A walk of everyday strings meets few of the states of a rule: of the 261 of IRI a dozen
// make up nearly all steps. So walk strings of everyday ([Training]), count the states that their
// blocks of eight bytes meet (heat.go), and give the states that keep the most blocks in places in
// the rows ([Places]). Fields of six bits that overlap must agree, so the places are searched
// (search.go). The regions of an identifier are read off the automaton by witnesses, and then
// proved ([Regions]).
//
// Cost. All is counted by a [Budget]. A rule that comes too late has fewer places, or none.
package tune
