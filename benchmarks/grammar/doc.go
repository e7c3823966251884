// Package grammar writes rules of the bundled grammars in the notations of two generators of
// lexers, re2c and Ragel. It keeps the structure of the rules. So a generator gets the text that an
// author would write, and not an automaton made by package build.
package grammar
