package explain

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/irilex/iri/tables"
)

// This file has the mistakes of an authority (RFC 3986, section 3.2). It cuts the authority at its
// delimiters, and checks each part by its rule.

// authority explains a mistake in an authority, or in a part of one, for a rule of such parts.
func (c *scene) authority() (why Explanation, ok bool) {
	if !c.whole {
		return why, false
	}
	switch {
	case c.kind == authorities:
		return c.inAuthority(0, len(c.s))
	case c.kind == hosts:
		return c.inHost(0, len(c.s))
	}
	from, to, ok := c.authorityEnds()
	if !ok || c.at < from || c.at > to {
		return why, false
	}
	return c.inAuthority(from, to)
}

// authorityEnds returns the offsets in s of the authority of a hierarchical identifier.
func (c *scene) authorityEnds() (from, to int, ok bool) {
	_, rest, _ := cutScheme(c.s)
	if !c.kind.hierarchical() || !strings.HasPrefix(rest, "//") {
		return 0, 0, false
	}
	from, to = len(c.s)-len(rest)+len("//"), len(c.s)
	if i := strings.IndexAny(c.s[from:], "/?#"); i >= 0 {
		to = from + i
	}
	return from, to, true
}

// inAuthority explains the authority between two offsets of s.
func (c *scene) inAuthority(from, to int) (why Explanation, ok bool) {
	if i := strings.LastIndexByte(c.s[from:to], '@'); i >= 0 {
		if why, ok := c.inUserinfo(from, from+i); ok {
			return why, ok
		}
		from += i + 1
	}
	text := c.s[from:to]
	if strings.HasPrefix(text, "[") {
		return c.inLiteral(from, to)
	}
	if six := c.find("IPv6address"); six != "" && six.Valid(text) {
		why = c.say("ipv6-brackets", from, to, "an IPv6 address must stand between brackets")
		c.mend(&why, from, to, "["+text+"]", "write ["+text+"]")
		return why, true
	}
	if groups, _, gap := strings.Cut(text, "::"); gap && isHex(strings.ReplaceAll(groups, ":", "")) {
		why = c.say("ipv6-brackets", from, to, "an IPv6 address must stand between brackets")
		why.Remedy = `write a port after the "]", as in [::1]:80`
		return why, true
	}
	host := to
	if i := strings.IndexByte(text, ':'); i >= 0 {
		host = from + i
		if why, ok := c.inHost(from, host); ok {
			return why, ok
		}
		return c.inPort(host+1, to)
	}
	return c.inHost(from, host)
}

// wrong returns the offset of s at which a rule refuses the text between two offsets. It returns
// false if the rule accepts the text, or if there is no such rule.
func (c *scene) wrong(rule tables.Rule, from, to int) (at int, ok bool) {
	if rule == "" {
		return 0, false
	}
	e, ok := rule.Check(c.s[from:to]).(*tables.SyntaxError)
	if !ok {
		return 0, false
	}
	return from + e.Offset, true
}

// inUserinfo explains the text before the last "@".
func (c *scene) inUserinfo(from, to int) (why Explanation, ok bool) {
	at, ok := c.wrong(c.find("iuserinfo", "userinfo"), from, to)
	if !ok || at >= to {
		return why, false
	}
	if c.s[at] == '@' {
		why = c.say("second-at", at, at+1, `another "@" follows this one, and the last ends the user name`)
		why.Part = "userinfo"
		encoded := strings.ReplaceAll(c.s[from:to], "@", "%40")
		c.mend(&why, from, to, encoded, `write %40 for each "@" before it`)
		return why, true
	}
	why = c.character(at, "user name")
	why.Part = "userinfo"
	if c.s[at] == '[' && at == from {
		why.Message, why.Repaired = `"[" is not allowed before "@"`, ""
		why.Remedy = `write an IP address after the "@"`
	}
	return why, true
}

// character explains a character refused by a part of the authority.
func (c *scene) character(at int, part string) Explanation {
	name, n := named(c.s[at:])
	why := c.say("misplaced-character", at, at+n, name+" is not allowed in "+article(part))
	why.Part = part
	if part == "host" {
		c.cut(&why, at, at+n)
	} else {
		text := percentEncoded(c.s[at : at+n])
		c.mend(&why, at, at+n, text, "write "+text)
	}
	return why
}

// inHost explains a host that does not begin with a bracket.
func (c *scene) inHost(from, to int) (why Explanation, ok bool) {
	if strings.HasPrefix(c.s[from:to], "[") {
		return c.inLiteral(from, to)
	}
	if six := c.find("IPv6address"); six != "" && six.Valid(c.s[from:to]) {
		why = c.say("ipv6-brackets", from, to, "an IPv6 address must stand between brackets")
		c.mend(&why, from, to, "["+c.s[from:to]+"]", "write ["+c.s[from:to]+"]")
		return why, true
	}
	at, ok := c.wrong(c.find("ihost", "host"), from, to)
	if !ok || at >= to {
		return why, false
	}
	return c.character(at, "host"), true
}

// inPort explains a port. What reads as one may begin a password, so a message about an "@" after
// it does not quote it.
func (c *scene) inPort(from, to int) (why Explanation, ok bool) {
	at, ok := c.wrong(c.find("port"), from, to)
	if !ok || at >= to {
		return why, false
	}
	port := c.s[from:to]
	why = c.say("port", from, to, fmt.Sprintf("the port %s is not a number", quoted(port)))
	if digits := strings.TrimLeft(port, "+-"); digits != "" && strings.IndexFunc(digits, notNumber) < 0 {
		why.Message = fmt.Sprintf("the port %s must have only the digits 0 to 9", quoted(port))
		if port[0] != '-' {
			c.mend(&why, from, to, asciiDigits(digits), "write "+short(asciiDigits(digits)))
		}
	}
	why.Part = "port"
	if c.kind.hierarchical() && to < len(c.s) && strings.Contains(c.s[to:], "@") {
		end, text := c.s[to:to+1], percentEncoded(c.s[to:to+1])
		why = c.say("port", to, to+1, fmt.Sprintf(`"%s" ends the host, so the text before it reads as a port`, end))
		why.Part = "port"
		c.mend(&why, to, to+1, text, `write `+text+` for "`+end+`" in a password`)
	}
	return why, true
}

func notNumber(r rune) bool { return !unicode.Is(unicode.Nd, r) }

// asciiDigits returns digits of any script as ASCII.
func asciiDigits(digits string) string {
	return strings.Map(func(r rune) rune {
		zero := r // digits stand in tens, from a zero on; mathematical ones in five tens
		for unicode.Is(unicode.Nd, zero-1) {
			zero--
		}
		return '0' + (r-zero)%10
	}, digits)
}
