// Package corpus makes text to measure, train and test validators of IRIs with: web addresses, IRIs
// in many scripts, references, long data IRIs, and lines made invalid by one edit. The text is
// drawn from a grammar with weights (grammar.txt), so it may be shipped in any amount. It is
// modelled on collected lines and holds none of them.
//
// The same call returns the same bytes on every machine, in every version: a golden test has their
// hashes. All randomness comes from PCG (O'Neill, 2014) with fixed seeds. There are no floats, no
// iterations over maps and no clocks.
//
// # Kinds
//
// Every line except those of "references" and "invalid" is a member of IRI (RFC 3987, section 2.2),
// and so has no line end.
//
//	urls        web addresses as crawlers see them: ASCII, so members of URI (RFC 3986) too.
//	            97 of 100 are http and https; then mailto, urn, ftp, file, tel and others
//	iris        titles of an encyclopedia as IRIs: four of five with characters over U+007F,
//	            mostly in the path, in Latin with accents and a dozen other scripts
//	nonascii    at least 60 of 100 bytes belong to characters over U+007F, of 2, 3 and 4
//	            bytes, in hosts, paths, queries and fragments; a few in private use (queries)
//	references  members of IRI-reference: somewhat less than half IRIs of the kinds above,
//	            the rest relative: "../a?b", "//host/x", "#top", "?q" and the empty one
//	data        data IRIs (RFC 2397) of 3.6 to 6.5 KB, in base64 or percent-encoded
//	invalid     lines of urls and iris with one edit, so that they are neither IRIs nor
//	            references: 32 kinds of edits in turn, see edits. They may hold any byte but
//	            line feed, which a file of lines could not
//
// # Shape
//
// The models are 30,000 web addresses and 30,000 IRIs of encyclopedias, collected by others
// (corpora in the folder of IRI_SHARED), and the known figures of a third collection, of 99,134
// addresses (known). Shares are of 100 lines. The figures of the generated text are of its first
// 30,000 lines.
//
//	                                urls.txt  known   urls   iris.txt   iris
//	mean length in bytes                44.6   46.4   48.6       70.5   66.6
//	median                                42     38     42         67     63
//	5 / 95 of 100 are at most          30/68      -  22/90     46/109 39/106
//	longest                              216  1,641  1,336        302    207
//	mean of the host                    16.7      -   16.1       15.0   15.1
//	mean of the path                    19.0      -   19.8       43.5   40.4
//	slashes in the path, mean            2.4      -    2.2        2.2    2.1
//	with "www."                           63      -     55          0      1
//	with a query                         4.9      -    9.2       25.0   13.0
//	with a fragment                      0.3      -    1.5       25.0   12.7
//	with a pct                           0.0    8.5    8.3        0.1    0.4
//	with a port                          0.1      -    1.6          0      0
//	not http or https                      0      -    2.8          0      0
//	with characters over U+007F            0      0      0       79.7   79.7
//	bytes of these, of 100                 0      0      0       24.0   28.6
//	of these Cyrillic, of 100              -      -      -         45     45
//
// Lengths, hosts, paths and the share of scripts are matched closely. By design there are more of
// some features found in other collections but rare in the models: pcts, queries, fragments,
// ports, user information, IP addresses, other schemes, Hebrew, Thai, Georgian, Gothic, emoji and
// internationalized hosts. The model of iris ends every fourth line in the same kind of query and
// fragment. The generated ones vary, and are fewer.
//
// The other kinds have no model. Mean lengths are 98 bytes in nonascii, 82 of 100 of them not ASCII
// (31, 34 and 16 in characters of 2, 3 and 4 bytes), 45 in references, 59 in invalid and 4,257 in
// data.
package corpus

import (
	"iter"
	"slices"
)

// Kinds returns the names of the kinds of lines.
func Kinds() []string {
	return []string{"urls", "iris", "nonascii", "references", "data", "invalid"}
}

// Lines returns the first n lines of a kind, without line ends, or nil for an unknown kind. The
// lines are in no order, and duplicates are rare. A megabyte takes about 50 milliseconds.
func Lines(kind string, n int) []string {
	all := All(kind)
	if all == nil {
		return nil
	}
	lines := make([]string, 0, n)
	for line := range all {
		if len(lines) == n {
			break
		}
		lines = append(lines, line)
	}
	return lines
}

// All yields the lines of a kind without end. It is nil for an unknown kind.
func All(kind string) iter.Seq[string] {
	stream := slices.Index(Kinds(), kind)
	if stream < 0 {
		return nil
	}
	return func(yield func(string) bool) {
		g := newGenerator(uint64(stream))
		for i := 0; ; i++ {
			line := ""
			if kind == "invalid" {
				line = edits[i%len(edits)].edit(g)
			} else {
				line = g.line(kind)
			}
			if !yield(line) {
				return
			}
		}
	}
}

// Edits returns the names of the edits of the kind "invalid". Line i has edit i, starting over
// after the last.
func Edits() (names []string) {
	for _, e := range edits {
		names = append(names, e.name)
	}
	return names
}
