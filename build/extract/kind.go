package extract

import (
	"path"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A Kind is the kind of a document.
type Kind uint8

// Kinds of documents.
const (
	Other    Kind = iota // perhaps a grammar itself
	Text                 // the text of an RFC or an Internet-Draft, with or without its pages
	XML                  // xml2rfc source, version 2 (RFC 7749) or 3 (RFC 7991)
	Markdown             // kramdown-rfc, CommonMark and similar formats
	HTML                 // HTML, or a format that contains it, such as Bikeshed
	AsciiDoc
	ReST // reStructuredText
)

// String returns the name of the kind, phrased to complete "This is …".
func (k Kind) String() string {
	return [...]string{"plain text", "RFC text", "xml2rfc", "Markdown", "HTML", "AsciiDoc", "reStructuredText"}[k]
}

// HasBlocks reports whether markup other than xml2rfc separates the grammar from prose.
func (k Kind) HasBlocks() bool { return k >= Markdown }

// extensions maps file name extensions to kinds.
var extensions = map[string]Kind{
	".md": Markdown, ".markdown": Markdown, ".mkd": Markdown, ".mdown": Markdown,
	".html": HTML, ".htm": HTML, ".xhtml": HTML, ".bs": HTML,
	".adoc": AsciiDoc, ".asciidoc": AsciiDoc, ".rst": ReST,
}

var (
	xmlStart  = regexp.MustCompile(`^(\xEF\xBB\xBF)?\s*<(\?xml|!DOCTYPE|!--|rfc)[\s>]`)
	xmlRoot   = regexp.MustCompile(`<rfc[\s>]`)
	firstPage = regexp.MustCompile(`(?im)^[ \t]*(Request for Comments *:|RFC *[:#] *\d+|Internet[ -]Draft\b)`)
	footer    = regexp.MustCompile(`^[^;#]*\[Page +[0-9ivxlc]+\]\s*$`)
	header    = regexp.MustCompile(`(?i)^([^;#="<>/|(][^;#="<>]*)?\b(RFC ?#?\d+|Internet[ -]Draft)\b[^="<>]*$`)
	runHeader = regexp.MustCompile(`^(RFC \d+|Internet-Draft) {2,}\S.* {2,}\w+ \d{4}\s*$`)
	htmlStart = regexp.MustCompile(`(?i)^(\xEF\xBB\xBF)?\s*(<\?xml[^>]*>\s*)?(<!doctype html|<html)[\s>]`)
)

// firstPageSize is the number of bytes within which an RFC's title appears.
const firstPageSize = 2000

// kindOf returns the kind of a document. A grammar copied from an RFC along with footers or running
// headers is also a Text.
func kindOf(document *syntax.Source) Kind {
	text := document.Text
	named := extensions[strings.ToLower(path.Ext(document.Name))]
	switch {
	case xmlStart.MatchString(text) && xmlRoot.MatchString(text):
		return XML
	case htmlStart.MatchString(text):
		return HTML
	case named != Other:
		return named
	case firstPage.MatchString(text[:min(len(text), firstPageSize)]):
		return Text
	}
	kind, open := Other, ""
	for line := range strings.Lines(text) {
		if isFooter(line) || strings.Contains(line, "  ") && runHeader.MatchString(strings.TrimPrefix(line, "\f")) {
			return Text
		}
		if kind == Other {
			kind, open = signOf(line, open)
		}
	}
	return kind
}

// signOf returns the kind of document that contains a line, or Other if the line does not show it.
// Two fences show Markdown, one if it is marked as grammar. open is the sign of the open fence, or
// "".
func signOf(line, open string) (kind Kind, fence string) {
	sign, info := fenceOf(line)
	switch {
	case sign != "" && (open == "" && markOf(info).grammar() || open != "" && strings.HasPrefix(sign, open) && info == ""):
		return Markdown, ""
	case sign != "" && open == "":
		return Other, sign
	case isSource(line):
		return AsciiDoc, open
	case isDirective(line):
		return ReST, open
	case strings.Contains(line, "<pre") && preMark(line).grammar():
		return HTML, open
	}
	return Other, open
}

func isFooter(line string) bool { return strings.Contains(line, "[Page ") && footer.MatchString(line) }
