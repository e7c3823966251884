package formats_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
)

// readHTTPToken reads RFC 9110, section 5.6.2: tchar is any VCHAR, except delimiters.
func readHTTPToken(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7F || strings.IndexByte("(),/:;<=>?@[\\]{}\"", s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}

// readMediaType reads RFC 9110, sections 8.3.1 and 5.6.6.
func readMediaType(s string) bool {
	kind, rest, more := strings.Cut(s, "/")
	subtype := rest
	if i := strings.IndexAny(rest, "; \t"); i >= 0 {
		subtype = rest[:i]
	}
	if !more || !readHTTPToken(kind) || !readHTTPToken(subtype) {
		return false
	}
	for rest = rest[len(subtype):]; rest != ""; {
		if rest = strings.TrimLeft(rest, " \t"); rest == "" || rest[0] != ';' {
			return false
		}
		rest = strings.TrimLeft(rest[1:], " \t")
		if rest == "" || rest[0] == ';' {
			continue
		}
		name, value, more := strings.Cut(rest, "=")
		if !more || !readHTTPToken(name) || value == "" {
			return false
		}
		if value[0] != '"' {
			end := len(value)
			if i := strings.IndexAny(value, "; \t"); i >= 0 {
				end = i
			}
			if rest = value[end:]; !readHTTPToken(value[:end]) {
				return false
			}
			continue
		}
		i := 1
		for ; i < len(value) && value[i] != '"'; i++ {
			if value[i] == '\\' {
				i++
			}
			if i == len(value) || value[i] < ' ' && value[i] != '\t' || value[i] == 0x7F {
				return false
			}
		}
		if i >= len(value) {
			return false
		}
		rest = value[i+1:]
	}
	return true
}

// readCookieValue reads RFC 6265, section 4.1.1: US-ASCII characters excluding CTLs, whitespace,
// DQUOTE, comma, semicolon and backslash.
func readCookieValue(s string) bool {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7F || strings.IndexByte("\",;\\", s[i]) >= 0 {
			return false
		}
	}
	return true
}

func TestMedia(t *testing.T) {
	reading{
		"media-type", formats.MediaType, readMediaType,
		// RFC 9110, sections 8.3.1 and 8.3.2, and others.
		[]string{
			"text/html;charset=utf-8", "Text/HTML;Charset=\"utf-8\"", "text/html; charset=\"utf-8\"",
			"text/html;charset=UTF-8",
			"application/vnd.api+json", "a/b;", "a/b ; ;\t", "a/b; c=\"d;\\\"e\\\\\"\t;f=g", "a/b;c=\"\"",
			"a/b;c=\"\xff\u00e9\"",
		},
		[]string{
			"", "text", "text/", "/html", "text /html", "text/html ", "a/b;c", "a/b;c=", "a/b;=d", "a/b;c =d",
			"a/b;c= d", "a/b;c=d e",
			"a/b;c=\"d", "a/b;c=\"d\"e", "a/b;c=\"\\", "a/b,c/d", "a/b;c=\"\x01\"", "*/\u00e9",
		},
		"text / ; ; = \" \\ \\\" , c=d \t \x80 a * ( @",
	}.test(t)
	token := reading{
		"http-token", formats.HTTPToken, readHTTPToken,
		[]string{"gzip", "x-a.b!#$%&'*+-.^_`|~9", "a", "SID"},
		[]string{
			"", "a b", "a\"", "a=b", "(", ")", ",", "/", ":", ";", "<", ">", "?", "@", "[", "\\", "]", "{", "}", "\u00e9",
		},
		"a ~ | ` ^ = \" { / , 0",
	}
	token.test(t)
	token.name, token.valid = "cookie-name", formats.CookieName
	token.test(t)
	reading{
		"cookie-value", formats.CookieValue, readCookieValue,
		// RFC 6265, section 3.1.
		[]string{"31d4d96e407aad42", "en-US", "", "\"\"", "\"a=b\"", "a/b:c@[d]{e}'"},
		[]string{"\"", "\"a", "a\"", "a\"b", "\"\"\"", "a b", "a,b", "a;b", "a\\b", "\u00e9", "\x7f"},
		"\" a = , ; \\ ~ 0 /",
	}.test(t)
}
