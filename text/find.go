// Package text finds IRIs in text that people wrote, and mends strings with the mistakes that
// people make in them.
//
//	for s := range text.Find(page) {
//		fmt.Println(page[s.Start:s.End])
//	}
//	i, changes, err := text.Fix("http://example.org/a b")
//
// Semantic Versioning covers the exported names of this package.
package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// A Finder finds absolute IRIs in running text. The zero Finder finds the IRIs of [Find].
//
// An IRI begins with its scheme: not after an ASCII letter or digit. It ends by the termination
// rules of UTS #58 (Unicode Link Detection, version 17.0): after the last character that is neither
// punctuation of a sentence nor a bracket without its partner. So "(see http://a/b_(c).)" has the
// IRI http://a/b_(c), and punctuation of a sentence, in any script, is never the end of an IRI.
// These rules differ, for texts without spaces and because every IRI found is valid (RFC 3987,
// section 2.2):
//
//   - A character refused there by the grammar, such as "[" or "|", ends the IRI.
//   - An empty query is left out: a question mark before a space ends a sentence.
//   - Wide punctuation of sentences such as "、" and "！", and the marks “ ” « », end the IRI even
//     before a letter, because Chinese and Japanese have no space there. An ellipsis at the end is
//     left out.
//   - After one of * _ ~ the same characters at the end are left out: they are Markdown.
//   - There is a scheme always. Names without a scheme, such as "example.org", are not found.
//   - The host of any scheme may be any name without an empty label. In it, and in a userinfo,
//     punctuation other than ASCII ends the IRI, and so does one of !'()*,; in a host.
//
// Otherwise an IRI never ends inside an authority: "http://h:80x/", "http://h:80.\@evil/" and
// "http://h../" have no IRI.
type Finder struct {
	// Prefixes has the beginnings of the IRIs to find, each a scheme and ":" or "://", such as
	// "https://" and "mailto:", in upper or lower case. "://" alone stands for each scheme. A prefix
	// with "://" finds no IRI without an authority, and one with ":" finds IRIs of both forms. If
	// Prefixes is nil, it is "://", "mailto:", "tel:" and "urn:". An empty list finds no IRI.
	Prefixes []string
}

// Find returns the places of the absolute IRIs in a text, in order: those of each scheme with an
// authority, and those of the schemes mailto, tel and urn. [Finder] has the rules. The text may
// hold any bytes. Find does not allocate, and takes time linear in the length of the text.
func Find(text string) iter.Seq[iri.Span] { return Finder{}.Find(text) }

// Find is the function [Find] with the Prefixes of f.
func (f Finder) Find(text string) iter.Seq[iri.Span] {
	return func(yield func(iri.Span) bool) {
		for s, ok := f.Next(text, 0); ok && yield(s); s, ok = f.Next(text, s.End) {
		}
	}
}

// Next returns the place of the first IRI in text[from:], as offsets in text, and false if no IRI
// follows. A from outside of text means its beginning or its end.
//
// Cost: a search for colons, rare in most text. The walks from two colons meet few characters
// twice: a scheme has no colon, an authority has no "//", and a walk that fails after the authority
// has met no letter.
func (f Finder) Next(text string, from int) (s iri.Span, ok bool) {
	from = min(max(from, 0), len(text))
	for at := from; ; at++ {
		i := strings.IndexByte(text[at:], ':')
		if i < 0 {
			return iri.Span{Start: -1, End: -1}, false
		}
		at += i
		slashes := strings.HasPrefix(text[at+1:], "//")
		start := schemeStart(text, from, at)
		if !f.begins(text[start:at], slashes) {
			continue
		}
		if end := findEnd(text, start, at+1, slashes); end > at+1 {
			return iri.Span{Start: start, End: end}, true
		}
	}
}

