package build

import (
	"embed"
	"path"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// Module is the path of this module, for imports in generated code.
const Module = "github.com/irilex/iri"

// A Bundled is a grammar that ships with the module.
type Bundled struct {
	Name    string // name of the grammar, and of its file without the extension
	Title   string // title of the document, for the package comment
	Dialect syntax.Dialect

	// Main is the rule that commands check lines against by default. Authority is the rule that
	// commands use to split the authority of a member, such as "user@host:80", or "" if the grammar
	// has no authorities.
	Main, Authority string

	// Members are strings that Main accepts, and Others are strings that it rejects. The document's
	// examples, plus one string for each limit, show that every rule was copied correctly.
	Members, Others []string
}

//go:embed grammars
var grammars embed.FS

// BundledGrammars returns the grammars that ship with the module.
func BundledGrammars() []Bundled { return slices.Clone(bundledGrammars) }

var bundledGrammars = []Bundled{
	{"rfc3987", "RFC 3987, Internationalized Resource Identifiers (IRIs)", syntax.ABNF, "IRI", "iauthority",
		[]string{"http://example.org/ros\u00e9?q#f", "mailto:a@example.org", "a://u@[::1]:80/%C3%A9"},
		[]string{"", "//example.org", "http://example.org/a b", "http://[::1", "a:%4", "a:?\ue000#\ue000"}},
	{"rfc3986", "RFC 3986, Uniform Resource Identifier (URI): Generic Syntax", syntax.ABNF, "URI", "authority",
		[]string{"ftp://ftp.is.co.za/rfc/rfc1808.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one", "tel:+1-816-555-1212"},
		[]string{"", "//example.org", "1a:b", "http://example.org/ros\u00e9", "http://[1::2::3]/", "a:#b#c"}},
	{"rfc2396", "RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax", syntax.RFC822, "URI-reference", "",
		[]string{"", "http://a/b/c/d;p?q", "../g;x=1/../y#s", "news:comp.infosystems.www.servers.unix"},
		[]string{"http://[::1]/", "a b", "a:", "%zz", "#a#b"}},
	{"rfc9110", "RFC 9110, HTTP Semantics: the common rules", syntax.ABNF, "token", "",
		[]string{"gzip", "x-a.b!#$%&'*+-.^_`|~"}, []string{"", "a b", "a,b", "a/b", "\"a\"", "\u00e9"}},
	{"profiles", "IRI profiles that RFCs state in prose", syntax.ABNF, "IRI-no-bidi", "",
		[]string{"http://example.org/\u05d0"}, []string{"a:\u061c", "a:\u200e", "a:\u202e", "a:\u2069", "a b:"}},
	{"xri30", "XRI 3.0, Extensible Resource Identifiers, in aParse's version", syntax.AParse, "IRI", "",
		[]string{"http://example.org/ros\u00e9?q#f"}, []string{"", "//example.org", "a:b c"}},
	{"ntriples", "RDF 1.1 N-Triples, with its terminals", syntax.W3C, "line", "",
		[]string{"", "<a:s> <a:p> \"o\"@en .", "_:a <a:p> \"1\"^^<a:t> . # one"},
		[]string{"<a:s> <a:p> .", "\"s\" <a:p> <a:o> .", "<a:s> <a:p> <a:o>", "<a:s> <a:p> <a:o> <a:g> ."}},
	{"nquads", "RDF 1.1 N-Quads, with its terminals", syntax.W3C, "line", "",
		[]string{"", "<a:s> <a:p> <a:o> .", "<a:s> <a:p> \"o\" _:g ."},
		[]string{"<a:s> <a:p> .", "<a:s> _:p <a:o> .", "<a:s> <a:p> <a:o> \"g\" ."}},
	{"ntriples12", "RDF 1.2 N-Triples, with its terminals", syntax.W3C, "line", "",
		[]string{"", "<a:s> <a:p> \"o\"@en--ltr .", "VERSION \"1.2\" # v", "_:a<a:p><<(_:s <a:p> <<(_:b<a:p>\"1\")>> )>>."},
		[]string{"<a:s> <a:p> .", "<a:s> <a:p> <<( <a:s> <a:p> <a:o> )>> )>> .", "_:a:b <a:p> <a:o> .", "version \"1.2\"",
			"<<( <a:s> <a:p> <a:o> )>> <a:p> <a:o> .", "<a:s> <a:p> \"o\"@en--ltr-x .", "<a:s> <a:p> <a:o> <a:g> ."}},
	{"nquads12", "RDF 1.2 N-Quads, with its terminals", syntax.W3C, "line", "",
		[]string{"", "VERSION \"1.2\"", "<a:s> <a:p> \"o\"@en--rtl_:g .", "<a:s> <a:p> <<( _:s <a:p> <a:o> )>> <a:g> .",
			"<a:s> <a:p> _:b .", "<a:s> <a:p> _:b\t_:g .", "<a:s> <a:p> _:b<a:g> ."},
		[]string{"<a:s> <a:p> .", "<a:s> _:p <a:o> .", "<a:s> <a:p> <a:o> <<( <a:s> <a:p> <a:o> )>> .",
			"<a:s> <a:p> <a:o> <a:g> <a:h> .", "<a:s> <a:p> _:b_:g ."}},
	{"rfc8259", "RFC 8259, JSON, with its tokens", syntax.ABNF, "string", "",
		[]string{`""`, `"\u00e9\n/"`, "\"\U0001d11e\x7f\""}, []string{"", `"`, `"\a"`, `"\u00e"`, "\"\x1f\"", `""""`}},
	{"rfc6838", "RFC 6838, media type names", syntax.ABNF, "media-type", "",
		[]string{"text/plain", "application/vnd.api+json", "3gpp/x^_"}, []string{"text", "/a", "text/*", ".a/b", "a/b;c=d"}},
	{"uts46", "Unicode Technical Standard 46: code points in browser hosts", syntax.ABNF, "mapped", "",
		[]string{"\u00c4", "\u2126"}, []string{"", "a", "A", "\u00e4", "\u00c4\u00c4"}},
	{"uts39", "Unicode Technical Standard 39: letters that look like ASCII", syntax.ABNF, "Cyrillic", "",
		[]string{"\u0430", "\u04cf"}, []string{"", "a", "\u0436", "\u0430\u0430", "\u0627", "\u0561", "\ua6df", "\u142f",
			"\u13a0", "\u03ed", "\u1200", "\u10e7", "\u05e1", "\ua4d0", "\u0d1f", "\u1004", "\U00010516", "\U00016f3b"}},
	{"schemes", "what schemes allow after their colon: data, geo, mailto, tel", syntax.ABNF, "data", "",
		[]string{",", "text/plain;charset=utf-8,a%20b", ";base64,AAAA", "a/b,c,d?e"},
		[]string{"", "a", "text,a", ";base64;a=b,", ";a,", "a/b,c#d"}},
	{"formats", "formats of JSON Schema, and identifiers: dates, names, addresses, numbers", syntax.ABNF, "date-time", "",
		[]string{"1985-04-12T23:20:50.52Z", "2024-02-29t00:00:00-08:00", "1990-12-31T23:59:60z"},
		[]string{"", "2023-02-29T00:00:00Z", "1985-04-12 23:20:50Z", "1985-04-12T23:20Z", "1985-04-12T23:20:50.Z"}},
	{"findings", "what package lint finds in valid IRIs: browser hosts, text directions, schemes", syntax.ABNF,
		"quiet", "",
		[]string{"http://example.org/a?b#c", "https://a.b/%C3%89"},
		[]string{"ftp://a/", "http://a:80/", "http://1.2.3.4/", "http://a/../b", "http://a/%41", "http://a/\u05d0"}},
	{"treetop-as-written", "a Treetop transcription of RFC 3987 with many errors, kept as a warning",
		syntax.Treetop, "IRI", "",
		[]string{"http://example.org/a"}, []string{"", "//example.org", "a b"}},
}

// FindBundled returns the bundled grammar with this name, and reports whether it exists.
func FindBundled(name string) (Bundled, bool) {
	for _, b := range bundledGrammars {
		if b.Name == name {
			return b, true
		}
	}
	return Bundled{}, false
}

// checkDigits is a document that formats.abnf imports. It is not a bundled grammar: its many rules
// get no tables.
var checkDigits = Bundled{Name: "check-digits", Dialect: syntax.ABNF}

// findImport returns the document that GRAMMAR#RULE in another document refers to: a bundled
// grammar, or one that only other documents use.
func findImport(name string) (Bundled, bool) {
	if name == checkDigits.Name {
		return checkDigits, true
	}
	return FindBundled(name)
}

// File returns the name of the grammar's file in the directory build/grammars, such as
// "rfc3987.abnf".
func (b Bundled) File() string {
	return b.Name + b.Dialect.Endings()[0]
}

// Package returns the name of the Go package that holds the grammar's tables. It is the first word
// of the grammar's name: treetop for treetop-as-written.
func (b Bundled) Package() string {
	first, _, _ := strings.Cut(b.Name, "-")
	return first
}

// Source returns the grammar's text as a source named after its file.
func (b Bundled) Source() *syntax.Source {
	text, err := grammars.ReadFile(path.Join("grammars", b.File()))
	if err != nil {
		panic("BUG: the grammar " + b.Name + " is not embedded: " + err.Error())
	}
	return syntax.NewSource(path.Join("build/grammars", b.File()), string(text))
}

// bundledTuning is the value of [Limits].Tuning for a bundled grammar. RFC 3987 and its sets need
// 630 million steps, about two seconds. At least 560 million steps must remain, 64 times the cost
// of a full search: a search for places gets at most 1/64 of the remaining steps
// (tune.SearchShare), so even the last search can be a full one. A full search takes 8.75 million
// steps: 250,000 search steps (tune.SearchBudget), each counted as 35 steps for 30 columns
// (tune.SearchSteps).
const bundledTuning = 1_500_000_000

// Limits returns the limits that [Bundled.Compile] uses: [DefaultLimits] with more steps for
// tuning, so that every rule gets all the places that a search can find.
func (b Bundled) Limits() Limits {
	limits := DefaultLimits()
	limits.Tuning = bundledTuning
	return limits
}
