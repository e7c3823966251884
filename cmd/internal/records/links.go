package records

import (
	"bytes"
	"cmp"
	"iter"
	"regexp"
	"slices"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A linker finds the links in HTML, Markdown and CSS. Each part of these languages has its own
// file.
type linker struct {
	format Format
	find   func(text string) iter.Seq[tables.Span] // yields the IRIs in a text
	code   bool                                    // whether to include links in code

	links []link // offsets refer to the document
	room  []byte // the last decoded text
	found []link // in the last line of running text
}

// escapes returns the escape notation of running text.
func (d *linker) escapes() *files.Escapes {
	if d.format == Markdown {
		return destinationEscapes
	}
	return htmlReferences
}

// prose appends the links in running text with escapes at offset base of the document.
func (d *linker) prose(links []link, text []byte, base int, escapes *files.Escapes) []link {
	for line := range bytes.Lines(text) {
		if d.format != Markdown {
			links = d.plain(links, line, base, escapes)
			base += len(line)
			continue
		}
		m := d.decode(bytes.TrimRight(line, "\r\n"), base, escapes)
		p := prose{d.find, d.found[:0]}
		p.add(m.text)
		d.found = blankLinks(p.links, m.text)
		for _, l := range d.found {
			found := m.link(l.start, l.end, nil)
			found.uncertain = l.uncertain
			if found.escapes == nil {
				found.escapes = l.escapes
			}
			links = append(links, found)
		}
		base += len(line)
	}
	return links
}

// blankDestination matches a relative reference that contains a blank: a path that begins with "/"
// or "." or ends in a file name extension, or a fragment.
var blankDestination = regexp.MustCompile(`^([#/.][^ \t]*[ \t].*|[^,]*[ \t][^,]*\.[0-9A-Za-z]{1,5}([?#][^ \t]*)?)$`)

// blankLinks inserts the links that CommonMark reads as text because of a blank in a relative
// destination, such as [x](my file.md). The line is in running text.
func blankLinks(links []link, line []byte) []link {
	const opening = "]("
	sorted := len(links)
	for at := 0; ; {
		n := bytes.Index(line[at:], []byte(opening))
		if n < 0 {
			break
		}
		at += n + len(opening)
		end := bytes.IndexAny(line[at:], `()[]<"'`)
		if end < 0 || bytes.IndexByte([]byte("([]<"), line[at+end]) >= 0 {
			continue
		}
		value, start := trim(line[at : at+end])
		l := link{start: at + start, end: at + start + len(value), uncertain: true}
		if bytes.IndexByte(value, ':') < 0 && blankDestination.Match(value) {
			links = append(links, l)
		}
	}
	if len(links) > sorted {
		slices.SortFunc(links, func(a, b link) int { return cmp.Compare(a.start, b.start) })
	}
	return links
}

// plain appends the IRIs in raw, which is text with escapes at offset base of the document.
func (d *linker) plain(links []link, raw []byte, base int, escapes *files.Escapes) []link {
	m := d.decode(raw, base, escapes)
	if bytes.IndexByte(m.text, ':') < 0 {
		return links
	}
	for s := range d.find(files.View(m.text)) {
		links = append(links, m.link(s.Start, s.End, nil))
	}
	return links
}

// A decoding is the decoded form of a part of a document.
type decoding struct {
	raw, text []byte
	base      int            // offset of raw in the document
	escapes   *files.Escapes // nil if raw and text are equal

	at, offset int // the same position in raw and text
	room       []byte
}

// decode decodes a part of a document. Only one decoding is used at a time.
func (d *linker) decode(raw []byte, base int, escapes *files.Escapes) decoding {
	if escapes == nil || !escapes.In(raw) {
		return decoding{raw: raw, text: raw, base: base}
	}
	d.room = escapes.Append(d.room[:0], raw)
	return decoding{raw: raw, text: d.room, base: base, escapes: escapes}
}

// origin returns the offset in raw of the byte at an offset in text. Successive offsets must not
// decrease.
func (m *decoding) origin(offset int) int {
	if m.escapes == nil {
		return offset
	}
	n, _ := m.escapes.Origin(m.raw[m.at:], offset-m.offset)
	m.room = m.escapes.Append(m.room[:0], m.raw[m.at:m.at+n])
	m.at, m.offset = m.at+n, m.offset+len(m.room)
	return m.at
}

// link returns the link text[start:end].
func (m *decoding) link(start, end int, f *frame) link {
	return link{start: m.base + m.origin(start), end: m.base + m.origin(end), escapes: m.escapes, frame: f}
}

// offsetIn returns the offset of part in text if part is a slice of it.
func offsetIn(text, part []byte) (at int, ok bool) {
	at = cap(text) - cap(part)
	return at, at >= 0 && at+len(part) <= len(text) && len(part) > 0 && &text[at] == &part[0]
}
