package iri

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/chars"
)

// Pairs holds the key-value pairs of a query such as key=value&key=value: "&" separates pairs, and
// the first "=" in a pair separates key and value (WHATWG URL, section 5.1). The zero Pairs is the
// empty query. Set, Add, Delete and Filter return new Pairs and preserve all other pairs, byte for
// byte and in order: setting x in "x=1&flag&&c=" keeps "flag", the empty pair and "c=". Methods
// accept and return keys and values as plain text, which they percent-encode and decode. A [Pair]
// holds them as written.
type Pairs struct {
	query string
	form  bool
}

// Pairs returns the pairs of the query.
func (p parsed) Pairs() Pairs { return Pairs{query: p.Query()} }

// Form returns the same pairs, but reads "+" as a space and writes a space as "+", as in HTML
// forms.
func (q Pairs) Form() Pairs { return Pairs{q.query, true} }

// String returns the query.
func (q Pairs) String() string { return q.query }

// A Pair is a key-value pair of a query, percent-encoded as written.
type Pair struct {
	Key, Value string
	HasValue   bool // whether there is an "=": true for "a=", false for "a"

	form bool
}

// pairOf splits a pair at the first "=".
func (q Pairs) pairOf(text string) Pair {
	key, value, ok := strings.Cut(text, "=")
	return Pair{key, value, ok, q.form}
}

// Decode returns the key and the value as text. The text is not valid UTF-8 if the percent-encoded
// bytes are not.
func (p Pair) Decode() (key, value string) { return p.decode(p.Key), p.decode(p.Value) }

// decode decodes a key or a value. If there is nothing to decode, it returns s.
func (p Pair) decode(s string) string {
	if strings.IndexByte(s, '%') < 0 && !(p.form && strings.IndexByte(s, '+') >= 0) {
		return s
	}
	var buffer [128]byte
	b := buffer[:0]
	for s != "" {
		var c byte
		c, s = p.next(s)
		b = append(b, c)
	}
	return string(b)
}

// next decodes the first byte of s, and returns it with the remaining text.
func (p Pair) next(s string) (c byte, rest string) {
	switch {
	case s[0] == '%':
		if c, ok := chars.ParsePct(s); ok {
			return c, s[chars.PctLength:]
		}
	case s[0] == '+' && p.form:
		return ' ', s[1:]
	}
	return s[0], s[1:]
}

// Is reports whether the decoded key equals key. It does not allocate.
func (p Pair) Is(key string) bool {
	s := p.Key
	for i := 0; i < len(key); i++ {
		if s == "" {
			return false
		}
		var c byte
		if c, s = p.next(s); c != key[i] {
			return false
		}
	}
	return s == ""
}

// Len returns the number of non-empty pairs. It takes time linear in the length of the query. A
// program that stores pairs should limit their number: check Len first, and reject the entire query
// if it exceeds the limit. A program that merely stops reading at the limit misses pairs that
// another program sees (CVE-2026-39825).
func (q Pairs) Len() (n int) {
	for range q.All() {
		n++
	}
	return n
}

// All yields the pairs in order. It skips empty pairs, as in "a=1&&b". It does not allocate.
func (q Pairs) All() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for query := q.query; query != ""; {
			var text string
			if text, query, _ = strings.Cut(query, "&"); text != "" && !yield(q.pairOf(text)) {
				return
			}
		}
	}
}

// Get returns the decoded value of the first pair with this key; ok is false if there is no such
// pair. It allocates only if the value contains percent-encodings or, in a form, "+".
func (q Pairs) Get(key string) (value string, ok bool) {
	for value := range q.Values(key) {
		return value, true
	}
	return "", false
}

// Values yields the decoded values of the pairs with this key, in order.
func (q Pairs) Values(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p := range q.All() {
			if p.Is(key) && !yield(p.decode(p.Value)) {
				return
			}
		}
	}
}

// Add appends a pair.
func (q Pairs) Add(key, value string) Pairs {
	var buffer [128]byte
	b := append(buffer[:0], q.query...)
	if len(b) > 0 {
		b = append(b, '&')
	}
	return q.with(q.appendPair(b, key, value))
}

// Set sets the value of key. It replaces the first pair with this key and removes the others. If no
// pair has this key, Set appends a pair.
func (q Pairs) Set(key, value string) Pairs {
	var buffer [128]byte
	set := false
	b := q.rewrite(buffer[:0], key, value, func(p Pair) edit {
		switch {
		case !p.Is(key):
			return keepPair
		case set:
			return dropPair
		}
		set = true
		return replacePair
	})
	if !set {
		return q.Add(key, value)
	}
	return q.with(b)
}

