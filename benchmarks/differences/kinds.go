package differences

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/benchmarks/languages"
)

// A Kind is a reason for differences between a parser and the grammar. Most kinds have a language:
// a variant of the grammar of RFC 3987. For wrong accepts the language is larger than the grammar,
// and the kind of a wrong accept is the first one whose language has the string. For wrong rejects
// the language is smaller, and the kind of a wrong reject is the first one whose language lacks the
// string. So kindOf need not look into the parser.
type Kind struct {
	Letter  byte
	Accepts bool // whether the kind is one of wrong accepts; else of wrong rejects
	Title   string
	Why     string

	rule string            // the rule of the language in the grammar rfc3987
	with string            // the rules that replace others in the grammar, see languages.Language
	test func(string) bool // if not nil: reports whether a string is of the kind, instead of a language
	only string            // the prefix of the names of the parsers with this kind; "" for all parsers
}

// Definitions for languages that allow several faults at once, above all for the kind "several of
// these". Together they allow every character that some parser accepts.
const (
	manyCharacters = `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / %x80-D7FF / %xE000-10FFFF / %x00-20 / %x7F ` +
		`/ "<" / ">" / %x22 / "{" / "}" / "|" / "^" / "` + "`" + `" / "\"`
	manyAuthority = `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]" )
ihost = *( iunreserved / pct-encoded / sub-delims / ":" / "[" / "]" )`
	manyPath = `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]"`
	manyEnds = `pct-encoded = "%"
ifragment = *( ipchar / iprivate / "/" / "?" / "#" )
ipath-noscheme = isegment-nz *( "/" isegment )`
)

// Kinds returns all kinds, those of wrong accepts first.
func Kinds() []Kind { return append(accepting(), rejecting()...) }

// several allows all that the kinds of wrong accepts allow one by one.
const several = "IRI-reference = *%x00-20 ( IRI / irelative-ref ) *%x00-20\n" + manyCharacters + "\n" +
	manyAuthority + "\n" + manyPath + "\n" + manyEnds +
	"\nport = *( iunreserved / pct-encoded / sub-delims / \":\" / \"[\" / \"]\" )"

