// Package automaton implements the theory behind the tables: code point sets, their UTF-8 encoding,
// finite automata over bytes, and the textbook operations on them. It is independent of grammars
// and table formats.
//
//	code points ─UTF-8→ byte ranges ─Thompson→ NFA ─subsets→ DFA ─Hopcroft→ minimal DFA
//
// Each operation is in a separate file, named after its textbook term. Each nontrivial algorithm is
// tested against a slow but obvious implementation.
//
// A [DFA] is complete: every state has a transition on every byte. State 0 is dead: no accepting
// state can be reached from it. Bytes that every state treats alike form a class, and a table
// stores one column per class instead of 256 columns. In canonical form, classes are numbered by
// their smallest byte, and states breadth first in class order. A canonical DFA therefore depends
// only on its language: two rules are equal exactly when their automata are equal field by field.
//
// A [Meter] counts the cost of each operation that can blow up, and stops the operation at a limit.
//
// The exported names of this package may change in any version.
package automaton
