// Package automaton implements the theory behind the tables: code point sets, their UTF-8 form,
// finite automata over bytes, and the textbook operations on them. It knows neither grammars nor
// table formats.
//
//	code points ─UTF-8→ byte ranges ─Thompson→ NFA ─subsets→ DFA ─Hopcroft→ minimal DFA
//
// Each operation has its own file, named as in the textbooks. Each clever algorithm is tested
// against a slow, obvious one.
//
// A [DFA] is complete: every state has a transition on every byte. State 0 is dead: no string leads
// from it to a member. Bytes with equal transitions in all states form a class, and a table has a
// column for each class instead of 256 columns. In canonical form classes are numbered by their
// smallest byte, and states breadth first in class order. So a canonical DFA depends only on its
// language: two rules are equal exactly when their automata are equal field by field.
//
// A [Meter] counts the cost of each operation that can explode, and stops it at a limit.
//
// The exported names of this package may change in any version.
package automaton