// accepting returns the kinds of wrong accepts, in the order in which kindOf tries them.
func accepting() []Kind {
	accept := func(letter byte, title, why, with string) Kind {
		return Kind{Letter: letter, Accepts: true, Title: title, Why: why, rule: "IRI-reference", with: with}
	}
	return []Kind{
		{Letter: 'y', Accepts: true, Title: "ill-formed UTF-8",
			Why:  "Parsers of bytes, such as net/url and curl, do not look at the encoding.",
			test: func(s string) bool { return !utf8.ValidString(s) }},
		accept('n', "characters beyond ASCII",
			"RFC 3986 has none. Parsers that say so take IRIs as well (java.net.URI has a category \"other\" for them), or "+
				"never look (net/url, urlsplit, curl, which hands hosts to its IDNA library later).", ""),
		accept('u', "code points that RFC 3987 leaves out",
			"Private use outside of queries, noncharacters, tags, U+FFF0 to U+FFFD, controls from U+0080: WHATWG reports "+
				"some of them and goes on; others test whole planes or nothing.",
			"ucschar = %x80-D7FF / %xE000-10FFFF"),
		accept('t', "blanks and controls at the ends",
			"WHATWG removes U+0000 to U+0020 at both ends before it parses, by design. urlsplit removes them at the "+
				"beginning, since CVE-2023-24329.",
			"IRI-reference = *%x00-20 ( IRI / irelative-ref ) *%x00-20"),
		accept('c', "blanks and controls",
			"WHATWG removes tabs and newlines wherever they are and percent-encodes the others, by design. net/url takes "+
				"blanks after the host and controls in fragments.",
			`iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / %x00-20 / %x7F`),
		accept('b', "a backslash",
			"WHATWG reads it as a slash in http, https, ftp, ws, wss and file, by design, and keeps it elsewhere. What "+
				"others take for a part of a name ends a host there.",
			`iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / "\"`),
		accept('x', "other characters of ASCII that no part may have",
			"One of < > \" { } | ^ and `. WHATWG percent-encodes them, by design; lenient parsers keep them.",
			`iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar / "<" / ">" / %x22 / "{" / "}" / "|" / "^" / "`+"`"+
				`"`),
		accept('p', "a percent sign without two hex digits", "WHATWG keeps it, by design; in hosts it is an error there too.",
			`pct-encoded = "%"`),
		accept('q', "brackets outside of a host",
			"They are for IP literals alone. WHATWG keeps them in paths, queries and fragments, by design.",
			`ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "[" / "]"`),
		accept('z', "a zone identifier",
			"RFC 6874 put them into URIs, as %25 and a name; RFC 9844 obsoletes it. net/url, Jena, protovalidate and "+
				"java.net.URI document them. In java.net.URI, urlsplit and curl a bare % does, too.",
			`IP-literal = "[" ( IPv6address [ "%" *( iunreserved / pct-encoded / "%" ) ] / IPvFuture ) "]"`),
		accept('d', "a port that is no number, or a second one",
			"A parser that looks for the last colon and not at what follows.",
			"port = *( iunreserved / pct-encoded / sub-delims / \":\" )"),
		accept('m', "several at signs in an authority",
			"WHATWG takes the last one for the end of the user information, by design; others take the first.",
			`iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" / "@" )`),
		accept('l', "brackets in a host, but no IP literal in its place",
			"No address in them, or text before or after them. This is CVE-2025-47912, CVE-2026-25679 (Go), CVE-2024-11168 "+
				"and CVE-2025-0938 (Python).",
			manyAuthority),
		accept('f', "a number sign in a fragment",
			"WHATWG keeps it, by design; lenient parsers cut at the first one and look no further. protovalidate, where a "+
				"URI has failed, tries a relative reference from where it was.", `ifragment = *( ipchar / "/" / "?" / "#" )`),
		accept('s', "no scheme before a colon",
			"What stands before the first colon is no scheme. Lenient parsers take all for a path, which RFC 3986, section "+
				"4.2 has not: a colon in its first segment would be one of a scheme.",
			`ipath-noscheme = isegment-nz *( "/" isegment )`),
		accept('w', "several of these", "", several),
		{Letter: 'o', Accepts: true, Title: "another", test: func(string) bool { return true }},
	}
}

