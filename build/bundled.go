package build

import (
	"embed"
	"path"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// Module is the path of this module, for imports in generated code.
const Module = "github.com/irilex/iri"

// A Bundled is a grammar that ships with the module.
type Bundled struct {
	Name    string // of the grammar and, without an extension, of its file
	Title   string // of the document, for the comment of its package
	Dialect syntax.Dialect

	// Main is the rule against which commands check lines by default. Authority is the rule with
	// which commands split the authority of a member, such as "user@host:80", into its parts. It
	// is "" if the grammar has no authorities.
	Main, Authority string
}

//go:embed grammars
var grammars embed.FS

// BundledGrammars returns the grammars that ship with the module.
func BundledGrammars() []Bundled {
	return []Bundled{
		{"rfc3987", "RFC 3987, Internationalized Resource Identifiers (IRIs)", syntax.ABNF, "IRI", "iauthority"},
		{"rfc3986", "RFC 3986, Uniform Resource Identifier (URI): Generic Syntax", syntax.ABNF, "URI", "authority"},
		{"rfc2396", "RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax", syntax.RFC822,
			"URI-reference", ""},
		{"rfc9110", "RFC 9110, HTTP Semantics: the common rules", syntax.ABNF, "token", ""},
		{"profiles", "the profiles of IRIs that RFCs state in prose", syntax.ABNF,
			"IRI-no-bidi", ""},
		{"xri30", "XRI 3.0, Extensible Resource Identifiers, as aParse's example has it", syntax.AParse, "IRI", ""},
		{"ntriples", "RDF 1.1 N-Triples, with its terminals", syntax.W3C, "line", ""},
		{"nquads", "RDF 1.1 N-Quads, with its terminals", syntax.W3C, "line", ""},
		{"rfc8259", "RFC 8259, JSON, with its tokens", syntax.ABNF, "string", ""},
		{"rfc6838", "RFC 6838, the names of media types", syntax.ABNF, "media-type", ""},
		{"uts46", "Unicode Technical Standard 46: code points as the hosts of browsers have them", syntax.ABNF,
			"mapped", ""},
		{"findings", "what package iri finds in valid IRIs: hosts of browsers, directions of text, schemes",
			syntax.ABNF, "quiet", ""},
		{"treetop-as-written", "a transcription of RFC 3987 to Treetop that is wrong in many places, as a warning",
			syntax.Treetop, "IRI", ""},
	}
}

// FindBundled returns the bundled grammar with this name, and whether there is one.
func FindBundled(name string) (Bundled, bool) {
	for _, b := range BundledGrammars() {
		if b.Name == name {
			return b, true
		}
	}
	return Bundled{}, false
}

// File returns the name of the grammar's file in the folder build/grammars, such as
// "rfc3987.abnf".
func (b Bundled) File() string {
	return b.Name + map[syntax.Dialect]string{
		syntax.ABNF: ".abnf", syntax.RFC822: ".bnf", syntax.Treetop: ".treetop", syntax.AParse: ".aparse",
		syntax.W3C: ".ebnf",
	}[b.Dialect]
}

// Package returns the name of the Go package with the tables of the grammar. It is the first word
// of the grammar's name: treetop for treetop-as-written.
func (b Bundled) Package() string {
	first, _, _ := strings.Cut(b.Name, "-")
	return first
}

// Source returns the text of the grammar as a source named after its file.
func (b Bundled) Source() *syntax.Source {
	text, err := grammars.ReadFile(path.Join("grammars", b.File()))
	if err != nil {
		panic("BUG: the grammar " + b.Name + " is not embedded: " + err.Error())
	}
	return syntax.NewSource(path.Join("build/grammars", b.File()), string(text))
}

// bundledTuning is the limit [Limits].Tuning for a bundled grammar: the number of steps for the
// speed of its tables. RFC 3987 with its sets takes 630 million steps, about two seconds. After
// them at least 560 million steps must be left, 64 times a full search. A search for places gets at
// most 1/64 of the steps left (tune.SearchShare), and so even the last search can be a full one. A
// full search takes 8.75 million steps: 250,000 steps of the search (tune.SearchBudget), each at
// the price of 35 steps for 30 columns (tune.SearchSteps).
const bundledTuning = 1_500_000_000

// Limits returns the limits of [Bundled.Compile]. They are [DefaultLimits] with more steps for the
// speed of tables, so that every rule gets all places that a search can find.
func (b Bundled) Limits() Limits {
	limits := DefaultLimits()
	limits.Tuning = bundledTuning
	return limits
}
