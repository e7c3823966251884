package lint

import (
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts46"
)

// This file finds IRIs that browsers reject and hosts that browsers interpret differently,
// according to the WHATWG URL Standard. A host is compared with its RFC 3987 form: percent-decoded,
// with lowercase ASCII letters and with non-ASCII labels in Punycode. Browsers map characters,
// interpret numbers as IPv4 addresses, and may look for a host in the path.

// browsers reports at most one finding about the host. portForm checks the port, except in a file
// IRI.
func (x *search) browsers(yield yielder) bool {
	switch {
	case x.scheme == "":
		return true // how browsers interpret it depends on the base
	case x.isFile:
		return x.fileHost(yield)
	case x.isSpecial && (x.host.Start < 0 || x.emptyAuthority()):
		return x.missingHost(yield)
	case x.host.Start >= 0 && !x.hasHost && !x.emptyAuthority():
		return x.report(yield, "browser-no-host", iri.Authority, x.ref.Offsets().Authority)
	case x.isIPv6 || x.isFuture:
		return x.literal(yield)
	case x.isSpecial && x.hasHost:
		return x.specialHost(yield)
	}
	return true
}

// emptyAuthority reports whether there is an empty authority.
func (x *search) emptyAuthority() bool {
	return x.host.Start >= 0 && !x.hasHost && x.userinfo.Start < 0 && x.port.Start < 0
}

// missingHost reports a host that browsers find in the path. Browsers skip any number of slashes
// before the host (WHATWG URL, section 4.4, "special authority ignore slashes state").
func (x *search) missingHost(yield yielder) bool {
	start := x.path.Start
	for start < x.path.End && x.s[start] == '/' {
		start++
	}
	if start == x.path.End {
		return x.report(yield, "browser-no-host", iri.Authority, iri.Span{Start: x.path.Start, End: x.path.End})
	}
	segment, _, _ := x.piece(iri.Span{Start: start, End: x.path.End}, "/")
	if hostOfBrowsers(x.text(segment)) == "" {
		return x.report(yield, "browser-no-host", iri.Authority, segment)
	}
	return x.report(yield, "browser-slashes", iri.Path, segment)
}

// hostOfBrowsers returns the host that browsers find in the first segment of a path, which they
// parse as an authority.
func hostOfBrowsers(segment string) string {
	host, _, _ := strings.Cut(segment[strings.LastIndexByte(segment, '@')+1:], ":")
	return host
}

// fileHost finds file IRIs whose host browsers drop or reject (WHATWG URL, section 4.4, "file host
// state"). Browsers also drop a drive letter, which the method file reports.
func (x *search) fileHost(yield yielder) bool {
	switch {
	case x.host.Start < 0:
		return true
	case x.userinfo.Start >= 0 || x.port.Start >= 0 || matches(x.text(x.host), "localhost"):
		return x.report(yield, "browser-file", iri.Authority, x.ref.Offsets().Authority)
	case x.isIPv6 || x.isFuture:
		return x.literal(yield)
	}
	return !x.hasHost || x.specialHost(yield)
}

// matches reports whether a host, decoded and lowercased, equals the given ASCII word.
func matches(host, word string) bool {
	for ; host != "" && word != ""; word = word[1:] {
		r, size := chars.DecodedRune(host)
		if r != rune(word[0]) {
			return false
		}
		host = host[size:]
	}
	return host == word
}

// literal finds IP literals that browsers reject or rewrite (WHATWG URL, section 3.6).
func (x *search) literal(yield yielder) bool {
	if x.isFuture {
		return x.report(yield, "browser-future", iri.Host, x.host)
	}
	var buffer [chars.IPv6Length]byte
	if form := chars.ParseIPv6(x.text(x.host)).Append(buffer[:0]); !chars.EqualFold(x.text(x.host), string(form)) {
		return x.report(yield, "ipv6-form", iri.Host, x.host)
	}
	return true
}

