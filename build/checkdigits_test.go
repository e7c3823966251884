package build_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
)

const checkDigitsHead = `; Weighted sums of digits, for the formats isbn-10, isbn-13, issn and orcid.
; formats.abnf intersects a sum with the shape of each format. A hyphen or a space may precede each
; digit here.
;
; A rule NAME-N-R matches N digits whose weighted sum is R modulo 10 or 11. In a sum modulo 11, the last
; digit may be X, which means 10.
;
; TestCheckDigits writes this document: IRI_UPDATE=1 go test ./build -run TestCheckDigits
`

// A checkSum is a weighted sum of digits.
type checkSum struct {
	name, comment string
	modulus       int
	digits, sum   int             // the rule that formats.abnf uses
	weight        func(n int) int // of the digit that n-1 others follow
}

// The document check-digits.abnf contains the rules that this test computes. Each rule is a state
// of the automaton that adds from left to right.
func TestCheckDigits(t *testing.T) {
	var b strings.Builder
	b.WriteString(checkDigitsHead)
	for _, c := range []checkSum{
		{name: "position", modulus: 11, digits: 10, sum: 0, weight: func(n int) int { return n },
			comment: `ISO 2108:1992 and ISO 3297: the weights are N, N-1, ... 1. An ISBN-10 is
; position-10-0, an ISSN position-8-0.`},
		{name: "ean", modulus: 10, digits: 13, sum: 0, weight: func(n int) int { return 3 - n%2*2 },
			comment: `ISO 2108: the weights are 1 for the last digit, 3 for the one before it, then 1, and
; so on. An ISBN-13 is ean-13-0.`},
		{name: "mod-11-2", modulus: 11, digits: 16, sum: 1, weight: func(n int) int { return 1 << (n - 1) },
			comment: `ISO 7064, MOD 11-2: the weights are powers of 2, beginning with 1 for the last digit. An
; ORCID iD is mod-11-2-16-1.`},
	} {
		c.write(&b)
	}
	golden.Compare(t, "grammars/check-digits.abnf", b.String())
}

// write writes the rules of the sum.
func (c checkSum) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n; %s\n\n", c.comment)
	for n := c.digits; n > 0; n-- {
		for sum := range c.modulus {
			if n == c.digits && sum != c.sum {
				continue // no other rule refers to it
			}
			var alternatives []string
			for digit := range c.modulus {
				rest := ((sum-digit*c.weight(n))%c.modulus + c.modulus) % c.modulus
				switch {
				case n > 1 && digit < 10:
					alternatives = append(alternatives, fmt.Sprintf(`"%d" %s-%d-%d`, digit, c.name, n-1, rest))
				case n == 1 && rest == 0 && digit < 10:
					alternatives = append(alternatives, fmt.Sprintf(`"%d"`, digit))
				case n == 1 && rest == 0:
					alternatives = append(alternatives, `%s"X"`)
				}
			}
			fmt.Fprintf(b, "%s-%d-%d = [ \"-\" / \" \" ] ( %s )\n", c.name, n, sum, strings.Join(alternatives, " / "))
		}
	}
}
