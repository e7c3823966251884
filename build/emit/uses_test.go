package emit

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build"
)

// A change to a document, and part of the error it causes, or "".
type change struct{ name, old, new, want string }

func (c change) check(t *testing.T, document string, prove func(g *build.Grammar) error) {
	t.Helper()
	err := prove(compile(t, strings.Replace(document, c.old, c.new, 1), build.Options{}))
	if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
		t.Errorf("%s: %v, want %q", c.name, err, c.want)
	}
}

// emitUses rejects an authority that cannot be split at delimiters.
func TestAuthorityIsProved(t *testing.T) {
	const document = `; @components iauthority: userinfo host=ihost port
; @alternatives ihost: literal address name
iauthority = [ userinfo "@" ] ihost [ ":" port ]
userinfo = *( "u" / ":" )
ihost = literal / address / name
literal = "[" *"n" "]"
address = 1*DIGIT
name = *( "n" / DIGIT )
port = *DIGIT
`
	for _, c := range []change{
		{"an authority", "", "", ""},
		{"a literal with two brackets", `*"n" "]"`, `*"]" "]"`, `string "[]]": no ":" follows the first "]"`},
		{"an address that ends in a letter", `1*DIGIT`, `1*DIGIT "n"`,
			`string "0N": the first matching rule is address, not name`},
		{"an address in an address", `1*DIGIT`, `"<" [ address ] ">"`, "counts calls to address"},
		{"an authority in an authority", `[ ":" port ]`, `[ "(" iauthority ")" / "[" iauthority "]" ]`,
			"it does not begin with"},
	} {
		c.check(t, document, proveAuthority)
	}
}

// emitUses rejects URI rules whose members are not exactly the ASCII members of the IRI rules, or
// whose region kernel splits them elsewhere.
func TestNarrowRulesAreProved(t *testing.T) {
	const document = `; @components wide: scheme authority path query fragment
wide = scheme ":" "//" authority path [ "?" query ] [ "#" fragment ]
scheme = 1*LETTER
authority = *( LETTER / ";" / %xE0-FF )
path = *( "/" *( LETTER / ";" / %xE0-FF ) )
query = *( LETTER / ";" / "/" / "?" / %xE0-FF )
fragment = *( LETTER / ";" / "/" / "?" / %xE0-FF )
narrow = 1*LETTER ":" "//" *SIGN *( "/" *SIGN ) [ "?" *MORE ] [ "#" *MORE ]
SIGN = LETTER / ";"
MORE = SIGN / "/" / "?"
LETTER = %x61-7A
`
	for _, c := range []change{
		{"URIs", "", "", ""},
		{"a scheme that may be empty", `narrow = 1*LETTER`, `narrow = *LETTER`, `"://" is a member`},
		{"a query without a question mark", `MORE = SIGN / "/" / "?"`, `MORE = SIGN / "/"`, `is a member`},
		{"a rule in itself", `narrow = 1*LETTER`, `narrow = 1*LETTER [ "(" narrow ")" ]`, `only compiled rules`},
		{"a letter beyond ASCII", `SIGN = LETTER / ";"`, `SIGN = LETTER / ";" / %xE0`, `is a member`},
	} {
		c.check(t, document, func(g *build.Grammar) error { return proveNarrow(g.Rule("narrow"), g.Rule("wide")) })
	}
}
