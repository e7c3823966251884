package explain

import (
	"strconv"
	"strings"
)

// This file explains invalid IP addresses (RFC 3986, section 3.2.2).

// inBrackets explains invalid text between brackets.
func (t *text) inBrackets(from, to int, closed bool) (why Explanation, ok bool) {
	text := t.s[from:to]
	six, four := t.find("IPv6address"), t.find("IPv4address")
	mistake := func(code, message string) (Explanation, bool) {
		why := t.mistake(code, from, to, message)
		why.Part = "host"
		return why, true
	}
	switch {
	case six == "" || six.Valid(text):
		return why, false
	case text == "" && !closed:
		return mistake("ip-unclosed", `an IPv6 address and "]" must follow "["`)
	case text == "":
		return mistake("ip-empty", "an IPv6 address is missing between the brackets")
	case four != "" && four.Valid(text):
		why, _ := mistake("ip-brackets", "an IPv4 address must not be in brackets")
		t.mend(&why, from-1, min(to+1, len(t.s)), text, "remove the brackets")
		return why, true
	case text[0] == 'v' || text[0] == 'V':
		return t.inFuture(from, to)
	case strings.Count(text, ":") < 2: // a name, or a host with a port
		why, _ := mistake("ip-brackets", quoted(text)+" in brackets is not an IPv6 address")
		t.mend(&why, from-1, min(to+1, len(t.s)), text, "remove the brackets")
		return why, true
	}
	return t.inSix(from, to)
}

// inFuture explains an invalid IPvFuture address. A valid one is v1.x.
func (t *text) inFuture(from, to int) (why Explanation, ok bool) {
	at, ok := t.wrong(t.find("IPvFuture"), from, to)
	if !ok {
		return why, false
	}
	const example = ", as in [v7.a1]"
	version, _, dot := strings.Cut(t.s[from:to], ".")
	why = t.mistake("ip-future", from, to, "")
	why.Part = "host"
	switch {
	case len(version) == 1:
		why.Message = "a version number must follow " + quoted(version) + example
	case !dot && at == to:
		why.Message = `"." and an address must follow ` + quoted(version) + example
	case at >= to:
		why.Message = "an address must follow " + quoted(version+".") + example
	default:
		name, n := named(t.s[at:])
		message := name + " is not allowed in an IP address such as [v7.a1]"
		if at <= from+len(version) {
			message = "the version after " + quoted(version[:1]) + " must be a hex number" + example
		}
		why = t.mistake("ip-future", at, at+n, message)
		why.Part = "host"
	}
	return why, true
}

// inSix explains an error in an IPv6 address: in the gap "::", in a group, in an IPv4 address at
// the end, or in the number of groups.
func (t *text) inSix(from, to int) (why Explanation, ok bool) {
	text := t.s[from:to]
	if address, zone, ok := strings.Cut(text, "%"); ok && t.find("IPv6address", "ipv6").Valid(address) {
		why = t.mistake("zone", from+len(address), to, "zone identifiers (RFC 6874) are not allowed")
		t.mend(&why, from+len(address), to, "", "remove "+short("%"+zone))
		why.Part = "IPv6 address"
		return why, true
	}
	defer func() { why.Part = "IPv6 address" }()
	gap := strings.Index(text, "::")
	if i := strings.Index(text, ":::"); i >= 0 {
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], ":"))
		why = t.mistake("ipv6-second-gap", from+i, from+i+run, quoted(text[i:i+run])+" is not allowed in an IPv6 address")
		t.mend(&why, from+i, from+i+run, "::", `write "::"`)
		return why, true
	}
	if gap >= 0 {
		if i := strings.Index(text[gap+1:], "::"); i >= 0 {
			at := from + gap + 1 + i
			return t.mistake("ipv6-second-gap", at, at+2, `"::" may occur only once in an IPv6 address`), true
		}
	}
	if why, ok := t.singleColon(from, to); ok {
		return why, ok
	}
	count, at := 0, from
	groups := strings.Split(text, ":")
	for i, group := range groups {
		end := at + len(group)
		switch last := i == len(groups)-1; {
		case group == "": // next to the gap
		case at > t.at: // too many groups precede it
			count++
		case last && strings.Contains(group, "."):
			if why, ok := t.inFour(at, end); ok {
				return why, ok
			}
			count += 2
		default:
			if why, ok := t.inGroup(at, end); ok {
				return why, ok
			}
			count++
		}
		at = end + 1
	}
	return t.groupsMistake(from, to, count, gap >= 0)
}

