package explain

import (
	"strings"
	"unicode"
)

// This file explains invalid authorities (RFC 3986, section 3.2). It splits an authority at its
// delimiters and checks each part against the rule for that part.

// authority explains an error in the authority of an identifier, or in a string that is itself
// meant to be an authority or a host.
func (t *text) authority() (why Explanation, ok bool) {
	if !t.whole {
		return why, false
	}
	switch {
	case t.kind == authorities:
		return t.inAuthority(0, len(t.s))
	case t.kind == hosts:
		return t.inHost(0, len(t.s))
	}
	from, to, ok := t.authorityEnds()
	if !ok || t.at < from || t.at > to {
		return why, false
	}
	return t.inAuthority(from, to)
}

// address explains an error in a string that is meant to be an address, part of an address, a port
// or a scheme.
func (t *text) address() (why Explanation, ok bool) {
	if !t.whole {
		return why, false
	}
	switch t.kind {
	case sixes:
		return t.inSix(0, len(t.s))
	case fours:
		return t.inFour(0, len(t.s))
	case octets:
		return t.octetMistake(0, len(t.s))
	case groups:
		return t.inGroup(0, len(t.s))
	case ports:
		return t.inPort(0, len(t.s))
	case literals:
		if strings.HasPrefix(t.s, "[") {
			return t.inLiteral(0, len(t.s))
		}
		if six := t.find("IPv6address"); six == "" || !six.Valid(t.s) {
			return why, false
		}
		why = t.mistake("ip-brackets", 0, len(t.s), "an IPv6 address must be in brackets")
		t.offer(&why, "["+t.s+"]")
		return why, true
	case schemes:
		return t.schemeMistake(t.s)
	}
	return why, false
}

// inAuthority explains an error in the authority s[from:to].
func (t *text) inAuthority(from, to int) (why Explanation, ok bool) {
	if i := strings.LastIndexByte(t.s[from:to], '@'); i >= 0 {
		if why, ok := t.inUserinfo(from, from+i); ok {
			return why, ok
		}
		from += i + 1
	}
	text := t.s[from:to]
	if strings.HasPrefix(text, "[") {
		return t.inLiteral(from, to)
	}
	if six := t.find("IPv6address"); six != "" && six.Valid(text) {
		why = t.mistake("ipv6-brackets", from, to, "an IPv6 address must be in brackets")
		t.mend(&why, from, to, "["+text+"]", "write ["+text+"]")
		return why, true
	}
	if groups, _, gap := strings.Cut(text, "::"); gap && isHex(strings.ReplaceAll(groups, ":", "")) {
		why = t.mistake("ipv6-brackets", from, to, "an IPv6 address must be in brackets")
		why.Remedy = `write the port after "]", as in [::1]:80`
		return why, true
	}
	host := to
	if i := strings.IndexByte(text, ':'); i >= 0 {
		host = from + i
		if why, ok := t.inHost(from, host); ok {
			return why, ok
		}
		return t.inPort(host+1, to)
	}
	return t.inHost(from, host)
}

// inUserinfo explains an error in the text before the last "@".
func (t *text) inUserinfo(from, to int) (why Explanation, ok bool) {
	at, ok := t.wrong(t.find("iuserinfo", "userinfo"), from, to)
	if !ok || at >= to {
		return why, false
	}
	if t.s[at] == '@' {
		why = t.mistake("second-at", at, at+1, `"@" is not allowed in a user name`)
		why.Part = "userinfo"
		encoded := strings.ReplaceAll(t.s[from:to], "@", "%40")
		t.mend(&why, from, to, encoded, `write %40 for every "@" but the last`)
		return why, true
	}
	why = t.character(at, "user name")
	why.Part = "userinfo"
	if t.s[at] == '[' && at == from {
		why.Message, why.Repaired = `"[" is not allowed before "@"`, ""
		why.Remedy = `write an IP address after the "@"`
	}
	return why, true
}

// character explains a character that is not allowed in some part of the authority.
func (t *text) character(at int, part string) Explanation {
	name, n := named(t.s[at:])
	why := t.mistake("misplaced-character", at, at+n, name+" is not allowed in "+article(part))
	why.Part = part
	if part == "host" {
		t.cut(&why, at, at+n)
	} else {
		text := percentEncoded(t.s[at : at+n])
		t.mend(&why, at, at+n, text, "write "+text)
	}
	return why
}

