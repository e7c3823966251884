package dump

import (
	"iter"
	"strings"
)

// The prefixes of the names of kinds, by the rule that refuses the line: the grammar of N-Triples,
// its prose about escapes, or the grammar of IRIs (RFC 3987) on the decoded term.
const (
	syntax  = "grammar: "
	escapes = "escape: "
	terms   = "IRI: "
)

// A way is a way to make a line wrong.
type way struct {
	name string
	make func(g *generator) string
}

// The right terms of wrong lines.
const (
	subject   = "<http://dbpedia.org/resource/Berlin>"
	predicate = "<http://www.w3.org/2000/01/rdf-schema#label>"
	literal   = `"Berlin"@de`
)

// with makes a line with an object.
func with(object string) func(*generator) string {
	return func(*generator) string { return subject + " " + predicate + " " + object + " ." }
}

// within makes a line with a text at the end of the subject.
func within(text string) func(*generator) string {
	return func(g *generator) string {
		s := "<http://dbpedia.org/resource/" + g.title() + text + ">"
		return s + " " + predicate + " " + literal + " ."
	}
}

// ways are the ways to make lines wrong, in turn.
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

// wrong yields wrong lines.
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
