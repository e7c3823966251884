package iri

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// newPolicyError returns the error for a component. It has copies of a few values of the policy, so
// the caller's can stay on the stack, and can change.
func newPolicyError(b breach, policy *Policy, q parsed) *PolicyError {
	c, code := Component(b), b>>16
	e := &PolicyError{Code: PolicyCodes()[code-1], Component: c, parsed: q, code: code}
	e.allowed, e.more = policy.allowed(code)
	switch code {
	case bidiControl:
		at := firstBidi(q.s)
		_, size := utf8.DecodeRuneInString(q.s[at:])
		e.Span = Span{Start: at, End: at + size}
	case componentMissing:
		e.Span = Span{Start: -1, End: -1}
	default:
		e.Span = q.spanOf(c)
	}
	return e
}

// Error formats the error: `the scheme "http" is not allowed; allowed: https`.
func (e *PolicyError) Error() string {
	value := ""
	if e.Span.Start >= 0 {
		if text := e.parsed.s[e.Span.Start:e.Span.End]; !mayHavePassword(e.Component, text) {
			value = " " + quoted(text)
		}
	}
	name := e.Component.String()
	switch e.code {
	case bidiControl:
		return "the " + name + " has" + value + " at byte " + strconv.Itoa(e.Span.Start) +
			", a bidirectional formatting character; such characters are not allowed"
	case componentForbidden:
		return "the " + name + value + " is not allowed; leave it out with its delimiter"
	case componentMissing:
		return "the " + name + " is missing or empty; it is required"
	case numericName:
		return "the host" + value + " ends in a number, which programs read as an IPv4 address; " +
			"such names are not allowed, an address in four decimals is"
	}
	if e.Span.Start < 0 {
		return "the " + name + " is missing; allowed: " + e.list()
	}
	return "the " + name + value + " is not allowed; allowed: " + e.list()
}

// list lists the values allowed for the component.
func (e *PolicyError) list() string {
	switch {
	case len(e.allowed) == 0:
		return "none"
	case e.more > 0:
		return strings.Join(e.allowed, ", ") + " and " + strconv.Itoa(e.more) + " more"
	}
	return strings.Join(e.allowed, ", ")
}

// allowed returns the first values allowed instead of one refused with a code, and the number of
// further ones.
func (p *Policy) allowed(code breach) (values []string, more int) {
	const most = 8
	switch code {
	case schemeNotAllowed:
		values = append(values, p.Schemes[:min(most, len(p.Schemes))]...)
		more = len(p.Schemes) - len(values)
	case hostNotAllowed:
		values = append(values, p.Hosts[:min(most, len(p.Hosts))]...)
		more = len(p.Hosts) - len(values)
	case portNotAllowed:
		if p.Ports == nil {
			return []string{"up to " + strconv.Itoa(int(p.MaxPort))}, 0
		}
		for _, port := range p.Ports[:min(most, len(p.Ports))] {
			values = append(values, strconv.Itoa(int(port)))
		}
		more = len(p.Ports) - len(values)
	}
	return values, more
}
