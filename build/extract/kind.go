package extract

import (
	"regexp"
	"strings"
)

// A Kind is the kind of a document.
type Kind uint8

// Kinds of documents.
const (
	Other    Kind = iota // perhaps a grammar itself
	Text                 // the text of an RFC or an Internet-Draft, with or without its pages
	XML                  // xml2rfc source, version 2 (RFC 7749) or 3 (RFC 7991)
	Markdown             // kramdown-rfc and similar formats: fences marked as abnf
)

// String returns the name of the kind, phrased to complete "This is …".
func (k Kind) String() string {
	return [...]string{"plain text", "RFC text", "xml2rfc", "Markdown"}[k]
}

var (
	xmlStart  = regexp.MustCompile(`^(\xEF\xBB\xBF)?\s*<(\?xml|!DOCTYPE|!--|rfc)[\s>]`)
	xmlRoot   = regexp.MustCompile(`<rfc[\s>]`)
	firstPage = regexp.MustCompile(`(?im)^[ \t]*(Request for Comments *:|RFC *[:#] *\d+|Internet[ -]Draft\b)`)
	footer    = regexp.MustCompile(`^[^;#]*\[Page +[0-9ivxlc]+\]\s*$`)
	header    = regexp.MustCompile(`(?i)^([^;#="<>/|(][^;#="<>]*)?\b(RFC ?#?\d+|Internet[ -]Draft)\b[^="<>]*$`)
	runHeader = regexp.MustCompile(`^(RFC \d+|Internet-Draft) {2,}\S.* {2,}\w+ \d{4}\s*$`)
	// A line with a later backtick is not a fence but text that contains inline code.
	fence     = regexp.MustCompile("^[ \t]*(?:(~{3,})[ \t]*(.*?)|(`{3,})[ \t]*([^`]*?))\\s*$")
	fenceABNF = regexp.MustCompile(`(?i)^\{?:?\.?abnf`)
)

// firstPageSize is the number of bytes within which an RFC's title appears.
const firstPageSize = 2000

// kindOf returns the kind of a text. A grammar copied from an RFC along with footers or running
// headers is also a Text.
func kindOf(text string) Kind {
	if xmlStart.MatchString(text) && xmlRoot.MatchString(text) {
		return XML
	}
	if firstPage.MatchString(text[:min(len(text), firstPageSize)]) {
		return Text
	}
	kind := Other
	for line := range strings.Lines(text) {
		switch {
		case isFooter(line), strings.Contains(line, "  ") && runHeader.MatchString(strings.TrimPrefix(line, "\f")):
			return Text
		case isFenceABNF(line):
			kind = Markdown
		}
	}
	return kind
}

func isFooter(line string) bool { return strings.Contains(line, "[Page ") && footer.MatchString(line) }

func isFenceABNF(line string) bool {
	_, info := fenceOf(line)
	return fenceABNF.MatchString(info)
}

// fenceOf returns the sign of a fence and the text after the sign. If the line is not a fence, the
// sign is "".
func fenceOf(line string) (sign, info string) {
	m := fence.FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	return m[1] + m[3], m[2] + m[4]
}
