package twins

import (
	"math/bits"
	"net/netip"
	"slices"
	"strings"
)

// An XRI recognizes the members of the recursive rules of XRI 3.0. Each production is a line of Go
// written from the document. It shares no code with the compiler, neither a reader nor automata.
//
// Idea. As in a [Descent], the ends of a member at an offset are a set of bits, and the text grows
// at its beginning. No rule of XRI begins with itself, so one pass is enough.
type XRI struct {
	text []rune // the last character first
	at   []xri  // by the length of the rest of the text
}

// XRIRules are the recursive rules of XRI 3.0, and the rules that depend on them.
var XRIRules = strings.Fields(`xri xri-scheme xri-noscheme xri-reference relative-xri-ref relative-xri-part
	xri-hier-part xri-authority subseg global-subseg local-subseg rel-subseg rel-subseg-nc xref xref-value
	xri-path xri-path-abempty xri-path-abs xri-path-noscheme xri-segment xri-segment-nz xri-segment-nc`)

// An xri has the ends of rules at an offset: bit k is the offset k characters after it.
type xri struct {
	// of any number of characters
	pchars, query, fragment, regName, userinfo, schemeRest, digits, xriPchars, xriPcharsNC uint64

	endFragment, tail                              uint64 // [ "#" ifragment ], [ "?" iquery ] [ "#" ifragment ]
	iabempty, iabs, irootless, port, hostPort, iri uint64
	colon, ihier, ihierTail                        uint64 // of IRI after its scheme

	closing, xref, rel, relNC, local, global, subseg, subsegs uint64
	segment, segmentNZ, segmentNC                             uint64
	abempty, abs, noschemePath, path                          uint64
	authority, hier, noscheme, scheme, xri                    uint64
	relativePart, relativeRef, reference, value               uint64
}

// NewXRI returns a recognizer with an empty text.
func NewXRI() *XRI {
	x := &XRI{}
	x.visit()
	return x
}

// Push inserts a character before the text.
func (x *XRI) Push(c rune) {
	x.text = append(x.text, c)
	x.visit()
}

// Pop removes the first character of the text.
func (x *XRI) Pop() {
	x.text = x.text[:len(x.text)-1]
	x.at = x.at[:len(x.at)-1]
}

// Set sets the text, which has at most 63 characters.
func (x *XRI) Set(text string) {
	x.text, x.at = x.text[:0], x.at[:1]
	for _, c := range slices.Backward([]rune(text)) {
		x.Push(c)
	}
}

// Derives returns the verdicts of the rules on the text, in the order of XRIRules.
func (x *XRI) Derives() (verdicts [22]bool) {
	e := &x.at[len(x.text)]
	for i, ends := range [...]uint64{
		e.xri, e.scheme, e.noscheme, e.reference, e.relativeRef, e.relativePart,
		e.hier, e.authority, e.subseg, e.global, e.local, e.rel, e.relNC, e.xref, e.value,
		e.path, e.abempty, e.abs, e.noschemePath, e.segment, e.segmentNZ, e.segmentNC,
	} {
		verdicts[i] = ends>>len(x.text)&1 != 0
	}
	return verdicts
}

// one returns the end after the first character of the rest if of contains it.
func (x *XRI) one(n int, of string) uint64 {
	if n > 0 && x.text[n-1] < 0x80 && strings.IndexByte(of, byte(x.text[n-1])) >= 0 {
		return 2
	}
	return 0
}

// then returns the ends of a part after the given ends.
func (x *XRI) then(from uint64, n int, part func(*xri) uint64) (ends uint64) {
	for ; from != 0; from &= from - 1 {
		k := bits.TrailingZeros64(from)
		ends |= part(&x.at[n-k]) << k
	}
	return ends
}

func in(c rune, lo, hi rune) bool { return lo <= c && c <= hi }

func alpha(c rune) bool { return in(c, 'A', 'Z') || in(c, 'a', 'z') }

func digit(c rune) bool { return in(c, '0', '9') }

