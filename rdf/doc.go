// Package rdf reads lines of N-Triples and N-Quads (RDF 1.1, W3C Recommendations of 25 February
// 2014) for loaders.
//
//	r := rdf.NewReader(file, rdf.NTriples)
//	for s, err := range r.Statements() {
//		if err != nil {
//			log.Print(err) // "line 3, column 18: predicate: "[" is not allowed in the path"
//			continue       // with the next line
//		}
//		load(s.Subject.Value, s.Predicate.Value, s.Object.Value)
//	}
//
// The grammars are those of packages ntriples and nquads: [tables.Set.Lexer] cuts the text by the
// set Token, and a line must match the rule Line. The prose of the recommendations has conditions
// beyond their grammars, and a [Reader] checks them: an escape such as \u00E9 stands for a Unicode
// code point other than a surrogate, and an IRI is absolute after its escapes are taken out (RFC
// 3987, rule IRI). [Reader.IRI] sets another rule for IRIs, or turns the check off.
//
// A reader has no further checks: the tag of a language is any LANGTAG of the grammar, and the text
// of a literal is not compared with its datatype.
//
// Lines have no relative IRIs and no prefixes. [Reader.Base] resolves relative IRIs nevertheless,
// and [Prefixes] shortens IRIs to names such as "foaf:name" and expands the names again.
//
// The terms of a statement are views of the reader's buffer, valid until the next call. A reader
// allocates its buffers and its errors; reading a statement allocates only while a buffer grows.
//
// Semantic Versioning covers the exported names of this package.
package rdf
