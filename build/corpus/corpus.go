// Package corpus makes text to measure, train and test validators of IRIs with: web
// addresses, IRIs in many scripts, references, long data IRIs, and lines that are invalid by
// one edit. It is made, not collected, so it is ours to ship, and as much of it as is wanted;
// it is modelled on collected lines and holds none of them.
//
// The same call returns the same bytes on every machine, in every version: a golden test has
// their hashes. All chance comes from PCG (O'Neill, 2014) with fixed seeds, and there are no
// floats, no maps to iterate over and no clocks.
//
// # Kinds
//
// Every line but those of "references" and "invalid" is a member of IRI (RFC 3987, section
// 2.2), and so has no line end in it.
//
//	urls        web addresses as crawlers see them: ASCII, so members of URI (RFC 3986) too.
//	            97 of 100 are http and https; then mailto, urn, ftp, file, tel and others
//	iris        titles of an encyclopedia as IRIs: four of five with characters over U+007F,
//	            mostly in the path, in Latin with accents and a dozen other scripts
//	nonascii    at least 60 of 100 bytes belong to characters over U+007F, of 2, 3 and 4
//	            bytes, in hosts, paths, queries and fragments; a few in private use (queries)
//	references  members of IRI-reference: somewhat less than half IRIs of the kinds above,
//	            the rest relative: "../a?b", "//host/x", "#top", "?q" and the empty one
//	data        data IRIs (RFC 2397) of 3.6 to 4.6 KB, in base64 or percent-encoded
//	invalid     lines of urls and iris with one edit, so that they are neither IRIs nor
//	            references: 32 kinds of edits in turn, see edits. They may hold any byte but
//	            line feed, which a file of lines could not
//
// # Shape
//
// The models are 30,000 web addresses and 30,000 IRIs of encyclopedias that were collected by
// others (for the curious: shared/corpora), and what is known of a collection of 99,134
// addresses: mean 46.4, median 38, longest 1,641 bytes, 8.5 of 100 lines with an escape.
// Figures are per 100 lines, of the models and of 30,000 lines of ours:
//
//	SHAPE
package corpus

import "slices"

// Kinds returns the names of the kinds of lines.
func Kinds() []string {
	return []string{"urls", "iris", "nonascii", "references", "data", "invalid"}
}

// Lines returns the first n lines of a kind, in no order and hardly ever one twice, without
// line ends; nil when there is no such kind. A megabyte takes some ten milliseconds.
func Lines(kind string, n int) []string {
	g := newGenerator(uint64(slices.Index(Kinds(), kind)))
	var line func() string
	switch kind {
	case "urls":
		line = func() string { return g.url().String() }
	case "iris":
		line = func() string { return g.iri().String() }
	case "nonascii":
		line = func() string { return g.nonASCII().String() }
	case "references":
		line = func() string { return g.reference().String() }
	case "data":
		line = func() string { return g.data().String() }
	case "invalid":
		line = g.invalid
	default:
		return nil
	}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = line()
	}
	return lines
}
