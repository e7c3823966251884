package differences

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// A Reason explains differences between a parser and its rule. Most reasons have a language, which
// is a variant of a grammar. Such a reason explains a wrong accept if its language contains the
// string, and a wrong reject if it does not, so nobody has to inspect the parser.
type Reason struct {
	Of      string // prefix of the names of the parsers it applies to; "" for all parsers
	Accepts bool   // whether it explains wrong accepts rather than wrong rejects
	Title   string

	rule string            // the rule of the language; "" means the parser's rule
	with string            // definitions to replace in the grammar
	test func(string) bool // if not nil, reports whether the reason explains a string; used instead of a language
}

func (r *Reason) about(parser string) bool { return strings.HasPrefix(parser, r.Of) }

// verb describes a difference.
func (r *Reason) verb() string {
	if r.Accepts {
		return "wrongly accepts"
	}
	return "wrongly rejects"
}

// explains reports whether the reason explains why a parser and the rule disagree on s.
func (r *Reason) explains(s, rule string) (bool, error) {
	if r.test != nil {
		return r.test(s), nil
	}
	reference, err := language{cmp.Or(r.rule, rule), r.with}.reference()
	return err == nil && reference.Valid(s) == r.Accepts, err
}

// accept returns a reason for wrong accepts by any parser: a larger variant of IRI-reference.
func accept(title, with string) Reason {
	return Reason{Accepts: true, Title: title, rule: "rfc3987 IRI-reference", with: with}
}

// reject returns a reason for wrong rejects by any parser: a smaller variant of IRI-reference.
func reject(title, with string) Reason {
	return Reason{Title: title, rule: "rfc3987 IRI-reference", with: with}
}

func always(string) bool { return true }

// Definitions for languages that combine several faults. Together they allow every character that
// some parser accepts.
const (
	anyCharacter = `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / %x80-D7FF / %xE000-10FFFF / %x00-20 / %x7F ` +
		`/ "<" / ">" / %x22 / "{" / "}" / "|" / "^" / "` + "`" + `" / "\"`
	anyAuthority = `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]" )
ihost = *( iunreserved / pct-encoded / sub-delims / ":" / "[" / "]" )`
	anyPath = `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]"`
	anyEnd  = `pct-encoded = "%"
ifragment = *( ipchar / iprivate / "/" / "?" / "#" )
ipath-noscheme = isegment-nz *( "/" isegment )`
)