func hexdig(c rune) bool { return digit(c) || in(c, 'A', 'F') || in(c, 'a', 'f') }

func unreserved(c rune) bool { return alpha(c) || digit(c) || strings.ContainsRune("-._~", c) }

func iunreserved(c rune) bool {
	return unreserved(c) || in(c, 0xA0, 0xD7FF) || in(c, 0xF900, 0xFDCF) || in(c, 0xFDF0, 0xFFEF)
}

const subDelims = "!$&'()*+,;="

// star returns the ends of any number of characters of iunreserved, pct-encoded, and others.
func (x *XRI) star(n int, others string, part func(*xri) uint64) uint64 {
	ends := uint64(1)
	if n > 0 && (iunreserved(x.text[n-1]) || strings.ContainsRune(others, x.text[n-1])) {
		ends |= part(&x.at[n-1]) << 1
	}
	if n > 2 && x.text[n-1] == '%' && hexdig(x.text[n-2]) && hexdig(x.text[n-3]) {
		ends |= part(&x.at[n-3]) << 3
	}
	return ends
}

// visit computes the ends at the beginning of the text.
func (x *XRI) visit() {
	n := len(x.text)
	x.at = append(x.at, xri{})
	x.characters(n)
	x.iris(n)
	e := &x.at[n]

	e.closing = x.one(n, ")")
	e.xref = x.then(x.then(x.one(n, "("), n, value), n, closing)
	e.rel = e.xriPchars&^1 | e.xref
	e.relNC = e.xriPcharsNC&^1 | e.xref
	e.local = x.then(x.one(n, "*!"), n, func(e *xri) uint64 { return e.rel | 1 })
	e.global = x.then(x.one(n, "=@+$"), n, func(e *xri) uint64 { return e.rel | e.local | 1 })
	e.subseg = e.global | e.local
	e.subsegs = 1 | x.then(e.subseg, n, subsegs)

	e.segment = x.then(e.rel|1, n, subsegs)
	e.segmentNZ = x.then(e.rel|e.subseg, n, subsegs)
	e.segmentNC = x.then(e.relNC|e.subseg, n, subsegs)
	slash := x.one(n, "/")
	e.abempty = 1 | x.then(x.then(slash, n, func(e *xri) uint64 { return e.segment }), n, abempty)
	e.abs = slash | x.then(x.then(slash, n, func(e *xri) uint64 { return e.segmentNZ }), n, abempty)
	e.noschemePath = x.then(e.segmentNC, n, abempty)
	e.path = e.abempty | e.abs | e.noschemePath | 1

	e.authority = x.then(e.global, n, subsegs)
	e.hier = x.then(e.authority, n, abempty)
	e.noscheme = x.then(e.hier, n, tail)
	if x.one(n, "xX") != 0 && x.one(n-1, "rR") != 0 && x.one(n-2, "iI") != 0 && x.one(n-3, ":") != 0 {
		e.scheme = x.at[n-4].noscheme << 4
	}
	e.xri = e.scheme | e.noscheme
	e.relativePart = e.abs | e.noschemePath | 1
	e.relativeRef = x.then(e.relativePart, n, tail)
	e.reference = e.xri | e.relativeRef
	e.value = e.reference | e.iri
}

func value(e *xri) uint64     { return e.value | 1 }
func closing(e *xri) uint64   { return e.closing }
func subsegs(e *xri) uint64   { return e.subsegs }
func abempty(e *xri) uint64   { return e.abempty }
func tail(e *xri) uint64      { return e.tail }
func iabempty(e *xri) uint64  { return e.iabempty }
func irootless(e *xri) uint64 { return e.irootless }

