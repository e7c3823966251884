// Package automaton is the theory behind the tables: sets of code points, their UTF-8
// form, finite automata over bytes, and the operations of the textbook on them. It
// knows no grammar and no table format.
//
//	code points ── UTF-8 ──> byte ranges ── Thompson ──> NFA ── subsets ──> DFA ── Hopcroft ──> minimal DFA
//
// One operation is one file and has the name that the textbooks give it. Every clever
// algorithm has a slow, obvious twin in the tests.
//
// A [DFA] is complete: every state has a transition on every byte, and the dead state,
// number 0, is where no member of the language can be reached any more. Bytes that no
// state tells apart form a class; a table has a column for each class instead of 256.
// In canonical form classes are numbered by their smallest byte and states breadth
// first in the order of classes, so that a canonical DFA depends on its language
// alone: two rules are equal exactly when their automata are, field by field.
//
// What can explode is metered by a [Meter]; see there.
package automaton
