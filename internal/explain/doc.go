// Package explain is the search of the public package explain, which has its page. It imports no
// generated table: the compiler of tables links it, for strings that a grammar of its user refuses.
//
// The offset where an automaton stops is exact, and often after the mistake. An explanation begins
// there and consults the tables of smaller rules, found by their names. It never changes a verdict,
// because the text is cut at the delimiters of RFC 3986 only after its rule has refused it.
package explain
