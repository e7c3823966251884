// Package corpus generates text for measuring, training and testing IRI validators: web addresses,
// IRIs in many scripts, references, long data IRIs, and lines made invalid by one edit. The text is
// drawn from a weighted grammar (grammar.txt) and may be shipped in any amount. The grammar is
// modelled on collected lines, but the text contains none of them.
//
// The same call returns the same bytes on every machine and in every version; a golden test pins
// the hashes. All randomness comes from PCG (O'Neill, 2014) with fixed seeds. No code uses floats,
// map iteration or clocks.
//
// # Kinds
//
// Except in "references" and "invalid", every line matches the rule IRI (RFC 3987, section 2.2),
// and so contains no line ending.
//
//	urls        web addresses as crawlers see them: ASCII, so they also match URI (RFC 3986).
//	            97 of 100 are http or https; the rest are mailto, urn, ftp, file, tel and others
//	iris        encyclopedia titles as IRIs: four of five contain characters above U+007F,
//	            mostly in the path, in accented Latin and a dozen other scripts
//	nonascii    at least 60 of 100 bytes belong to characters above U+007F, of 2, 3 and 4
//	            bytes, in hosts, paths, queries and fragments; a few are private-use (in queries)
//	references  IRI references: slightly under half are IRIs of the kinds above; the
//	            rest are relative: "../a?b", "//host/x", "#top", "?q" and the empty reference
//	data        data IRIs (RFC 2397) of 3.6 to 6.5 KB, in base64 or percent-encoded
//	invalid     lines of urls and iris made invalid, even as references, by one edit: the
//	            32 kinds of edits take turns (see edits). They may contain any byte but line
//	            feed, which would end the line
//
// # Shape
//
// The models are 30,000 web addresses and 30,000 encyclopedia IRIs that others collected (the
// corpora in the IRI_SHARED folder), plus known statistics of a third collection of 99,134
// addresses (the column "known"). Shares are percentages of lines. The statistics for the generated
// text cover its first 30,000 lines.
//
//	                                urls.txt  known   urls   iris.txt   iris
//	mean length in bytes                44.6   46.4   48.6       70.5   66.6
//	median                                42     38     42         67     63
//	5th / 95th percentile              30/68      -  22/90     46/109 39/106
//	longest                              216  1,641  1,336        302    207
//	mean host length                    16.7      -   16.1       15.0   15.1
//	mean path length                    19.0      -   19.8       43.5   40.4
//	mean slashes in the path             2.4      -    2.2        2.2    2.1
//	with "www."                           63      -     55          0      1
//	with a query                         4.9      -    9.2       25.0   13.0
//	with a fragment                      0.3      -    1.5       25.0   12.7
//	with a pct                           0.0    8.5    8.3        0.1    0.4
//	with a port                          0.1      -    1.6          0      0
//	not http or https                      0      -    2.8          0      0
//	with characters above U+007F           0      0      0       79.7   79.7
//	their share of bytes                   0      0      0       24.0   28.6
//	Cyrillic share of these                -      -      -         45     45
//
// Lengths, hosts, paths and script shares match closely. By design the generated text contains more
// of some features that occur in other collections but are rare in the models: percent-encodings,
// queries, fragments, ports, user information, IP addresses, other schemes, Hebrew, Thai, Georgian,
// Gothic, emoji and internationalized hosts. In the model of iris, every fourth line ends in the
// same kind of query and fragment. The generated endings vary and are less frequent.
//
// The other kinds are not modelled on any collection. The mean line length is 98 bytes in nonascii,
// of which 82 percent are non-ASCII (31, 34 and 16 percent in characters of 2, 3 and 4 bytes); it
// is 45 in references, 59 in invalid and 4,257 in data.
package corpus

import (
	"iter"
	"slices"
)

// Kinds returns the names of the line kinds.
func Kinds() []string {
	return []string{"urls", "iris", "nonascii", "references", "data", "invalid"}
}

// Lines returns the first n lines of a kind, without line endings, or nil if the kind is unknown.
// The lines are unordered, and duplicates are rare. Generating a megabyte takes about 50
// milliseconds.
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

// All returns an endless sequence of lines of a kind, or nil if the kind is unknown.
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

// Edits returns the names of the edits that produce lines of kind "invalid". Line i is produced by
// the edit at index i modulo the number of edits.
func Edits() (names []string) {
	for _, e := range edits {
		names = append(names, e.name)
	}
	return names
}
