package corpus

import (
	"strings"
	"unicode/utf8"
)

// An edit makes an IRI with an authority invalid.
type edit struct {
	name  string
	where place
	texts []string // one of these is inserted, or replaces a component
}

type place uint8

const (
	anywhere place = iota // between two characters
	end
	scheme
	host
	port
	path
	fragment
)

// edits lists the 32 edits that produce lines of kind "invalid", in order of use.
var edits = []edit{
	{"space", anywhere, []string{" "}},
	{"less than", anywhere, []string{"<"}},
	{"greater than", anywhere, []string{">"}},
	{"quotation mark", anywhere, []string{`"`}},
	{"opening brace", anywhere, []string{"{"}},
	{"closing brace", anywhere, []string{"}"}},
	{"pipe", anywhere, []string{"|"}},
	{"backslash", anywhere, []string{`\`}},
	{"caret", anywhere, []string{"^"}},
	{"backtick", anywhere, []string{"`"}},
	{"lone percent sign", anywhere, []string{"%"}},
	{"half an escape", anywhere, []string{"%4"}},
	{"escape with a letter that is not a hex digit", anywhere, []string{"%4G", "%G4", "%zz", "%u00e9"}},
	{"control character", anywhere, []string{"\x00", "\x01", "\t", "\r", "\x1B", "\x1F"}},
	{"delete", anywhere, []string{"\x7F"}},
	{"byte 0xFF", anywhere, []string{"\xFF"}},
	{"overlong form", anywhere,
		[]string{"\xC0\xAF", "\xC1\x81", "\xE0\x80\xAF", "\xE0\x9F\xBF", "\xF0\x80\x80\xAF", "\xF0\x8F\xBF\xBF"}},
	{"surrogate", anywhere, []string{"\xED\xA0\x80", "\xED\xAF\xBF", "\xED\xB0\x80", "\xED\xBF\xBF"}},
	{"over U+10FFFF", anywhere, []string{"\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80"}},
	{"truncated sequence", anywhere, cut},
	{"truncated sequence at the end", end, cut},
	{"lone continuation byte", anywhere, []string{"\x80", "\xBF", "\xA9"}},
	{"U+0080 to U+009F", anywhere, []string{"\u0080", "\u0085", "\u009F"}},
	{"U+FDD0 to U+FDEF", anywhere, []string{"\uFDD0", "\uFDEF"}},
	{"last two code points of a plane", anywhere, []string{"\uFFFE", "\uFFFF", "\U0001FFFE", "\U0002FFFF", "\U000EFFFF"}},
	{"U+FFF0 to U+FFFD", anywhere, []string{"\uFFF0", "\uFFFC", "\uFFFD"}},
	{"private use in a path", path, []string{"/\uE000", "/a/\uF8FFb", "/wiki/\U000F0000", "/a.html\U0010FFFD"}},
	{"bad IPv6 address", host, []string{"[2001:db8::1::2]", "[12345::1]", "[::1.2.3.256]", "[1:2:3:4:5:6:7]",
		"[1:2:3:4:5:6:7:8:9]", "[::g]", "[fe80::1%25eth0]", "[]", "[v.1]", "[:1]"}},
	{"unclosed IP literal", host, []string{"[2001:db8::1", "[::1", "[::ffff:10.0.0.1", "[v1.a"}},
	{"bad port", port, []string{":80a", ":-1", ":0x50", ":8080:", ":+80", ":http", ":８０", ":%38"}},
	{"scheme that begins with a digit", scheme, []string{"1http:", "4https:", "0:", "9a:"}},
	{"second number sign", fragment, []string{"##", "#top#", "#a#b", "##mw"}},
}

var cut = []string{"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xD0", "\xE0"}

// edit produces a line of kind "invalid".
func (e *edit) edit(g *generator) string {
	p := piecesOf(g.line("authorities"))
	text := g.pick(e.texts)
	switch e.where {
	case anywhere:
		return g.insert(p.String(), text)
	case end:
		return p.String() + text
	case scheme:
		p.scheme = text
	case host:
		p.host = text
	case port:
		p.port = text
	case path:
		p.path = text
	case fragment:
		p.fragment = text
	}
	return p.String()
}

// insert inserts text between two characters of s. It does not insert a broken percent-encoding
// before a hex digit, because the digit could complete it.
func (g *generator) insert(s, text string) string {
	at := g.below(len(s) + 1)
	for at < len(s) &&
		(!utf8.RuneStart(s[at]) || text[0] == '%' && strings.IndexByte("0123456789ABCDEFabcdef", s[at]) >= 0) {
		at++
	}
	return s[:at] + text + s[at:]
}