// characters computes the ends of any number of characters.
func (x *XRI) characters(n int) {
	e := &x.at[n]
	e.pchars = x.star(n, subDelims+":@", func(e *xri) uint64 { return e.pchars })
	e.fragment = x.star(n, subDelims+":@/?", func(e *xri) uint64 { return e.fragment })
	e.query = x.star(n, subDelims+":@/?", func(e *xri) uint64 { return e.query })
	e.regName = x.star(n, subDelims, func(e *xri) uint64 { return e.regName })
	e.userinfo = x.star(n, subDelims+":", func(e *xri) uint64 { return e.userinfo })
	e.xriPchars = x.star(n, "&;,':", func(e *xri) uint64 { return e.xriPchars })
	e.xriPcharsNC = x.star(n, "&;,'", func(e *xri) uint64 { return e.xriPcharsNC })
	e.schemeRest, e.digits = 1, 1
	if n == 0 {
		return
	}
	c, rest := x.text[n-1], &x.at[n-1]
	if in(c, 0xE000, 0xF8FF) {
		e.query |= rest.query << 1
	}
	if alpha(c) || digit(c) || strings.ContainsRune("+-.", c) {
		e.schemeRest |= rest.schemeRest << 1
	}
	if digit(c) {
		e.digits |= rest.digits << 1
	}
}

// iris computes the ends of IRI and its parts.
func (x *XRI) iris(n int) {
	e := &x.at[n]
	e.endFragment = 1 | x.then(x.one(n, "#"), n, func(e *xri) uint64 { return e.fragment })
	query := x.then(x.one(n, "?"), n, func(e *xri) uint64 { return e.query })
	e.tail = e.endFragment | x.then(query, n, func(e *xri) uint64 { return e.endFragment })

	slash := x.one(n, "/")
	e.iabempty = 1 | x.then(x.then(slash, n, func(e *xri) uint64 { return e.pchars }), n, iabempty)
	e.irootless = x.then(e.pchars&^1, n, iabempty)
	e.iabs = slash | x.then(slash, n, irootless)
	e.port = 1 | x.then(x.one(n, ":"), n, func(e *xri) uint64 { return e.digits })
	e.hostPort = x.then(e.regName|x.literal(n), n, func(e *xri) uint64 { return e.port })
	e.ihier = e.iabs | e.irootless | 1
	if slash != 0 && x.one(n-1, "/") != 0 {
		e.ihier |= x.then(x.authority(n-2), n-2, iabempty) << 2
	}
	e.ihierTail = x.then(e.ihier, n, tail)
	if n > 0 && alpha(x.text[n-1]) {
		scheme := x.at[n-1].schemeRest << 1
		colon := x.then(scheme, n, func(e *xri) uint64 { return e.colon })
		e.iri = x.then(colon, n, func(e *xri) uint64 { return e.ihierTail })
	}
	e.colon = x.one(n, ":")
}

// authority returns the ends of iauthority.
func (x *XRI) authority(n int) (ends uint64) {
	ends = x.at[n].hostPort
	for user := x.at[n].userinfo; user != 0; user &= user - 1 {
		if k := bits.TrailingZeros64(user); x.one(n-k, "@") != 0 {
			ends |= x.at[n-k-1].hostPort << (k + 1)
		}
	}
	return ends
}

// literal returns the ends of IP-literal.
func (x *XRI) literal(n int) (ends uint64) {
	if x.one(n, "[") == 0 {
		return 0
	}
	var inside strings.Builder
	for k := 1; k < n; k++ {
		c := x.text[n-1-k]
		if c == ']' && (v6(inside.String()) || vFuture(inside.String())) {
			ends |= 2 << k
		}
		inside.WriteRune(c)
	}
	return ends
}

func v6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == "" && !strings.Contains(s, "%")
}

func vFuture(s string) bool {
	version, address, ok := strings.Cut(s, ".")
	if !ok || len(version) < 2 || version[0]|0x20 != 'v' || address == "" {
		return false
	}
	other := func(c rune) bool { return !unreserved(c) && !strings.ContainsRune(subDelims+":", c) }
	return strings.IndexFunc(version[1:], func(c rune) bool { return !hexdig(c) }) < 0 &&
		strings.IndexFunc(address, other) < 0
}
