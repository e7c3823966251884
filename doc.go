// Package iri validates IRIs and URIs, and takes them apart.
//
// The verdicts are those of the grammars in RFC 3987 and RFC 3986 and of nothing else: the
// tables this package walks are compiled from the documents' ABNF (see the folders build
// and tables), and so are the places where components begin and end. There is no second,
// hand-written parser that could disagree.
//
//	iri.Valid("http://例え.テスト/?q=1")       // true
//	iri.Valid("http://[::1%25eth0]/")         // false: RFC 3986 knows no zone identifiers
//
//	r, err := iri.Parse("https://user@example.org:8042/over/there?name=ferret#nose")
//	r.Host()                                  // "example.org"
//
// Everything works on the string itself: validating, parsing and looking at components
// allocates nothing, takes time linear in the length of the string, and cannot panic,
// whatever the bytes. Strings that are not UTF-8 are not valid.
//
// What the grammars do not say is not checked: the rules of a scheme, the range of a
// port, DNS names, the bidirectional text of RFC 3987, section 4. A valid IRI may still
// be a hostile one. [IRI.Findings] reports such peculiarities, those hosts among them that
// browsers read otherwise; a [Policy] refuses IRIs by scheme, host, port and more.
//
// Every other rule of these grammars, and of some more, is a constant in a package below
// tables, with methods like these: rfc3987.IPv6address.Valid(s). Package tables says what
// else there is to do with a rule, and with several at once.
package iri

//go:generate go run ./cmd/abnf gen