// Delete removes the pairs whose key is one of keys.
func (q Pairs) Delete(keys ...string) Pairs {
	return q.Filter(func(p Pair) bool { return !slices.ContainsFunc(keys, p.Is) })
}

// Filter removes the pairs for which keep returns false. It keeps empty pairs.
func (q Pairs) Filter(keep func(Pair) bool) Pairs {
	var buffer [128]byte
	return q.with(q.rewrite(buffer[:0], "", "", func(p Pair) edit {
		if keep(p) {
			return keepPair
		}
		return dropPair
	}))
}

// Sort sorts the pairs by the bytes of their decoded keys. The sort is stable. Sort removes empty
// pairs.
func (q Pairs) Sort() Pairs {
	var buffer [128]byte
	return q.with(q.appendSorted(buffer[:0], nil))
}

// appendSorted appends the pairs for which keep returns true, in the order of Sort. A nil keep
// keeps all pairs.
func (q Pairs) appendSorted(b []byte, keep func(Pair) bool) []byte {
	var buffer [16]Pair
	pairs := buffer[:0]
	for p := range q.All() {
		if keep == nil || keep(p) {
			pairs = append(pairs, p)
		}
	}
	slices.SortStableFunc(pairs, Pair.compareKeys)
	for i, p := range pairs {
		if i > 0 {
			b = append(b, '&')
		}
		b = p.append(b)
	}
	return b
}

// compareKeys compares the decoded keys.
func (p Pair) compareKeys(other Pair) int {
	s, t := p.Key, other.Key
	for s != "" && t != "" {
		var c, d byte
		c, s = p.next(s)
		d, t = other.next(t)
		if c != d {
			return cmp.Compare(c, d)
		}
	}
	return cmp.Compare(len(s), len(t))
}

// append appends the pair as written.
func (p Pair) append(b []byte) []byte {
	b = append(b, p.Key...)
	if p.HasValue {
		b = append(append(b, '='), p.Value...)
	}
	return b
}

// An edit is an action to take on a pair.
type edit int

const (
	keepPair edit = iota
	dropPair
	replacePair
)

// rewrite appends the pairs, applying the edit that decide returns to each non-empty pair. Dropping
// a pair also drops an adjacent "&"; replacing a pair writes key and value instead.
func (q Pairs) rewrite(b []byte, key, value string, decide func(Pair) edit) []byte {
	any, text, rest := false, "", q.query
	for more := true; more; {
		text, rest, more = strings.Cut(rest, "&")
		p, do := q.pairOf(text), keepPair
		if text != "" {
			do = decide(p)
		}
		if do == dropPair {
			continue
		}
		if any {
			b = append(b, '&')
		}
		any = true
		if do == replacePair {
			b = q.appendPair(b, key, value)
		} else {
			b = append(b, text...)
		}
	}
	return b
}

// with returns Pairs for the query b.
func (q Pairs) with(b []byte) Pairs { return Pairs{string(b), q.form} }

// appendPair appends one pair, with key and value escaped as a [QueryField].
func (q Pairs) appendPair(b []byte, key, value string) []byte {
	return q.appendField(append(q.appendField(b, key), '='), value)
}

// appendField appends a key or a value. In a form it writes a space as "+".
func (q Pairs) appendField(b []byte, s string) []byte {
	for n := 0; q.form && n >= 0; {
		if n = strings.IndexByte(s, ' '); n >= 0 {
			b = append(AppendEscape(b, s[:n], QueryField), '+')
			s = s[n+1:]
		}
	}
	return AppendEscape(b, s, QueryField)
}

// WithPairs replaces the query with the pairs, or removes the query if the pairs are empty. It does
// not change the zero IRI.
func (p IRI) WithPairs(q Pairs) IRI {
	if p.IsZero() {
		return p
	}
	return IRI{p.withPairs(q)}
}

// WithPairs replaces the query with the pairs, or removes the query if the pairs are empty.
func (p Reference) WithPairs(q Pairs) Reference { return Reference{p.withPairs(q)} }

func (p parsed) withPairs(q Pairs) parsed {
	if q.query == "" {
		return p.withQuery("")
	}
	return p.withQuery("?" + q.query)
}
