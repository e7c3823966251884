package explain

import (
	"fmt"
	"strings"
)

// This file has the mistakes of IP addresses (RFC 3986, section 3.2.2).

// address explains a mistake in an address or a port, for a rule of addresses or ports.
func (c *scene) address() (why Explanation, ok bool) {
	if !c.whole {
		return why, false
	}
	switch c.kind {
	case sixes:
		return c.inSix(0, len(c.s))
	case fours:
		return c.inFour(0, len(c.s))
	case octets:
		return c.octetMistake(0, len(c.s))
	case groups:
		return c.inGroup(0, len(c.s))
	case ports:
		return c.inPort(0, len(c.s))
	case literals:
		if strings.HasPrefix(c.s, "[") {
			return c.inLiteral(0, len(c.s))
		}
		if six := c.find("IPv6address"); six == "" || !six.Valid(c.s) {
			return why, false
		}
		why = c.say("ip-brackets", 0, len(c.s), "an IPv6 address must stand between brackets")
		c.offer(&why, "["+c.s+"]")
		return why, true
	case schemes:
		return c.schemeMistake(c.s)
	}
	return why, false
}

// inLiteral explains a host in brackets, and the text after them up to an offset.
func (c *scene) inLiteral(from, to int) (why Explanation, ok bool) {
	end := strings.IndexByte(c.s[from:to], ']')
	closed := end >= 0
	if end += from; !closed {
		end = to
	}
	if why, ok := c.inBrackets(from+1, end, closed); ok {
		return why, ok
	}
	if i := strings.IndexByte(c.s[to:], ']'); !closed && i >= 0 {
		name, n := named(c.s[to:])
		why = c.say("misplaced-character", to, to+n, name+` is not allowed between "[" and "]"`)
		if length := c.s[to+1 : to+i]; length != "" && strings.Trim(length, "0123456789") == "" {
			why = c.say("prefix-length", to, to+i, "the length of a prefix is not allowed in an IP address")
			c.cut(&why, to, to+i)
		}
		why.Part = "host"
		return why, true
	}
	if !closed {
		why = c.say("ip-unclosed", to, to, `"]" is missing after the IP address`)
		why.Part = "host"
		return why, true
	}
	if end++; end < to && c.s[end] == ':' {
		return c.inPort(end+1, to)
	}
	if end < to {
		name, n := named(c.s[end:])
		why = c.say("ip-after", end, end+n, name+` is not allowed after "]"`)
		if text := c.s[end:to]; strings.Trim(text, "0123456789") == "" {
			c.mend(&why, end, end, ":", `write ":" before a port`)
		} else {
			c.cut(&why, end, to)
		}
		why.Part = "host"
		return why, true
	}
	return why, false
}

// inBrackets explains the text between brackets.
func (c *scene) inBrackets(from, to int, closed bool) (why Explanation, ok bool) {
	text := c.s[from:to]
	six, four := c.find("IPv6address"), c.find("IPv4address")
	say := func(code, message string) (Explanation, bool) {
		why := c.say(code, from, to, message)
		why.Part = "host"
		return why, true
	}
	switch {
	case six == "" || six.Valid(text):
		return why, false
	case text == "" && !closed:
		return say("ip-unclosed", `an IPv6 address and "]" are missing after "["`)
	case text == "":
		return say("ip-empty", "an IPv6 address is missing between the brackets")
	case four != "" && four.Valid(text):
		why, _ := say("ip-brackets", text+" is an IPv4 address; brackets are for IPv6 addresses and later ones")
		c.mend(&why, from-1, min(to+1, len(c.s)), text, "write it without them")
		return why, true
	case text[0] == 'v' || text[0] == 'V':
		return c.inFuture(from, to)
	case strings.Count(text, ":") < 2: // a name, or a host and a port
		why, _ := say("ip-brackets", quoted(text)+" is not an IPv6 address; brackets are for these")
		c.mend(&why, from-1, min(to+1, len(c.s)), text, "write it without them")
		return why, true
	}
	return c.inSix(from, to)
}