// rejecting returns the kinds of wrong rejects, in the order in which kindOf tries them.
func rejecting() []Kind {
	reject := func(letter byte, title, why, with string) Kind {
		return Kind{Letter: letter, Title: title, Why: why, rule: "IRI-reference", with: with}
	}
	return []Kind{
		{Letter: 'S', Title: "a scheme of one letter", Why: "fredbi/uri wants two at least.", only: "fredbi/uri",
			rule: "IRI-reference", with: `scheme = ALPHA 1*( ALPHA / DIGIT / "+" / "-" / "." )`},
		reject('V', "an IP literal of a later version",
			"IPvFuture: [v1.x]. WHATWG has none, by design; others forget it, or that the v may be a capital "+
				"(python/cpython#105708, merged since).", `IP-literal = "[" IPv6address "]"`),
		reject('I', "an IPv6 address",
			"protovalidate knows none with an IPv4 address in it; Jena counts a piece too few beside ::.",
			`IP-literal = "[" IPvFuture "]"`),
		reject('A', "nothing but a scheme",
			"WHATWG's special schemes and curl need a host. java.net.URI needs something after the colon, and says so.",
			`ihier-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless`),
		reject('H', "an empty host",
			"WHATWG allows one in file, and in schemes that are not special where there is neither user information nor a "+
				"port; curl in file alone; java.net.URI where a path follows.",
			"iauthority = [ iuserinfo \"@\" ] ( IP-literal / 1*( iunreserved / pct-encoded / sub-delims ) ) [ \":\" port ]"),
		reject('P', "a port over 65535", "The grammar has any number of digits; that a port has 16 bits is TCP's.",
			"port = *\"0\" [ *4DIGIT / \"1\" 4DIGIT / \"2\" 4DIGIT / \"3\" 4DIGIT / \"4\" 4DIGIT / \"5\" 4DIGIT / \"6\" "+
				"%x30-34 3DIGIT / \"65\" %x30-34 2DIGIT / \"655\" %x30-32 DIGIT / \"6553\" %x30-35 ]"),
		reject('N', "an empty port", "RFC 3986, section 3.2.3: the colon should be left out, but may stand.",
			`iauthority = [ iuserinfo "@" ] ihost [ ":" 1*DIGIT ]`),
		reject('E', "percent-encoding in a host",
			"WHATWG and curl decode hosts and reject what they may then not have, by design; net/url allows it for bytes "+
				"beyond ASCII, protovalidate for UTF-8.",
			"ireg-name = *( iunreserved / sub-delims )"),
		reject('D', "a name that DNS has not",
			"Other characters than letters, digits and hyphens between them, or empty or long labels: the grammar has any "+
				"reg-name. fredbi/uri checks DNS names in schemes that have such; curl forbids some characters.",
			`ireg-name = *( label "." ) label / ""`+"\n"+`label = alnum [ *61( alnum / "-" ) alnum ]`+
				"\nalnum = ALPHA / DIGIT / ucschar"),
		reject('4', "a host that ends in a number",
			"WHATWG takes it for an IPv4 address, in bytes or as one number, and rejects what is none, by design. fredbi/uri "+
				"wants DNS names.",
			`ireg-name = *( label "." ) final [ "." ] / ""`+"\n"+`label = 1*( ALPHA / DIGIT / "-" / ucschar )`+"\n"+
				`final = ( ALPHA / ucschar ) *( ALPHA / DIGIT / "-" / ucschar )`),
		reject('M', "a host beyond ASCII", "One that IDNA (UTS #46) maps to nothing, or to what a host may not have.",
			"ireg-name = *( unreserved / pct-encoded / sub-delims )"),
		reject('F', "percent-encoding that is not UTF-8", "fredbi/uri decodes all percent-encoding and wants UTF-8.",
			"pct-encoded = \"%\" %x32-37 HEXDIG"),
		reject('U', "beyond ASCII at all", "The parser claims IRIs, or comes near, and rejects some code points.",
			"ucschar = \"a\"\niprivate = \"a\""),
		reject('R', "no authority", "curl wants // after a scheme; so does WHATWG, or at least a name, in special schemes.",
			"ihier-part = \"//\" iauthority ipath-abempty"),
		reject('C', "a colon in a relative reference", "It may stand after the first segment, in queries and in fragments.",
			`irelative-part = "//" iauthority ipath-abempty / *( iunreserved / pct-encoded / sub-delims / "@" / "/" )
irelative-ref = irelative-part [ "?" *( iunreserved / pct-encoded / sub-delims / "@" / iprivate / "/" / "?" ) ] [ `+
				`"#" *( iunreserved / pct-encoded / sub-delims / "@" / "/" / "?" ) ]`),
		reject('Q', "an empty query or fragment, or one with nothing before it", "",
			"IRI = scheme \":\" ihier-part [ \"?\" 1*iqueries ] [ \"#\" 1*ifragments ]\n"+
				"irelative-ref = 1*( ipchar / \"/\" ) [ \"?\" 1*iqueries ] [ \"#\" 1*ifragments ] / \"\"\n"+
				"iqueries = ipchar / iprivate / \"/\" / \"?\"\nifragments = ipchar / \"/\" / \"?\""),
		{Letter: 'O', Title: "another", test: func(string) bool { return true }},
	}
}

// kindOf returns the letter of the kind of a difference about s. accepts tells whether the parser
// accepts s, so whether the difference is a wrong accept or a wrong reject.
func kindOf(s, parser string, accepts bool) (byte, error) {
	for _, k := range Kinds() {
		if k.Accepts != accepts || !strings.HasPrefix(parser, k.only) {
			continue
		}
		if k.test != nil {
			if k.test(s) {
				return k.Letter, nil
			}
			continue
		}
		has, err := languages.Language{Grammar: "rfc3987", Rule: k.rule, With: k.with}.Contains(s)
		if err != nil {
			return 0, err
		}
		if has == accepts {
			return k.Letter, nil
		}
	}
	panic("the last kind is for everything")
}
