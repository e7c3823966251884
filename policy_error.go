package iri

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// newPolicyError returns the error for a component. It has a copy of the policy, so that the
// caller's can stay on the stack.
func newPolicyError(b breach, policy *Policy, q parsed) *PolicyError {
	c, code := Component(b), b>>16
	e := &PolicyError{Code: PolicyCodes()[code-1], Component: c, parsed: q, policy: *policy, code: code}
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
	if e.Span.Start >= 0 && e.Component != Userinfo && e.Component != Authority {
		value = " " + quoted(e.parsed.s[e.Span.Start:e.Span.End])
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
		return "the " + name + " is missing; allowed: " + e.allowed()
	}
	return "the " + name + value + " is not allowed; allowed: " + e.allowed()
}

// allowed lists the values allowed for the component.
func (e *PolicyError) allowed() string {
	list := e.policy.Schemes
	switch e.Component {
	case Host:
		list = e.policy.Hosts
	case Port:
		list = nil
		for _, port := range e.policy.Ports {
			list = append(list, strconv.Itoa(int(port)))
		}
		if e.policy.Ports == nil {
			return "up to " + strconv.Itoa(int(e.policy.MaxPort))
		}
	}
	const most = 8
	if len(list) == 0 {
		return "none"
	}
	if more := len(list) - most; more > 0 {
		return strings.Join(list[:most], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(list, ", ")
}