// inFuture explains an address of a later version: v1.x.
func (c *scene) inFuture(from, to int) (why Explanation, ok bool) {
	at, ok := c.wrong(c.find("IPvFuture"), from, to)
	if !ok {
		return why, false
	}
	const example = ", as in [v7.a1]"
	version, _, dot := strings.Cut(c.s[from:to], ".")
	why = c.say("ip-future", from, to, "")
	why.Part = "host"
	switch {
	case len(version) == 1:
		why.Message = "the number of a version is missing after " + quoted(version) + example
	case !dot && at == to:
		why.Message = `"." and an address are missing after ` + quoted(version) + example
	case at >= to:
		why.Message = "an address is missing after " + quoted(version+".") + example
	default:
		name, n := named(c.s[at:])
		message := name + " is not allowed in an IP address of a later version"
		if at <= from+len(version) {
			message = "the version after " + quoted(version[:1]) + " must be a hex number"
		}
		why = c.say("ip-future", at, at+n, message+example)
		why.Part = "host"
	}
	return why, true
}

// inSix explains an IPv6 address: its gap, its groups, the IPv4 address at its end, and their
// number.
func (c *scene) inSix(from, to int) (why Explanation, ok bool) {
	text := c.s[from:to]
	if address, zone, ok := strings.Cut(text, "%"); ok && c.find("IPv6address").Valid(address) {
		why = c.say("zone", from+len(address), to, "zone identifiers (RFC 6874) are not accepted")
		c.mend(&why, from+len(address), to, "", "take "+short("%"+zone)+" away")
		why.Part = "IPv6 address"
		return why, true
	}
	defer func() { why.Part = "IPv6 address" }()
	gap := strings.Index(text, "::")
	if i := strings.Index(text, ":::"); i >= 0 {
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], ":"))
		why = c.say("ipv6-second-gap", from+i, from+i+run, quoted(text[i:i+run])+" in the IPv6 address")
		c.mend(&why, from+i, from+i+run, "::", `write "::"`)
		return why, true
	}
	if gap >= 0 {
		if i := strings.Index(text[gap+1:], "::"); i >= 0 {
			at := from + gap + 1 + i
			return c.say("ipv6-second-gap", at, at+2, `a second "::" in the IPv6 address, which may have one`), true
		}
	}
	if why, ok := c.singleColon(from, to); ok {
		return why, ok
	}
	count, at := 0, from
	groups := strings.Split(text, ":")
	for i, group := range groups {
		end := at + len(group)
		switch last := i == len(groups)-1; {
		case group == "": // beside the gap
		case at > c.at: // too many groups come before it
			count++
		case last && strings.Contains(group, "."):
			if why, ok := c.inFour(at, end); ok {
				return why, ok
			}
			count += 2
		default:
			if why, ok := c.inGroup(at, end); ok {
				return why, ok
			}
			count++
		}
		at = end + 1
	}
	return c.groupsMistake(from, to, count, gap >= 0)
}

// singleColon explains one colon at an end of an IPv6 address.
func (c *scene) singleColon(from, to int) (why Explanation, ok bool) {
	const message = `a single ":" at the %s of the IPv6 address`
	text := c.s[from:to]
	at := from
	switch {
	case strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::"):
		why = c.say("ipv6-groups", from, from+1, fmt.Sprintf(message, "beginning"))
	case strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "::"):
		at = to - 1
		why = c.say("ipv6-groups", at, to, fmt.Sprintf(message, "end"))
	default:
		return why, false
	}
	if c.cut(&why, at, at+1); why.Repaired == "" {
		c.mend(&why, at, at, ":", `write "::" for groups of zeros`)
	}
	return why, true
}

