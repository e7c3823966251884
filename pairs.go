package iri

import (
	"iter"
	"strings"
)

// Pairs yields the keys and values of the query, not decoded and in their order: see [Unescape]. A
// form of HTML has "+" for a space. "&" alone ends a pair, and its first "=" ends the key; a pair
// without "=" has the value "", and an empty pair is left out (URL Standard of WHATWG, section
// 5.1). There is no allocation.
//
// A program storing pairs needs a limit. Compare [IRI.CountPairs] with it first, and refuse the
// whole query if it has more. A program stopping at its limit would miss a pair read by another
// program (CVE-2026-39825).
func (p parsed) Pairs() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) { p.eachPair(yield) }
}

// CountPairs returns the number of pairs of [IRI.Pairs]. It takes time linear in the length of the
// query.
func (p parsed) CountPairs() (n int) {
	for range p.Pairs() {
		n++
	}
	return n
}

func (p parsed) eachPair(yield func(key, value string) bool) {
	for query := p.Query(); query != ""; {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if key, value, _ := strings.Cut(pair, "="); pair != "" && !yield(key, value) {
			return
		}
	}
}

// AppendPair appends a pair to the query of an IRI: "&" unless the query is empty, the key, "=" and
// the value. Key and value are escaped as a [QueryField], so they stay one pair.
func AppendPair(query []byte, key, value string) []byte {
	if len(query) > 0 {
		query = append(query, '&')
	}
	query = AppendEscape(query, key, QueryField)
	return AppendEscape(append(query, '='), value, QueryField)
}
