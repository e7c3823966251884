package explain

import (
	"slices"
	"strconv"
	"strings"
)

// This file explains errors in a scheme (RFC 3986, section 3.1) and in the first segment of a
// relative reference (section 4.2).

// references returns the name of the rule for references, or "", and whether that rule accepts the
// string.
func (t *text) references() (name string, accepts bool) {
	r := t.find("IRI-reference", "URI-reference")
	if r == "" {
		return "", false
	}
	return r.Name(), r.Valid(t.s)
}

// noScheme explains a missing scheme.
func (t *text) noScheme() (why Explanation, ok bool) {
	if !t.whole || t.kind != absolute {
		return why, false
	}
	if _, _, has := cutScheme(t.s); has {
		return why, false
	}
	first := t.s
	if i := strings.IndexAny(t.s, "/?#"); i >= 0 {
		first = t.s[:i]
	}
	why = t.mistake("no-scheme", 0, len(t.s), "this is not "+t.noun()+`: it has no scheme such as "https:"`)
	name, accepts := t.references()
	switch {
	case strings.HasPrefix(t.s, "//"):
		why = t.mistake("no-scheme", 0, len("//"), `a scheme such as "https:" is missing before "//"`)
		t.offer(&why, "https:"+t.s)
	case strings.HasPrefix(t.s[len(first):], "//") && t.find("scheme").Valid(first):
		why = t.mistake("no-scheme", len(first), len(first)+1, `":" is missing after `+quoted(first))
		t.offer(&why, first+":"+t.s[len(first):])
	case strings.HasPrefix(t.s, "www."):
		why = t.mistake("no-scheme", 0, len(first), `"https://" is missing`)
		t.offer(&why, "https://"+t.s)
	case strings.Contains(first, "@") && !strings.HasPrefix(first, "@") && t.rule.Valid("mailto:"+t.s):
		t.offer(&why, "mailto:"+t.s)
	case strings.Contains(strings.Trim(first, "."), "."):
		t.offer(&why, "https://"+t.s)
		if why.Repaired != "" {
			why.Remedy += " if " + short(first) + " is a host"
		}
	case slices.Contains(known, t.s):
		why.Message = `":" and more must follow ` + quoted(t.s)
	case accepts && strings.ContainsAny(t.s, "/?#"):
		why.Message = `this is a relative reference: it has no scheme such as "https:"`
	}
	if accepts {
		why.Accepting = name
	}
	return why, true
}

// known lists well-known schemes.
var known = []string{"http", "https", "ftp", "mailto", "urn", "file", "ws", "wss", "data", "tel"}

// badScheme explains an illegal character in a scheme.
func (t *text) badScheme() (why Explanation, ok bool) {
	if !t.whole || t.kind != absolute {
		return why, false
	}
	scheme, rest, has := cutScheme(t.s)
	if !has || t.at > len(scheme) {
		return why, false
	}
	if scheme == "" {
		why = t.mistake("bad-scheme", 0, 1, `a scheme such as "https" is missing before ":"`)
		if strings.HasPrefix(rest, "//") {
			t.offer(&why, "https:"+rest)
		} else if rest != "" && strings.Trim(rest, "0123456789") == "" {
			why.Message = "a scheme and a host are missing before the port " + quoted(t.s)
		}
		return why, true
	}
	return t.schemeMistake(scheme)
}

// schemeMistake explains an invalid scheme at the beginning of the string.
func (t *text) schemeMistake(scheme string) (why Explanation, ok bool) {
	name, n := named(t.s[t.at:])
	if i := strings.LastIndexAny(scheme, " \t") + 1; i > 0 && t.whole && t.rule.Valid(t.s[i:]) {
		why = t.mistake("text-around", 0, i, "text before "+t.it())
		t.offer(&why, t.s[i:])
		return why, true
	}
	switch {
	case t.at == 0:
		why = t.mistake("bad-scheme", 0, n, "a scheme must begin with a letter from a to z, not with "+name)
		if six := t.find("IPv6address"); six != "" && six.Valid(t.s) {
			why = t.mistake("bad-scheme", 0, len(t.s), "an IPv6 address is not "+t.noun())
			t.offer(&why, "http://["+t.s+"]/")
		} else if strings.Contains(scheme, ".") && t.rule.Valid("http://"+t.s) {
			why = t.mistake("bad-scheme", 0, len(scheme), `"http://" is missing before `+quoted(scheme))
			t.offer(&why, "http://"+t.s)
		}
		return why, true
	case t.at == len(scheme) && t.kind == schemes:
		why = t.mistake("bad-scheme", t.at, t.at+n, "the text must end before "+name)
		return why, true
	}
	const allowed = `; only letters, digits, "+", "-" and "." are`
	why = t.mistake("bad-scheme", t.at, t.at+n, name+" is not allowed in a scheme"+allowed)
	switch t.s[t.at] {
	case ':':
		why = t.mistake("bad-scheme", t.at, len(t.s), `":" is not part of a scheme`)
		t.cut(&why, t.at, len(t.s))
	case '%':
		if end := t.at + len("%41"); end <= len(scheme) && isHex(t.s[t.at+1:end]) {
			why = t.mistake("bad-scheme", t.at, end, quoted(t.s[t.at:end])+" is not allowed in a scheme")
			letter, _ := strconv.ParseUint(t.s[t.at+1:end], 16, 8)
			t.mend(&why, t.at, end, string(rune(letter)), "write "+quoted(string(rune(letter))))
		}
	case ' ', '\t':
		why = t.mistake("bad-scheme", t.at, t.at+n, name+" is not allowed in a scheme")
		t.cut(&why, t.at, t.at+n)
	}
	return why, t.at < len(scheme)
}

// colonInFirstSegment explains a colon after characters that do not form a scheme.
func (t *text) colonInFirstSegment() (why Explanation, ok bool) {
	relevant := t.kind == reference || t.kind == relative || t.kind == paths
	if !t.whole || !relevant || !strings.HasPrefix(t.s[t.at:], ":") || strings.ContainsAny(t.s[:t.at], "/?#") {
		return why, false
	}
	before := t.s[:t.at]
	name, accepts := t.references()
	message := quoted(before) + ` before ":" is not a scheme`
	switch {
	case before == "" && t.kind != reference:
		message = `":" is not allowed in the first segment of a relative path`
	case before == "":
		message = "a scheme and a host are missing before " + quoted(t.s)
	case t.kind != reference && t.find("scheme").Valid(before):
		message = quoted(before+":") + " is a scheme, which is not allowed here"
	}
	why = t.mistake("path-colon", 0, t.at+1, message)
	if t.kind == relative && accepts {
		why.Accepting = name
	}
	if t.kind == relative && strings.HasPrefix(t.s[t.at:], "://") {
		t.cut(&why, 0, t.at+1)
	} else if text := "./" + t.s; t.rule.Valid(text) {
		why.Repaired, why.Remedy = text, "write "+short(text)+" for a relative path"
	}
	return why, true
}