// groupsMistake explains a wrong number of groups.
func (c *scene) groupsMistake(from, to, count int, gap bool) (why Explanation, ok bool) {
	const all = 8
	defer func() {
		if strings.Contains(c.s[from:to], ".") {
			why.Message += " (the IPv4 address counts as two)"
		}
	}()
	switch {
	case gap && count == all:
		const message = `the IPv6 address has 8 groups and "::", which stands for one or more`
		why = c.say("ipv6-groups", from, to, message)
		if i := from + strings.Index(c.s[from:to], "::"); i == from || i == to-2 {
			c.mend(&why, i, i+2, "", `take "::" away`)
		} else {
			c.mend(&why, i, i+2, ":", `write ":" for "::"`)
		}
		return why, true
	case count > all:
		return c.say("ipv6-groups", from, to, fmt.Sprintf("the IPv6 address has more than 8 groups: %d", count)), true
	case count < all && !gap:
		const format = `the IPv6 address has fewer than 8 groups: %d; "::" may stand for groups of zeros`
		message := fmt.Sprintf(format, count)
		return c.say("ipv6-groups", from, to, message), true
	}
	return why, false
}

// inGroup explains a group of an IPv6 address.
func (c *scene) inGroup(from, to int) (why Explanation, ok bool) {
	at, ok := c.wrong(c.find("h16"), from, to)
	if !ok {
		return why, false
	}
	if strings.Contains(c.s[from:to], ".") {
		return c.say("ipv6-ipv4", from, to, "an IPv4 address may stand only at the end of an IPv6 address"), true
	}
	name, n := named(c.s[at:])
	if hex := c.find("HEXDIG"); at-from == 4 && (hex == "" || hex.Valid(c.s[at:at+n])) && isHex(c.s[at:at+n]) {
		return c.say("ipv6-group", from, to, quoted(c.s[from:to])+c.inAddress()+" has more than 4 hex digits"), true
	}
	return c.say("ipv6-group", at, at+n, name+c.inAddress()+" is not a hex digit"), true
}

// inAddress returns the words for the address around a group.
func (c *scene) inAddress() string {
	if c.kind == groups {
		return ""
	}
	return " in the IPv6 address"
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdefABCDEF") == "" }

// inFour explains an IPv4 address.
func (c *scene) inFour(from, to int) (why Explanation, ok bool) {
	const four = 4
	octets := strings.Split(c.s[from:to], ".")
	at := from
	for _, octet := range octets {
		end := at + len(octet)
		if _, wrong := c.wrong(c.find("dec-octet"), at, end); wrong {
			return c.octetMistake(at, end)
		}
		at = end + 1
	}
	if len(octets) == four {
		return why, false
	}
	why = c.say("ipv4-count", from, to, fmt.Sprintf("the IPv4 address must have 4 numbers, it has %d", len(octets)))
	why.Part = "IPv4 address"
	return why, true
}

// octetMistake explains a text of an IPv4 address in place of a number from 0 to 255. ok is false
// for such a number: then the grammar has another dec-octet than RFC 3986.
func (c *scene) octetMistake(from, to int) (why Explanation, ok bool) {
	text := c.s[from:to]
	code, message := "ipv4-number", quoted(text)+" in the IPv4 address is not a decimal number"
	switch digits := strings.Trim(text, "0123456789") == ""; {
	case text == "":
		message = "a number is missing in the IPv4 address"
	case digits && text[0] == '0':
		message = short(text) + " in the IPv4 address begins with 0"
	case digits && (len(text) < 3 || len(text) == 3 && text <= "255"):
		return why, false
	case digits:
		code, message = "ipv4-over-255", short(text)+" in the IPv4 address is over 255"
	}
	if c.kind == octets {
		message = strings.Replace(message, " in the IPv4 address", "", 1)
	}
	why = c.say(code, from, to, message)
	why.Part = "IPv4 address"
	if number := strings.TrimLeft(text, "0"); code == "ipv4-number" && number != text {
		c.mend(&why, from, to, number, "write "+number)
	}
	return why, true
}
