// Package text finds IRIs in running text, and corrects the mistakes that people make when writing
// IRIs.
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
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
)

// A Finder finds absolute IRIs in running text. The zero Finder is equivalent to [Find].
//
// An IRI begins with a scheme that does not follow an ASCII letter or digit. It ends where UTS #58
// (Unicode Link Detection, version 17.0) specifies: before trailing sentence punctuation in any
// script and before unmatched brackets, so "(see http://a/b_(c).)" contains the IRI http://a/b_(c).
// A Finder differs from UTS #58 because every IRI that it finds is valid (RFC 3987, section 2.2),
// and because some languages do not separate words with spaces:
//
//   - A character that the grammar does not allow at its position, such as "[" or "|", ends the
//     IRI.
//   - A question mark before a space ends a sentence; it does not begin an empty query.
//   - Wide sentence punctuation such as "、" and "！", and the marks “ ” « », end the IRI even before
//     a letter, because Chinese and Japanese do not use spaces there.
//   - So do wide brackets such as "（" and "「". The IRI keeps a pair of these only after a non-ASCII
//     character, as in https://a/中国（消歧义）, and only if the pair contains no colon and no delimiter
//     of the component.
//   - If the IRI follows a quotation mark, the next mark that closes the quotation ends the IRI, so
//     ['https://a','https://b'] contains two IRIs. The apostrophe in https://a/O'Canoe ends the IRI
//     only if the IRI follows an apostrophe.
//   - If the IRI follows one of the Markdown characters * _ ~, trailing characters of the same kind
//     are excluded.
//   - A trailing ellipsis is excluded, and so are trailing invisible characters such as U+200B,
//     except a joiner after a combining mark, which may end a word in Indic scripts.
//   - An escape sequence (of a programming language or a terminal) before the scheme is not part of
//     the scheme, and one after the authority ends the IRI: "\nhttps://a\n" contains https://a.
//     There is no IRI in "https:\/\/a"; unescape such text first.
//   - Names without a scheme, such as "example.org", are not found.
//   - For any scheme, the host may be any name without an empty label. Non-ASCII punctuation in a
//     host or userinfo ends the IRI, as does any of !'()*,; in a host.
//   - The wide full stops "。", "．" and "｡" separate the labels of a host. Between ASCII labels and
//     a non-ASCII label, they end the IRI: "https://a。次" contains https://a.
//   - A non-ASCII character ends the IRI after a port or an IP literal, or where a port could
//     begin: "https://a:80次" contains https://a:80, and "https://a:次" contains https://a.
//
// Otherwise an IRI never ends inside an authority: there is no IRI in "http://h:80x/",
// "http://h:80.\@evil/" and "http://h../".
type Finder struct {
	// Prefixes lists the beginnings of the IRIs to find. Each is a scheme, in any case, followed by
	// ":" or "://", such as "https://" or "mailto:". A prefix with "://" finds only IRIs with an
	// authority; a prefix with ":" also finds IRIs without an authority. The prefix "://" matches
	// every scheme. If Prefixes is nil, it defaults to "://", "mailto:", "tel:" and "urn:". If it
	// is empty but not nil, nothing is found.
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
// from is out of range, it is clamped to 0 or len(text).
//
// Cost: one search for colons, which are rare in most text. Walks from different colons read few
// characters twice: a scheme contains no colon, an authority contains no "//", and a walk that
// fails after the authority has read no letter.
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

// begins reports whether an IRI to be found may begin with this scheme. slashes reports whether
// "//" follows the colon.
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
	run := colon
	for run > from && last.Has(text[run-1]) {
		run--
	}
	escape := escapeLength(text[:run], text[run:colon])
	start, inWord := run+escape, escape == 0 && run > 0 && word(text[run-1])
	for start < colon && (inWord || !first.Has(text[start])) {
		inWord = word(text[start])
		start++
	}
	return start
}

// escapeLength returns how many characters at the start of run complete an escape sequence that
// begins in before, the text that precedes run: "n" in `\n`, "u000A" in `\u000A`, and "36m" in the
// terminal sequence `\x1b[36m`.
func escapeLength(before, run string) int {
	if before == "" || run == "" {
		return 0
	}
	switch before[len(before)-1] {
	case '[', ';':
		if n := digits(run, 10, len(run)); n > 0 && strings.HasPrefix(run[n:], "m") {
			return n + 1
		}
	case '\\':
		if n := strings.IndexByte("..x.u...U", run[0]); n > 0 && digits(run[1:], 16, n) == n {
			return 1 + n
		}
		if strings.IndexByte("abefnrtv", run[0]) >= 0 {
			return 1
		}
		return digits(run, 8, 3) // octal
	}
	return 0
}

// digits returns the number of digits at the start of s, at most limit.
func digits(s string, base byte, limit int) (n int) {
	for n < min(len(s), limit) && chars.HexValue(s[n]) < base {
		n++
	}
	return n
}

// findEnd returns the end of the IRI text[start:], whose scheme and colon end before text[at:]. If
// there is no IRI, the result is at most at.
func findEnd(text string, start, at int, slashes bool) int {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	mark, closers := byte('.'), closersOf(before) // a trailing mark is excluded, like a full stop
	switch before {
	case '*', '_', '~':
		mark = byte(before)
	}
	if !slashes {
		return tailEnd(text, at, mark, closers)
	}
	host, end := findAuthority(text, at+chars.AuthorityPrefix, mark, closers)
	if end < 0 {
		return -1
	}
	if hasEmptyLabel(text[host:end]) && beginsTail(text[end:]) {
		return -1
	}
	hasName := host < end && text[host] != ':'
	if end < len(text) && (text[end] == '/' || hasName && (text[end] == '?' || text[end] == '#')) {
		if tail := tailEnd(text, end, mark, closers); tail > end {
			return tail
		}
	}
	end = trimHost(text, host, end)
	if !hasName || end == host || hasEmptyLabel(text[host:end]) {
		return -1
	}
	return end
}