// Kinds holds reasons for all differences on the hard inputs. The first one that explains a
// difference counts.
var Kinds = []Reason{
	{Accepts: true, Title: "ill-formed UTF-8", test: func(s string) bool { return !utf8.ValidString(s) }},
	accept("characters beyond ASCII, which RFC 3986 lacks", ""),
	accept("code points that RFC 3987 leaves out", "ucschar = %x80-D7FF / %xE000-10FFFF"),
	accept("blanks and controls at the ends", "IRI-reference = *%x00-20 ( IRI / irelative-ref ) *%x00-20"),
	accept("blanks and controls elsewhere",
		`iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / %x00-20 / %x7F`),
	accept("a backslash", `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / "\"`),
	accept("one of < > \" { } | ^ `",
		`iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / "<" / ">" / %x22 / "{" / "}" / "|" / "^" / "`+"`"+
			`"`),
	accept("a percent sign without two hex digits", `pct-encoded = "%"`),
	accept("brackets outside of a host", `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]"`),
	accept("a zone identifier (RFC 6874)",
		`IP-literal = "[" ( IPv6address [ "%" *( iunreserved / pct-encoded / "%" ) ] / IPvFuture ) "]"`),
	accept("a port that is not a number, or a second one",
		"port = *( iunreserved / pct-encoded / sub-delims / \":\" )"),
	accept("several at signs in an authority", `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" / "@" )`),
	accept("brackets in a host without an IP literal", anyAuthority),
	accept("a number sign in a fragment", `ifragment = *( ipchar / "/" / "?" / "#" )`),
	accept("no scheme before the first colon", `ipath-noscheme = isegment-nz *( "/" isegment )`),
	accept("several of these", "IRI-reference = *%x00-20 ( IRI / irelative-ref ) *%x00-20\n"+anyCharacter+"\n"+
		anyAuthority+"\n"+anyPath+"\n"+anyEnd+
		"\nport = *( iunreserved / pct-encoded / sub-delims / \":\" / \"[\" / \"]\" )"),
	{Accepts: true, Title: "another wrong accept", test: always},

	{Of: "fredbi/uri", Title: "a scheme of one letter", rule: "rfc3987 IRI-reference",
		with: `scheme = ALPHA 1*( ALPHA / DIGIT / "+" / "-" / "." )`},
	reject("an IP literal of a later version: [v1.x]", `IP-literal = "[" IPv6address "]"`),
	reject("an IPv6 address", `IP-literal = "[" IPvFuture "]"`),
	reject("nothing after a scheme", `ihier-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless`),
	reject("an empty host",
		"iauthority = [ iuserinfo \"@\" ] ( IP-literal / 1*( iunreserved / pct-encoded / sub-delims ) ) [ \":\" port ]"),
	reject("a port over 65535",
		"port = *\"0\" [ *4DIGIT / \"1\" 4DIGIT / \"2\" 4DIGIT / \"3\" 4DIGIT / \"4\" 4DIGIT / \"5\" 4DIGIT / \"6\" "+
			"%x30-34 3DIGIT / \"65\" %x30-34 2DIGIT / \"655\" %x30-32 DIGIT / \"6553\" %x30-35 ]"),
	reject("percent-encoding in a host", "ireg-name = *( iunreserved / sub-delims )"),
	reject("a name that DNS lacks", `ireg-name = *( label "." ) label / ""`+"\n"+
		`label = alnum [ *61( alnum / "-" ) alnum ]`+"\nalnum = ALPHA / DIGIT / ucschar"),
	reject("a host that ends in a number", `ireg-name = *( label "." ) final [ "." ] / ""`+"\n"+
		`label = 1*( ALPHA / DIGIT / "-" / ucschar )`+"\n"+
		`final = ( ALPHA / ucschar ) *( ALPHA / DIGIT / "-" / ucschar )`),
	reject("a host beyond ASCII", "ireg-name = *( unreserved / pct-encoded / sub-delims )"),
	reject("no authority", "ihier-part = \"//\" iauthority ipath-abempty"),
	{Title: "another wrong reject", test: always},
}

