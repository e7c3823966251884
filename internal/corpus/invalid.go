package corpus

import (
	"strings"
	"unicode/utf8"
)

// An edit makes an IRI with an authority invalid.
type edit struct {
	name string
	make func(g *generator, p pieces) string
}

// edits are the 32 edits for lines of the kind "invalid", in turn. Inserted text goes between any
// two characters, unless the edit says otherwise.
var edits = []edit{
	{"space", insert(" ")},
	{"less than", insert("<")},
	{"greater than", insert(">")},
	{"quotation mark", insert(`"`)},
	{"opening brace", insert("{")},
	{"closing brace", insert("}")},
	{"pipe", insert("|")},
	{"backslash", insert(`\`)},
	{"caret", insert("^")},
	{"backtick", insert("`")},
	{"percent sign alone", insert("%")},
	{"half an escape", insert("%4")},
	{"escape with a letter that is no digit", insert("%4G", "%G4", "%zz", "%u00e9")},
	{"control character", insert("\x00", "\x01", "\t", "\r", "\x1B", "\x1F")},
	{"delete", insert("\x7F")},
	{"byte 0xFF", insert("\xFF")},
	{"overlong form",
		insert("\xC0\xAF", "\xC1\x81", "\xE0\x80\xAF", "\xE0\x9F\xBF", "\xF0\x80\x80\xAF", "\xF0\x8F\xBF\xBF")},
	{"surrogate", insert("\xED\xA0\x80", "\xED\xAF\xBF", "\xED\xB0\x80", "\xED\xBF\xBF")},
	{"over U+10FFFF", insert("\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80")},
	{"cut sequence", insert("\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xD0", "\xE0")},
	{"cut sequence at the end", func(g *generator, p pieces) string {
		return p.String() + g.pick([]string{"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xD0", "\xE0"})
	}},
	{"continuation byte alone", insert("\x80", "\xBF", "\xA9")},
	{"U+0080 to U+009F", insert("\u0080", "\u0085", "\u009F")},
	{"U+FDD0 to U+FDEF", insert("\uFDD0", "\uFDEF")},
	{"last two of a plane", insert("\uFFFE", "\uFFFF", "\U0001FFFE", "\U0002FFFF", "\U000EFFFF")},
	{"U+FFF0 to U+FFFD", insert("\uFFF0", "\uFFFC", "\uFFFD")},
	{"private use in the path", func(g *generator, p pieces) string {
		p.path = g.insertInto(p.path, g.pick([]string{"\uE000", "\uF8FF", "\U000F0000", "\U0010FFFD"}))
		if p.path[0] != '/' {
			p.path = "/" + p.path
		}
		return p.String()
	}},
	{"bad IPv6 address", func(g *generator, p pieces) string {
		p.host = g.pick(
			[]string{"[2001:db8::1::2]", "[12345::1]", "[::1.2.3.256]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[::g]",
				"[fe80::1%25eth0]", "[]", "[v.1]", "[:1]"})
		return p.String()
	}},
	{"IP literal without an end", func(g *generator, p pieces) string {
		p.host = g.pick([]string{"[2001:db8::1", "[::1", "[::ffff:10.0.0.1", "[v1.a"})
		return p.String()
	}},
	{"bad port", func(g *generator, p pieces) string {
		p.port = g.pick([]string{":80a", ":-1", ":0x50", ":8080:", ":+80", ":http", ":８０", ":%38"})
		return p.String()
	}},
	{"scheme that begins with a digit", func(g *generator, p pieces) string {
		return g.from(digits, 1) + p.String()
	}},
	{"second number sign", func(g *generator, p pieces) string {
		if p.fragment == "" {
			p.fragment = "#" + g.anchor()
		}
		p.fragment = p.fragment[:1] + g.insertInto(p.fragment[1:], "#")
		return p.String()
	}},
}

// invalid makes a line of the kind "invalid".
func (g *generator) invalid() string {
	e := edits[g.edited%len(edits)]
	g.edited++
	base := g.url
	if g.chance(500) {
		base = g.iri
	}
	p := base()
	for p.slashes == "" || p.host == "" {
		p = base()
	}
	return e.make(g, p)
}

// insert returns the edit that inserts one of texts.
func insert(texts ...string) func(*generator, pieces) string {
	return func(g *generator, p pieces) string { return g.insertInto(p.String(), g.pick(texts)) }
}

// insertInto inserts a text between two characters of s. A broken pct is not inserted before a
// hexadecimal digit, because the digit could complete it.
func (g *generator) insertInto(s, text string) string {
	at := g.below(len(s) + 1)
	for at < len(s) &&
		(!utf8.RuneStart(s[at]) || text[0] == '%' && strings.IndexByte("0123456789ABCDEFabcdef", s[at]) >= 0) {
		at++
	}
	return s[:at] + text + s[at:]
}
