package corpus

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// A generator makes lines from random numbers alone.
type generator struct {
	pcg    *rand.PCG
	edited int // lines of the kind "invalid" so far, to cycle through the edits
}

// seed is arbitrary, but the golden hashes depend on it.
const seed = 3987

func newGenerator(stream uint64) *generator { return &generator{pcg: rand.NewPCG(seed, stream)} }

// below returns a number from 0 to n-1: the high half of a product. It avoids the methods of
// rand.Rand, so the bytes depend on the algorithm of PCG alone. Some numbers are more frequent than
// others by n/2^64, which does not matter here.
func (g *generator) below(n int) int {
	hi, _ := bits.Mul64(g.pcg.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number from lo to hi.
func (g *generator) between(lo, hi int) int { return lo + g.below(hi-lo+1) }

// chance returns true n times in 1,000.
func (g *generator) chance(n int) bool { return g.below(1000) < n }

func (g *generator) pick(list []string) string { return list[g.below(len(list))] }

// weighted returns a random index of weights, with frequencies in proportion to the weights.
func (g *generator) weighted(weights ...int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := g.below(sum)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	panic("not reached: n is below the sum of the weights")
}

// from returns n characters of an alphabet of ASCII.
func (g *generator) from(alphabet string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[g.below(len(alphabet))])
	}
	return b.String()
}

const (
	digits       = "0123456789"
	hexDigits    = "0123456789abcdef"
	letters      = "abcdefghijklmnopqrstuvwxyz"
	alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	base64Digits = alphanumeric + "+/"
)

// number returns a decimal number of lo to hi digits without a leading 0.
func (g *generator) number(lo, hi int) string {
	return g.from(digits[1:], 1) + g.from(digits, g.between(lo, hi)-1)
}

// word returns a word of a script.
func (g *generator) word(s *script) string {
	var b strings.Builder
	for range g.between(s.least, s.most) {
		b.WriteString(g.pick(s.syllables))
	}
	return b.String()
}

// words returns lo to hi words of a script with a text between them.
func (g *generator) words(s *script, lo, hi int, between string) string {
	n := g.between(lo, hi)
	all := make([]string, n)
	for i := range all {
		all[i] = g.word(s)
	}
	return strings.Join(all, between)
}

// capital returns s, a string with a first byte in ASCII, with its first letter in upper case.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// escaped returns s with all but unreserved characters percent-encoded (RFC 3986, section 2.1).
func escaped(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; strings.IndexByte(alphanumeric+"-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

// mapped returns s with all characters over U+007F percent-encoded, as in the mapping of IRIs to
// URIs (RFC 3987, section 3.1).
func mapped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			b.WriteByte(s[i])
		} else {
			b.WriteString(escaped(s[i : i+1]))
		}
	}
	return b.String()
}
