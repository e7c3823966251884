// Package explain says in a person's words why a string is not a member of a rule, and how to mend it.
//
//	x := explain.New(rfc3987.IRI, rfc3987.Lookup)
//	why, _ := x.Explain("http://example.org:80a/")
//	why.Code      // "port"
//	why.Message   // the port "80a" is not a number
//	why.Offset    // 19: that of the part at fault; the automaton stops at 22
//
// A [tables.SyntaxError] has the place where the automaton stops, and the characters that could have
// stood there. That place is exact, and often after the mistake: "example.org:80a" may be the
// beginning of a user's name and password until the "/" comes. An explanation begins there and asks
// the tables of smaller rules, which it finds by their names: the port, the host, the groups of an
// IPv6 address (RFC 3986, section 3.2.2). A string that is no member stays none, and a member gets no
// explanation: the text is cut at the delimiters of RFC 3986 only after its rule has refused it.
//
// A grammar that lacks such rules has shorter explanations: the character that was found, and the
// characters that were expected.
//
// A remedy is advice. If it is one certain change, the explanation has the changed string too, and the
// change has been tried: that string is a member, or its first mistake is after the change.
package explain
