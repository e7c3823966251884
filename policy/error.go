package policy

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// An Error reports the part of an IRI that a [Policy] rejects. Its message contains no userinfo and
// no path with an "@", because either may contain a password: browsers find one in
// "http:u:secret@h".
type Error struct {
	Code      string        // one of [Codes]
	Component iri.Component // the component that contains Span
	Span      iri.Span      // the rejected component or character; -1 if the component is missing

	code   breach
	config *Config
	text   string // the entire IRI
}

// The code numbers, in the order of [Codes]. The command "iri explain" describes each code.
const (
	addressNotAllowed breach = 1 + iota
	addressNotPublic
	bidiControl
	componentForbidden
	componentMissing
	hostDenied
	hostNotAllowed
	hostUnclear
	numericName
	portNotAllowed
	schemeNotAllowed
)

// Codes returns all codes of an [Error] in alphabetical order. The command "iri explain CODE"
// describes a code.
func Codes() []string {
	return []string{
		"address-not-allowed", "address-not-public", "bidi-control", "component-forbidden", "component-missing",
		"host-denied", "host-not-allowed", "host-unclear", "numeric-name", "port-not-allowed", "scheme-not-allowed",
	}
}

// newError returns the error for a component.
func newError(b breach, p *Policy, r iri.Reference) *Error {
	c, code := iri.Component(b), b>>16
	e := &Error{Code: Codes()[code-1], Component: c, code: code, config: &p.config, text: r.String()}
	switch code {
	case bidiControl:
		at := firstBidi(e.text)
		_, size := utf8.DecodeRuneInString(e.text[at:])
		e.Span = iri.Span{Start: at, End: at + size}
	case componentMissing:
		e.Span = iri.Span{Start: -1, End: -1}
	case hostUnclear:
		e.Span = r.Span(c)
		at, size := p.config.firstUnclear(e.text[e.Span.Start:e.Span.End])
		e.Span = iri.Span{Start: e.Span.Start + at, End: e.Span.Start + at + size}
	default:
		e.Span = r.Span(c)
	}
	return e
}

// Error returns a message such as `the scheme "http" is not allowed; allowed: https`.
func (e *Error) Error() string {
	value := ""
	if e.Span.Start >= 0 {
		if text := e.text[e.Span.Start:e.Span.End]; !mayHavePassword(e.Component, text) {
			value = " " + chars.Quoted(text)
		}
	}
	name := e.Component.String()
	switch e.code {
	case addressNotAllowed:
		return "the host" + value + " is an IP address; use a name"
	case addressNotPublic:
		if e.text[e.Span.Start] != '[' && !rfc3987.IPv4address.Valid(e.text[e.Span.Start:e.Span.End]) {
			return "the host" + value + " is a name for this machine; use a public host"
		}
		return "the host" + value + " is not a public IP address; use a public host"
	case hostDenied:
		return "the host" + value + " is denied; use another host"
	case hostUnclear:
		return "the host contains" + value + " at byte " + strconv.Itoa(e.Span.Start) +
			", so programs may disagree on the host; write the host in ASCII, as in DNS"
	case bidiControl:
		return "the " + name + " contains a bidirectional formatting character" + value + " at byte " +
			strconv.Itoa(e.Span.Start) + "; remove it"
	case componentForbidden:
		return "the " + name + value + " is not allowed; remove it and its delimiter"
	case componentMissing:
		return "the " + name + " is missing or empty; add one"
	case numericName:
		return "the host" + value + " ends in a number, so programs read it as an IPv4 address or reject it; use a name"
	}
	if e.Span.Start < 0 {
		return "the " + name + " is missing; allowed: " + e.list()
	}
	return "the " + name + value + " is not allowed; allowed: " + e.list()
}

// mayHavePassword reports whether messages must not quote a component. They do not quote a path
// that contains "@", because browsers find a userinfo in such a path, as in http:u:secret@h.
func mayHavePassword(c iri.Component, text string) bool {
	switch c {
	case iri.Userinfo, iri.Authority:
		return true
	case iri.Path:
		return strings.Contains(text, "@")
	}
	return false
}

// list lists the allowed values of the component. It names at most five.
func (e *Error) list() string {
	const maxListed = 5
	var values []string
	switch e.code {
	case schemeNotAllowed:
		values = e.config.Schemes
	case hostNotAllowed:
		values = e.config.Hosts
	case portNotAllowed:
		if e.config.Ports == nil {
			return "up to " + strconv.Itoa(int(e.config.MaxPort))
		}
		for _, port := range e.config.Ports {
			values = append(values, strconv.Itoa(int(port)))
		}
	}
	switch {
	case len(values) == 0:
		return "none"
	case len(values) > maxListed:
		return strings.Join(values[:maxListed], ", ") + " and " + strconv.Itoa(len(values)-maxListed) + " more"
	}
	return strings.Join(values, ", ")
}
