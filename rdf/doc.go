// Package rdf reads N-Triples and N-Quads (RDF 1.1, W3C Recommendations of 25 February 2014) line
// by line, for use in loaders.
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
// The grammars are defined in packages ntriples and nquads: each line must match the rule Line. A
// [Reader] also checks two conditions that the recommendations state in prose: an escape such as
// \u00E9 must denote a Unicode code point other than a surrogate, and an IRI must be absolute after
// its escapes are decoded (RFC 3987, rule IRI). [Reader.IRI] sets a different rule for IRIs, or
// turns this check off.
//
// A reader checks nothing else: it accepts any LANGTAG in the grammar as a language tag, and does
// not compare the text of a literal with its datatype.
//
// N-Triples and N-Quads allow neither relative IRIs nor prefixes. If [Reader.Base] is set, a reader
// still resolves relative IRIs. [Prefixes] shortens IRIs to names such as "foaf:name", and expands
// such names.
//
// The terms of a statement alias the reader's buffer, and are valid until the next call. Reading a
// statement allocates only to return an error or to grow the buffer.
//
// Semantic Versioning covers the exported names of this package.
package rdf
