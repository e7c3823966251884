// Package grammar writes the rules of our grammars in the notations of the generators that
// the benchmarks compare with: re2c, Ragel and, by [build.Grammar.Regexp], regular
// expressions. It writes the structure of the rules, so that a generator sees what an author
// would have written, not an automaton of ours.
package grammar