// singleColon explains a single colon at the beginning or end of an IPv6 address.
func (t *text) singleColon(from, to int) (why Explanation, ok bool) {
	text := t.s[from:to]
	at := from
	switch {
	case strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::"):
		why = t.mistake("ipv6-groups", from, from+1, `an IPv6 address cannot begin with a single ":"`)
	case strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "::"):
		at = to - 1
		why = t.mistake("ipv6-groups", at, to, `an IPv6 address cannot end with a single ":"`)
	default:
		return why, false
	}
	if t.cut(&why, at, at+1); why.Repaired == "" {
		t.mend(&why, at, at, ":", `write "::" for groups of zeros`)
	}
	return why, true
}

// groupsMistake explains a wrong number of groups.
func (t *text) groupsMistake(from, to, count int, gap bool) (why Explanation, ok bool) {
	const all = 8
	defer func() {
		if strings.Contains(t.s[from:to], ".") {
			why.Message += " (the IPv4 address counts as two)"
		}
	}()
	switch {
	case gap && count == all:
		const message = `the IPv6 address already has 8 groups, so "::" is not allowed`
		why = t.mistake("ipv6-groups", from, to, message)
		if i := from + strings.Index(t.s[from:to], "::"); i == from || i == to-2 {
			t.mend(&why, i, i+2, "", `remove "::"`)
		} else {
			t.mend(&why, i, i+2, ":", `write ":" for "::"`)
		}
		return why, true
	case count > all:
		return t.mistake("ipv6-groups", from, to, "an IPv6 address must have 8 groups, not "+strconv.Itoa(count)), true
	case count < all && !gap:
		message := `an IPv6 address without "::" must have 8 groups, not ` + strconv.Itoa(count) +
			`; "::" replaces groups of zeros`
		return t.mistake("ipv6-groups", from, to, message), true
	}
	return why, false
}

// inGroup explains an invalid group in an IPv6 address.
func (t *text) inGroup(from, to int) (why Explanation, ok bool) {
	at, ok := t.wrong(t.find(groupRules...), from, to)
	if !ok {
		return why, false
	}
	if strings.Contains(t.s[from:to], ".") {
		return t.mistake("ipv6-ipv4", from, to, "an IPv4 address is allowed only at the end of an IPv6 address"), true
	}
	name, n := named(t.s[at:])
	if hex := t.find("HEXDIG"); at-from == 4 && (hex == "" || hex.Valid(t.s[at:at+n])) && isHex(t.s[at:at+n]) {
		return t.mistake("ipv6-group", from, to, quoted(t.s[from:to])+t.inAddress()+" has more than 4 hex digits"), true
	}
	return t.mistake("ipv6-group", at, at+n, name+t.inAddress()+" is not a hex digit"), true
}

// inAddress returns the phrase that names the address containing a group.
func (t *text) inAddress() string {
	if t.kind == groups {
		return ""
	}
	return " in the IPv6 address"
}

// inFour explains an invalid IPv4 address.
func (t *text) inFour(from, to int) (why Explanation, ok bool) {
	const four = 4
	octets := strings.Split(t.s[from:to], ".")
	at := from
	for _, octet := range octets {
		end := at + len(octet)
		if _, wrong := t.wrong(t.find(octetRules...), at, end); wrong {
			return t.octetMistake(at, end)
		}
		at = end + 1
	}
	if len(octets) == four {
		return why, false
	}
	why = t.mistake("ipv4-count", from, to, "an IPv4 address must have 4 numbers, not "+strconv.Itoa(len(octets)))
	why.Part = "IPv4 address"
	return why, true
}

// octetMistake explains why a part of an IPv4 address is not a number from 0 to 255. ok is false if
// it is such a number, in which case the grammar's dec-octet differs from that of RFC 3986.
func (t *text) octetMistake(from, to int) (why Explanation, ok bool) {
	text := t.s[from:to]
	code, message := "ipv4-number", quoted(text)+" in the IPv4 address is not a decimal number"
	switch digits := strings.Trim(text, "0123456789") == ""; {
	case text == "":
		message = "a number is missing in the IPv4 address"
	case digits && text[0] == '0':
		message = short(text) + " in the IPv4 address has a leading zero"
	case digits && (len(text) < 3 || len(text) == 3 && text <= "255"):
		return why, false
	case digits:
		code, message = "ipv4-over-255", short(text)+" in the IPv4 address is greater than 255"
	}
	if t.kind == octets {
		message = strings.Replace(message, " in the IPv4 address", "", 1)
	}
	why = t.mistake(code, from, to, message)
	why.Part = "IPv4 address"
	if number := strings.TrimLeft(text, "0"); code == "ipv4-number" && number != text {
		t.mend(&why, from, to, number, "write "+number)
	}
	return why, true
}
