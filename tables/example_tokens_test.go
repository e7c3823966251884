package tables_test

import (
	"fmt"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// Split a line of N-Triples into tokens, named as in the W3C recommendation, and validate its IRIs
// against RFC 3987, without a handwritten scanner.
func ExampleSet_Tokens() {
	const line = `<http://example.org/a> <http://example.org/[b]> "c d"@en . # a remark`

	for rule, at := range ntriples.Token.Tokens(line) {
		text := line[at.Start:at.End]
		switch rule {
		case tables.NoRule:
			fmt.Printf("%2d %q begins no token\n", at.Start, text)
		case ntriples.TokenWS:
		case ntriples.TokenIRIREF:
			fmt.Printf("%2d %-20s %s, an IRI: %v\n", at.Start, ntriples.Token.RuleName(rule), text,
				rfc3987.IRI.Valid(text[1:len(text)-1]))
		default:
			fmt.Printf("%2d %-20s %s\n", at.Start, ntriples.Token.RuleName(rule), text)
		}
	}
	// Output:
	//  0 IRIREF               <http://example.org/a>, an IRI: true
	// 23 IRIREF               <http://example.org/[b]>, an IRI: false
	// 48 STRING_LITERAL_QUOTE "c d"
	// 53 LANGTAG              @en
	// 57 DOT                  .
	// 59 COMMENT              # a remark
}

// A set returns the rules that match a string, and the first of them.
func ExampleSet_Classify() {
	for _, host := range []string{"127.0.0.1", "127.0.0.256", "[::1]", "a b"} {
		kinds := rfc3987.IhostAlternatives
		fmt.Println(host, kinds.Classify(host), kinds.RuleName(kinds.First(host)))
	}
	// Output:
	// 127.0.0.1 [2 3] IPv4address
	// 127.0.0.256 [3] ireg-name
	// [::1] [0] IPv6address
	// a b []
}

// Text that no rule matches becomes one NoRule token, and Err returns the offset and the reason.
func ExampleLexer_Err() {
	for l := ntriples.Token.Lexer(`<http://example.org/{x}> <http://example.org/p>`); l.Next(); {
		if err := l.Err(); err != nil {
			fmt.Printf("%s: %q at offset %d, column %d\n", l.Text(), l.Text()[err.Offset:err.Offset+1], err.Offset, err.Column)
		}
	}
	// Output:
	// <http://example.org/{x}>: "{" at offset 20, column 21
}