// Known holds the known reasons for parsers that claim to be exact. A parser without a row agrees
// with the RFC, and a difference that no row explains is an error.
var Known = []Reason{
	{Of: "buf.build/go/protovalidate",
		Title: `its parser wants the byte "v" for IPvFuture; literals of ABNF have either case (RFC 5234, section 2.3)`,
		with:  `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`},
	{Of: "buf.build/go/protovalidate",
		Title: "it collects hex digits and colons of an IPv6 address, and misses dots (bufbuild/protovalidate-go#222)",
		with:  `ls32 = h16 ":" h16`},
	{Of: "buf.build/go/protovalidate",
		Title: "it wants UTF-8 in the percent-encoding of a host, as the prose of RFC 3986, section 3.2.2 does",
		with:  "reg-name = *( unreserved / pct-utf8 / sub-delims )\n" + pctUTF8},
	{Of: "buf.build/go/protovalidate", Accepts: true,
		Title: "it accepts zone identifiers, as it documents (RFC 6874, which RFC 9844 obsoletes)",
		with: "IP-literal = \"[\" ( IPv6address / IPvFuture / IPv6address \"%25\" 1*( unreserved / pct-utf8 ) ) \"]\"\n" +
			pctUTF8},
	{Of: "Boost.URL", Title: `its parser wants the byte "v" for IPvFuture`,
		with: `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`},
	{Of: "Boost.URL", Accepts: true,
		Title: "what cannot belong to the authority becomes part of the path (boostorg/url#680 and #770, closed since)",
		with:  `hier-part = "//" authority [ segment ] path-abempty / path-absolute / path-rootless / path-empty`},
	{Of: jena, Title: `its parser wants the byte "v" for IPvFuture, and reads one hex digit of the version`,
		with: `IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`},
	{Of: jena, Title: `of an IPv6 address with "::" it allows one piece less than the RFC`,
		with: `IPv6address = 6( h16 ":" ) ls32
            / "::" 4( h16 ":" ) ls32
            / [ h16 ] "::" 3( h16 ":" ) ls32
            / [ *1( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
            / [ *2( h16 ":" ) h16 ] "::" h16 ":" ls32
            / [ *3( h16 ":" ) h16 ] "::" ls32
            / [ *5( h16 ":" ) h16 ] "::" h16
            / [ *5( h16 ":" ) h16 ] "::"`},
	{Of: jena, Accepts: true, Title: "it accepts IPvFuture with nothing after the dot",
		with: `IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`},
	{Of: jena, Accepts: true, Title: "it reads UTF-16 code units, and takes every surrogate for a ucschar",
		with: jenaCharacters},
	{Of: jena, Accepts: true, Title: "it accepts zone identifiers, as it documents (RFC 6874, which RFC 9844 obsoletes)",
		with: `IP-literal = "[" ( IPv6address / IPvFuture / IPv6address "%25" 1*( unreserved / pct-encoded ) ) "]"`},
	{Of: jena, Accepts: true, Title: "it accepts text before and after an IP literal", with: jenaHost},
	{Of: jena, Accepts: true, Title: `it accepts IPv6 addresses with several "::" and empty pieces`, with: jenaAddress},
	{Of: jena, Accepts: true, Title: "it accepts zeros before the numbers of an IPv4 address in an IPv6 address",
		with: jenaOctet},
	{Of: jena, Accepts: true, Title: "several of these at once",
		with: jenaCharacters + "\n" + jenaHost + "\n" + jenaAddress + "\n" + jenaLiteral + "\n" + jenaOctet},
}

// pctUTF8 defines in ABNF the rule pct-utf8, which matches one percent-encoded code point in UTF-8
// (RFC 3629, section 4).
const pctUTF8 = `pct-utf8 = "%" %x30-37 HEXDIG
         / ( "%C" ( %x32-39 / "A" / "B" / "C" / "D" / "E" / "F" ) / "%D" HEXDIG ) pct-tail
         / "%E0" pct-high pct-tail
         / "%E" ( %x31-39 / "A" / "B" / "C" / "E" / "F" ) 2pct-tail
         / "%ED" ( "%8" / "%9" ) HEXDIG pct-tail
         / "%F0" ( "%9" HEXDIG / pct-high ) 2pct-tail
         / "%F" %x31-33 3pct-tail
         / "%F4%8" HEXDIG 2pct-tail
pct-tail = ( "%8" / "%9" / "%A" / "%B" ) HEXDIG
pct-high = ( "%A" / "%B" ) HEXDIG`

const (
	jena           = "Jena RFC3986.checkSyntax"
	jenaCharacters = `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-10FFFF`
	jenaHost       = `ihost = [ *( iunreserved / pct-encoded / sub-delims / ":" ) IP-literal ] ireg-name`
	jenaAddress    = `IPv6address = *( *4HEXDIG ":" ) ( *4HEXDIG / IPv4address )`
	jenaLiteral    = `IP-literal = "[" ( IPv6address [ "%25" 1*( unreserved / pct-encoded ) ] / IPvFuture ) "]"
IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`
	jenaOctet = `dec-octet = [ "0" ] DIGIT / "00" DIGIT / [ "0" ] %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT ` +
		`/ "25" %x30-35`
)
