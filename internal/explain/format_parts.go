package explain

import (
	"strconv"
	"strings"
)

// This file explains mistakes in formats that consist of parts.

// version explains a version number of Semantic Versioning.
func (t *text) version() (why Explanation, ok bool) {
	core := t.s
	if i := strings.IndexAny(core, "-+"); i >= 0 {
		core = core[:i]
	}
	numbers := strings.Split(core, ".")
	from := 0
	for i, number := range numbers {
		if !digits(number) {
			return why, false
		}
		if zeros := len(number) - len(strings.TrimLeft(number[:len(number)-1], "0")) - 1; zeros > 0 {
			why = t.mistake("leading-zero", from, from+len(number), quoted(number)+" has a leading zero")
			t.mend(&why, from, from+zeros, "", "write "+number[zeros:])
			return why, true
		}
		if from += len(number) + 1; i == len(numbers)-1 {
			from--
		}
	}
	if len(numbers) == 3 {
		return t.preRelease(len(core))
	}
	return t.mistake("incomplete", 0, len(core), "a version has three numbers, such as 1.2.0, not "+
		strconv.Itoa(len(numbers))), true
}

// preRelease explains a leading zero in a pre-release version, which begins with "-".
func (t *text) preRelease(from int) (why Explanation, ok bool) {
	if !strings.HasPrefix(t.s[from:], "-") {
		return why, false
	}
	text, _, _ := strings.Cut(t.s[from+1:], "+")
	from++
	for part := range strings.SplitSeq(text, ".") {
		if number := strings.TrimLeft(part, "0"); digits(part) && len(part) > 1 && part[0] == '0' {
			if number == "" {
				number = "0"
			}
			why = t.mistake("leading-zero", from, from+len(part), quoted(part)+" has a leading zero")
			t.mend(&why, from, from+len(part), number, "write "+number)
			return why, true
		}
		from += len(part) + 1
	}
	return why, false
}

// labels explains a mistake in the labels of a host name that begins at an offset.
func (t *text) labels(from int) (why Explanation, ok bool) {
	const maxLabel = 63
	rule := t.find("host-label")
	for label := range strings.SplitSeq(t.s[from:], ".") {
		to := from + len(label)
		switch last := to == len(t.s); {
		case label == "" && last && from > 0 && t.s[from-1] == '.':
			why = t.mistake("misplaced-character", from-1, to, `a host name cannot end with "."`)
			t.cut(&why, from-1, to)
			return why, true
		case label == "":
			return t.mistake("incomplete", from, min(from+1, len(t.s)), "a label is missing"), true
		case rule.Valid(label):
		case label[0] == '-':
			return t.mistake("misplaced-character", from, from+1, "a label cannot begin with a hyphen"), true
		case rule.Valid(strings.TrimRight(label, "-")):
			return t.mistake("misplaced-character", to-1, to, "a label cannot end with a hyphen"), true
		case len(label) > maxLabel && strings.IndexFunc(label, isNoLDH) < 0:
			message := "the label has " + strconv.Itoa(len(label)) + " characters, not at most 63"
			return t.mistake("length", from, to, message), true
		default:
			return why, false
		}
		from = to + 1
	}
	return why, false
}

// isNoLDH reports whether a character is not an ASCII letter, digit or hyphen.
func isNoLDH(r rune) bool { return !alphanumeric(int(r)) && r != '-' }

// mailbox explains a mistake in an email address.
func (t *text) mailbox() (why Explanation, ok bool) {
	at := strings.LastIndexByte(t.s, '@')
	switch found := t.s[t.at:]; {
	case at < 0 && found == "":
		return t.mistake("incomplete", t.at, t.at, `"@" and a domain are missing`), true
	case at < 0 || t.at > at && t.s[at+1:] != "" && t.s[at+1] == '[':
		return why, false
	case t.at > at:
		return t.labels(at + 1)
	case found[0] == ' ':
		return t.mistake("space", t.at, t.at+1, "a space is allowed only between quotation marks"), true
	case found[0] == '.' || t.at == at && t.at > 0 && t.s[t.at-1] == '.':
		from := t.at
		if found[0] == '@' {
			from--
		}
		why = t.mistake("misplaced-character", from, from+1, `"." must stand between other characters`)
		t.cut(&why, from, from+1)
		return why, true
	}
	return why, false
}

// network explains a mistake in the prefix length of a network.
func (t *text) network() (why Explanation, ok bool) {
	address, length, slash := strings.Cut(t.s, "/")
	max := 0
	switch {
	case t.find("ipv4").Valid(address):
		max = 32
	case t.find("ipv6").Valid(address):
		max = 128
	default:
		return why, false
	}
	from := len(address) + len("/")
	switch number := strings.TrimLeft(length, "0"); {
	case !slash || length == "":
		return t.mistake("incomplete", len(t.s), len(t.s), "the length of the prefix is missing, such as /"+
			strconv.Itoa(max)), true
	case !digits(length):
		return why, false
	case number != length && length != "0":
		why = t.mistake("leading-zero", from, len(t.s), quoted(length)+" has a leading zero")
		t.mend(&why, from, from+len(length)-len(number), "", "write "+number)
		return why, true
	}
	message := "the prefix has at most " + strconv.Itoa(max) + " bits, not " + short(length)
	return t.mistake("length", from, len(t.s), message), true
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// base64 explains a character of the other alphabet of RFC 4648, or nonzero unused bits in the last
// character before the padding.
func (t *text) base64(name string) (why Explanation, ok bool) {
	alphabet, other := base64Letters+"+/", "base64url"
	if name == other {
		alphabet, other = base64Letters+"-_", "base64"
	}
	if rule := t.find(other); rule != "" && rule.Valid(t.s) {
		found, n := named(t.s[t.at:])
		why = t.mistake("misplaced-character", t.at, t.at+n, found+" belongs to the other alphabet of Base64")
		why.Accepting = other
		return why, true
	}
	last := len(strings.TrimRight(t.s, "=")) - 1
	if last < 0 {
		return why, false
	}
	i := strings.IndexByte(alphabet, t.s[last])
	for _, unused := range []int{3, 15} {
		if zero := i &^ unused; i >= 0 && zero != i {
			if text := t.s[:last] + alphabet[zero:zero+1] + t.s[last+1:]; t.rule.Valid(text) {
				why = t.mistake("misplaced-character", last, last+1, "the unused bits of "+quoted(t.s[last:last+1])+" are not zero")
				why.Remedy, why.Repaired = "write "+short(text), text
				return why, true
			}
		}
	}
	return why, false
}
