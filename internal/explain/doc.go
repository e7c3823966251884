// Package explain implements the public package explain. It imports no generated table, because the
// table compiler links it to explain strings that a user's grammar rejects.
//
// The offset where an automaton stops is exact, but the actual problem often lies before it. An
// explanation starts from that offset and checks parts of the string against smaller rules, which
// it finds by name. It never changes a verdict: it splits a string at the delimiters of RFC 3986
// only after the rule has rejected the string.
package explain