// begins reports whether Starts has this scheme, with "//" after the colon or without.
func (f Finder) begins(scheme string, slashes bool) bool {
	if scheme == "" {
		return false
	}
	if f.Prefixes == nil {
		return slashes || chars.IsOneOf(scheme, "mailto", "tel", "urn")
	}
	for _, start := range f.Prefixes {
		name, rest, _ := strings.Cut(start, ":")
		if (rest == "" || slashes) && (chars.EqualFold(scheme, name) || start == "://") {
			return true
		}
	}
	return false
}

// schemeStart returns the beginning of the longest scheme before the colon, and the offset of the
// colon if there is no scheme.
func schemeStart(text string, from, colon int) int {
	first, last := chars.SchemeFirst(), chars.SchemeLast()
	word := func(c byte) bool { return last.Has(c) && strings.IndexByte("+-.", c) < 0 } // a letter or digit
	start := colon
	for start > from && last.Has(text[start-1]) {
		start--
	}
	for start < colon && (!first.Has(text[start]) || start > 0 && word(text[start-1])) {
		start++
	}
	return start
}

// findEnd returns the end of the IRI with its scheme at offset start and the text after its colon
// at offset at. It is at most at if there is no IRI.
func findEnd(text string, start, at int, slashes bool) int {
	mark := byte('.') // never the end, as a full stop
	if start > 0 && strings.IndexByte("*_~", text[start-1]) >= 0 {
		mark = text[start-1]
	}
	if !slashes {
		return tailEnd(text, at, mark)
	}
	host, end := findAuthority(text, at+chars.AuthorityPrefix)
	if end < 0 {
		return -1
	}
	if hasEmptyLabel(text[host:end]) && beginsTail(text[end:]) {
		return -1
	}
	hasName := host < end && text[host] != ':'
	if end < len(text) && (text[end] == '/' || hasName && (text[end] == '?' || text[end] == '#')) {
		if tail := tailEnd(text, end, mark); tail > end {
			return tail
		}
	}
	end = trimHost(text, host, end)
	if !hasName || end == host || hasEmptyLabel(text[host:end]) {
		return -1
	}
	return end
}

// hasEmptyLabel reports whether one of the names between dots, except the last, is empty.
func hasEmptyLabel(host string) bool {
	return strings.HasPrefix(host, ".") || strings.Contains(host, "..") && host[0] != '['
}

// findAuthority returns the beginning of the host of the authority at offset at, and the end of the
// authority. The end is -1 if the authority goes on with a forbidden character, or with "." or ":"
// before more text of an IRI.
func findAuthority(text string, at int) (host, end int) {
	host = at
	isOfUserinfo := func(r rune) bool { return linkTerm(r) == termInclude }
	if i := runEnd(text, at, chars.Userinfo(), isOfUserinfo); i < len(text) && text[i] == '@' {
		host = i + chars.UserinfoSuffix
	}
	if strings.HasPrefix(text[host:], "[") {
		end = host + rfc3987.Ihost.Prefix(text[host:]) // is host without an IP literal, because a host may be empty
	} else {
		end = runEnd(text, host, chars.Unreserved(), isHostRune)
	}
	if end < len(text) && text[end] == ':' {
		port := end + chars.PortPrefix
		port += rfc3987.Port.Prefix(text[port:])
		if port > end+chars.PortPrefix || port < len(text) && strings.IndexByte("/?#", text[port]) >= 0 {
			end = port
		}
	}
	rest := strings.TrimLeft(text[end:], ":.")
	if staysInside(rest) || len(rest) < len(text)-end && beginsTail(rest) {
		return host, -1
	}
	return host, end
}

// beginsTail reports whether a text after an authority begins with a path, query or fragment. A
// question mark before white space or the end is no query: it ends a sentence.
func beginsTail(s string) bool {
	if query, ok := strings.CutPrefix(s, "?"); ok {
		return query != "" && !unicode.IsSpace(firstRune(query))
	}
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#")
}

