package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file explains errors in one character, or in a few characters that belong together.

// delimiterOfPart explains a delimiter that begins another part, in a string that must be a single
// part.
func (t *text) delimiterOfPart() (why Explanation, ok bool) {
	rest := t.s[t.at:]
	if !t.whole || rest == "" || !strings.Contains(":/?#@", rest[:1]) || t.kind.hierarchical() {
		return why, false
	}
	part, delimiter := partNames[t.kind], rest[0]
	port := t.kind == hosts && delimiter == ':' && t.s[0] != '[' && strings.Trim(rest[1:], "0123456789") == ""
	if part == "" || !port && !t.foreign(rune(delimiter)) || t.kind == userinfos || t.kind == paths && delimiter == ':' {
		return why, false
	}
	switch {
	case t.kind == fragments && delimiter == '#':
		why = t.mistake("misplaced-character", t.at, t.at+1, `"#" is not allowed in a fragment`)
		t.remedy(&why, '#', 1)
		return why, true
	case t.kind == paths && delimiter == '/':
		why = t.mistake("misplaced-character", t.at, t.at+1, `"/" is not allowed in a path segment`)
		t.remedy(&why, '/', 1)
		return why, true
	}
	from, to, what := t.at, len(t.s), map[byte]string{
		':': "begins a port", '/': "begins a path", '?': "begins a query", '#': "begins a fragment", '@': "ends a user name",
	}[delimiter]
	if delimiter == '@' {
		from, to = 0, t.at+1
	}
	message := `"` + rest[:1] + `" is not allowed in ` + article(part) + ": it " + what
	why = t.mistake("misplaced-character", from, to, message)
	t.cut(&why, from, to)
	encoded := t.mistake("misplaced-character", t.at, t.at+1, message)
	if t.remedy(&encoded, rune(delimiter), 1); encoded.Repaired != "" && !t.inAuthorityAt() {
		if why.Remedy != "" {
			encoded.Remedy += ", or " + why.Remedy
		}
		why = encoded
	}
	if r := t.find("iauthority", "authority"); t.kind == hosts && r != "" && r.Valid(t.s) {
		why.Accepting = r.Name()
	}
	return why, true
}

// foreignCharacter explains a character that no matching string contains.
func (t *text) foreignCharacter() (why Explanation, ok bool) {
	rest := t.s[t.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || !t.foreign(r) {
		return why, false
	}
	if r == '#' && t.kind == absolute {
		return t.fragment(), true
	}
	if after := strings.TrimLeft(rest, " \t"); t.whole && t.kind == absolute && len(after) < len(rest) &&
		t.rule.Valid(t.s[:t.at]) && t.rule.Valid(after) {
		second := "a second " + strings.TrimPrefix(t.it(), "the ")
		return t.mistake("text-around", t.at, len(t.s), second+" follows a blank; write each on its own line"), true
	}
	name, _ := named(rest)
	message := name + " is not allowed in " + t.noun()
	if t.noun() == "" {
		message = t.here(name)
	}
	code := "illegal-character"
	switch {
	case r == ' ':
		code = "space"
	case unicode.IsControl(r):
		code = "control"
		if strings.HasPrefix(rest, "\x1B[") {
			n += len("[") + len(rest[len("\x1B["):]) - len(strings.TrimLeft(rest[len("\x1B["):], "0123456789;?"))
			n = min(n+1, len(rest)) // include the letter that follows the numbers
			message = strings.Replace(message, name, "a terminal control sequence", 1)
		}
	case noncharacter(r):
		code = "noncharacter"
		message += ": it is a noncharacter"
	case r == utf8.RuneError:
		message += ": a program wrote it in place of undecodable bytes"
	case r >= utf8.RuneSelf && t.foreign('é') && t.foreign('一'):
		code = "not-ascii"
	case r == '[' && t.inAuthorityAt() && t.find("IPv6address") == "":
		code, message = "ip-brackets", "this grammar does not allow IPv6 addresses; RFC 3986 does"
	}
	why = t.mistake(code, t.at, t.at+n, message)
	if code != "ip-brackets" {
		t.remedy(&why, r, n)
	}
	return why, true
}

// fragment explains a "#" where the rule does not allow a fragment.
func (t *text) fragment() Explanation {
	why := t.mistake("fragment", t.at, len(t.s), "a fragment is not allowed in "+t.noun())
	if t.whole {
		t.cut(&why, t.at, len(t.s))
	}
	if wider := t.find("IRI", "URI"); t.whole && wider != "" && wider.Valid(t.s) {
		why.Accepting = wider.Name()
	}
	return why
}

// misplacedCharacter explains a character that is allowed only in other parts.
func (t *text) misplacedCharacter() (why Explanation, ok bool) {
	rest := t.s[t.at:]
	part := t.part(t.at)
	if rest == "" || t.kind == other || part == "" || t.at == 0 && !t.kind.hierarchical() {
		return why, false
	}
	r, n := utf8.DecodeRuneInString(rest)
	name, _ := named(rest)
	code, message := "misplaced-character", name+" is not allowed in "+article(part)
	private := t.find("iprivate")
	switch {
	case private != "" && private.Valid(rest[:n]):
		code, message = "private-use", name+" (private use) is allowed only in a query"
	case r == '#' && part == "fragment":
		code, message = "second-fragment", `a second "#" is not allowed`
		if t.at > 0 && t.s[t.at-1] == '#' {
			why = t.mistake(code, t.at, t.at+1, `two "#" in a row are not allowed`)
			t.mend(&why, t.at, t.at+1, "%23", `write %23 for the second, or remove one "#"`)
			return why, true
		}
	case t.kind == paths && r == '/' && t.at == 1:
		more := len(t.s[1:]) - len(strings.TrimLeft(t.s[1:], "/"))
		why = t.mistake(code, 0, 1+more, `this path cannot begin with "//"`)
		t.mend(&why, 0, more, "", `write one "/"`)
		return why, true
	case part == "scheme":
		code = "bad-scheme"
	}
	why = t.mistake(code, t.at, t.at+n, message)
	if t.remedy(&why, r, n); r == '[' && code == "misplaced-character" && why.Repaired != "" {
		t.bothBrackets(&why)
	}
	return why, true
}

// unexpected explains all other errors.
func (t *text) unexpected() Explanation {
	rest := t.s[t.at:]
	if rest == "" {
		expected := t.expected()
		message := "the text ends too early"
		if part := t.part(t.at); part != "" && t.kind.hierarchical() {
			message += ", in the " + part
		}
		if expected != "" {
			message += "; expected " + expected
		}
		return t.mistake("incomplete", t.at, t.at, message)
	}
	name, n := named(rest)
	return t.mistake("unexpected", t.at, t.at+n, t.here(name))
}
