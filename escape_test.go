package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// escapes lists the components for which Escape returns strings that match a rule, with that rule
// in each grammar.
var escapes = []struct {
	component iri.Component
	iri, uri  tables.Rule
	not       string // characters that the rule allows but Escape encodes
}{
	{iri.Authority, rfc3987.Iauthority, rfc3986.Authority, ":@"},
	{iri.Userinfo, rfc3987.Iuserinfo, rfc3986.Userinfo, ""},
	{iri.Host, rfc3987.Ihost, rfc3986.Host, ""},
	{iri.Path, rfc3987.Ipath, rfc3986.Path, ""},
	{iri.Segment, rfc3987.Isegment, rfc3986.Segment, ""},
	{iri.Query, rfc3987.Iquery, rfc3986.Query, ""},
	{iri.QueryField, rfc3987.Iquery, rfc3986.Query, "&=+;"},
	{iri.Fragment, rfc3987.Ifragment, rfc3986.Fragment, ""},
}

// escapeByRule is a slow but obvious version of Escape: it keeps each character that by itself
// matches the rule.
func escapeByRule(s string, rule tables.Rule, not string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for s != "" {
		_, size := utf8.DecodeRuneInString(s)
		if rule.Valid(s[:size]) && !strings.Contains(not, s[:size]) {
			b.WriteString(s[:size])
		} else {
			for _, c := range []byte(s[:size]) {
				b.WriteString("%" + digits[c>>4:][:1] + digits[c&15:][:1])
			}
		}
		s = s[size:]
	}
	return b.String()
}

func checkEscape(t *testing.T, s string) {
	t.Helper()
	for _, e := range escapes {
		for _, c := range []struct {
			name   string
			escape func(string, iri.Component) string
			append func([]byte, string, iri.Component) []byte
			rule   tables.Rule
		}{
			{"Escape", iri.Escape, iri.AppendEscape, e.iri},
			{"EscapeURI", iri.EscapeURI, iri.AppendEscapeURI, e.uri},
		} {
			got := c.escape(s, e.component)
			if want := escapeByRule(s, c.rule, e.not); got != want {
				t.Fatalf("%s(%q, %v) = %q, not %q", c.name, s, e.component, got, want)
			}
			if !c.rule.Valid(got) {
				t.Fatalf("%s(%q, %v) = %q, which is no %s", c.name, s, e.component, got, c.rule.Name())
			}
			if b := c.append([]byte("x"), s, e.component); string(b) != "x"+got {
				t.Fatalf("Append%s(%q, %v) = %q, not %q", c.name, s, e.component, b, "x"+got)
			}
			back, err := iri.AppendUnescape(nil, got)
			if string(back) != s || err != nil {
				t.Fatalf("%s(%q, %v) = %q, which stands for %q, %v", c.name, s, e.component, got, back, err)
			}
			text, err := iri.Unescape(got)
			if valid := utf8.ValidString(s); valid != (err == nil) || valid && text != s {
				t.Fatalf("Unescape(%q) = %q, %v", got, text, err)
			}
		}
	}
}

func TestEscapeOfEachCharacter(t *testing.T) {
	for r := range rune(utf8.MaxRune + 1) {
		if !testkit.OneIn(4, int(r)) && r > 0x400 && r%0x1000 >= 3 && r%0x1000 <= 0xffc {
			continue
		}
		if r < 0x3000 || r%0x1000 < 3 || r%0x1000 > 0xffc || 0xd7f0 < r && r < 0xfa00 || 0xfd00 < r && r < 0x10010 ||
			testkit.Long() {
			checkEscape(t, string(r))
		}
	}
	for c := range 256 {
		checkEscape(t, string([]byte{byte(c)}))
	}
}

func TestEscapeOfShortTexts(t *testing.T) {
	testkit.EachText(testkit.Symbols, 2, func(s string) { checkEscape(t, s) })
}

func TestEscapeRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3987))
	for range testkit.Cases(20_000) {
		checkEscape(t, testkit.RandomText(r, 12))
	}
}

func TestEscapeCases(t *testing.T) {
	for _, c := range []struct {
		in        string
		component iri.Component
		want, uri string
	}{
		{"a/b c?d#e", iri.Segment, "a%2Fb%20c%3Fd%23e", "a%2Fb%20c%3Fd%23e"},
		{"a/b c?d#e", iri.Path, "a/b%20c%3Fd%23e", "a/b%20c%3Fd%23e"},
		{"a/b c?d#e", iri.Query, "a/b%20c?d%23e", "a/b%20c?d%23e"},
		{"a/b c?d#e", iri.Fragment, "a/b%20c?d%23e", "a/b%20c?d%23e"},
		{"a=1&b=2;c+d", iri.Query, "a=1&b=2;c+d", "a=1&b=2;c+d"},
		{"a=1&b=2;c+d", iri.QueryField, "a%3D1%26b%3D2%3Bc%2Bd", "a%3D1%26b%3D2%3Bc%2Bd"},
		{"50%", iri.Segment, "50%25", "50%25"},
		{"%41", iri.Segment, "%2541", "%2541"},
		{"é\ue000", iri.Segment, "é%EE%80%80", "%C3%A9%EE%80%80"},
		{"é\ue000", iri.Query, "é\ue000", "%C3%A9%EE%80%80"},
		{"é\ue000", iri.QueryField, "é\ue000", "%C3%A9%EE%80%80"},
		{"é\ue000", iri.Query | iri.Fragment, "é%EE%80%80", "%C3%A9%EE%80%80"},
		{"caf\xe9", iri.Segment, "caf%E9", "caf%E9"},
		{"me:secret@home", iri.Userinfo, "me:secret%40home", "me:secret%40home"},
		{"me:secret@home", iri.Userinfo | iri.Host, "me%3Asecret%40home", "me%3Asecret%40home"},
		{"me:secret@home", iri.Authority, "me%3Asecret%40home", "me%3Asecret%40home"},
		{"[::1]", iri.Host, "%5B%3A%3A1%5D", "%5B%3A%3A1%5D"},
		{"http", iri.Scheme, "http", "http"},
		{"git+ssh", iri.Scheme, "git+ssh", "git+ssh"},
		{"http://evil", iri.Scheme, "http%3A%2F%2Fevil", "http%3A%2F%2Fevil"},
		{"80", iri.Port, "80", "80"},
		{"80@evil/é", iri.Port, "80%40evil%2F%C3%A9", "80%40evil%2F%C3%A9"},
		{"a+é/~", 0, "a%2B%C3%A9%2F~", "a%2B%C3%A9%2F~"},
		{"a+é/~", 1 << 15, "a%2B%C3%A9%2F~", "a%2B%C3%A9%2F~"},
		{"a/?:@", iri.Path | iri.Query, "a/%3F:@", "a/%3F:@"},
		{"", iri.Path, "", ""},
		{strings.Repeat("é ", 100), iri.Path, strings.Repeat("é%20", 100), strings.Repeat("%C3%A9%20", 100)},
	} {
		if got := iri.Escape(c.in, c.component); got != c.want {
			t.Errorf("Escape(%q, %v) = %q, not %q", c.in, c.component, got, c.want)
		}
		if got := iri.EscapeURI(c.in, c.component); got != c.uri {
			t.Errorf("EscapeURI(%q, %v) = %q, not %q", c.in, c.component, got, c.uri)
		}
	}
}