// inHost explains an error in a host that does not begin with a bracket.
func (t *text) inHost(from, to int) (why Explanation, ok bool) {
	if strings.HasPrefix(t.s[from:to], "[") {
		return t.inLiteral(from, to)
	}
	if six := t.find("IPv6address"); six != "" && six.Valid(t.s[from:to]) {
		why = t.mistake("ipv6-brackets", from, to, "an IPv6 address must be in brackets")
		t.mend(&why, from, to, "["+t.s[from:to]+"]", "write ["+t.s[from:to]+"]")
		return why, true
	}
	at, ok := t.wrong(t.find("ihost", "host"), from, to)
	if !ok || at >= to {
		return why, false
	}
	return t.character(at, "host"), true
}

// inLiteral explains an error in a bracketed host, or in the text between its "]" and the offset
// to.
func (t *text) inLiteral(from, to int) (why Explanation, ok bool) {
	end := strings.IndexByte(t.s[from:to], ']')
	closed := end >= 0
	if end += from; !closed {
		end = to
	}
	if why, ok := t.inBrackets(from+1, end, closed); ok {
		return why, ok
	}
	if i := strings.IndexByte(t.s[to:], ']'); !closed && i >= 0 {
		name, n := named(t.s[to:])
		why = t.mistake("misplaced-character", to, to+n, name+` is not allowed between "[" and "]"`)
		if length := t.s[to+1 : to+i]; length != "" && strings.Trim(length, "0123456789") == "" {
			why = t.mistake("prefix-length", to, to+i, "a prefix length is not allowed in an IP address")
			t.cut(&why, to, to+i)
		}
		why.Part = "host"
		return why, true
	}
	if !closed {
		why = t.mistake("ip-unclosed", to, to, `"]" is missing after the IP address`)
		why.Part = "host"
		return why, true
	}
	if end++; end < to && t.s[end] == ':' {
		return t.inPort(end+1, to)
	}
	if end < to {
		name, n := named(t.s[end:])
		why = t.mistake("ip-after", end, end+n, name+` is not allowed after "]"`)
		if text := t.s[end:to]; strings.Trim(text, "0123456789") == "" {
			t.mend(&why, end, end, ":", `write ":" before the port`)
		} else {
			t.cut(&why, end, to)
		}
		why.Part = "host"
		return why, true
	}
	return why, false
}

// inPort explains an invalid port. If an "@" follows later, the text may be the beginning of a
// password, so the message does not quote it.
func (t *text) inPort(from, to int) (why Explanation, ok bool) {
	at, ok := t.wrong(t.find("port"), from, to)
	if !ok || at >= to {
		return why, false
	}
	port := t.s[from:to]
	why = t.mistake("port", from, to, "the port "+quoted(port)+" is not a number")
	if digits := strings.TrimLeft(port, "+-"); digits != "" && strings.IndexFunc(digits, notNumber) < 0 {
		why.Message = "the port " + quoted(port) + " must contain only the digits 0 to 9"
		if port[0] != '-' {
			t.mend(&why, from, to, asciiDigits(digits), "write "+short(asciiDigits(digits)))
		}
	}
	why.Part = "port"
	if t.kind.hierarchical() && to < len(t.s) && strings.Contains(t.s[to:], "@") {
		end, text := t.s[to:to+1], percentEncoded(t.s[to:to+1])
		why = t.mistake("port", to, to+1, `"`+end+`" ends the host, so the text before it is read as a port`)
		why.Part = "port"
		t.mend(&why, to, to+1, text, `write `+text+` for "`+end+`" in a password`)
	}
	return why, true
}

func notNumber(r rune) bool { return !unicode.Is(unicode.Nd, r) }

// asciiDigits converts digits of any script to ASCII digits.
func asciiDigits(digits string) string {
	return strings.Map(func(r rune) rune {
		zero := r // digits run from zero to nine; the mathematical digits form five such runs
		for unicode.Is(unicode.Nd, zero-1) {
			zero--
		}
		return '0' + (r-zero)%10
	}, digits)
}
