package extract

import (
	"cmp"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
)

// maxXMLErrors is the maximum number of XML errors in a document. Resuming after an error can take
// as long as reading the entire document.
const maxXMLErrors = 50

// readXML reads the elements that may contain grammar. It treats a "<" that does not begin markup
// as text, so that the rest of a definition is not lost. It returns false if there are too many
// errors.
func (r *reading) readXML() (ok bool) {
	x := &xmlReader{reading: r, allowed: withBlanks(r.document.Text)}
	bad := x.decode(0)
	for n := 1; bad < len(r.document.Text); n++ {
		if n == maxXMLErrors {
			return false
		}
		if x.element != "" {
			x.put(r.document.Text[bad:bad+1], bad, bad+1)
		}
		bad = x.decode(bad + 1)
	}
	x.finish()
	r.text = x.text.String()
	x.lines()
	return true
}

// withBlanks replaces invalid UTF-8 bytes, and characters that XML does not allow (XML 1.0, section
// 2.2), with blanks. A single invalid byte or character would make the decoder reject all text up
// to the next tag. Offsets do not change.
func withBlanks(text string) string {
	b := []byte(text)
	for i, c := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == utf8.RuneError && n == 1 || c == 0xFFFE || c == 0xFFFF {
			copy(b[i:i+n], "   ")
		}
	}
	return string(b)
}

// decode reads the document, starting at the offset from. It returns the offset of the first error,
// or the length of the text if there is no error.
func (x *xmlReader) decode(from int) (bad int) {
	text := x.allowed[from:]
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = false
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		at := int(d.InputOffset())
		token, err := d.RawToken()
		if err != nil && at < len(text) && !errors.Is(err, io.EOF) {
			return from + at
		}
		if err != nil {
			return len(x.document.Text)
		}
		x.token(token, from+at, from+int(d.InputOffset()))
	}
}

// An xmlReader concatenates the contents of figures.
type xmlReader struct {
	*reading
	allowed string // the document after withBlanks
	text    strings.Builder
	figures []int // offsets of the figures in text
	element string
	depth   int    // nesting depth of elements in the figure
	after   string // the text to add after the content of an open xref
}

// token processes a token whose source is between from and to in the document.
func (x *xmlReader) token(t xml.Token, from, to int) {
	switch t := t.(type) {
	case xml.StartElement:
		switch {
		case x.element != "":
			x.depth++
			x.reference(t, from, to)
		case isFigure(t):
			x.element, x.depth = t.Name.Local, 1
			x.figures = append(x.figures, x.text.Len())
			x.trusted[int32(len(x.figures))] = isABNF(typeOf(t))
			if raw := x.document.Text[from:to]; strings.HasSuffix(raw, "/>") {
				x.finish()
			}
		}
	case xml.EndElement:
		if isReference(t.Name) {
			x.put(x.after, from, to)
			x.after = ""
		}
		if x.element != "" {
			if x.depth--; x.depth <= 0 || t.Name.Local == x.element {
				x.finish()
			}
		}
	case xml.CharData:
		if x.element != "" {
			x.characters(from, to)
		}
	}
}

// finish ends the figure. Figures do not share lines.
func (x *xmlReader) finish() {
	if x.element != "" {
		at := syntax.Pos(0)
		if n := len(x.pieces); n > 0 {
			at = x.pieces[n-1].To
		}
		x.put("\n", int(at), int(at))
	}
	x.element, x.after = "", ""
}

// isReference reports whether an element refers to another document or section.
func isReference(n xml.Name) bool { return n.Space == "" && (n.Local == "xref" || n.Local == "relref") }

// sectionForms maps a sectionFormat in xml2rfc, or an x:fmt in rfc2629.xslt, to the text of a
// section reference. S denotes the section, N its number, and T the target. The content of the
// element replaces "|".
var sectionForms = map[string]string{
	"comma": "|T, S", ",": "|T, S", "parens": "|T (S)", "()": "|T (S)", "bare": "N (|)", "number": "N (|)",
}

