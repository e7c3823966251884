package main

import (
	"bytes"
	"regexp"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables"
)

// A look is a format that can be recognized by the first line of a file.
type look struct {
	name   string
	begins *regexp.Regexp // matches the first line
	advice string
}

// Advice for formats that need a flag, and for formats that iri does not read.
const (
	readAs      = "; to read it as such, use --format "
	findLinks   = "; to read the links in it, use --format html"
	convertRDF  = ", which iri does not read; convert it with riot --output=ntriples"
	oneObject   = ", which iri reads only with one object per line; convert it with jq -c" + jsonLines
	jsonLines   = "; to read a field, use --format jsonl --field FIELD"
	warcTargets = ", which iri does not read; extract the URIs with sed -n 's/^WARC-Target-URI: //p'"
)

// Parts of statements. They match malformed IRIs and literals too.
const (
	triple = `^(<[^>]*>|_:\S+)[ \t]*<[^>]*>[ \t]*(<[^>]*>|_:\S+|"(\\.|[^"\\])*"(\^\^<[^>]*>|@\S+)?)[ \t]*`
	graph  = `(<[^>]*>|_:\S+)[ \t]*`
	end    = `\.[ \t]*(#.*)?$`
)

// looks lists the formats. The first match is used.
var looks = []look{
	{"N-Quads", regexp.MustCompile(triple + graph + end), readAs + string(records.NQuads)},
	{"N-Triples", regexp.MustCompile(triple + end), readAs + string(records.NTriples)},
	{"Turtle", regexp.MustCompile(`(?i)^(@prefix|@base|prefix|base)[ \t].*<`), convertRDF},
	{"RDF/XML", regexp.MustCompile(`^<rdf:RDF`), convertRDF},
	{"HTML", regexp.MustCompile(`(?i)^<(!doctype html|html)([ \t>]|$)`), findLinks},
	{"XML", regexp.MustCompile(`(?i)^<(\?xml|!doctype)[ \t]`), findLinks},
	{"JSON lines", regexp.MustCompile(`^\{.*\}$`), jsonLines},
	{"JSON", regexp.MustCompile(`^(\{[ \t]*("|$)|\[[ \t]*([\[{"]|$))`), oneObject},
	{"WARC", regexp.MustCompile(`^WARC/[0-9]`), warcTargets},
}

// hint prints a line on stderr if a file that is read as lines by default looks like another format
// on its first line, and the rule for IRIs or references rejects this line. Blank lines and lines
// that begin with "#" do not count.
func (p *pass) hint(file *files.File, rule tables.Rule) {
	if p.given() || wide(rule) == "" {
		return
	}
	line, rest := []byte(nil), file.Begin()
	for len(rest) > 0 && (len(line) == 0 || line[0] == '#') {
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		line = bytes.TrimSpace(line)
	}
	if rule.ValidBytes(line) {
		return
	}
	name := file.Name
	if name == files.Stdin {
		name = "stdin"
	}
	for _, look := range looks {
		if !look.begins.Match(line) {
			continue
		}
		p.once("looks like "+look.name, "%s looks like %s%s", name, look.name, look.advice)
		return
	}
}
