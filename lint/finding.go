package lint

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts46"
)

// A Finding is a peculiarity of a valid IRI: another spelling, a broken rule of its scheme, a host
// that browsers read otherwise. It is no error of syntax.
type Finding struct {
	Code      string        // one of [Codes], such as "browser-ipv4"
	Severity  Severity      // set by the [Linter], or the default
	Component iri.Component // the component with the peculiarity
	Span      iri.Span      // of the peculiarity, in bytes of the whole string

	s string // the whole string
}

// A Severity is the weight of a finding.
type Severity uint8

// The severities. A finding to ignore is not reported.
const (
	SeverityIgnore  Severity = iota
	SeverityNote             // the IRI works everywhere, and has a better form
	SeverityWarning          // programs read the IRI differently, or refuse it
	SeverityError            // the severity of no code by default
)

// String returns "ignore", "note", "warning" or "error".
func (s Severity) String() string {
	names := [...]string{"ignore", "note", "warning", "error"}
	return names[min(int(s), len(names)-1)]
}

// A kind is about all findings with a code.
type kind struct {
	code     string
	severity Severity // the default
	section  string   // the source
}

// kinds returns the kinds of findings, in alphabetical order of the codes.
func kinds() [40]kind {
	return [...]kind{
		{"bidi-ends", SeverityWarning, "RFC 3987, section 4.2"},
		{"bidi-format", SeverityWarning, "RFC 3987, section 4.1"},
		{"bidi-mixed", SeverityWarning, "RFC 3987, section 4.2"},
		{"browser-character", SeverityWarning, "WHATWG URL, section 3.3, and UTS 46, section 4"},
		{"browser-file", SeverityWarning, "WHATWG URL, section 4.4"},
		{"browser-future", SeverityWarning, "WHATWG URL, section 3.5"},
		{"browser-ipv4", SeverityWarning, "WHATWG URL, section 3.5"},
		{"browser-label", SeverityWarning, "WHATWG URL, section 3.3, and UTS 46, section 4"},
		{"browser-mapped", SeverityWarning, "WHATWG URL, section 3.3, and UTS 46, section 4"},
		{"browser-no-host", SeverityWarning, "WHATWG URL, section 4.4"},
		{"browser-slashes", SeverityWarning, "WHATWG URL, section 4.4"},
		{"default-port", SeverityNote, "RFC 3986, section 6.2.3"},
		{"did-syntax", SeverityWarning, "W3C DID 1.0, section 3.1"},
		{"dot-segment", SeverityNote, "RFC 3986, section 6.2.2.3"},
		{"empty-port", SeverityNote, "RFC 3986, section 6.2.3"},
		{"file-relative", SeverityWarning, "RFC 8089, section 2"},
		{"file-syntax", SeverityWarning, "RFC 8089, section 2"},
		{"host-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"http-host", SeverityWarning, "RFC 9110, section 4.2.1"},
		{"http-userinfo", SeverityWarning, "RFC 9110, section 4.2.4"},
		{"ipv6-form", SeverityNote, "WHATWG URL, section 3.6, and RFC 5952, section 4"},
		{"not-nfc", SeverityNote, "RFC 3987, section 5.3.2.2"},
		{"oid-scheme", SeverityNote, "RFC 7595, section 7"},
		{"oid-syntax", SeverityWarning, "RFC 3061"},
		{"password", SeverityWarning, "RFC 3986, section 3.2.1"},
		{"percent-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"percent-unreserved", SeverityNote, "RFC 3986, section 6.2.2.2"},
		{"port-range", SeverityWarning, "WHATWG URL, section 4.4"},
		{"private-query", SeverityNote, "RFC 3987, section 6.1"},
		{"scheme-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"urn-components", SeverityWarning, "RFC 8141, section 2"},
		{"urn-experimental", SeverityNote, "RFC 8141, appendix B, and RFC 6648"},
		{"urn-informal", SeverityWarning, "RFC 8141, section 5.2"},
		{"urn-nid", SeverityWarning, "RFC 8141, section 2"},
		{"urn-non-ascii", SeverityWarning, "RFC 8141, section 2"},
		{"urn-nss", SeverityWarning, "RFC 8141, section 2"},
		{"uuid-case", SeverityNote, "RFC 9562, section 4"},
		{"uuid-components", SeverityNote, "RFC 9562, section 4"},
		{"uuid-scheme", SeverityNote, "RFC 7595, section 7"},
		{"uuid-syntax", SeverityWarning, "RFC 9562, section 4"},
	}
}

// kindOf returns the kind of a code; its section is "" for any other string.
func kindOf(code string) kind {
	for _, k := range kinds() {
		if k.code == code {
			return k
		}
	}
	return kind{}
}

// Codes returns all codes of findings in alphabetical order. "iri explain CODE" describes each. A
// code never changes its meaning.
func Codes() (codes []string) {
	for _, k := range kinds() {
		codes = append(codes, k.code)
	}
	return codes
}

// Section returns the source of the finding: a document and its section.
func (f Finding) Section() string { return kindOf(f.Code).section }

// Text returns the text of the string at the span. It may be a password, or have one.
func (f Finding) Text() string { return f.s[f.Span.Start:f.Span.End] }

// Message returns a line for people: the peculiarity, and a spelling of the IRI without it. It has
// no password, and of a userinfo at most one character.
func (f Finding) Message() string {
	t, q := f.Text(), strconv.Quote(f.Text())
	switch f.Code {
	case "scheme-case", "host-case":
		return "the " + f.Component.String() + " " + q + " has capital letters: write it in lower case"
	case "percent-case":
		return q + " has small hex digits: write " + strconv.Quote(strings.ToUpper(t))
	case "percent-unreserved":
		return q + " is an encoded " + strconv.QuoteRune(rune(chars.Octet(t))) + ": write the character itself"
	case "dot-segment":
		if dots, _ := chars.EncodedDotSegment(t); dots == len("..") {
			return "the segment " + q + " and the segment before it, if any, go away when the path is normalized: " +
				"leave both out"
		}
		return "the segment " + q + " goes away when the path is normalized: leave it out"
	case "default-port":
		return t + " is the default port: leave it and its colon out"
	case "empty-port":
		return "the port is empty: leave its colon out"
	case "port-range":
		return "the port " + t + " is larger than 65535, the largest that there is"
	case "password":
		return "there is a password, and every reader of the IRI sees it: leave it out"
	case "private-query":
		return codePoint(firstRune(t)) + " is for private use: others may see another character"
	case "not-nfc":
		return "the " + f.Component.String() + " is not in Normalization Form C: normalize it"
	case "bidi-format":
		return codePoint(firstRune(t)) + " changes the order in which text is displayed: leave it out"
	case "bidi-mixed":
		return f.named(q) + " has letters of both directions: it may be displayed in another order"
	case "bidi-ends":
		return f.named(q) + " is written from right to left, and does not begin and end with such a letter: " +
			"it may be displayed in another order"
	}
	if strings.HasPrefix(f.Code, "browser-") || f.Code == "ipv6-form" {
		return f.browserMessage(t, q)
	}
	return f.schemeMessage(t, q)
}

// named returns the component with its text in quotes, except one that may have a password.
func (f Finding) named(quoted string) string {
	if mayHavePassword(f.Component, quoted) {
		return "the " + f.Component.String()
	}
	return "the " + f.Component.String() + " " + quoted
}

// mayHavePassword reports whether the text of a component stays out of messages. So does a path
// with "@", because browsers find a userinfo in http:u:secret@h.
func mayHavePassword(c iri.Component, text string) bool {
	switch c {
	case iri.Userinfo, iri.Authority:
		return true
	case iri.Path, iri.Segment:
		return strings.Contains(text, "@")
	}
	return false
}

// browserMessage is Message for the findings of browsers.
func (f Finding) browserMessage(t, q string) string {
	switch f.Code {
	case "browser-no-host":
		return "browsers refuse it, because there is no host: write one after \"//\""
	case "browser-slashes":
		return "browsers look for the host in the path, at " + strconv.Quote(hostOfBrowsers(t)) +
			": write it after \"//\", or another scheme"
	case "browser-file":
		if matches(t, "localhost") {
			return "browsers drop the host: leave it out and keep the slashes"
		}
		return "browsers refuse a file with a userinfo or a port, and drop a drive before the path: " +
			"write \"file:///\" and the path"
	case "browser-future":
		return "browsers refuse " + q + ", because it is no IPv6 address"
	case "browser-ipv4":
		if host := chars.DecodedHost(t); findings.NumericIPv4.Valid(host) {
			return "browsers take the host " + q + " for the address " +
				string(chars.AppendIPv4(nil, chars.ParseIPv4(host))) + ": write that"
		}
		return "browsers refuse the host " + q + ": it ends in a number, and is no IPv4 address"
	case "browser-label":
		return "browsers refuse the host " + q + ": a label is no valid Punycode, begins with a mark, " +
			"or has joiners or directions where they may not be"
	case "browser-character":
		return "browsers refuse the host, because it has " + hostCharacter(t) + ": leave it out"
	case "browser-mapped":
		if r, size := chars.DecodedRune(t); size < len(t) {
			return "browsers compose characters of the host " + q + ": normalize it"
		} else if uts46.Character.First(string(r)) == uts46.CharacterIgnored {
			return "browsers remove " + hostCharacter(t) + " from the host: leave it out"
		}
		return "browsers write another character for " + hostCharacter(t) + " in the host: write that"
	}
	return "browsers write the address " + t + " as " + string(chars.ParseIPv6(t).Append(nil)) + ": write that"
}

// codePoint returns the name of a character: U+200E.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}

// firstRune returns the first character of a text.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// hostCharacter returns the name of a character of a host, and its spelling if it is
// percent-encoded.
func hostCharacter(s string) string {
	r, _ := chars.DecodedRune(s)
	switch {
	case s[0] != '%':
		return strconv.Quote(s) + " (" + codePoint(r) + ")"
	case r == utf8.RuneError:
		return strconv.Quote(s) + ", which is not UTF-8"
	}
	return strconv.Quote(s) + " (" + codePoint(r) + ")"
}

// schemeMessage is Message for the rules of schemes.
func (f Finding) schemeMessage(t, q string) string {
	switch f.Code {
	case "http-host":
		return "http and https need a host: write one after \"//\""
	case "http-userinfo":
		return "http and https have no userinfo: leave it and the \"@\" out"
	case "file-relative":
		return f.named(q) + " of a file does not begin with a slash: write the path from the root on"
	case "file-syntax":
		return "a file has a path after one slash, and no userinfo and no port before it"
	case "urn-nid":
		return q + " is no namespace of URNs: write 2 to 32 letters, digits and hyphens between colons"
	case "urn-nss":
		return q + " is no name in the namespace: write one character or more, the first no slash"
	case "urn-components":
		return q + " is no component of a URN: write \"+\" or \"=\" after the question mark, and a text"
	case "urn-non-ascii":
		return "a URN has ASCII alone: percent-encode " + q
	case "urn-experimental":
		return q + " is an experimental namespace: register one"
	case "urn-informal":
		return q + " is no informal namespace: write \"urn-\" and a number from 1 on"
	case "uuid-syntax":
		return q + " is no UUID: write 8, 4, 4, 4 and 12 hex digits with hyphens between"
	case "uuid-case":
		return "the UUID " + q + " has capital letters: write it in lower case"
	case "uuid-components":
		return "a UUID has no " + f.Component.String() + ": leave it out"
	case "uuid-scheme", "oid-scheme":
		return "the scheme " + q + " is not registered: write \"urn:" + strings.ToLower(t) + ":\""
	case "did-syntax":
		if f.Component == iri.Authority {
			q = "an authority"
		}
		return q + " is no DID: write a method in lower case, a colon and an identifier"
	case "oid-syntax":
		return q + " is no object identifier: write numbers with dots between, the first of them 0, 1 or 2"
	}
	return f.Code
}
