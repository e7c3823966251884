package syntax

import "strings"

// A numberBase is a base of num-val (RFC 5234, 2.3). forms shows its correct forms in messages.
type numberBase struct {
	base  int
	forms string
}

var numberBases = map[byte]numberBase{
	'b': {2, "binary digits: %b1000001, %b1101.1010 or %b110000-111001"},
	'd': {10, "decimal digits: %d65, %d13.10 or %d48-57"},
	'x': {16, "hexadecimal digits: %x41, %x0D.0A or %x30-39"},
}

// numVal reads "%" (bin-val / dec-val / hex-val). Each of the three is 1*DIGIT [ 1*("." 1*DIGIT) /
// ("-" 1*DIGIT) ] with the digits of its base. The letter of the base may be of either case, as in
// all strings of ABNF.
func (p *abnfParser) numVal(t token) Expr {
	b := numberBases[p.text[t.pos+1]|0x20]
	body := p.text[t.pos+2 : t.end]
	if !wellFormed(body, b.base) {
		return p.fail("bad-number", t.pos, t.end, "%q is not a number value; after %q write %s", clip(p.source(t)),
			p.text[t.pos:t.pos+2], b.forms)
	}
	if lo, hi, found := strings.Cut(body, "-"); found {
		return p.numRange(t, b.base, lo, hi)
	}
	x := &NumVal{Start: t.pos}
	at := t.pos + 2
	for part := range strings.SplitSeq(body, ".") {
		v, _ := p.codePoint(part, b.base, at)
		x.Values = append(x.Values, v)
		at += Pos(len(part)) + 1
	}
	return x
}

// wellFormed reports whether body has the form of a num-val without its prefix: one number of
// digits of the base, several with "." between them, or two with "-".
func wellFormed(body string, base int) bool {
	inNumber, dots, dashes := false, 0, 0
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case digit(c) < base:
			inNumber = true
			continue
		case !inNumber:
			return false
		case c == '.':
			dots++
		case c == '-':
			dashes++
		default:
			return false
		}
		inNumber = false
	}
	return inNumber && (dashes == 0 || dashes == 1 && dots == 0)
}

// numRange reads a range. lo and hi are the digits of its first and last number.
func (p *abnfParser) numRange(t token, base int, lo, hi string) Expr {
	at := t.pos + 2
	from, ok := p.codePoint(lo, base, at)
	if !ok {
		return unread
	}
	to := p.rangeEnd(hi, base, at+Pos(len(lo))+1)
	if from > to {
		p.fail("range-order", t.pos, t.end, "the range %s is empty; write the smaller number first", clip(p.source(t)))
	}
	return &NumRange{from, to, t.pos}
}
