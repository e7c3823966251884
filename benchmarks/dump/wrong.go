package dump

import (
	"iter"
	"strings"
)

// The prefixes of the names of ways. A prefix tells which rule a wrong line breaks: the grammar of
// N-Triples, the prose of N-Triples about escapes, or the grammar of IRIs (RFC 3987), after escapes
// are decoded.
const (
	syntax  = "grammar: "
	escapes = "escape: "
	terms   = "IRI: "
)

// A way is a way to make a wrong line of N-Triples. make returns such a line, and name becomes its
// Kind.
type way struct {
	name string
	make func(g *generator) string
}

// The terms of wrong lines that are right themselves.
const (
	subject   = "<http://dbpedia.org/resource/Berlin>"
	predicate = "<http://www.w3.org/2000/01/rdf-schema#label>"
	literal   = `"Berlin"@de`
)

// with returns a function for way.make. Its lines have the given object, and a right subject and
// predicate.
func with(object string) func(*generator) string {
	return func(*generator) string { return subject + " " + predicate + " " + object + " ." }
}

// within returns a function for way.make. Its lines have a subject that ends in the given text, and
// a right predicate and object.
func within(text string) func(*generator) string {
	return func(g *generator) string {
		s := "<http://dbpedia.org/resource/" + g.title() + text + ">"
		return s + " " + predicate + " " + literal + " ."
	}
}

// ways are all ways to make a wrong line. The lines take them in turn.
var ways = []way{
	{syntax + "no full stop", func(g *generator) string { return strings.TrimSuffix(string(g.line(nil)), " .") }},
	{syntax + "the line is cut", func(g *generator) string {
		s := string(g.line(nil))
		return s[:strings.IndexByte(s, ' ')]
	}},
	{syntax + "a space in an IRI", within(" a")},
	{syntax + "a quotation mark in an IRI", within(`"a"`)},
	{syntax + "an open IRI", with("<http://dbpedia.org/resource/Berlin")},
	{syntax + "an open literal", with(`"Berlin`)},
	{syntax + "a literal as subject", func(g *generator) string { return `"Berlin" ` + predicate + " " + literal + " ." }},
	{syntax + "a blank node as predicate", func(g *generator) string { return subject + " _:b " + literal + " ." }},
	{syntax + "two statements", func(g *generator) string { return string(g.line(nil)) + " " + string(g.line(nil)) }},
	{syntax + "four terms", with(literal + " <http://dbpedia.org/graph>")},
	{syntax + "a low line in the tag of a language", with(`"Berlin"@de_DE`)},
	{syntax + "an escape that there is not", with(`"Ber\lin"`)},
	{syntax + "an escape with too few digits", with(`"Bj\u00f"`)},
	{escapes + "a surrogate", with(`"Berlin \uD83D"`)},
	{escapes + "over U+10FFFF", with(`"Berlin \U00110000"`)},
	{syntax + "a literal that is not UTF-8", with("\"Stra\xdfe\"")},
	{syntax + "an IRI that is not UTF-8", within("_Stra\xdfe")},
	{terms + "relative", func(g *generator) string { return "<" + g.title() + "> " + predicate + " " + literal + " ." }},
	{terms + "a relative datatype", with(`"1"^^<integer>`)},
	{terms + "a percent sign without digits", within("%zz")},
	{terms + "an escaped space", within(`\u0020a`)},
	{terms + "a bracket in the path", within("[1]")},
	{terms + "two number signs", within("#a#b")},
	{terms + "a port with letters", with("<http://dbpedia.org:80a/resource/Berlin>")},
	{terms + "no IPv6 address", with("<http://[2001:db8::1::2]/resource/Berlin>")},
	{terms + "a scheme that begins with a digit", with("<1http://dbpedia.org/resource/Berlin>")},
	{terms + "a character of private use", within("\uE000")},
	{terms + "a character that is none", within("\uFFFE")},
}

// wrong yields wrong lines without end, by ways in turn. It does not use its receiver.
func (*generator) wrong() iter.Seq[Wrong] {
	g := newGenerator() // its own, so that the right lines do not depend on the wrong ones
	return func(yield func(Wrong) bool) {
		for i := 0; ; i++ {
			w := ways[i%len(ways)]
			if !yield(Wrong{Kind: w.name, Text: []byte(w.make(g))}) {
				return
			}
		}
	}
}
