// Package rdf reads N-Triples and N-Quads line by line, for use in loaders. It reads RDF 1.1 (W3C
// Recommendations of 25 February 2014) and RDF 1.2 (Candidate Recommendation of 7 April 2026 and
// Working Draft of 1 June 2026). It does not read Turtle.
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
// The grammars are defined in packages ntriples, nquads, ntriples12 and nquads12: each line must
// match the rule Line. A [Reader] also checks conditions that the recommendations state in prose:
// an escape such as \u00E9 must denote a Unicode code point other than a surrogate, and an IRI must
// be absolute after its escapes are decoded (RFC 3987, rule IRI). [Reader.IRI] sets a different
// rule for IRIs, or turns this check off. In RDF 1.2, a base direction must be ltr or rtl, the
// datatype after "^^" must not be a datatype of literals with a language tag, and at most
// [MaxDepth] triple terms may be nested.
//
// A reader checks nothing else: it accepts any language tag that the grammar allows, ignores the
// version that a VERSION directive names, and does not check whether the text of a literal fits its
// datatype.
//
// N-Triples and N-Quads allow neither relative IRIs nor prefixes. If [Reader.Base] is set, a reader
// nevertheless resolves relative IRIs. [Prefixes] shortens IRIs to names such as "foaf:name" and
// expands such names.
//
// The terms of a statement alias the reader's buffer and are valid only until the next call.
// Reading a statement allocates only to return an error or to grow the buffer.
//
// Semantic Versioning covers the exported names of this package.
package rdf
