package records

import (
	"bytes"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/cmd/internal/files"
)

// This file finds the links in the tags of HTML.

// An attribute is an attribute in a tag.
type attribute struct {
	name       string // in lower case
	start, end int    // the value; both are 0 if there is none
	quote      string // around the value, or ""
}

// attributes yields the attributes of a start tag, like the tokenizer of golang.org/x/net/html,
// which does not report offsets.
func attributes(tag []byte) iter.Seq[attribute] {
	return func(yield func(attribute) bool) {
		skip := func(at int) int {
			for at < len(tag) && isSpace(tag[at]) {
				at++
			}
			return at
		}
		at := until(tag, 0, whitespace+"/>")
		for {
			if at = skip(at); at >= len(tag) || tag[at] == '>' {
				return
			}
			if tag[at] == '/' {
				at++
				continue
			}
			from := at
			at = until(tag, at+1, whitespace+"=/>")
			a := attribute{name: lower(tag[from:at])}
			if at = skip(at); at < len(tag) && tag[at] == '=' {
				at = a.value(tag, skip(at+1))
			}
			if !yield(a) {
				return
			}
		}
	}
}

// lower returns a name with ASCII letters in lower case. It may alias the name.
func lower(name []byte) string {
	if bytes.IndexFunc(name, func(c rune) bool { return 'A' <= c && c <= 'Z' }) >= 0 {
		name = bytes.Clone(name)
		for i, c := range name {
			if 'A' <= c && c <= 'Z' {
				name[i] |= 0x20
			}
		}
	}
	return files.View(name)
}

// value reads the value at offset at of a tag and returns the offset of what follows.
func (a *attribute) value(tag []byte, at int) (next int) {
	switch {
	case at == len(tag) || tag[at] == '>':
		return at
	case tag[at] == '"', tag[at] == '\'':
		a.quote = string(tag[at : at+1])
		a.start = at + 1
		a.end = a.start + index(tag[a.start:], a.quote[0])
		return min(a.end+1, len(tag))
	}
	a.start, a.end = at, until(tag, at, whitespace+">")
	return a.end
}

// until returns the offset of the first of the stops in text[at:], or the length of text. If a stop
// is near, it is faster than [bytes.IndexAny].
func until(text []byte, at int, stops string) int {
	for at < len(text) && strings.IndexByte(stops, text[at]) < 0 {
		at++
	}
	return at
}

// A content is the kind of content that an attribute holds.
type content int

const (
	anything   content = iota // IRIs, if any
	address                   // a reference
	addresses                 // references, separated by white space
	candidates                // references with descriptors, as in srcset
	styles                    // CSS
	script
)

// contentOf returns the content of an attribute of an element (HTML, section "Attributes", and
// attributes that scripts often use; SVG 2, section "Presentation attributes").
func contentOf(element, name string, value []byte) content {
	switch name {
	case "background", "cite", "data-href", "data-poster", "data-src", "data-url", "formaction", "href", "longdesc",
		"manifest", "poster", "src", "url", "xlink:href":
		return address
	case "ping":
		return addresses
	case "data-srcset", "imagesrcset", "srcset":
		return candidates
	case "style":
		return styles
	case "clip-path", "cursor", "fill", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask", "stroke":
		if bytes.Contains(bytes.ToLower(value), []byte("url(")) {
			return styles
		}
	}
	if name == "action" && element == "form" || name == "data" && element == "object" {
		return address
	}
	if strings.HasPrefix(name, "on") {
		return script
	}
	return anything
}

// tag appends the links in a start tag, which is at offset at of the document.
func (d *linker) tag(raw []byte, at int, element string) {
	refreshes := element == "meta" && isRefresh(raw)
	for a := range attributes(raw) {
		value, start := trim(raw[a.start:a.end])
		if len(value) == 0 {
			continue
		}
		m := d.decode(value, at+a.start+start, htmlReferences)
		kind := contentOf(element, a.name, m.text)
		scheme, _, _ := bytes.Cut(m.text, []byte{':'})
		switch {
		case kind == styles:
			d.css(m, "<x style="+a.quote, a.quote+">")
		case refreshes && a.name == "content":
			d.refresh(m, a.quote)
		case !d.code && (kind == script || bytes.EqualFold(scheme, []byte("javascript"))):
		case kind == address:
			d.links = append(d.links, m.link(0, len(m.text), frameOf(kind, a.quote)))
		case kind == addresses:
			for from, to := range wordsIn(m.text) {
				d.links = append(d.links, m.link(from, to, frameOf(kind, a.quote)))
			}
		case kind == candidates:
			for from, to := range imagesIn(m.text) {
				d.links = append(d.links, m.link(from, to, frameOf(kind, a.quote)))
			}
		default:
			d.anything(m, a.quote)
		}
	}
}

