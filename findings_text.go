package iri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts46"
)

// FindingCodes returns all codes of findings in alphabetical order. A code is stable: it keeps its
// meaning.
func FindingCodes() []string {
	return []string{
		"bidi-ends", "bidi-format", "bidi-mixed", "browser-character", "browser-file", "browser-future",
		"browser-ipv4", "browser-label", "browser-mapped", "browser-no-host", "browser-slashes", "default-port",
		"did-syntax", "dot-segment", "empty-port", "file-relative", "file-syntax", "host-case", "http-host",
		"http-userinfo", "ipv6-form", "not-nfc", "oid-scheme", "oid-syntax", "password", "percent-case",
		"percent-unreserved", "port-range", "private-query", "scheme-case", "urn-components", "urn-experimental",
		"urn-informal", "urn-nid", "urn-non-ascii", "urn-nss", "uuid-case", "uuid-components", "uuid-scheme",
		"uuid-syntax",
	}
}

// A kindOfFinding is about all findings with a code.
type kindOfFinding struct {
	severity Severity
	section  string
}

// findingKind returns the default severity of a code and its source.
func findingKind(code string) kindOfFinding {
	switch code {
	case "scheme-case", "host-case", "percent-case":
		return kindOfFinding{SeverityNote, "RFC 3986, section 6.2.2.1"}
	case "percent-unreserved":
		return kindOfFinding{SeverityNote, "RFC 3986, section 6.2.2.2"}
	case "dot-segment":
		return kindOfFinding{SeverityNote, "RFC 3986, section 6.2.2.3"}
	case "default-port", "empty-port":
		return kindOfFinding{SeverityNote, "RFC 3986, section 6.2.3"}
	case "port-range":
		return kindOfFinding{SeverityWarning, "WHATWG URL, section 4.4"}
	case "password":
		return kindOfFinding{SeverityWarning, "RFC 3986, section 3.2.1"}
	case "private-query":
		return kindOfFinding{SeverityNote, "RFC 3987, section 6.1"}
	case "not-nfc":
		return kindOfFinding{SeverityNote, "RFC 3987, section 5.3.2.2"}
	case "ipv6-form":
		return kindOfFinding{SeverityNote, "RFC 5952, section 4"}
	case "bidi-format":
		return kindOfFinding{SeverityWarning, "RFC 3987, section 4.1"}
	case "bidi-mixed", "bidi-ends":
		return kindOfFinding{SeverityWarning, "RFC 3987, section 4.2"}
	case "browser-no-host", "browser-slashes", "browser-file":
		return kindOfFinding{SeverityWarning, "WHATWG URL, section 4.4"}
	case "browser-character", "browser-label", "browser-mapped":
		return kindOfFinding{SeverityWarning, "WHATWG URL, section 3.3, and UTS 46, section 4"}
	case "browser-ipv4", "browser-future":
		return kindOfFinding{SeverityWarning, "WHATWG URL, section 3.5"}
	}
	return schemeKind(code)
}

// schemeKind is findingKind for the rules of schemes.
func schemeKind(code string) kindOfFinding {
	switch code {
	case "http-host":
		return kindOfFinding{SeverityWarning, "RFC 9110, section 4.2.1"}
	case "http-userinfo":
		return kindOfFinding{SeverityWarning, "RFC 9110, section 4.2.4"}
	case "file-relative", "file-syntax":
		return kindOfFinding{SeverityWarning, "RFC 8089, section 2"}
	case "urn-nid", "urn-nss", "urn-components", "urn-non-ascii":
		return kindOfFinding{SeverityWarning, "RFC 8141, section 2"}
	case "urn-experimental":
		return kindOfFinding{SeverityNote, "RFC 8141, appendix B, and RFC 6648"}
	case "urn-informal":
		return kindOfFinding{SeverityWarning, "RFC 8141, section 5.2"}
	case "uuid-syntax":
		return kindOfFinding{SeverityWarning, "RFC 9562, section 4"}
	case "uuid-case", "uuid-components":
		return kindOfFinding{SeverityNote, "RFC 9562, section 4"}
	case "uuid-scheme", "oid-scheme":
		return kindOfFinding{SeverityNote, "RFC 7595, section 7"}
	case "did-syntax":
		return kindOfFinding{SeverityWarning, "W3C DID 1.0, section 3.1"}
	case "oid-syntax":
		return kindOfFinding{SeverityWarning, "RFC 3061"}
	}
	return kindOfFinding{}
}

// Section returns the source of the finding: a document and its section.
func (f Finding) Section() string { return findingKind(f.Code).section }

// Text returns the text of the string at the span.
func (f Finding) Text() string { return f.s[f.Span.Start:f.Span.End] }

