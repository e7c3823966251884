package text

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri"
)

// These expressions are used by the slow version of Find.
var (
	schemeRun = regexp.MustCompile(`[A-Za-z0-9+.-]*$`)
	escaped   = regexp.MustCompile(
		`^(\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{1,3}|[abefnrtv])|[\[;][0-9]+m)`)
	opaqueScheme = regexp.MustCompile(`^(?i:mailto|tel|urn)$`)
	hostName     = regexp.MustCompile(
		`^([A-Za-z0-9._~%-]|[^\x00-\x7F\pP\pC\pZ]|[\x{3002}\x{FF0E}\x{FF61}·׳״་・\x{200C}\x{200D}])*$`)
	emptyLabel = regexp.MustCompile(`^\.|\.\.`)
	sentence   = regexp.MustCompile(`^((?:[A-Za-z0-9._~。．｡-]|%[0-9A-Fa-f]{2})*)[。．｡](?:[A-Za-z0-9_~-]|%[0-9A-Fa-f]{2})*` +
		`(?:://|[^\x00-\x7F\pP\pC\pZ\x{FFF0}-\x{FFFD}\x{E0000}-\x{E0FFF}]|[·׳״་・\x{200C}\x{200D}])`)
	hostTrim = regexp.MustCompile(
		`^[.。．｡_~\x{34F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{200C}\x{200D}\x{2800}\x{3164}\x{FFA0}-]*`)
	stops      = regexp.MustCompile(`^[:.]*`)
	tailBegins = regexp.MustCompile(`^(/|#|\?[^\s\v\x{85}\pZ])`)
	goesOn     = regexp.MustCompile(`^[A-Za-z0-9%@\\$&+=_~-]`)
	escapes    = regexp.MustCompile(
		`^\\+(["']|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]|[abefnrtv])`)
	nameGoesOn = regexp.MustCompile(`^([^\x00-\x7F\pP\pC\pZ]|[·׳״་・\x{200C}\x{200D}])`)
	wideEnd    = regexp.MustCompile(`[“”«»＂、。〝-〟︒︕-︘︵-﹄﹇﹈﹐﹑﹒﹔-﹗！，．：；？｡､]`)
	wide       = regexp.MustCompile(`[\x{3000}-\x{303F}\x{FE10}-\x{FE6F}\x{FF00}-\x{FFEF}]`)
	parameter  = regexp.MustCompile(`[^=&]*[=&]?`)
)

// quotes holds pairs of an opening quotation mark and its closing mark.
var quotes = strings.Fields(`'' ‘’ ‚‘ ‚’ ’’ ‹› ›‹ ״״ ׳׳ ＇＇`)

// A slowFinder is a slow version of Find: at each offset it finds the longest IRI that satisfies
// the definition.
type slowFinder struct {
	terms   map[rune]term
	openers map[rune]rune
}

func (f slowFinder) find(text string) (spans []iri.Span) {
	for at := 0; at < len(text); at++ {
		from := 0
		if len(spans) > 0 {
			from = spans[len(spans)-1].End
		}
		if at < from || !startsHere(text, from, at) {
			continue
		}
		for end := len(text); end > at; end-- {
			if f.isFound(text[:at], text[at:end], text[end:]) {
				spans = append(spans, iri.Span{Start: at, End: end})
				break
			}
		}
	}
	return spans
}

// startsHere reports whether at is the first ASCII letter in a run of scheme characters that does
// not follow an ASCII letter or digit, except one of an escape.
func startsHere(text string, from, at int) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	run := schemeRun.FindStringIndex(text[from:at])[0] + from
	first := run // after an escape
	if e := escaped.FindString(text[max(run-1, 0):]); e != "" {
		first = run - 1 + len(e)
	}
	for i := first; i <= at; i++ {
		follows := i > 0 && (i > first || first == run) && strings.IndexByte(letters+"0123456789", text[i-1]) >= 0
		if strings.IndexByte(letters, text[i]) >= 0 && !follows {
			return i == at
		}
	}
	return false
}

