package formats_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
)

const (
	lowers, uppers, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	letters                = lowers + uppers
	alnums                 = letters + digits
	pchars                 = alnums + "-._~!$&'()*+,;=:@" // RFC 3986, section 3.3, without percent-encodings
)

// A reading is a format with an independent reader, which is written from the prose of the
// standard.
type reading struct {
	name            string
	valid           func(string) bool // of package formats
	read            func(string) bool // the reader
	members, others []string          // from the standard if not said otherwise, and near misses
	pieces          string            // pieces of edits, between spaces
}

// test compares the format with its reader: for the members and others, and for random edits of
// them.
func (c reading) test(t *testing.T) {
	t.Helper()
	f, ok := formats.Lookup(c.name)
	if !ok {
		t.Fatalf("there is no format %s", c.name)
	}
	for _, s := range c.members {
		c.try(t, f, s)
		if !c.valid(s) {
			t.Errorf("%s: %+q is not valid: %v", c.name, s, f.Check(s))
		}
	}
	for _, s := range c.others {
		c.try(t, f, s)
		if c.valid(s) {
			t.Errorf("%s: %+q is valid", c.name, s)
		}
	}
	r := rand.New(rand.NewPCG(64, uint64(len(c.name))))
	pieces := append(strings.Fields(c.pieces), " ", "\x00", "\n", "\x7f", "%", "\u00e9", "\xff")
	all := append(append([]string{}, c.members...), c.others...)
	members, n := 0, testkit.Fewer(60_000)
	for range n {
		s := all[r.IntN(len(all))]
		for range 1 + r.IntN(3) {
			s = edit(r, s, pieces)
		}
		if c.try(t, f, s) {
			members++
		}
		if t.Failed() {
			return
		}
	}
	if members < n/50 || members > n-n/50 {
		t.Errorf("%s: %d of %d edits are members", c.name, members, n)
	}
}

// try compares all verdicts about s.
func (c reading) try(t *testing.T, f formats.Format, s string) bool {
	t.Helper()
	got, err := c.valid(s), f.Check(s)
	if want := c.read(s); got != want || f.Valid(s) != want || (err == nil) != want {
		t.Errorf("%s: %+q is %v, %v, %v; the reader says %v", c.name, s, got, f.Valid(s), err, want)
	}
	var prose *formats.Error
	var syntax *tables.SyntaxError
	switch {
	case errors.As(err, &prose):
		if f.TableSuffices() || prose.Offset < 0 || prose.Offset+prose.Length > len(s) || prose.Format != c.name {
			t.Errorf("%s: %+q: an error at %d, %d of %s", c.name, s, prose.Offset, prose.Length, prose.Format)
		}
	case err != nil && !errors.As(err, &syntax):
		t.Errorf("%s: %+q: %T", c.name, s, err)
	}
	return got
}

// edit deletes, doubles, replaces, inserts or swaps something in s.
func edit(r *rand.Rand, s string, pieces []string) string {
	i := r.IntN(len(s) + 1)
	j := min(i+r.IntN(4), len(s))
	piece := pieces[r.IntN(len(pieces))]
	switch r.IntN(5) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:j] + s[i:]
	case 2:
		return s[:i] + piece + s[j:]
	case 3:
		return s[:i] + piece + s[i:]
	}
	k := min(j+r.IntN(4), len(s))
	return s[:i] + s[j:k] + s[i:j] + s[k:]
}

// decoded returns s with its percent-encodings decoded. It reports whether they are well-formed,
// and all other bytes among the allowed ones.
func decoded(s, allowed string) (string, bool) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			if strings.IndexByte(allowed, s[i]) < 0 {
				return "", false
			}
			b = append(b, s[i])
			continue
		}
		const hex = "0123456789abcdefABCDEF"
		if i+2 >= len(s) || strings.IndexByte(hex, s[i+1]) < 0 || strings.IndexByte(hex, s[i+2]) < 0 {
			return "", false
		}
		value := func(c byte) int { i := strings.IndexByte(hex, c); return i - i/16*6 }
		b = append(b, byte(value(s[i+1])<<4|value(s[i+2])))
		i += 2
	}
	return string(b), true
}

