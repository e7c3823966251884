// Package rdf reads lines of N-Triples and N-Quads (RDF 1.1, W3C Recommendations of 25 February
// 2014) for programs that load them.
//
//	r := rdf.NewReader(file, rdf.NTriples)
//	for s, err := range r.Statements() {
//		if err != nil {
//			log.Print(err) // "line 3, column 18: predicate: "[" is not allowed in the path, …"
//			continue       // with the next line
//		}
//		load(s.Subject.Value, s.Predicate.Value, s.Object.Value)
//	}
//
// The grammars are those of packages ntriples and nquads: [tables.Set.Lexer] cuts the text by the
// set Token, and a line is one that the rule Line matches. The prose of the recommendations asks for
// more than their grammars, and a [Reader] holds lines to it: an escape such as \u00E9 stands for a
// Unicode code point that is no surrogate, and an IRI is absolute after its escapes are taken out
// (RFC 3987, rule IRI). [Reader.IRI] is another rule for IRIs, or no rule at all.
//
// A reader checks no more than that: the tag of a language is any LANGTAG of the grammar, and the text
// of a literal is not compared with its datatype.
//
// The terms of a statement are views of the reader's buffer, and hold until the next call. A reader
// allocates its buffers and its errors; reading a statement allocates only while a buffer grows.
package rdf