// staysInside reports whether a text after an authority would change it: whether it begins with a
// character of words, or with one that has a meaning in an authority, here or for browsers.
func staysInside(s string) bool {
	if s == "" {
		return false
	}
	if c := s[0]; c < utf8.RuneSelf {
		return c != '.' && chars.Unreserved().Has(c) || strings.IndexByte(`%@\$&+=`, c) >= 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return isHostRune(r) && linkTerm(r) != termSoft
}

// runEnd returns the end of a run of characters: those of a set, percent-encodings, and characters
// beyond ASCII accepted by the grammar and by a function.
func runEnd(text string, i int, set chars.Set, accept func(rune) bool) int {
	for i < len(text) {
		switch c := text[i]; {
		case set.Has(c):
			i++
			continue
		case chars.HasPct(text[i:]):
			i += chars.PctLength
			continue
		case c < utf8.RuneSelf:
			return i
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !accept(r) || !rfc3987.Ucschar.Valid(text[i:i+size]) {
			return i
		}
		i += size
	}
	return i
}

// trimHost returns the end of an authority at the end of an IRI, without the punctuation at the end
// of its host.
func trimHost(text string, host, end int) int {
	for end > host {
		r, size := utf8.DecodeLastRuneInString(text[host:end])
		if strings.IndexByte("-_~", text[end-1]) < 0 && linkTerm(r) != termSoft {
			break
		}
		end -= size
	}
	return end
}

// tailEnd returns the end of the path, query and fragment at offset at (UTS #58, termination). The
// last character is never mark, an ASCII character.
//
// Idea: walk on while characters may belong to the IRI, and keep the end of the last one certain to
// belong. A stack has the open brackets. Each delimiter inside a component clears it, so brackets
// match within a segment, a key or a value. A bracket too many for the stack ends the IRI.
//
// Tested against: TestFindIsItsDefinition.
func tailEnd(text string, at int, mark byte) (end int) {
	var open brackets
	plain := chars.Unreserved().Without(".") // most of all
	component, set := iri.Path, chars.Path()
	for end = at; at < len(text); {
		c := text[at]
		switch {
		case c == mark:
			at++
			continue
		case plain.Has(c):
			at++
			end = at
			continue
		case c == '%' && chars.HasPct(text[at:]):
			at += chars.PctLength
			end = at
			continue
		case c == '?' && component == iri.Path:
			component, set = iri.Query, chars.Query()
			open.depth = 0
		case c == '#' && component != iri.Fragment:
			component, set = iri.Fragment, chars.Fragment()
			open.depth = 0
		case c < utf8.RuneSelf && !set.Has(c):
			return end
		case clears(component, text[at:]):
			open.depth = 0
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if c >= utf8.RuneSelf && !rfc3987.Ucschar.Valid(text[at:at+size]) {
			return end
		}
		at += size
		switch t := termInText(r); {
		case t == termHard, t == termOpen && !open.push(r), t == termClose && !open.pop(r):
			return end
		case t == termClose, t == termInclude:
			end = at
		}
	}
	return end
}

// brackets has the open brackets. IRIs written by people nest them less deeply.
type brackets struct {
	open  [125]rune
	depth int
}

// push opens a bracket, if there is room.
func (b *brackets) push(r rune) bool {
	if b.depth == len(b.open) {
		return false
	}
	b.open[b.depth] = r
	b.depth++
	return true
}

// pop closes the last bracket, if r is its partner.
func (b *brackets) pop(r rune) bool {
	if b.depth == 0 || b.open[b.depth-1] != openerOf(r) {
		return false
	}
	b.depth--
	return true
}

// clears reports whether a text in a component begins with a delimiter inside the component.
func clears(component iri.Component, s string) bool {
	switch component {
	case iri.Path:
		return s[0] == '/'
	case iri.Query:
		return s[0] == '=' || s[0] == '&'
	}
	return strings.HasPrefix(s, ":~:")
}

// firstRune returns the first character of a text.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
