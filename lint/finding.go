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

// A Finding is a surprising feature of a valid IRI, such as an unusual spelling, a violation of its
// scheme's rules, or a host that browsers interpret differently. It is not a syntax error.
type Finding struct {
	Code      string        // one of [Codes], such as "browser-ipv4"
	Severity  Severity      // set by the [Linter], or the default
	Component iri.Component // the component that contains Span
	Span      iri.Span      // the text that the finding is about, as byte offsets in the string

	s string // the entire string
}

// A Severity is the severity of a finding.
type Severity uint8

// The severities. A linter does not report findings whose severity is SeverityIgnore.
const (
	SeverityIgnore  Severity = iota
	SeverityNote             // the IRI works everywhere, but a better form exists
	SeverityWarning          // some programs interpret the IRI differently or reject it
	SeverityError            // not the default for any code
)

// String returns "ignore", "note", "warning" or "error".
func (s Severity) String() string {
	names := [...]string{"ignore", "note", "warning", "error"}
	return names[min(int(s), len(names)-1)]
}

// A kind describes the findings with one code.
type kind struct {
	code     string
	severity Severity // the default
	section  string   // document and section
}

// kinds returns all kinds in alphabetical order.
func kinds() [50]kind {
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
		{"data-base64", SeverityWarning, "RFC 2397, section 3, and RFC 4648, section 4"},
		{"data-syntax", SeverityWarning, "RFC 2397, section 3"},
		{"default-port", SeverityNote, "RFC 3986, section 6.2.3"},
		{"did-syntax", SeverityWarning, "W3C DID 1.0, section 3.1"},
		{"dot-segment", SeverityNote, "RFC 3986, section 6.2.2.3"},
		{"empty-port", SeverityNote, "RFC 3986, section 6.2.3"},
		{"file-drive", SeverityWarning, "RFC 8089, appendix E.2"},
		{"file-relative", SeverityWarning, "RFC 8089, section 2"},
		{"file-syntax", SeverityWarning, "RFC 8089, section 2"},
		{"geo-syntax", SeverityWarning, "RFC 5870, section 3.3"},
		{"host-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"http-userinfo", SeverityWarning, "RFC 9110, section 4.2.4"},
		{"invisible-character", SeverityWarning, "RFC 3987, section 6.1"},
		{"ipv6-form", SeverityNote, "WHATWG URL, section 3.6, and RFC 5952, section 4"},
		{"local-address", SeverityWarning, "RFC 6890, section 2.2.2"},
		{"look-alike", SeverityWarning, "RFC 3987, section 8, and UTS 39, section 4"},
		{"mailto-syntax", SeverityWarning, "RFC 6068, section 2"},
		{"not-nfc", SeverityNote, "RFC 3987, section 5.3.2.2"},
		{"oid-scheme", SeverityNote, "RFC 7595, section 7"},
		{"oid-syntax", SeverityWarning, "RFC 3061"},
		{"password", SeverityWarning, "RFC 3986, section 3.2.1"},
		{"percent-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"percent-unreserved", SeverityNote, "RFC 3986, section 6.2.2.2"},
		{"port-range", SeverityWarning, "WHATWG URL, section 4.4"},
		{"private-query", SeverityNote, "RFC 3987, section 6.1"},
		{"scheme-case", SeverityNote, "RFC 3986, section 6.2.2.1"},
		{"tel-syntax", SeverityWarning, "RFC 3966, section 3"},
		{"urn-components", SeverityWarning, "RFC 8141, section 2"},
		{"urn-experimental", SeverityNote, "RFC 8141, appendix B, and RFC 6648"},
		{"urn-informal", SeverityWarning, "RFC 8141, section 5.2"},
		{"urn-nid", SeverityWarning, "RFC 8141, section 2"},
		{"urn-non-ascii", SeverityWarning, "RFC 8141, section 2"},
		{"urn-nss", SeverityWarning, "RFC 8141, section 2"},
		{"urn-reserved", SeverityWarning, "RFC 8141, section 5.1"},
		{"uuid-case", SeverityNote, "RFC 9562, section 4"},
		{"uuid-components", SeverityNote, "RFC 9562, section 4"},
		{"uuid-scheme", SeverityNote, "RFC 7595, section 7"},
		{"uuid-syntax", SeverityWarning, "RFC 9562, section 4"},
		{"ws-fragment", SeverityWarning, "RFC 6455, section 3"},
	}
}

// kindOf returns the kind for a code, or the zero kind.
func kindOf(code string) kind {
	for _, k := range kinds() {
		if k.code == code {
			return k
		}
	}
	return kind{}
}

// Codes returns all finding codes in alphabetical order. The command "iri explain CODE" describes a
// code. The meaning of a code never changes.
func Codes() (codes []string) {
	for _, k := range kinds() {
		codes = append(codes, k.code)
	}
	return codes
}

// Section returns the document and section that the finding is based on.
func (f Finding) Section() string { return kindOf(f.Code).section }

// Text returns the text of the finding's span. It may contain a password.
func (f Finding) Text() string { return f.s[f.Span.Start:f.Span.End] }

// Message returns a one-line description of the finding and its remedy. It contains no password,
// and at most one character of the userinfo.
func (f Finding) Message() string {
	t, q := f.Text(), strconv.Quote(f.Text())
	switch f.Code {
	case "scheme-case", "host-case":
		return "the " + f.Component.String() + " " + q + " contains uppercase letters; write it in lowercase"
	case "percent-case":
		return q + " contains lowercase hex digits; write " + strconv.Quote(strings.ToUpper(t))
	case "percent-unreserved":
		return q + " is an encoded " + strconv.QuoteRune(rune(chars.Octet(t))) + "; write the character itself"
	case "dot-segment":
		if dots, _ := chars.EncodedDotSegment(t); dots == len("..") {
			return "normalization removes the segment " + q + " and the segment before it, if any; remove both"
		}
		return "normalization removes the segment " + q + "; remove it"
	case "default-port":
		return t + " is the default port; remove it and its colon"
	case "empty-port":
		return "the port is empty; remove its colon"
	case "port-range":
		return "the port " + t + " exceeds 65535, the largest port; write a smaller number"
	case "password":
		return "anyone who sees the IRI can read its password; remove it"
	case "private-query":
		return codePoint(firstRune(t)) + " is a private-use character, which may look different elsewhere; " +
			"use another character"
	case "not-nfc":
		return "the " + f.Component.String() + " is not in Normalization Form C; normalize it"
	case "invisible-character":
		r, _ := chars.DecodedRune(t)
		return codePoint(r) + " (" + invisibleName(r) + ") is invisible; remove it"
	case "local-address":
		return "the host " + q + " is inside a local network or a cloud; write a public host"
	case "look-alike":
		return lookAlikeMessage(t)
	case "bidi-format":
		return codePoint(firstRune(t)) + " changes the order in which text is displayed; remove it"
	case "bidi-mixed":
		return f.named(q) + " mixes left-to-right and right-to-left letters, and may be displayed out of order; " +
			"use one direction"
	case "bidi-ends":
		return f.named(q) + " may be displayed out of order; begin and end it with right-to-left letters"
	}
	if strings.HasPrefix(f.Code, "browser-") || f.Code == "ipv6-form" {
		return f.browserMessage(t, q)
	}
	return f.schemeMessage(t, q)
}

// named returns the name of the component, and its quoted text unless it may contain a password.
func (f Finding) named(quoted string) string {
	if mayHavePassword(f.Component, quoted) {
		return "the " + f.Component.String()
	}
	return "the " + f.Component.String() + " " + quoted
}

// mayHavePassword reports whether messages must not quote a component. They do not quote a path
// that contains "@", because browsers find a userinfo in such a path, as in http:u:secret@h.
func mayHavePassword(c iri.Component, text string) bool {
	switch c {
	case iri.Userinfo, iri.Authority:
		return true
	case iri.Path, iri.Segment:
		return strings.Contains(text, "@")
	}
	return false
}

// browserMessage is Message for browser findings.
func (f Finding) browserMessage(t, q string) string {
	switch f.Code {
	case "browser-no-host":
		return "browsers reject the IRI, because it has no host; write a host after \"//\""
	case "browser-slashes":
		return "browsers look for the host in the path, at " + strconv.Quote(hostOfBrowsers(t)) +
			"; write it after \"//\", or use another scheme"
	case "browser-file":
		if matches(t, "localhost") {
			return "browsers drop the host; remove it, but keep the slashes"
		}
		return "browsers reject a file IRI that contains userinfo or a port; remove it"
	case "browser-future":
		return "browsers reject " + q + ", because it is not an IPv6 address; write an IPv6 address"
	case "browser-ipv4":
		if host := chars.DecodedHost(t); findings.NumericIPv4.Valid(host) {
			return "browsers read the host " + q + " as the address " +
				string(chars.AppendIPv4(nil, chars.ParseIPv4(host))) + "; write the address"
		}
		return "browsers reject the host " + q +
			", which ends in a number but is not an IPv4 address; write an address or a name"
	case "browser-label":
		return "browsers reject the host " + q + ": a label is invalid Punycode, begins with a mark, " +
			"or violates the rules for joiners or text direction; correct it"
	case "browser-character":
		return "browsers reject the host, because it contains " + hostCharacter(t) + "; remove it"
	case "browser-mapped":
		if r, size := chars.DecodedRune(t); size < len(t) {
			return "browsers compose characters in the host " + q + "; normalize it"
		} else if uts46.Character.First(string(r)) == uts46.CharacterIgnored {
			return "browsers remove " + hostCharacter(t) + " from the host; remove it"
		}
		return "browsers replace " + hostCharacter(t) + " in the host; write the replacement"
	}
	return "browsers write the address " + t + " as " + string(chars.ParseIPv6(t).Append(nil)) + "; do the same"
}

// codePoint formats a code point: U+200E.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}

// firstRune returns the first character of s.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// hostCharacter describes the first character of a host, both as written and as a code point.
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

// schemeMessage is Message for scheme findings.
func (f Finding) schemeMessage(t, q string) string {
	switch f.Code {
	case "http-userinfo":
		return "an http or https IRI must not contain userinfo; remove it and the \"@\""
	case "file-relative":
		return f.named(q) + " of a file IRI does not begin with a slash; write an absolute path"
	case "file-syntax":
		return "the path of a file IRI must not begin with two slashes; write one, or a host after \"file://\""
	case "file-drive":
		return "a drive letter belongs at the start of the path, before a colon; write \"file:///" + t[:1] + ":/\""
	case "urn-nid":
		return q + " is not a URN namespace; write 2 to 32 letters, digits and hyphens between colons"
	case "urn-nss":
		return q + " is not a valid name in a URN namespace; write at least one character, but no leading slash"
	case "urn-components":
		return q + " is not a URN component; write \"+\" or \"=\" and some text after the question mark"
	case "urn-non-ascii":
		return "a URN must be ASCII; percent-encode " + q
	case "urn-experimental":
		return q + " is an experimental namespace; register one"
	case "urn-informal":
		return q + " is not an informal namespace; write \"urn-\" and a positive number"
	case "urn-reserved":
		return q + " is a reserved namespace, which nobody can register; use a registered one"
	case "ws-fragment":
		return "a ws or wss IRI must not have a fragment; remove it and the \"#\""
	case "uuid-syntax":
		return q + " is not a UUID; write 8, 4, 4, 4 and 12 hex digits with hyphens between them"
	case "uuid-case":
		return "the UUID " + q + " contains uppercase letters; write it in lowercase"
	case "uuid-components":
		return "a UUID must not have a " + f.Component.String() + "; remove it"
	case "uuid-scheme", "oid-scheme":
		return "the scheme " + q + " is not registered; write \"urn:" + strings.ToLower(t) + ":\""
	case "did-syntax":
		if f.Component == iri.Authority {
			q = "an authority"
		}
		return q + " is not a DID; write a lowercase method name, a colon and an identifier"
	case "oid-syntax":
		return q + " is not an object identifier; write numbers separated by dots, beginning with 0, 1 or 2"
	}
	return f.formatMessage(t, q)
}

// formatMessage is Message for violations of the rules in the formats grammar.
func (f Finding) formatMessage(t, q string) string {
	if f.Component == iri.Authority {
		scheme, _, _ := strings.Cut(f.Code, "-")
		return "a " + scheme + " IRI must not have an authority; remove the two slashes"
	}
	switch f.Code {
	case "mailto-syntax":
		if f.Component == iri.Query {
			return "the query of a mailto IRI consists of header fields; write \"name=value\", with \"&\" between two"
		}
		return q + " is not a list of mail addresses; write \"name@host\", with a comma between two"
	case "tel-syntax":
		return q + " is not a telephone number; write digits, with \"+\" before a country code and \"-\" between groups"
	case "geo-syntax":
		return q + " is not a location; write a latitude from -90 to 90, a comma, and a longitude from -180 to 180"
	case "data-base64":
		return "the data is not base64; write groups of four letters, digits, \"+\" and \"/\", padded with \"=\""
	}
	return "a data IRI needs a comma before the data; write a media type, parameters such as \"a=b\", and a comma"
}