// Message says in a line for people which peculiarity the IRI has and which form has none.
func (f Finding) Message() string {
	t := f.Text()
	switch f.Code {
	case "scheme-case", "host-case":
		return fmt.Sprintf("the %s %q has capital letters: write it in lower case", f.Component, t)
	case "percent-case":
		return fmt.Sprintf("%q has small hex digits: write %q", t, strings.ToUpper(t))
	case "percent-unreserved":
		return fmt.Sprintf("%q is an encoded %q: write the character itself", t, octetOf(t))
	case "dot-segment":
		return fmt.Sprintf("the segment %q goes away when the path is normalized: leave it out", t)
	case "default-port":
		return fmt.Sprintf("%s is the default port: leave it and its colon out", t)
	case "empty-port":
		return "the port is empty: leave its colon out"
	case "port-range":
		return fmt.Sprintf("the port %s is larger than 65535, the largest that there is", t)
	case "password":
		return "there is a password, for everybody who sees the IRI: leave it out"
	case "private-query":
		return fmt.Sprintf("%s is for private use: others may see another character", codePoint(t))
	case "not-nfc":
		return fmt.Sprintf("the %s is not in Normalization Form C: normalize it", f.Component)
	case "bidi-format":
		return fmt.Sprintf("%s changes the order in which text is displayed: leave it out", codePoint(t))
	case "bidi-mixed":
		return fmt.Sprintf("the %s %q has letters of both directions: "+
			"it may be displayed in another order", f.Component, t)
	case "bidi-ends":
		return fmt.Sprintf("the %s %q is written from right to left, and does not begin and end with such a letter: "+
			"it may be displayed in another order", f.Component, t)
	}
	if strings.HasPrefix(f.Code, "browser-") || f.Code == "ipv6-form" {
		return f.browserMessage(t)
	}
	return f.schemeMessage(t)
}

// browserMessage is Message for the findings of browsers.
func (f Finding) browserMessage(t string) string {
	switch f.Code {
	case "browser-no-host":
		return "browsers refuse it, because there is no host: write one after \"//\""
	case "browser-slashes":
		return fmt.Sprintf("browsers take %q for the host: write it after \"//\", or another scheme", t)
	case "browser-file":
		if matches(t, "localhost") {
			return "browsers drop the host: leave it out and keep the slashes"
		}
		return "browsers refuse a file with a userinfo or a port, and drop a drive before the path: " +
			"write \"file:///\" and the path"
	case "browser-future":
		return fmt.Sprintf("browsers refuse %q, because it is no IPv6 address", t)
	case "browser-ipv4":
		if host := decodedHost(t); findings.NumericIPv4.Valid(host) {
			return fmt.Sprintf("browsers take the host %q for the address %s: write that", t, ipv4Text(ipv4Number(host)))
		}
		return fmt.Sprintf("browsers refuse the host %q: it ends in a number, and is no IPv4 address", t)
	case "browser-label":
		return fmt.Sprintf("browsers refuse the host %q: a label is no valid Punycode, begins with a mark, "+
			"or has joiners or directions where they may not be", t)
	case "browser-character":
		return fmt.Sprintf("browsers refuse the host, because it has %s: leave it out", hostCharacter(t))
	case "browser-mapped":
		if r, size := decodedRune(t); size < len(t) {
			return fmt.Sprintf("browsers compose characters of the host %q: normalize it", t)
		} else if uts46.Character.First(string(r)) == uts46.CharacterIgnored {
			return fmt.Sprintf("browsers remove %s from the host: leave it out", hostCharacter(t))
		}
		return fmt.Sprintf("browsers write another character for %s in the host: write that", hostCharacter(t))
	}
	return fmt.Sprintf("the address %s has a form that browsers write %s: write that", t, appendIPv6(nil, ipv6Groups(t)))
}

// codePoint returns the name of the character that s is: U+200E.
func codePoint(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	return fmt.Sprintf("%U", r)
}

// hostCharacter returns the name of a character of a host, and how it is written there if that is
// percent-encoded.
func hostCharacter(s string) string {
	r, _ := decodedRune(s)
	switch {
	case s[0] != '%':
		return fmt.Sprintf("%q (%U)", s, r)
	case r == utf8.RuneError:
		return fmt.Sprintf("%q, which is not UTF-8", s)
	}
	return fmt.Sprintf("%q (%U)", s, r)
}

// schemeMessage is Message for the rules of schemes.
func (f Finding) schemeMessage(t string) string {
	switch f.Code {
	case "http-host":
		return "http and https need a host: write one after \"//\""
	case "http-userinfo":
		return fmt.Sprintf("http and https have no userinfo: leave out %q and the \"@\"", t)
	case "file-relative":
		return fmt.Sprintf("the path %q of a file does not begin with a slash: write the path from the root on", t)
	case "file-syntax":
		return "a file has a path after one slash, and no userinfo and no port before it"
	case "urn-nid":
		return fmt.Sprintf("%q is no namespace of URNs: write 2 to 32 letters, digits and hyphens between colons", t)
	case "urn-nss":
		return fmt.Sprintf("%q is no name in the namespace: write one character or more, the first no slash", t)
	case "urn-components":
		return fmt.Sprintf("%q is no component of a URN: write \"+\" or \"=\" after the question mark, and a text", t)
	case "urn-non-ascii":
		return fmt.Sprintf("a URN has ASCII alone: percent-encode %q", t)
	case "urn-experimental":
		return fmt.Sprintf("%q is an experimental namespace: register one", t)
	case "urn-informal":
		return fmt.Sprintf("%q is no informal namespace: write \"urn-\" and a number from 1 on", t)
	case "uuid-syntax":
		return fmt.Sprintf("%q is no UUID: write 8, 4, 4, 4 and 12 hex digits with hyphens between", t)
	case "uuid-case":
		return fmt.Sprintf("the UUID %q has capital letters: write it in lower case", t)
	case "uuid-components":
		return fmt.Sprintf("a UUID has no %s: leave it out", f.Component)
	case "uuid-scheme", "oid-scheme":
		return fmt.Sprintf("the scheme %q is not registered: write \"urn:%s:\"", t, strings.ToLower(t))
	case "did-syntax":
		return fmt.Sprintf("%q is no DID: write a method in lower case, a colon and an identifier", t)
	case "oid-syntax":
		return fmt.Sprintf("%q is no object identifier: write numbers with dots between, the first of them 0, 1 or 2", t)
	}
	return f.Code
}
