package differential

// Explanations is the table of known differences of engines from their rule. With makes a variant
// of the rule's grammar. The variant has the strings that the engine wrongly accepts, or it lacks
// those that the engine wrongly rejects. If several rows fit a difference, the first one explains
// it. An engine without a row agrees with the RFC.
var Explanations = []Explanation{
	{
		Engine: "buf.build/go/protovalidate", Rule: "URI", Accepts: false,
		Variant: "IPvFuture with a small v alone",
		With:    `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`,
		Reason:  `its parser asks for the byte "v"; in ABNF letters in quotes are of either case (RFC 5234, section 2.3)`,
	},
	{
		Engine: "buf.build/go/protovalidate", Rule: "URI", Accepts: false,
		Variant: "IPv6 addresses without dots",
		With:    `ls32 = h16 ":" h16`,
		Reason:  "hex digits and colons are collected before its reader of addresses, which knows dots, gets to see them",
		Issue:   "bufbuild/protovalidate-go#222 is about the same form in another function",
	},
	{
		Engine: "buf.build/go/protovalidate", Rule: "URI", Accepts: false,
		Variant: "percent-encoded UTF-8 in registered names",
		With:    "reg-name = *( unreserved / pct-utf8 / sub-delims )\n" + pctUTF8,
		Reason:  "it also checks what RFC 3986, section 3.2.2 says in prose: percent-encoding in a host is for UTF-8",
	},
	{
		Engine: "buf.build/go/protovalidate", Rule: "URI", Accepts: true,
		Variant: "RFC 6874",
		With: "IP-literal = \"[\" ( IPv6address / IPvFuture / IPv6address \"%25\" 1*( unreserved / pct-utf8 ) ) \"]\"\n" +
			pctUTF8,
		Reason: "it accepts zone identifiers, as it says, which RFC 3986 does not have (RFC 9844 obsoletes RFC 6874)",
	},
	{
		Engine: "Boost.URL, one call for all", Rule: "URI", Accepts: false,
		Variant: "IPvFuture with a small v alone",
		With:    `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`,
		Reason:  `its parser asks for the byte "v"`,
	},
	{
		Engine: "Boost.URL, one call for all", Rule: "URI", Accepts: true,
		Variant: "a path after an authority that begins with anything",
		With:    `hier-part = "//" authority [ segment ] path-abempty / path-absolute / path-rootless / path-empty`,
		Reason:  "what cannot belong to the authority becomes part of the path",
		Issue:   "boostorg/url#680 (ports) and boostorg/url#770 (IPv4 addresses), closed since",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: false,
		Variant: "IPvFuture with a small v and one digit",
		With:    `IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`,
		Reason:  `its parser asks for the byte "v", and looks at one hex digit of the version`,
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: false,
		Variant: "IPv6 addresses that leave out two pieces at least",
		With: `IPv6address = 6( h16 ":" ) ls32
            / "::" 4( h16 ":" ) ls32
            / [ h16 ] "::" 3( h16 ":" ) ls32
            / [ *1( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
            / [ *2( h16 ":" ) h16 ] "::" h16 ":" ls32
            / [ *3( h16 ":" ) h16 ] "::" ls32
            / [ *5( h16 ":" ) h16 ] "::" h16
            / [ *5( h16 ":" ) h16 ] "::"`,
		Reason: `it counts the pieces on both sides of "::", and allows one less than the RFC`,
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "IPvFuture with nothing after the dot",
		With:    `IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`,
		Reason:  "its loop over the text after the dot may be empty",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "all characters above U+FFFF anywhere",
		With:    jenaCharacters,
		Reason:  "it looks at UTF-16 code units, and every surrogate is a ucschar to it",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "RFC 6874",
		With:    `IP-literal = "[" ( IPv6address / IPvFuture / IPv6address "%25" 1*( unreserved / pct-encoded ) ) "]"`,
		Reason:  "it accepts zone identifiers, as it says, which RFC 3987 does not have (RFC 9844 obsoletes RFC 6874)",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "text before and after an IP literal",
		With:    jenaHost,
		Reason:  "it looks for one bracket of each kind in the authority, and at what is between them",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: `IPv6 addresses with several "::" and empty pieces`,
		With:    jenaAddress,
		Reason:  `its loop takes a colon without digits for a piece, and forgets the first "::" at a second one`,
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "zeros before the numbers of an IPv4 address in an IPv6 address",
		With:    jenaOctet,
		Reason:  "it reads up to three digits of each, and looks at the number",
	},
	{
		Engine: "Jena RFC3986.checkSyntax", Rule: "IRI", Accepts: true,
		Variant: "several of these",
		With:    jenaCharacters + "\n" + jenaHost + "\n" + jenaAddress + "\n" + jenaLiteral + "\n" + jenaOctet,
		Reason:  "at once",
	},
}

// pctUTF8 is ABNF for one pct-encoded code point in UTF-8 (RFC 3629, section 4), the rule pct-utf8.
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

const jenaCharacters = `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-10FFFF`

const jenaHost = `ihost = [ *( iunreserved / pct-encoded / sub-delims / ":" ) IP-literal ] ireg-name`

const jenaAddress = `IPv6address = *( *4HEXDIG ":" ) ( *4HEXDIG / IPv4address )`

const jenaLiteral = `IP-literal = "[" ( IPv6address [ "%25" 1*( unreserved / pct-encoded ) ] / IPvFuture ) "]"
IPvFuture = %x76 HEXDIG "." *( unreserved / sub-delims / ":" )`

const jenaOctet = `dec-octet = [ "0" ] DIGIT / "00" DIGIT / [ "0" ] %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT ` +
	`/ "25" %x30-35`