// consists reports whether s consists of the allowed bytes and of percent-encodings.
func consists(s, allowed string) bool {
	_, ok := decoded(s, allowed)
	return ok
}

// isAll reports whether s consists of the bytes of a set.
func isAll(s, set string) bool { return strings.Trim(s, set) == "" }

// cutScheme returns what follows a scheme and its colon.
func cutScheme(s, scheme string) (string, bool) {
	n := len(scheme) + 1
	return s[min(n, len(s)):], len(s) >= n && strings.EqualFold(s[:n], scheme+":")
}

// isUcschar and isIprivate are the rules of RFC 3987, section 2.2: noncharacters, private use and
// the first rows of plane 14 are not ucschar.
func isUcschar(r rune) bool {
	return r >= 0xA0 && r < 0xE000 || r >= 0xF900 && r < 0xFFF0 && (r < 0xFDD0 || r > 0xFDEF) ||
		r >= 0x10000 && r < 0xF0000 && r&0xFFFF < 0xFFFE && r>>12 != 0xE0
}

func isIprivate(r rune) bool {
	return r >= 0xE000 && r < 0xF900 || r >= 0xF0000 && r&0xFFFF < 0xFFFE
}

func readURITemplate(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for {
		literal, rest, more := strings.Cut(s, "{")
		for i, r := range literal {
			switch {
			case r == '%' && !consists(literal[i:min(i+3, len(literal))], ""):
				return false
			case r <= ' ' || strings.ContainsRune("\"<>\\^`{|}\x7f", r):
				return false
			case r > 0x7F && !isUcschar(r) && !isIprivate(r):
				return false
			}
		}
		if !more {
			return true
		}
		expression, rest, more := strings.Cut(rest, "}")
		if !more {
			return false
		}
		if expression != "" && strings.Contains("+#./;?&=,!@|", expression[:1]) {
			expression = expression[1:]
		}
		for spec := range strings.SplitSeq(expression, ",") {
			name, prefix, isPrefix := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
			isLength := prefix != "" && len(prefix) <= 4 && prefix[0] != '0' && isAll(prefix, digits)
			if isPrefix && (!isLength || spec[len(spec)-1] == '*') {
				return false
			}
			for part := range strings.SplitSeq(name, ".") {
				if part == "" || !consists(part, alnums+"_") {
					return false
				}
			}
		}
		s = rest
	}
}

func TestURITemplate(t *testing.T) {
	reading{
		"uri-template", formats.URITemplate, readURITemplate,
		// The examples of RFC 6570, section 1.1 to 3.2.9.
		[]string{
			"http://example.com/~{username}/", "http://example.com/dictionary/{term:1}/{term}",
			"http://example.com/search{?q,lang}", "http://www.example.com/foo{?query,number}", "{var}", "{hello}",
			"{+path}/here", "{#path,x}", "map?{x,y}", "{x,hello,y}", "{+x,hello,y}", "{#x,hello,y}", "{#path,x}/here",
			"X{.var}",
			"X{.x,y}", "{/var}", "{/var,x}/here", "{;x,y}", "{;x,y,empty}", "{?x,y}", "{?x,y,empty}",
			"?fixed=yes{&x}", "{&x,y,empty}",
			"{var:3}", "{var:30}", "{list*}", "{keys*}", "{+path:6}/here", "{#path:6}here", "X{.var:3}",
			"{/var:1,var}", "{/list*,path:4}",
			"{;hello:5}", "{&var:3}", "O{undef}X", "{semi:2}", "x{empty}y", "\ue000\U0010fffd",
		},
		[]string{
			"{", "}", "{var", "{var:}", "{var**}", "{var:3*}", "{var*:3}", "{*}", "{+}",
			"{.}", "{a-b}", "{\u00e9}", "\ufdd0", "%4", "{%4}",
		},
		"{ } + # . / ; ? & = , ! @ | a b_ %41 * : :3 10000 0 9999 ' " +
			"\" < > \\ ^ ` {x} {?x,y} \ue000 \ufffe \U000e0fff \U000e1000",
	}.test(t)
}