// reference adds the text that xml2rfc shows for an xref in a figure: "[RFC9110]" (RFC 7991,
// section 2.66) or, if the xref names a section, "Section 2.1 of [RFC9110]" or similar. It stores
// the part after the content in x.after.
func (x *xmlReader) reference(t xml.StartElement, from, to int) {
	if !isReference(t.Name) {
		return
	}
	attribute := map[string]string{}
	for _, a := range t.Attr {
		attribute[a.Name.Local] = strings.TrimSpace(a.Value)
	}
	section, target := cmp.Or(attribute["section"], attribute["sec"]), " ["+attribute["target"]+"]"
	format := cmp.Or(attribute["sectionFormat"], attribute["displayFormat"], attribute["fmt"])
	form, label := cmp.Or(sectionForms[format], "S of |T"), "Section "
	switch {
	case section != "" && !isDigit(section[0]):
		label = "Appendix "
	case section == "" && attribute["format"] == "none":
		form = "|"
	case section == "":
		form = "|T"
	}
	text := x.document.Text
	if strings.HasSuffix(text[from:to], "/>") || strings.HasPrefix(text[to:], "</") { // no content
		form, target = strings.Replace(strings.TrimSuffix(form, " (|)"), "|", "", 1), target[1:]
	}
	before, after, _ := strings.Cut(form, "|")
	fill := strings.NewReplacer("S", label+section, "N", section, "T", target)
	x.put(fill.Replace(before), from, to)
	x.after = fill.Replace(after)
}

const cdata, cdataEnd = "<![CDATA[", "]]>"

// characters adds the text between from and to in the document, which is the content of an element.
func (x *xmlReader) characters(from, to int) {
	raw := x.document.Text[from:to]
	if strings.HasPrefix(raw, cdata) {
		end := to - len(cdataEnd)
		if from += len(cdata); from < end {
			x.put(x.document.Text[from:end], from, end)
		}
		return
	}
	for raw != "" {
		plain := strings.IndexByte(raw, '&')
		if plain < 0 {
			plain = len(raw)
		}
		x.put(raw[:plain], from, from+plain)
		raw, from = raw[plain:], from+plain
		if raw != "" {
			n := entity(raw)
			x.put(html.UnescapeString(raw[:n]), from, from+n)
			raw, from = raw[n:], from+n
		}
	}
}

// entity returns the length of the entity at the start of text, or 1 for an "&" that does not start
// an entity.
func entity(text string) int {
	const most = 32 // the length of the longest HTML name
	if i := strings.IndexByte(text[:min(len(text), most)], ';'); i > 0 {
		return i + 1
	}
	return 1
}

// put adds text that corresponds to the part of the document between from and to.
func (x *xmlReader) put(text string, from, to int) {
	if text == "" {
		return
	}
	p := syntax.Piece{Text: text, From: syntax.Pos(from), To: syntax.Pos(to)}
	x.pieces = append(x.pieces, piece{x.text.Len(), p})
	x.text.WriteString(text)
}

// lines splits the figures into lines.
func (x *xmlReader) lines() {
	r := x.reading
	from, figure := 0, int32(0)
	g := blank
	for raw := range strings.Lines(r.text) {
		to := from + len(raw)
		for int(figure) < len(x.figures) && from >= x.figures[figure] {
			figure++
			g = blank
		}
		if strings.TrimSpace(raw) == "" {
			g = blank
		} else {
			s := r.pieces[r.pieceAt(from)]
			at := s.From
			if len(s.Text) == int(s.To-s.From) {
				at += syntax.Pos(from - s.at)
			}
			r.add(from, to, r.document.Position(at).Line, g, figure)
			g = adjacent
		}
		from = to
	}
}

// pieceAt returns the index of the piece that contains the byte at the offset at.
func (r *reading) pieceAt(at int) int {
	i, found := slices.BinarySearchFunc(r.pieces, at, func(s piece, at int) int { return s.at - at })
	if found {
		return i
	}
	return i - 1
}

// isFigure reports whether an element may contain grammar.
func isFigure(t xml.StartElement) bool {
	switch t.Name.Local {
	case "sourcecode", "artwork":
		switch kind := typeOf(t); kind {
		case "", "text", "txt", "bnf", "ebnf":
			return true
		default:
			return isABNF(kind)
		}
	}
	return false
}

func typeOf(t xml.StartElement) string {
	for _, a := range t.Attr {
		if a.Name.Local == "type" {
			return strings.ToLower(strings.TrimSpace(a.Value))
		}
	}
	return ""
}

// isABNF reports whether a type denotes ABNF. Some documents append an RFC number to the name of
// the type.
func isABNF(kind string) bool { return strings.HasPrefix(kind, "abnf") }
