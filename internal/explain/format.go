package explain

import (
	"slices"
	"strconv"
	"strings"
)

// This file explains mistakes in the formats of the bundled grammar formats. The rule itself
// decides what is valid: a check digit is wrong if another one makes the text valid, and a
// rewritten text is proposed only if the rule accepts it.

// format explains a mistake in a format.
func (t *text) format() (why Explanation, ok bool) {
	name := t.formatName()
	if name == "" || !t.whole || t.s == "" {
		return why, false
	}
	for _, cause := range []func(*text, string) (Explanation, bool){
		(*text).prefix, (*text).checkDigit, (*text).rewritten, (*text).length,
	} {
		if why, ok := cause(t, name); ok {
			return why, true
		}
	}
	switch {
	case name == "date-time" || name == "date" || name == "time" || strings.HasPrefix(name, "xsd-date"):
		return t.calendar()
	case name == "semver":
		return t.version()
	case name == "hostname":
		return t.labels(0)
	case name == "email":
		return t.mailbox()
	case name == "cidr":
		return t.network()
	case name == "base64" || name == "base64url":
		return t.base64(name)
	}
	return why, false
}

// prefixes lists, by format, what people write in front of a text.
var prefixes = map[string][]string{
	"semver": {"v", "v.", "="}, "uuid": {"urn:uuid:"}, "doi": {"https://doi.org/", "http://dx.doi.org/", "doi:"},
	"orcid":   {"https://orcid.org/", "http://orcid.org/", "orcid.org/"},
	"isbn-10": {"ISBN ", "ISBN: ", "ISBN-10 ", "ISBN-10: "}, "isbn-13": {"ISBN ", "ISBN: ", "ISBN-13 ", "ISBN-13: "},
	"issn": {"ISSN ", "ISSN: "}, "iban": {"IBAN ", "IBAN: "}, "e164": {"tel:"}, "email": {"mailto:"},
}

// prefix explains one of the prefixes in front of an otherwise valid text.
func (t *text) prefix(name string) (why Explanation, ok bool) {
	for _, p := range prefixes[name] {
		if len(t.s) > len(p) && strings.EqualFold(t.s[:len(p)], p) && t.rule.Valid(t.s[len(p):]) {
			why = t.mistake("text-around", 0, len(p), quoted(t.s[:len(p)])+" is not part of "+t.noun())
			t.cut(&why, 0, len(p))
			return why, true
		}
	}
	return why, false
}

// checkDigit explains a last character that is not the check digit, which is the only character
// that makes the text valid there.
func (t *text) checkDigit(name string) (why Explanation, ok bool) {
	if last := len(t.s) - 1; t.at == last && slices.Contains([]string{"isbn-10", "isbn-13", "issn", "orcid"}, name) {
		for _, digit := range "0123456789X" {
			if t.rule.Valid(t.s[:last] + string(digit)) {
				why = t.mistake("check-digit", last, last+1, "the check digit is wrong: "+string(digit)+" expected")
				if t.s[last]&^0x20 == byte(digit) {
					why.Message = "the check digit X is in upper case"
					t.mend(&why, last, last+1, "X", "write X")
				}
				return why, true
			}
		}
	}
	return why, false
}

// slicesOf lists the group lengths of formats whose length is fixed. If there are several groups,
// hyphens separate them. Formats that allow hyphens elsewhere have one group.
var slicesOf = map[string][]int{
	"uuid": {8, 4, 4, 4, 12}, "issn": {4, 4}, "orcid": {4, 4, 4, 4}, "isbn-10": {10}, "isbn-13": {13}, "ulid": {26},
}

// isMark reports whether people write a character between the groups of a number.
func isMark(r rune) bool { return strings.ContainsRune(" -.()/\u00A0\u2010\u2011\u2012\u2013", r) }

// unmarked returns s without the characters for which isMark returns true.
func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, s)
}

