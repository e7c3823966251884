// Package text finds IRIs in running text, and corrects the mistakes that people make when they
// write IRIs.
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

// A Finder finds absolute IRIs in running text. The zero Finder is equivalent to [Find].
//
// An IRI begins with a scheme that does not follow an ASCII letter or digit. It ends where UTS #58
// (Unicode Link Detection, version 17.0) says, before trailing sentence punctuation in any script
// and before unmatched brackets: "(see http://a/b_(c).)" contains the IRI http://a/b_(c). A Finder
// differs from UTS #58 because every IRI that it finds is valid (RFC 3987, section 2.2), and
// because some languages do not separate words with spaces:
//
//   - A character that the grammar does not allow at its position, such as "[" or "|", ends the
//     IRI.
//   - A question mark before a space ends a sentence; it does not begin an empty query.
//   - Wide sentence punctuation such as "、" and "！", and the marks “ ” « », end the IRI even before
//     a letter, because Chinese and Japanese do not use spaces there. A trailing ellipsis is
//     excluded.
//   - If the IRI follows one of the Markdown characters * _ ~, trailing characters of the same kind
//     are excluded.
//   - Names without a scheme, such as "example.org", are not found.
//   - For any scheme, the host may be any name without an empty label. Non-ASCII punctuation ends
//     the IRI in a host or userinfo, as does any of !'()*,; in a host.
//
// Otherwise an IRI never ends inside an authority: there is no IRI in "http://h:80x/",
// "http://h:80.\@evil/" and "http://h../".
type Finder struct {
	// Prefixes lists the beginnings of the IRIs to find: a scheme, in any case, and ":" or "://", such
	// as "https://" and "mailto:". A prefix with "://" finds only IRIs with an authority; a prefix
	// with ":" also finds IRIs without an authority. The prefix "://" matches every scheme. If
	// Prefixes is nil, it defaults to "://", "mailto:", "tel:" and "urn:". If it is empty but not nil,
	// nothing is found.
	Prefixes []string
}

// Find yields the spans of the absolute IRIs in a text, in order. It finds IRIs with an authority,
// and IRIs with the scheme mailto, tel or urn. [Finder] describes where an IRI begins and ends. The
// text need not be UTF-8. Find does not allocate, and takes time linear in the length of the text.
func Find(text string) iter.Seq[iri.Span] { return Finder{}.Find(text) }

// Find is like the function [Find], but uses the prefixes of f.
func (f Finder) Find(text string) iter.Seq[iri.Span] {
	return func(yield func(iri.Span) bool) {
		for s, ok := f.Next(text, 0); ok && yield(s); s, ok = f.Next(text, s.End) {
		}
	}
}

// Next returns the span in text of the first IRI in text[from:]. ok is false if there is no IRI. If
// from is out of range, it is set to 0 or len(text).
//
// Cost: one search for colons, which are rare in most text. Walks that start at different colons
// read few characters twice: a scheme contains no colon, an authority contains no "//", and a walk
// that fails after the authority has read no letter.
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

// begins reports whether an IRI to find may begin with this scheme. slashes reports whether "//"
// follows the colon.
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

// schemeStart returns the start of the longest scheme before the colon, or colon if there is no
// scheme.
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

// findEnd returns the end of the IRI text[start:], whose scheme and colon end before text[at:]. The
// result is at most at if there is no IRI.
func findEnd(text string, start, at int, slashes bool) int {
	mark := byte('.') // excluded at the end, like a full stop
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

// hasEmptyLabel reports whether a label other than the last is empty.
func hasEmptyLabel(host string) bool {
	return strings.HasPrefix(host, ".") || strings.Contains(host, "..") && host[0] != '['
}

// findAuthority returns the start of the host in the authority text[at:], and the end of the
// authority. The end is -1 if a forbidden character follows, or if "." or ":" and more text of an
// IRI follow.
func findAuthority(text string, at int) (host, end int) {
	host = at
	isOfUserinfo := func(r rune) bool { return linkTerm(r) == termInclude }
	if i := runEnd(text, at, chars.Userinfo(), isOfUserinfo); i < len(text) && text[i] == '@' {
		host = i + chars.UserinfoSuffix
	}
	if strings.HasPrefix(text[host:], "[") {
		end = host + rfc3987.Ihost.Prefix(text[host:]) // equals host if there is no IP literal, because a host may be empty
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

// beginsTail reports whether text after an authority begins with a path, query or fragment. A
// question mark before white space or the end does not begin a query: it ends a sentence.
func beginsTail(s string) bool {
	if query, ok := strings.CutPrefix(s, "?"); ok {
		return query != "" && !unicode.IsSpace(firstRune(query))
	}
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#")
}

// staysInside reports whether text after an authority would extend it, that is, whether it begins
// with a word character, or with a character that is special in an authority, here or in browsers.
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

// runEnd returns the end of a run of percent-encodings, ASCII characters in set, and non-ASCII
// characters that the grammar and accept both allow.
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

// trimHost returns the end of an authority that ends an IRI, without trailing punctuation.
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

// tailEnd returns the end of the path, query and fragment in text[at:] (UTS #58, termination). The
// last character is never mark, which is an ASCII character.
//
// Idea: read characters that may belong to the IRI, and remember the end of the last character that
// certainly does. Open brackets are pushed onto a stack. Each delimiter inside a component clears
// the stack, so brackets match only within a segment, a key or a value. A full stack ends the IRI.
//
// Tested against: TestFindIsItsDefinition.
func tailEnd(text string, at int, mark byte) (end int) {
	var open brackets
	plain := chars.Unreserved().Without(".") // the most frequent characters
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

// brackets is a stack of open brackets, deeper than any real nesting.
type brackets struct {
	open  [125]rune
	depth int
}

// push opens a bracket. It returns false if the stack is full.
func (b *brackets) push(r rune) bool {
	if b.depth == len(b.open) {
		return false
	}
	b.open[b.depth] = r
	b.depth++
	return true
}

// pop closes the last open bracket. It returns false if r does not match it.
func (b *brackets) pop(r rune) bool {
	if b.depth == 0 || b.open[b.depth-1] != openerOf(r) {
		return false
	}
	b.depth--
	return true
}

// clears reports whether s begins with a delimiter between parts of the component.
func clears(component iri.Component, s string) bool {
	switch component {
	case iri.Path:
		return s[0] == '/'
	case iri.Query:
		return s[0] == '=' || s[0] == '&'
	}
	return strings.HasPrefix(s, ":~:")
}

// firstRune returns the first character of s.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