func readURN(s string) bool {
	rest, ok := cutScheme(s, "urn")
	nid, rest, hasNSS := strings.Cut(rest, ":")
	if !ok || !hasNSS || len(nid) < 2 || len(nid) > 32 || !isAll(nid, alnums+"-") || strings.Trim(nid, "-") != nid {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	if !consists(fragment, pchars+"/?") {
		return false
	}
	nss, component, has := strings.Cut(rest, "?")
	if nss == "" || nss[0] == '/' || !consists(nss, pchars+"/") {
		return false
	}
	// An r-component may have "?=" in it, so that there is no need to look for a q-component after
	// it.
	return !has || len(component) > 1 && strings.Contains("+=", component[:1]) &&
		!strings.Contains("/?", component[1:2]) && consists(component, pchars+"/?")
}

func TestURN(t *testing.T) {
	long := strings.Repeat("a", 32)
	reading{
		"urn", formats.URN, readURN,
		// The examples of RFC 8141, sections 2.3 and 3.2.
		[]string{
			"urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
			"urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
			"urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456", "urn:example:a123,z456?+abc",
			"urn:example:a123,z456?=xyz",
			"urn:example:a123,z456#789", "urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456",
			"urn:example:a123,z456/foo", "urn:example:%D0%B0123,z456",
			"urn:" + long + ":a?+b/c?d?=e?f/g#h?i", "urn:0--1:a?+b?=",
		},
		[]string{
			"urn:example", "urn:example:", "urn:a:b", "urn:" + long + "a:b", "urn:-a:b", "urn:a-:b",
			"urn:ab:c?d", "urn:ab:c?+", "urn:ab:c?=",
			"urn:ab:c?+?a", "urn:ab:c?=/", "urn:ab:/c", "urn:ab:c#d#e", "urn:ab:%4", "urn::a", "xurn:ab:c",
		},
		"urn: : - a Z 9 / ? + = ?+ ?= # %C3 %c3%a9 @ [ ] example",
	}.test(t)
}

// A format that is named after a scheme accepts only URIs.
func TestSchemesAreURIs(t *testing.T) {
	readings := []reading{telReading, mailtoReading, dataReading, geoReading, tagReading, didReading, purlReading}
	for _, c := range readings {
		r := rand.New(rand.NewPCG(3986, 0))
		pieces, n := strings.Fields(c.pieces), 0
		for range testkit.Fewer(20_000) {
			s := edit(r, c.members[r.IntN(len(c.members))], pieces)
			if !c.valid(s) {
				continue
			}
			n++
			if !rfc3986.URI.Valid(s) {
				t.Fatalf("%s: %q is not a URI", c.name, s)
			}
		}
		if n < testkit.Few(500) {
			t.Errorf("%s: %d", c.name, n)
		}
	}
}

// The formats that are rules of RFC 3986 and RFC 3987 are those rules.
func TestURIs(t *testing.T) {
	for _, c := range []struct {
		s                                    string
		uri, uriReference, iri, iriReference bool
	}{
		{"http://example.org/?q#f", true, true, true, true},
		{"../a", false, true, false, true},
		{"http://example.org/\u00e9", false, false, true, true},
		{"\u00e9?\ue000", false, false, false, true},
		{"http://example.org/ ", false, false, false, false},
	} {
		got := [4]bool{formats.URI(c.s), formats.URIReference(c.s), formats.IRI(c.s), formats.IRIReference(c.s)}
		if got != [4]bool{c.uri, c.uriReference, c.iri, c.iriReference} {
			t.Errorf("%+q: %v", c.s, got)
		}
		for i, name := range []string{"uri", "uri-reference", "iri", "iri-reference"} {
			if f, _ := formats.Lookup(name); f.Valid(c.s) != got[i] || f.Name() != name {
				t.Errorf("%s: %+q", f, c.s)
			}
		}
	}
}
