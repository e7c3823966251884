package formats_test

import (
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// isNameChar reports whether r may be part of an NCName, by the rules NameStartChar and NameChar of
// XML 1.0 (fifth edition), section 2.3.
func isNameChar(r rune, first bool) bool {
	if first && (strings.ContainsRune(digits+"-.\u00b7\u203f\u2040", r) || r >= 0x300 && r <= 0x36F) {
		return false
	}
	switch {
	case r < 0x80:
		return strings.ContainsRune(alnums+"_-.", r)
	case r < 0xC0:
		return r == 0xB7
	case r == 0xD7, r == 0xF7, r == 0x37E:
		return false
	case r >= 0x2000 && r < 0x2C00:
		return r == 0x200C || r == 0x200D || r == 0x203F || r == 0x2040 || r >= 0x2070 && r < 0x2190
	case r >= 0x2FF0 && r <= 0x3000, r >= 0xD800 && r < 0xF900, r >= 0xFDD0 && r < 0xFDF0:
		return false
	}
	return r != 0xFFFE && r != 0xFFFF && r < 0xF0000
}

func readCURIE(s string) bool {
	const beyond = "\x01" // replaces the characters that only an IRI has
	if s == "" || !utf8.ValidString(s) || strings.Contains(s, beyond) {
		return false
	}
	ascii := func(s string, private bool) string {
		return strings.Map(func(r rune) rune {
			if r > 0x7F && isUcschar(r) || private && isIprivate(r) {
				return rune(beyond[0])
			}
			return r
		}, s)
	}
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		for j, r := range s[:i] {
			if !isNameChar(r, j == 0) {
				return false
			}
		}
		s = s[i+1:]
	}
	s, fragment, _ := strings.Cut(s, "#")
	s, query, _ := strings.Cut(s, "?")
	if !consists(ascii(fragment, false), pchars+beyond+"/?") || !consists(ascii(query, true), pchars+beyond+"/?") {
		return false
	}
	path := ascii(s, false)
	if strings.HasPrefix(path, "//") {
		authority, rest, more := strings.Cut(path[2:], "/")
		if path = ""; more {
			path = "/" + rest
		}
		if user, host, more := strings.Cut(authority, "@"); more {
			if !consists(user, strings.ReplaceAll(pchars+beyond, "@", "")) {
				return false
			}
			authority = host
		}
		host, port := authority, ""
		if i := strings.LastIndexByte(authority, ':'); i > strings.IndexByte(authority, ']') {
			host, port = authority[:i], authority[i+1:]
		}
		if !isAll(port, digits) || !isHost(host) {
			return false
		}
	}
	first, _, _ := strings.Cut(path, "/")
	return consists(path, pchars+beyond+"/") && !strings.Contains(first, ":")
}

// isHost reports whether s is an IP-literal or a reg-name of RFC 3986, section 3.2.2. "\x01"
// replaces characters beyond ASCII.
func isHost(s string) bool {
	literal, isLiteral := strings.CutPrefix(s, "[")
	if !isLiteral {
		return consists(s, strings.NewReplacer("@", "", ":", "").Replace(pchars)+"\x01")
	}
	literal, isLiteral = strings.CutSuffix(literal, "]")
	if !isLiteral || literal == "" {
		return false
	}
	if literal[0]|' ' == 'v' {
		version, rest, more := strings.Cut(literal[1:], ".")
		return more && version != "" && isAll(version, digits+"abcdefABCDEF") && rest != "" &&
			isAll(rest, strings.ReplaceAll(pchars, "@", ""))
	}
	address, err := netip.ParseAddr(literal)
	return err == nil && address.Is6() && address.Zone() == ""
}

func TestCURIE(t *testing.T) {
	reading{
		"curie", formats.CURIE, readCURIE,
		// CURIE Syntax 1.0, section 3 and 4, and others.
		[]string{
			"home", "home:", "wiki:CURIE", ":next", ":", "_:a", "cc:attributionURL", "foaf:name", "isbn:0393315703",
			"a:/b?c#d", "a://[::1]:80/b",
			"//u:p@h:8/", "?q", "#f", "\u00e9.1:\u65e5", "a:%41?\ue000", "\ufffd\U000e0100:a", "a//b:c", "//[v1.a:]",
			"://[1::127.0.0.1]", "@",
		},
		[]string{
			"", "[a:b]", "a:b:c", "1:b", "-a:b", "a@:b", "a b", "a:[", "//[::1", "//[1]/", "//a:b", "\u00d7:a",
			"a:\ufffd", "a:b#\ue000", "a\u037e:b",
			"//[::1%25a]", "//[v1.]", "//[va]", "\u00b7:a", "a:\u0085",
		},
		"wiki : : / // ? # @ [ ] [::1] [v1.a] :80 % %C3 _ - . 1 \u00b7 \u0300 " +
			"\u037e \u2040 \u2190 \u3000 \ufdd0 \ufffd \ufffe \ue000 \U00010000 " +
			"\U0001ffff \U000e0001 \U000e1000 \U000f0000",
	}.test(t)
}
