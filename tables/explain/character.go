package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file has the mistakes of one character, or of a few that belong together.

// delimiterOfPart explains a delimiter in a text for one part alone, followed by the next part.
func (c *scene) delimiterOfPart() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	if !c.whole || rest == "" || !strings.Contains(":/?#@", rest[:1]) || c.kind.hierarchical() {
		return why, false
	}
	part, delimiter := partNames[c.kind], rest[0]
	port := c.kind == hosts && delimiter == ':' && c.s[0] != '[' && strings.Trim(rest[1:], "0123456789") == ""
	if part == "" || !port && !c.foreign(rune(delimiter)) || c.kind == userinfos || c.kind == paths && delimiter == ':' {
		return why, false
	}
	switch {
	case c.kind == fragments && delimiter == '#':
		why = c.say("misplaced-character", c.at, c.at+1, `"#" is not allowed in a fragment`)
		c.remedy(&why, '#', 1)
		return why, true
	case c.kind == paths && delimiter == '/':
		why = c.say("misplaced-character", c.at, c.at+1, `"/" is not allowed in one segment of a path`)
		c.remedy(&why, '/', 1)
		return why, true
	}
	from, to, what := c.at, len(c.s), map[byte]string{
		':': "a port", '/': "a path", '?': "a query", '#': "a fragment", '@': "a user name",
	}[delimiter]
	if delimiter == '@' {
		from, to = 0, c.at+1
	}
	message := `"` + rest[:1] + `" is not allowed in ` + article(part) + ": " + what + " is not a part of it"
	why = c.say("misplaced-character", from, to, message)
	c.cut(&why, from, to)
	encoded := c.say("misplaced-character", c.at, c.at+1, message)
	if c.remedy(&encoded, rune(delimiter), 1); encoded.Repaired != "" && !c.inAuthorityAt() {
		if why.Remedy != "" {
			encoded.Remedy += ", or " + why.Remedy
		}
		why = encoded
	}
	if r := c.find("iauthority", "authority"); c.kind == hosts && r != "" && r.Valid(c.s) {
		why.Accepting = r.Name()
	}
	return why, true
}

// foreignCharacter explains a character of no member of the rule.
func (c *scene) foreignCharacter() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || !c.foreign(r) {
		return why, false
	}
	if r == '#' && c.kind == absolute {
		return c.fragment(), true
	}
	if after := strings.TrimLeft(rest, " \t"); c.whole && c.kind == absolute && len(after) < len(rest) &&
		c.rule.Valid(c.s[:c.at]) && c.rule.Valid(after) {
		return c.say("text-around", c.at, len(c.s), "an"+c.other()+" after a blank; write each on a line of its own"), true
	}
	name, _ := named(rest)
	message := name + " is not allowed in " + c.noun()
	if c.noun() == "" {
		message = c.here(name)
	}
	code := "illegal-character"
	switch {
	case r == ' ':
		code = "space"
	case unicode.IsControl(r):
		code = "control"
		if strings.HasPrefix(rest, "\x1B[") {
			n += len("[") + len(rest[len("\x1B["):]) - len(strings.TrimLeft(rest[len("\x1B["):], "0123456789;?"))
			n = min(n+1, len(rest)) // the letter after the numbers
			message = strings.Replace(message, name, "a command for terminals", 1)
		}
	case noncharacter(r):
		code = "noncharacter"
		message += ": it is not a character"
	case r == utf8.RuneError:
		message += ": a program has put it in place of bytes that it could not read"
	case r >= utf8.RuneSelf && c.foreign('é') && c.foreign('一'):
		code = "not-ascii"
	case r == '[' && c.inAuthorityAt() && c.find("IPv6address") == "":
		code, message = "ip-brackets", "this grammar has no IPv6 addresses; RFC 3986 has them"
	}
	why = c.say(code, c.at, c.at+n, message)
	if code != "ip-brackets" {
		c.remedy(&why, r, n)
	}
	return why, true
}

// fragment explains a "#" in a text for identifiers without a fragment.
func (c *scene) fragment() Explanation {
	why := c.say("fragment", c.at, len(c.s), "a fragment is not allowed in "+c.noun())
	if c.whole {
		c.cut(&why, c.at, len(c.s))
	}
	if wider := c.find("IRI", "URI"); c.whole && wider != "" && wider.Valid(c.s) {
		why.Accepting = wider.Name()
	}
	return why
}

// inAuthorityAt reports whether the automaton stops in the authority of a hierarchical identifier.
func (c *scene) inAuthorityAt() bool {
	from, to, ok := c.authorityEnds()
	return ok && from <= c.at && c.at < to || c.kind == hosts || c.kind == authorities
}

// misplacedCharacter explains a character that members have elsewhere.
func (c *scene) misplacedCharacter() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	part := c.part(c.at)
	if rest == "" || c.kind == other || part == "" || c.at == 0 && !c.kind.hierarchical() {
		return why, false
	}
	r, n := utf8.DecodeRuneInString(rest)
	name, _ := named(rest)
	code, message := "misplaced-character", name+" is not allowed in "+article(part)
	private := c.find("iprivate")
	switch {
	case private != "" && private.Valid(rest[:n]):
		code, message = "private-use", name+" (private use) is allowed in a query only"
	case r == '#' && part == "fragment":
		code, message = "second-fragment", `a second "#"`
		if c.at > 0 && c.s[c.at-1] == '#' {
			why = c.say(code, c.at, c.at+1, `two "#" in a row`)
			c.mend(&why, c.at, c.at+1, "%23", `write %23 for the second, or take one "#" away`)
			return why, true
		}
	case c.kind == paths && r == '/' && c.at == 1:
		more := len(c.s[1:]) - len(strings.TrimLeft(c.s[1:], "/"))
		why = c.say(code, 0, 1+more, `a path of this kind cannot begin with "//"`)
		c.mend(&why, 0, more, "", `write one "/"`)
		return why, true
	case part == "scheme":
		code = "bad-scheme"
	}
	why = c.say(code, c.at, c.at+n, message)
	if c.remedy(&why, r, n); r == '[' && code == "misplaced-character" && why.Repaired != "" {
		c.bothBrackets(&why)
	}
	return why, true
}

// article returns the name of a part with its article.
func article(part string) string {
	if strings.ContainsAny(part[:1], "aeioAEIO") {
		return "an " + part
	}
	return "a " + part
}

// unexpected explains every other mistake.
func (c *scene) unexpected() Explanation {
	rest := c.s[c.at:]
	if rest == "" {
		expected := c.expected()
		message := "the text ends too early"
		if part := c.part(c.at); part != "" && c.kind.hierarchical() {
			message += ", in the " + part
		}
		if expected != "" {
			message += "; expected " + expected
		}
		return c.say("incomplete", c.at, c.at, message)
	}
	name, n := named(rest)
	return c.say("unexpected", c.at, c.at+n, c.here(name))
}

// here returns the message for a character outside the expected ones.
func (c *scene) here(name string) string {
	expected := c.expected()
	if c.stop.State().Dead() {
		return "the rule has no members"
	}
	switch {
	case c.stop.AtEnd && (expected == "" || expected == "the end"):
		return "the text must end before " + name
	case expected == "":
		return name + " is not allowed here"
	}
	return name + " is not allowed here; expected " + expected
}
