package records

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// whitespace is what HTML strips from the ends of a URL.
const whitespace = " \t\n\f\r"

// html appends the links in HTML or XML at offset base of the document: those in tags, style sheets
// and running text, and the contents of loc elements, which sitemaps use. Comments and processing
// instructions contain no links, and neither does code, unless d.code is set: the text of scripts
// and of the elements code, kbd, pre and samp.
//
// The tokenizer does not report offsets, but the texts of its tokens are contiguous.
func (d *linker) html(text []byte, base int) {
	xml := bytes.HasPrefix(text, []byte("<?xml"))
	z := html.NewTokenizer(bytes.NewReader(text))
	z.AllowCDATA(xml)
	inside, code := "", 0 // the last element that opened, and the number of open elements with code
	for {
		token := z.Next()
		raw := text[:len(z.Raw())]
		switch token {
		case html.ErrorToken:
			return
		case html.TextToken:
			if code == 0 || d.code || inside == "style" {
				d.htmlText(raw, base, inside)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			inside = string(name)
			d.tag(raw, base, inside)
			if xml || inside == "noscript" {
				z.NextIsNotRawText()
			}
			if token == html.SelfClosingTagToken && xml {
				inside = ""
			} else if isCode(inside) {
				code++
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); isCode(string(name)) && code > 0 {
				code--
			}
			inside = ""
		}
		text, base = text[len(raw):], base+len(raw)
	}
}

func isCode(element string) bool {
	switch element {
	case "code", "kbd", "pre", "samp", "script":
		return true
	}
	return false
}

// htmlText appends the links in raw, which is text at offset at, inside an element.
func (d *linker) htmlText(raw []byte, at int, element string) {
	const opening, closing = "<![CDATA[", "]]>"
	escapes, before, after := htmlReferences, "", ""
	if bytes.HasPrefix(raw, []byte(opening)) {
		raw = bytes.TrimSuffix(raw[len(opening):], []byte(closing))
		escapes, before, after = nil, opening, closing
		at += len(opening)
	}
	switch element {
	case "iframe", "noembed", "noframes", "plaintext", "xmp":
		escapes = nil
	}
	switch {
	case element == "style":
		d.css(d.decode(raw, at, nil), "<style>"+before, after+"</style>")
	case element == "loc", strings.HasSuffix(element, "loc") && strings.Contains(element, ":"):
		f := &locations
		if escapes == nil {
			f = &quotedLocations
		}
		if value, start := trim(raw); len(value) > 0 {
			at += start
			d.links = append(d.links, link{start: at, end: at + len(value), escapes: escapes, frame: f})
		}
	case bytes.IndexByte(raw, ':') >= 0 || escapes != nil && escapes.In(raw):
		for line := range bytes.Lines(raw) {
			d.links = d.plain(d.links, line, at, escapes)
			at += len(line)
		}
	}
}

var (
	locations       = frame{"<?xml?><loc>", "</loc>"}
	quotedLocations = frame{"<?xml?><loc><![CDATA[", "]]></loc>"}
)

// trim removes white space around a value and returns the offset of the rest.
func trim(raw []byte) (value []byte, start int) {
	end := len(raw)
	for start < end && isSpace(raw[start]) {
		start++
	}
	for start < end && isSpace(raw[end-1]) {
		end--
	}
	return raw[start:end], start
}

// isSpace reports whether c is HTML white space.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' && c != '\v' }
