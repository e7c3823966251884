// Package explain gives the reason, in plain words, why a string is not a member of a rule, and a
// remedy.
//
//	x := explain.New(rfc3987.IRI, rfc3987.Lookup)
//	why, _ := x.Explain("http://example.org:80a/")
//	why.Code      // "port"
//	why.Message   // the port "80a" is not a number
//	why.Offset    // 19: that of the part at fault; the automaton stops at 22
//
// A [tables.SyntaxError] has the offset where the automaton stops, and the characters expected
// there. That offset is exact, and often after the mistake: "example.org:80a" may be the beginning
// of a user's name and password until the "/" comes. An explanation begins there and consults the
// tables of smaller rules, found by their names: the port, the host, the groups of an IPv6 address
// (RFC 3986, section 3.2.2). An explanation never changes a verdict, because the text is cut at the
// delimiters of RFC 3986 only after its rule has refused it; a member has no explanation.
//
// A grammar without such rules has shorter explanations: the character found, and the characters
// expected.
//
// A remedy is advice. If it is one certain change, the explanation has the changed string too,
// after a check of the change: that string is a member, or its first mistake is after the change.
package explain