// specialHost finds names that browsers reject or interpret differently (WHATWG URL, section 3.5,
// "host parser"). A plain name is safe: it consists of letters, digits and single hyphens, and its
// last label begins with a letter.
func (x *search) specialHost(yield yielder) bool {
	host := x.text(x.host)
	if x.isIPv4Host || x.isPlainName {
		return true
	}
	if at, code := x.badCharacter(); code != "" {
		return x.report(yield, code, iri.Host, at)
	}
	if !x.labels() {
		return x.report(yield, "browser-label", iri.Host, x.host)
	}
	if chars.EndsInNumber(host, false) { // badCharacter found no mapped character
		return x.report(yield, "browser-ipv4", iri.Host, x.host)
	}
	if x.NFC != nil && strings.IndexByte(host, '%') >= 0 {
		host = chars.DecodedHost(host)
	}
	if x.NFC != nil && !x.NFC(host) {
		return x.report(yield, "browser-mapped", iri.Host, x.host)
	}
	return true
}

// badCharacter returns the span and the code for the first character in the host that browsers map,
// remove or reject. The code is "" if there is none.
func (x *search) badCharacter() (at iri.Span, code string) {
	for i := x.host.Start; i < x.host.End; {
		r, size := chars.DecodedRune(x.s[i:x.host.End])
		at := iri.Span{Start: i, End: i + size}
		if code := hostCode(r); code != "" {
			return at, code
		}
		i += size
	}
	return iri.Span{}, ""
}

// hostCode returns the code for a character of a host that browsers map, remove or reject, or "".
func hostCode(r rune) string {
	switch uts46.Character.First(string(r)) {
	case uts46.CharacterMapped, uts46.CharacterMappedRight, uts46.CharacterMappedNeutral, uts46.CharacterIgnored:
		return "browser-mapped"
	case uts46.CharacterDisallowed, uts46.CharacterDisallowedRight, uts46.CharacterDisallowedNeutral,
		uts46.CharacterForbidden:
		return "browser-character"
	}
	return ""
}

// labels reports whether the labels of the host are valid (UTS 46, section 4.1): Punycode decodes
// to valid labels, no label begins with a mark, and joiners and directions are used correctly.
func (x *search) labels() bool {
	host := x.text(x.host)
	joined, directed := newWalk(findings.Joined), newWalk(findings.Directed)
	for host != "" {
		label := labelOf(host)
		rest, isEncoded := cutPunycode(label)
		if isEncoded {
			if !x.encoded(rest, &joined, &directed) {
				return false
			}
		} else {
			for label := label; label != ""; {
				r, size := chars.DecodedRune(label)
				joined.step(classOf(r))
				directed.step(classOf(r))
				label = label[size:]
			}
		}
		if host = host[len(label):]; host != "" {
			dot, size := chars.DecodedRune(host)
			joined.step(classOf(dot))
			directed.step(classOf(dot))
			host = host[size:]
		}
	}
	return joined.accepts() && directed.accepts()
}

// labelOf returns the first label of a host, as written.
func labelOf(host string) string {
	for i := 0; i < len(host); {
		r, size := chars.DecodedRune(host[i:])
		if r == '.' {
			return host[:i]
		}
		i += size
	}
	return host
}

// cutPunycode removes the prefix "xn--" of a label.
func cutPunycode(label string) (rest string, ok bool) {
	for _, c := range "xn--" {
		if label == "" {
			return "", false
		}
		r, size := chars.DecodedRune(label)
		if r != c {
			return "", false
		}
		label = label[size:]
	}
	return label, true
}

// encoded decodes a Punycode label and walks its text. It returns false if the label does not
// decode, or if browsers would encode the text differently. It accepts a label longer than DNS
// allows without decoding it: browsers accept such labels, and MaxLabel bounds the cost.
func (x *search) encoded(label string, joined, directed *walk) bool {
	var ascii [idna.MaxLabel]byte
	var runes [idna.MaxLabel]rune
	n, ok := asciiOf(label, &ascii)
	if !ok {
		return false
	}
	if n > idna.MaxLabel {
		return true
	}
	n, ok = idna.DecodePunycode(string(ascii[:n]), &runes)
	if !ok || string(runes[:min(n, 4)]) == "xn--" || x.NFC != nil && !x.NFC(string(runes[:n])) {
		return false
	}
	for _, r := range runes[:n] {
		joined.step(classOf(r))
		directed.step(classOf(r))
	}
	return true
}