// isFound reports whether s is an IRI that must be found between before and rest.
func (f slowFinder) isFound(before, s, rest string) bool {
	i, err := iri.Parse(s)
	closing := closingOf(before)
	if err != nil || strings.ContainsAny(s, closing) {
		return false
	}
	tail := i.Path()
	if i.HasQuery() {
		tail += "?" + i.Query()
	}
	if i.HasFragment() {
		tail += "#" + i.Fragment()
	}
	if !i.HasAuthority() {
		return opaqueScheme.MatchString(i.Scheme()) && !strings.HasPrefix(tail+rest, "//") &&
			len(tail) > 0 && f.isTail(i, before)
	}
	named := !strings.HasPrefix(i.Host(), "[")
	if userinfo, _, ok := strings.Cut(i.Authority()+tail+rest, "@"); ok &&
		(f.isUserinfo(userinfo) && !strings.ContainsAny(userinfo, closing)) != i.HasUserinfo() {
		return false
	}
	limit := len(s) + len(rest) // where a sentence ends in the host
	if named {
		name := s[i.Offsets().Authority.Start:] + rest
		if i.HasUserinfo() {
			name = name[len(i.Userinfo()+"@"):]
		}
		if c := strings.IndexAny(name, closing); c >= 0 {
			name = name[:c]
		}
		if m := sentence.FindStringSubmatchIndex(name); m != nil {
			limit = m[3]
		}
	}
	switch {
	case named && !hostName.MatchString(i.Host()),
		len(i.Host()) > limit,
		named && emptyLabel.MatchString(i.Host()),
		i.HasPort() && i.Port() == "" && tail == "":
		return false
	case tail != "":
		return f.isTail(i, before) && (i.Host() != "" || tail[0] == '/')
	case i.Host() == "":
		return false
	}
	if !i.HasPort() && named {
		if last, _ := utf8.DecodeLastRuneInString(s); f.term(last) == termSoft || strings.ContainsRune("-_~", last) ||
			isUnseen(s) {
			return false
		}
		trimmed := hostTrim.FindString(rest)
		trimmed = trimmed[:min(len(trimmed), limit-len(i.Host()))]
		rest = rest[len(trimmed):]
		if emptyLabel.MatchString(i.Host()+trimmed) && tailBegins.MatchString(strings.TrimPrefix(rest, ":")) {
			return false
		}
	}
	stop := stops.FindString(rest)
	rest = rest[len(stop):]
	isPort := stop == ":" && !i.HasPort() // an empty port
	if stop != "" && !isPort && tailBegins.MatchString(rest) {
		return false
	}
	if strings.HasSuffix(before, "_") && strings.HasPrefix(rest, "_") ||
		strings.HasSuffix(before, "~") && strings.HasPrefix(rest, "~") {
		return true
	}
	if escapes.MatchString(rest) {
		userinfo, _, ok := strings.Cut(strings.TrimLeft(rest, `\`), "@")
		return !ok || !f.isUserinfo(userinfo)
	}
	isName := named && !i.HasPort() && stop == "" && !startsWithAny(rest, closing)
	return !goesOn.MatchString(rest) &&
		!(isName && nameGoesOn.MatchString(rest)) // an invalid byte matches: regexp sees U+FFFD, a symbol
}

func (f slowFinder) term(r rune) term { return linkTermOf(f.terms, r) }

// isUserinfo reports whether s, before an "@", is a userinfo in running text.
func (f slowFinder) isUserinfo(s string) bool {
	others := strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && f.term(r) != termInclude })
	return iri.Valid("a://"+s+"@") && !strings.ContainsAny(s, "/?#") && !others
}

// isTail reports whether the path, query and fragment end correctly and their brackets match.
func (f slowFinder) isTail(i iri.IRI, before string) bool {
	pieces := strings.SplitAfter(i.Path(), "/")
	if i.HasQuery() {
		pieces = append(append(pieces, "?"), parameter.FindAllString(i.Query(), -1)...)
	}
	if i.HasFragment() {
		pieces = append(append(pieces, "#"), strings.SplitAfter(i.Fragment(), ":~:")...)
	}
	s := i.String()
	at := len(s) - len(strings.Join(pieces, ""))
	certain, _ := utf8.DecodeLastRuneInString(s[:at]) // the last character that is certainly in the IRI
	isMark := func(r rune) bool { return strings.ContainsRune("*_~", r) && strings.HasSuffix(before, string(r)) }
	for _, piece := range pieces {
		var open []rune
		if wideEnd.MatchString(piece) {
			return false
		}
		for _, r := range piece {
			at += utf8.RuneLen(r)
			switch t := f.term(r); {
			case t == termHard, t == termOpen && wide.MatchString(string(r)) && certain < utf8.RuneSelf,
				r == ':' && wide.MatchString(string(open)):
				return false
			case t == termOpen:
				open = append(open, r)
			case t == termClose:
				if len(open) == 0 || open[len(open)-1] != f.openers[r] {
					return false
				}
				open = open[:len(open)-1]
				certain = r
			case t == termInclude && !isMark(r) && r != '…' && !isUnseen(s[:at]):
				certain = r
			}
			if len(open) > 125 {
				return false
			}
		}
		if wide.MatchString(string(open)) {
			return false
		}
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	return !isMark(last) && last != '…' && !isUnseen(s) && (f.term(last) == termInclude || f.term(last) == termClose)
}

// isUnseen reports whether s ends with an invisible character that is not a joiner after a mark.
func isUnseen(s string) bool {
	r, size := utf8.DecodeLastRuneInString(s)
	mark, _ := utf8.DecodeLastRuneInString(s[:len(s)-size])
	return invisible(r) && !(strings.ContainsRune("\u200C\u200D", r) && unicode.IsMark(mark))
}

// invisible is a slow version of isInvisible (DerivedCoreProperties.txt).
func invisible(r rune) bool {
	visible := unicode.In(r, unicode.Variation_Selector, unicode.Prepended_Concatenation_Mark, unicode.White_Space) ||
		0x13430 <= r && r <= 0x13440
	return r == '⠀' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) && !visible
}

// closingOf returns the closing marks for the quotation mark at the end of before, or "".
func closingOf(before string) (all string) {
	for _, q := range quotes {
		opening, size := utf8.DecodeRuneInString(q)
		if strings.HasSuffix(before, string(opening)) {
			all += q[size:]
		}
	}
	return all
}

// startsWithAny reports whether s starts with one of the characters.
func startsWithAny(s, characters string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size > 0 && strings.ContainsRune(characters, r)
}

func newSlowFinder(t testing.TB) slowFinder {
	terms, openers := readLinkTerm(t)
	return slowFinder{terms, openers}
}