// rewritten explains a text that becomes valid if it is written with other separators, in upper
// case, or with more characters at the start or the end.
func (t *text) rewritten(name string) (why Explanation, ok bool) {
	digits := unmarked(t.s)
	message, text := "", ""
	switch name {
	case "uuid", "issn", "orcid":
		message, text = "hyphens separate the groups of "+t.noun(), grouped(digits, slicesOf[name])
	case "isbn-10", "isbn-13":
		message, text = "only single hyphens and spaces are allowed in "+t.noun(), digits
	case "iban":
		message, text = t.noun()+" is written in upper case and without spaces", strings.ToUpper(digits)
	case "e164":
		message, text = "only digits may follow the \"+\"", digits
		if !strings.HasPrefix(digits, "+") {
			message, text = `"+" and the country code are missing`, "+"+strings.TrimPrefix(digits, "00")
		}
		if t.at == 0 && !strings.HasPrefix(digits, "00") {
			text = "" // the country is unknown
		}
	case "hex-color":
		message, text = `"#" is missing`, "#"+t.s
	case "base64", "base64url":
		message, text = "the padding is missing at the end", t.s+strings.Repeat("=", (4-len(t.s)%4)%4)
	case "language-tag":
		message, text = "hyphens separate the parts of a language tag", strings.ReplaceAll(t.s, "_", "-")
	case "json-pointer":
		message, text = `a JSON Pointer begins with "/"`, "/"+t.s
	case "uri-template":
		message, text = `"}" is missing at the end of the expression`, t.s+"}"
	case "data", "did", "geo", "mailto", "purl", "tag", "tel", "urn":
		message, text = t.uriForm(name)
	}
	if text == "" || !t.rule.Valid(text) {
		return why, false
	}
	code, end := "misplaced-character", t.at
	if end == len(t.s) {
		code = "incomplete"
	} else {
		_, n := named(t.s[end:])
		end += n
	}
	why = t.mistake(code, t.at, end, message)
	why.Remedy, why.Repaired = "write "+short(text), text
	return why, true
}

// uriForm returns a message about the mistake, and a text that the rule of a URI scheme may accept
// instead.
func (t *text) uriForm(name string) (message, text string) {
	scheme := strings.Replace(name, "purl", "pkg", 1) + ":"
	switch {
	case t.at == 0:
		return quoted(scheme) + " is missing", scheme + t.s
	case name == "data" && t.at == len(t.s):
		return `"," is missing before the data`, t.s + ","
	case name == "tel":
		return "a phone number in a URI contains no spaces", strings.ReplaceAll(t.s, " ", "")
	}
	return "", ""
}

// grouped inserts hyphens between groups.
func grouped(s string, groups []int) string {
	var b strings.Builder
	for i, n := range groups {
		if i > 0 {
			b.WriteByte('-')
		}
		n = min(n, len(s))
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String() + s
}

// length explains a text that is too short or too long, in a format whose length is fixed or
// limited.
func (t *text) length(name string) (why Explanation, ok bool) {
	n, what, max, letters := len(unmarked(t.s)), "characters", 0, "X"
	for _, group := range slicesOf[name] {
		max += group
	}
	switch name {
	case "isbn-13":
		what, letters = "digits", ""
	case "isbn-10":
		what = "digits"
	case "uuid":
		what, letters = "hex digits", "ABCDEFabcdef"
	case "ulid":
		letters = "ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz"
	case "e164":
		const digits = 15
		if n--; n > digits && t.rule.Valid(t.s[:t.at]) && digits == t.at-1 {
			return t.mistake("length", t.at, len(t.s), "a phone number has at most 15 digits, not "+strconv.Itoa(n)), true
		}
		return why, false
	}
	if max == 0 || n == max || strings.Trim(t.s[t.at:], "0123456789- "+letters) != "" {
		return why, false
	}
	message := t.noun() + " has " + strconv.Itoa(max) + " " + what + ", not " + strconv.Itoa(n)
	return t.mistake("length", t.at, len(t.s), message), true
}
