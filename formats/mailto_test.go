package formats_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// readMailto reads RFC 6068, section 2. A character is an octet and whether it was encoded.
func readMailto(s string) bool {
	s, ok := cutScheme(s, "mailto")
	if all, wellFormed := decoded(s, pchars+"/?"); !ok || !wellFormed || !utf8.ValidString(all) {
		return false
	}
	to, fields, hasFields := strings.Cut(s, "?")
	if hasFields {
		for field := range strings.SplitSeq(fields, "&") {
			if strings.Count(field, "=") != 1 || !consists(field, alnums+"-._~!$'()*+,;:@=") {
				return false
			}
		}
	}
	if to == "" {
		return true
	}
	for address := range strings.SplitSeq(to, ",") {
		if strings.ContainsAny(address, "/?&;=") || !readAddress(address) {
			return false
		}
	}
	return true
}

// readAddress reads an addr-spec of RFC 6068. It looks for the "@" that separates its parts, with
// the encoded ones replaced.
func readAddress(s string) bool {
	const at = "\x01"
	text, _ := decoded(strings.ReplaceAll(s, "%40", "%01"), pchars)
	isAtoms := func(s string) bool {
		for atom := range strings.SplitSeq(s, ".") {
			for _, r := range atom {
				if r <= ' ' || r == 0x7F || strings.ContainsRune("()<>[]:;@\\,\"", r) {
					return false
				}
			}
			if atom == "" {
				return false
			}
		}
		return true
	}
	isQuoted := func(s string) bool {
		s, isOpen := strings.CutPrefix(s, "\"")
		s = strings.ReplaceAll(s, at, "@")
		for i := 0; i < len(s); i++ {
			switch {
			case s[i] == '"':
				return isOpen && i == len(s)-1
			case s[i] == '\\':
				if i++; i == len(s) || s[i] < ' ' && s[i] != '\t' || s[i] == 0x7F {
					return false
				}
			case s[i] <= ' ' || s[i] == 0x7F:
				return false
			}
		}
		return false
	}
	isDomain := func(s string) bool {
		literal, isOpen := strings.CutPrefix(s, "[")
		literal, isClosed := strings.CutSuffix(literal, "]")
		isText := !strings.ContainsFunc(strings.ReplaceAll(literal, at, "@"), func(r rune) bool {
			return r <= ' ' || r >= 0x7F || strings.ContainsRune("[]\\", r)
		})
		return isOpen && isClosed && isText || isAtoms(s)
	}
	for i := range len(text) {
		if text[i] == '@' && (isAtoms(text[:i]) || isQuoted(text[:i])) && isDomain(text[i+1:]) {
			return !strings.Contains(s, "%01")
		}
	}
	return false
}

var mailtoReading = reading{
	"mailto", formats.Mailto, readMailto,
	// RFC 6068, sections 2, 6.1, 6.2 and 6.3.
	[]string{
		"mailto:addr1@an.example,addr2@an.example", "mailto:?to=addr1@an.example,addr2@an.example",
		"mailto:addr1@an.example?to=addr2@an.example",
		"mailto:chris@example.com", "mailto:infobot@example.com?subject=current-issue",
		"mailto:infobot@example.com?body=send%20current-issue",
		"mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
		"mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
		"mailto:joe@example.com?cc=bob@example.com&body=hello", "mailto:gorby%25kremvax@example.com",
		"mailto:unlikely%3Faddress@example.com?blat=foop",
		"mailto:Mike%26family@example.org", "mailto:%22not%40me%22@example.org", "mailto:%22oh%5C%5Cno%22@example.org",
		"mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org", "mailto:user@example.org?subject=caf%C3%A9",
		"mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
		"mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
		// Others.
		"mailto:", "MAILTO:a@b", "mailto:?=", "mailto:%22%22@a", "mailto:%22not@me:()%22@a",
		"mailto:%C3%A9%2ea@%5b1.2.3.4%5d", "mailto:a@%5BIPv6:::1@%40%5D",
		"mailto:%22%5C%09%22@a", "mailto:%22%C3%A9%5C%C3%A9%22@a", "mailto:a@%5B%5D",
	},
	[]string{
		"mailto:joe@example.com?cc=bob@example.com?body=hello", // section 6.1: "WRONG!"
		"mailto:a", "mailto:a@", "mailto:@a", "mailto:a@b@c", "mailto:a%40b", "mailto:a%40b@c", "mailto:a@b,",
		"mailto:a@b,,c@d", "mailto:a@b%2Cc@d", "mailto:a..b@c",
		"mailto:a%2E.b@c", "mailto:.a@c", "mailto:a@c.", "mailto:a&b@c", "mailto:a;b@c", "mailto:a=b@c",
		"mailto:a/b@c", "mailto:\"a\"@b", "mailto:%22a%20b%22@c",
		"mailto:%22a%09%22@c", "mailto:%22a@b", "mailto:%22a%5C%22@b", "mailto:%22a%22b@c", "mailto:%22a,b%22@c",
		"mailto:%E9@a", "mailto:a@b?c", "mailto:a@b?c=%E9",
		"mailto:a@b?", "mailto:a@b?c=d&", "mailto:a@b?c=d=e", "mailto:a@b?c=/", "mailto:a@b#c", "mailto:a@[1.2.3.4]",
		"mailto:a@%5B%5C%5D", "mailto:a@%5B%20%5D",
		"mailto:a@%5B%C3%A9%5D", "mailto:a%20b@c", "mailto:%22%7F%22@a", "mailto:a@%5Ba%5B%5D", "mailto:%22%5C%01%22@a",
	},
	"mailto: a @ %40 . %2E , ; = & ? ?a=b &c= %22 %5C %5c%22 %20 %09 %5B %5D ( : % / # %C3%A9 %C3 %A9 %7f %01 [ ]",
}

