package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// This file has the mistakes before the first delimiter: of a scheme (RFC 3986, section 3.1), and
// of the first segment of a relative reference (section 4.2).

// references returns the rule for identifiers with and without a scheme, or "".
func (c *scene) references() (name string, accepts bool) {
	r := c.find("IRI-reference", "URI-reference")
	if r == "" {
		return "", false
	}
	return r.Name(), r.Valid(c.s)
}

// noScheme explains a text without a scheme, for a rule of absolute identifiers.
func (c *scene) noScheme() (why Explanation, ok bool) {
	if !c.whole || c.kind != absolute {
		return why, false
	}
	if _, _, has := cutScheme(c.s); has {
		return why, false
	}
	first := c.s
	if i := strings.IndexAny(c.s, "/?#"); i >= 0 {
		first = c.s[:i]
	}
	why = c.say("no-scheme", 0, len(c.s), "this is not "+c.noun()+`: it has no scheme such as "https:"`)
	name, accepts := c.references()
	switch {
	case strings.HasPrefix(c.s, "//"):
		why = c.say("no-scheme", 0, len("//"), `a scheme such as "https:" is missing before "//"`)
		c.offer(&why, "https:"+c.s)
	case strings.HasPrefix(c.s[len(first):], "//") && c.find("scheme").Valid(first):
		why = c.say("no-scheme", len(first), len(first)+1, `":" is missing after `+quoted(first))
		c.offer(&why, first+":"+c.s[len(first):])
	case strings.HasPrefix(c.s, "www."):
		why = c.say("no-scheme", 0, len(first), `"https://" is missing`)
		c.offer(&why, "https://"+c.s)
	case strings.Contains(first, "@") && !strings.HasPrefix(first, "@") && c.rule.Valid("mailto:"+c.s):
		c.offer(&why, "mailto:"+c.s)
	case strings.Contains(strings.Trim(first, "."), "."):
		c.offer(&why, "https://"+c.s)
		if why.Repaired != "" {
			why.Remedy += ", if " + short(first) + " is a host"
		}
	case slices.Contains(known, c.s):
		why.Message = `":" and more must follow ` + quoted(c.s)
	case accepts && strings.ContainsAny(c.s, "/?#"):
		why.Message = `this is a relative reference: it has no scheme such as "https:"`
	}
	if accepts {
		why.Accepting = name
	}
	return why, true
}

// known are well-known schemes.
var known = []string{"http", "https", "ftp", "mailto", "urn", "file", "ws", "wss", "data", "tel"}

// badScheme explains a text with a wrong character in its scheme.
func (c *scene) badScheme() (why Explanation, ok bool) {
	if !c.whole || c.kind != absolute {
		return why, false
	}
	scheme, rest, has := cutScheme(c.s)
	if !has || c.at > len(scheme) {
		return why, false
	}
	if scheme == "" {
		why = c.say("bad-scheme", 0, 1, `the scheme before ":" is missing, such as "https"`)
		if strings.HasPrefix(rest, "//") {
			c.offer(&why, "https:"+rest)
		} else if rest != "" && strings.Trim(rest, "0123456789") == "" {
			why.Message = "a scheme and a host are missing before the port " + quoted(c.s)
		}
		return why, true
	}
	return c.schemeMistake(scheme)
}

// schemeMistake explains a mistake in a scheme at the beginning of the text.
func (c *scene) schemeMistake(scheme string) (why Explanation, ok bool) {
	name, n := named(c.s[c.at:])
	if i := strings.LastIndexAny(scheme, " \t") + 1; i > 0 && c.whole && c.rule.Valid(c.s[i:]) {
		why = c.say("text-around", 0, i, "text before "+c.it())
		c.offer(&why, c.s[i:])
		return why, true
	}
	switch {
	case c.at == 0:
		why = c.say("bad-scheme", 0, n, "a scheme begins with a letter from a to z, not with "+name)
		if six := c.find("IPv6address"); six != "" && six.Valid(c.s) {
			why = c.say("bad-scheme", 0, len(c.s), "an IPv6 address alone is not "+c.noun())
			c.offer(&why, "http://["+c.s+"]/")
		} else if strings.Contains(scheme, ".") && c.rule.Valid("http://"+c.s) {
			why = c.say("bad-scheme", 0, len(scheme), `"http://" is missing before `+quoted(scheme))
			c.offer(&why, "http://"+c.s)
		}
		return why, true
	case c.at == len(scheme) && c.kind == schemes:
		why = c.say("bad-scheme", c.at, c.at+n, "the text must end before "+name)
		return why, true
	}
	const allowed = `; it has letters, digits, "+", "-" and "." only`
	why = c.say("bad-scheme", c.at, c.at+n, name+" is not allowed in a scheme"+allowed)
	switch c.s[c.at] {
	case ':':
		why = c.say("bad-scheme", c.at, len(c.s), "the colon after a scheme is not a part of it")
		c.cut(&why, c.at, len(c.s))
	case '%':
		if end := c.at + len("%41"); end <= len(scheme) && isHex(c.s[c.at+1:end]) {
			why = c.say("bad-scheme", c.at, end, quoted(c.s[c.at:end])+" is not allowed in a scheme")
			letter, _ := strconv.ParseUint(c.s[c.at+1:end], 16, 8)
			c.mend(&why, c.at, end, string(rune(letter)), "write "+quoted(string(rune(letter))))
		}
	case ' ', '\t':
		why = c.say("bad-scheme", c.at, c.at+n, name+" is not allowed in a scheme")
		c.cut(&why, c.at, c.at+n)
	}
	return why, c.at < len(scheme)
}

// colonInFirstSegment explains a colon after characters that are no scheme.
func (c *scene) colonInFirstSegment() (why Explanation, ok bool) {
	alone := c.kind == reference || c.kind == relative || c.kind == paths
	if !c.whole || !alone || !strings.HasPrefix(c.s[c.at:], ":") || strings.ContainsAny(c.s[:c.at], "/?#") {
		return why, false
	}
	before := c.s[:c.at]
	name, accepts := c.references()
	message := quoted(before) + ` before ":" is not a scheme`
	switch {
	case before == "" && c.kind != reference:
		message = `":" is not allowed in the first segment of a relative path`
	case before == "":
		message = "a scheme and a host are missing before " + quoted(c.s)
	case c.kind != reference && c.find("scheme").Valid(before):
		message = quoted(before+":") + " is a scheme, which is not allowed here"
	}
	why = c.say("path-colon", 0, c.at+1, message)
	if c.kind == relative && accepts {
		why.Accepting = name
	}
	if c.kind == relative && strings.HasPrefix(c.s[c.at:], "://") {
		c.cut(&why, 0, c.at+1)
	} else if text := "./" + c.s; c.rule.Valid(text) {
		why.Repaired, why.Remedy = text, fmt.Sprintf("write %s for a relative path", short(text))
	}
	return why, true
}

// hidden reports whether a character does not show.
func hidden(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }
