package corpus

import "strings"

// data makes a line of the kind "data": an IRI of 3.6 to 5 KB with its content in it (RFC 2397).
func (g *generator) data() pieces {
	length := g.between(3600, 4600)
	var b strings.Builder
	switch g.weighted(60, 25, 15) {
	case 0:
		b.WriteString(
			g.pick([]string{"image/png", "image/jpeg", "font/woff2", "application/pdf", "image/svg+xml;charset=utf-8"}) +
				";base64,")
		b.WriteString(g.from(base64Digits, length&^3) + g.pick([]string{"", "=", "=="}))
	case 1:
		b.WriteString("image/svg+xml,")
		for b.Len() < length {
			b.WriteString(escaped("<"+g.word(ascii)+` x="`+g.number(1, 3)+`" y="`+g.number(1, 3)+`">`) + g.word(ascii) + "%20")
		}
	case 2:
		b.WriteString("text/plain;charset=UTF-8,")
		for b.Len() < length {
			b.WriteString(escaped(g.words(g.titleScript(), 3, 12, " ")) + ".%0A")
		}
	}
	return pieces{scheme: "data:", path: b.String()}
}
