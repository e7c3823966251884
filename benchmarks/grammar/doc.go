// Package grammar writes the rules of our grammars in the notations of the generators among the
// peers: re2c, Ragel and, by [build.Grammar.Regexp], regular expressions. It keeps the structure of
// the rules, so that a generator gets the text of an author and not an automaton of ours.
package grammar