// isRefresh reports whether a tag has the attribute http-equiv=refresh.
func isRefresh(tag []byte) bool {
	for a := range attributes(tag) {
		if value, _ := trim(tag[a.start:a.end]); a.name == "http-equiv" && bytes.EqualFold(value, []byte("refresh")) {
			return true
		}
	}
	return false
}

// refreshURL matches what precedes the reference in the content of a refresh (HTML, section "Shared
// declarative refresh steps").
var refreshURL = regexp.MustCompile(`(?i)^(\d[\d.]*|\.[\d.]*)(\s*[;,]|\s)\s*(url\s*=\s*)?`)

// refresh appends the link in the content of a refresh, which is in quotes.
func (d *linker) refresh(m decoding, quote string) {
	at := len(refreshURL.Find(m.text))
	rest := m.text[at:]
	if at > 0 && len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
		at++
		rest, _, _ = bytes.Cut(rest[1:], rest[:1])
	}
	if rest, blank := trim(rest); at > 0 && len(rest) > 0 {
		l := m.link(at+blank, at+blank+len(rest), nil)
		l.frame = &frame{"<meta http-equiv=refresh content=" + quote + string(m.raw[:l.start-m.base]),
			string(m.raw[l.end-m.base:]) + quote + ">"}
		d.links = append(d.links, l)
	}
}

// anything appends the links in the value of an attribute, which is in quotes. If the value begins
// with a scheme and "://", a link extends to the first blank.
func (d *linker) anything(m decoding, quote string) {
	if bytes.IndexByte(m.text, ':') < 0 {
		return
	}
	from := 0
	scheme, _, ok := bytes.Cut(m.text, []byte(authority))
	other := func(c rune) bool { return c >= utf8.RuneSelf || !isOfScheme(byte(c)) }
	if ok && len(scheme) > 0 && bytes.IndexFunc(scheme, other) < 0 {
		for _, from = range wordsIn(m.text) {
			break
		}
		l := m.link(0, from, frameOf(anything, quote))
		l.uncertain = from < len(m.text)
		d.links = append(d.links, l)
	}
	for s := range d.find(files.View(m.text[from:])) {
		d.links = append(d.links, m.link(from+s.Start, from+s.End, nil)) // running text
	}
}

// frames holds the frames of attributes with references.
var frames = func() map[content]map[string]*frame {
	all := map[content]map[string]*frame{}
	for kind, name := range map[content]string{address: "href", addresses: "ping", candidates: "srcset", anything: "x"} {
		all[kind] = map[string]*frame{}
		for _, quote := range []string{"", `"`, "'"} {
			all[kind][quote] = &frame{"<x " + name + "=" + quote, quote + ">"}
		}
	}
	return all
}()

func frameOf(kind content, quote string) *frame { return frames[kind][quote] }

// wordsIn yields the offsets of the words in a text.
func wordsIn(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for at := 0; ; {
			if at = len(text) - len(bytes.TrimLeft(text[at:], whitespace)); at == len(text) {
				return
			}
			from := at
			at = until(text, at, whitespace)
			if !yield(from, at) {
				return
			}
		}
	}
}

// imagesIn yields the offsets of the references in a srcset attribute (HTML, section "Parsing a
// srcset attribute").
func imagesIn(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for at := 0; ; {
			from := len(text) - len(bytes.TrimLeft(text[at:], whitespace+","))
			if from == len(text) {
				return
			}
			at = until(text, from, whitespace)
			to := from + len(bytes.TrimRight(text[from:at], ","))
			if !yield(from, to) {
				return
			}
			if to < at {
				continue // without a descriptor
			}
			for depth := 0; at < len(text) && (text[at] != ',' || depth > 0); at++ { // descriptors
				switch text[at] {
				case '(':
					depth = 1
				case ')':
					depth = 0
				}
			}
		}
	}
}