func readData(s string) bool {
	s, ok := cutScheme(s, "data")
	header, data, more := strings.Cut(s, ",")
	if !ok || !more {
		return false
	}
	const plain = alnums + "!$&'*+-._~"
	const tspecials = "()<>@,;:\\\"/[]?="
	isToken := func(s, more string) bool {
		text, ok := decoded(s, plain)
		return ok && text != "" && !strings.ContainsFunc(text, func(r rune) bool {
			return r <= ' ' || r >= 0x7F || strings.ContainsRune(tspecials, r) && !strings.ContainsRune(more, r)
		})
	}
	isQuoted := func(s string) bool {
		text, ok := decoded(s, plain)
		if !ok || len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
			return false
		}
		text = text[1 : len(text)-1]
		for i := 0; i < len(text); i++ {
			if text[i] == '\\' {
				if i++; i == len(text) || text[i] >= 0x80 {
					return false
				}
			} else if text[i] == '"' || text[i] == '\r' || text[i] >= 0x80 {
				return false
			}
		}
		return true
	}
	parts := strings.Split(header, ";")
	last := len(parts) - 1
	isBase64 := last > 0 && strings.EqualFold(parts[last], "base64")
	if isBase64 {
		parts = parts[:last]
	}
	kind, subtype, more := strings.Cut(parts[0], "/")
	if parts[0] != "" && (!more || !isToken(kind, "") || !isToken(subtype, "")) {
		return false
	}
	for _, parameter := range parts[1:] {
		attribute, value, more := strings.Cut(parameter, "=")
		if !more || !isToken(attribute, "") || !isToken(value, tspecials) && !isQuoted(value) {
			return false
		}
	}
	text, ok := decoded(data, pchars+"/?")
	if isBase64 && ok {
		text = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "").Replace(text)
		_, err := base64.StdEncoding.DecodeString(text)
		ok = err == nil
	}
	return ok
}

var dataReading = reading{
	"data", formats.Data, readData,
	// RFC 2397, section 4, with erratum 2009, and others.
	[]string{
		"data:,A%20brief%20note", "data:text/plain;charset=iso-8859-7,%be%d3%be",
		"data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local", "data:;base64,%4a%4b%6c%6f",
		"data:;base64,", "data:,",
		"DATA:A/B;BASE64,aaa%2B%2f%0aA%3d%3D", "data:a/b;c=d;e=f,g?h/i", "data:text/example;foo=%22bar%22,*baz*",
		"data:;a=b%40c,", "data:;a=%22b%20%5C%22c%22,",
		"data:;base64=a,", "data:%61/%7Eb;%7b=%7D,", "data:;base64,%20AA%09==%0d%0a", "data:;a=%22%00%5C%0D%22,",
		"data:;a=%22,",
	},
	[]string{
		"data:", "data:abc", "data:a,", "data:a/,", "data:/b,", "data:a/b;c,", "data:a/b;c=,", "data:a/b;base64;c=d,",
		"data:base64,", "data:a/b/c,", "data:a(/b,",
		"data:a%28/b,", "data:a%20/b,", "data:a/b;c=\"d\",", "data:a/b;c=d/e,", "data:;a=b%20c,",
		"data:;a=%22%0D%22,", "data:;a=%22%22%20%22,", "data:;a=%80,",
		"data:;base64,AAA", "data:;base64,A===", "data:;base64,AAA%3d%0aaa%2B%2f", "data:;base64,AA==AAAA",
		"data:;base64,AA-_", "data:;base64,%40AAA", "data:;base64,A%00AAA", "data:,#", "data:,[",
		"data:;base64,AAAA,", "data:,\u00e9", "data:;a=%22%5C%80%22,",
	},
	"data: / ; = , , ;a=b ;base64 ;base64, base64 %22 %5C %22%20%22 %20 %4a %41 %2B = AAAA A %80 %00 %0d ( %28 ? # [ a",
}

func TestMailto(t *testing.T) { mailtoReading.test(t) }
func TestData(t *testing.T)   { dataReading.test(t) }
