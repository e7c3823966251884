package extract

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// maxXMLErrors is the maximum number of XML errors in a document. Resuming after an error can take
// as long as reading the entire document.
const maxXMLErrors = 50

// readXML reads the elements that may contain grammar. It treats a "<" that does not begin markup
// as text, so that the rest of a definition is not lost. It returns false if there are too many
// errors.
func (r *reading) readXML() (ok bool) {
	x := &xmlReader{collector: collector{reading: r}, allowed: withBlanks(r.document.Text)}
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
	x.collect()
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

// An xmlReader collects the contents of figures.
type xmlReader struct {
	collector
	allowed string // the document after withBlanks
	anchor  string // the anchor of the enclosing <figure>
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
		case t.Name.Local == "figure":
			x.anchor = attributeOf(t, "anchor")
		case isFigure(t):
			x.element, x.depth = t.Name.Local, 1
			x.open(figure{
				name: cmp.Or(attributeOf(t, "name"), attributeOf(t, "anchor"), x.anchor), language: typeOf(t),
				trusted: isABNF(typeOf(t)),
			})
			if raw := x.document.Text[from:to]; strings.HasSuffix(raw, "/>") {
				x.finish()
			}
		}
	case xml.EndElement:
		if t.Name.Local == "figure" {
			x.anchor = ""
		}
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

// finish ends the figure.
func (x *xmlReader) finish() {
	if x.element != "" {
		x.close()
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

func typeOf(t xml.StartElement) string { return strings.ToLower(attributeOf(t, "type")) }

// attributeOf returns the value of an attribute, or "".
func attributeOf(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// isABNF reports whether a type denotes ABNF. Some documents append an RFC number to the name of
// the type.
func isABNF(kind string) bool { return strings.HasPrefix(kind, "abnf") }
