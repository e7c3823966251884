// Package automaton is the theory of the tables: sets of code points, their UTF-8 form, finite
// automata over bytes, and the operations of the textbook on them. It has no grammars and no table
// formats.
//
//	code points ─UTF-8→ byte ranges ─Thompson→ NFA ─subsets→ DFA ─Hopcroft→ minimal DFA
//
// One operation is one file, named as in the textbooks. Every clever algorithm has a slow, obvious
// twin in the tests.
//
// A [DFA] is complete: every state has a transition on every byte. After the dead state, number 0,
// no string leads to a member. Bytes with equal transitions in all states form a class; a table has
// a column for each class instead of 256 columns. In canonical form classes are numbered by their
// smallest byte, and states breadth first in the order of classes. So a canonical DFA depends on
// its language alone: two rules are equal exactly when their automata are, field by field.
//
// A [Meter] counts the cost of every operation with explosive cases, and stops it at limits.
//
// The exported names of this package may change in any version.
package automaton
