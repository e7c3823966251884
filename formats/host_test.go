package formats_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"github.com/irilex/iri/formats"
)

// This file reads host names a second time, from the prose of RFC 5890 to RFC 5893 and the
// properties of packages unicode and golang.org/x/text, whose version of Unicode is older: the
// tests use only code points that both assign.

// isUnknown reports whether the other packages know less of a code point than this module: it is
// not assigned there, its category changed in Unicode 16 (U+1171E), or it is a Cherokee letter,
// which package cases folds otherwise than Unicode does.
func isUnknown(r rune) bool {
	isAssigned := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z,
		unicode.Cc, unicode.Cf, unicode.Co)
	return r == 0x1171E || 0x13A0 <= r && r <= 0x13FD || 0xAB70 <= r && r <= 0xABBF || !isAssigned
}

// unlessUnknown is a reader that agrees with the format about names with unknown code points.
func unlessUnknown(slow, format func(string) bool) func(string) bool {
	return func(s string) bool {
		for _, label := range slowSplit(strings.ToLower(s)) {
			u, ok := slowDecode(strings.TrimPrefix(label, "xn--"))
			if ok && strings.HasPrefix(label, "xn--") && strings.ContainsFunc(u, isUnknown) {
				return format(s)
			}
		}
		return slow(s)
	}
}

// slowHostname is the independent reader of hostname.
func slowHostname(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return slowName(strings.Split(s, "."))
}

// slowIDN is the independent reader of idn-hostname.
func slowIDN(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return slowName(slowSplit(s))
}

// slowSplit splits a name at its full stops (RFC 5895, section 2).
func slowSplit(s string) []string {
	for _, stop := range []string{"。", "．", "｡"} {
		s = strings.ReplaceAll(s, stop, ".")
	}
	return strings.Split(s, ".")
}

// slowName reads the labels of a name.
func slowName(labels []string) bool {
	total, numbers, hasRTL := len(labels)-1, 0, false
	var decoded []string
	for _, label := range labels {
		u, octets, ok := slowLabel(label)
		if !ok {
			return false
		}
		total += octets
		if strings.Trim(label, "0123456789") == "" {
			numbers++
		}
		decoded = append(decoded, u)
		hasRTL = hasRTL || strings.ContainsFunc(u, func(r rune) bool { return isOneOf(bidiOf(r), "R AN") })
	}
	if total > 253 || numbers == 4 && len(labels) == 4 {
		return false
	}
	for _, u := range decoded {
		if hasRTL && !slowBidi(u) {
			return false
		}
	}
	return true
}

// slowLabel returns the Unicode form of a label and the octets of its DNS form.
func slowLabel(s string) (u string, octets int, ok bool) {
	isLDH := s != "" && !strings.HasPrefix(s, "-") && !strings.HasSuffix(s, "-") && strings.Trim(strings.ToLower(s),
		"abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.ContainsAny(s, "\u0130\u212a")
	lower := strings.ToLower(s)
	switch {
	case isLDH && strings.HasPrefix(lower, "xn--"): // RFC 5891, section 4.2.1: the forms match
		u, ok := slowDecode(lower[4:])
		return u, len(s), ok && len(s) <= 63 && slowULabel(u) && "xn--"+slowEncode(u) == lower
	case isLDH:
		return s, len(s), len(s) <= 63
	}
	octets = len("xn--" + slowEncode(s))
	return s, octets, octets <= 63 && slowULabel(s)
}

// slowULabel reads a U-label by RFC 5891, section 4.2.
func slowULabel(s string) bool {
	runes := []rune(s)
	if len(runes) == 0 || norm.NFC.String(s) != s || unicode.Is(unicode.M, runes[0]) {
		return false
	}
	if runes[0] == '-' || runes[len(runes)-1] == '-' || len(runes) >= 4 && string(runes[2:4]) == "--" {
		return false
	}
	isASCII := true
	for i, r := range runes {
		isASCII = isASCII && r < 0x80
		if !slowPermitted(r) || !slowContext(runes, i) {
			return false
		}
	}
	return !isASCII
}

var fold = cases.Fold()

// slowPermitted computes whether a code point is PVALID, CONTEXTJ or CONTEXTO by RFC 5892, section
// 3.
func slowPermitted(r rune) bool {
	switch {
	case strings.ContainsRune("ßς\u06FD\u06FE\u0F0B〇·\u0375\u05F3\u05F4・\u200C\u200D", r):
		return true
	case strings.ContainsRune("\u0640\u07FA\u302E\u302F〱〲〳〴〵〻", r):
		return false
	case r < 0x80:
		return r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z'
	case norm.NFKC.String(fold.String(norm.NFKC.String(string(r)))) != string(r): // Unstable
		return false
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector): // IgnorableProperties
		return false
	case 0x20D0 <= r && r <= 0x20FF, 0x1D100 <= r && r <= 0x1D24F: // IgnorableBlocks
		return false
	case 0x1100 <= r && r <= 0x11FF, 0xA960 <= r && r <= 0xA97C, 0xD7B0 <= r && r <= 0xD7FB: // OldHangulJamo
		return false
	}
	return unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lo, unicode.Nd, unicode.Lm, unicode.Mn, unicode.Mc)
}

// slowContext applies the contextual rules of RFC 5892, appendix A.
func slowContext(s []rune, i int) bool {
	before, after := " ", " "
	if i > 0 {
		before = string(s[i-1])
	}
	if i+1 < len(s) {
		after = string(s[i+1])
	}
	text := string(s)
	in := func(s string, script *unicode.RangeTable) bool { return unicode.Is(script, []rune(s)[0]) }
	switch r := s[i]; {
	case r == 0x200C || r == 0x200D:
		if norm.NFC.PropertiesString(before).CCC() == 9 {
			return true
		}
		const dual = "بتثجحخسشصضطظعغفقكلمنهيىئپچکگی" // Joining_Type D
		const right = "اآأإةدذرزوؤ"                  // R
		isTransparent := func(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }
		left := []rune(" " + strings.TrimRightFunc(string(s[:i]), isTransparent))
		next := []rune(strings.TrimLeftFunc(string(s[i+1:]), isTransparent) + " ")
		return r == 0x200C && strings.ContainsRune(dual, left[len(left)-1]) && strings.ContainsRune(dual+right, next[0])
	case r == 0xB7:
		return before == "l" && after == "l"
	case r == 0x375:
		return in(after, unicode.Greek)
	case r == 0x5F3 || r == 0x5F4:
		return in(before, unicode.Hebrew)
	case r == 0x30FB:
		return strings.ContainsFunc(text, func(r rune) bool {
			return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han)
		})
	case 0x660 <= r && r <= 0x669:
		return !strings.ContainsAny(text, "۰۱۲۳۴۵۶۷۸۹")
	case 0x6F0 <= r && r <= 0x6F9:
		return !strings.ContainsAny(text, "٠١٢٣٤٥٦٧٨٩")
	}
	return true
}

// bidiOf returns the Bidi_Class of a code point, "?" if RFC 5893 does not name it.
func bidiOf(r rune) string {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.L:
		return "L"
	case bidi.R, bidi.AL: // always together in RFC 5893
		return "R"
	case bidi.AN:
		return "AN"
	case bidi.EN:
		return "EN"
	case bidi.NSM:
		return "NSM"
	case bidi.ES, bidi.CS, bidi.ET, bidi.ON, bidi.BN:
		return "ES"
	}
	return "?"
}

func isOneOf(class, classes string) bool { return slices.Contains(strings.Fields(classes), class) }

// slowBidi applies the six conditions of RFC 5893, section 2.
func slowBidi(label string) bool {
	var classes []string
	for _, r := range label {
		classes = append(classes, bidiOf(r))
	}
	all := strings.Join(classes, " ")
	only := func(allowed string) bool {
		for _, c := range classes {
			if !isOneOf(c, allowed) {
				return false
			}
		}
		return true
	}
	end := strings.Fields(strings.ReplaceAll(all, "NSM", ""))
	if len(end) == 0 {
		return false
	}
	last := end[len(end)-1]
	switch classes[0] {
	case "R":
		return only("R AN EN ES NSM") && isOneOf(last, "R EN AN") &&
			!(isOneOf("EN", all) && isOneOf("AN", all))
	case "L":
		return only("L EN ES NSM") && isOneOf(last, "L EN")
	}
	return false
}

// slowAdapt, slowDecode and slowEncode follow the pseudocode of RFC 3492, section 6.
func slowAdapt(delta, points int, first bool) int {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > 455 {
		delta /= 35
		k += 36
	}
	return k + 36*delta/(delta+38)
}

const slowDigits = "abcdefghijklmnopqrstuvwxyz0123456789"

func slowThreshold(k, bias int) int { return max(1, min(26, k-bias)) }

func slowDecode(s string) (string, bool) {
	var out []rune
	if d := strings.LastIndex(s, "-"); d >= 0 {
		out, s = []rune(s[:d]), s[d+1:]
	}
	n, i, bias := 128, 0, 72
	for first := true; s != ""; first = false {
		old, w := i, 1
		for k := 36; ; k += 36 {
			if s == "" {
				return "", false
			}
			digit := strings.IndexByte(slowDigits, s[0])
			s = s[1:]
			if digit < 0 || digit > 1<<30/w {
				return "", false
			}
			i += digit * w
			t := slowThreshold(k, bias)
			if digit < t {
				break
			}
			w *= 36 - t
		}
		bias = slowAdapt(i-old, len(out)+1, first)
		n += i / (len(out) + 1)
		i %= len(out) + 1
		if n > unicode.MaxRune || n >= 0xD800 && n < 0xE000 {
			return "", false
		}
		out = append(out[:i], append([]rune{rune(n)}, out[i:]...)...)
		i++
	}
	return string(out), true
}

func slowEncode(s string) string {
	var out string
	for _, r := range s {
		if r < 128 {
			out += string(r)
		}
	}
	basic := len(out)
	if basic > 0 {
		out += "-"
	}
	n, delta, bias := rune(128), 0, 72
	for h := basic; h < utf8.RuneCountInString(s); n++ {
		m := rune(unicode.MaxRune + 1)
		for _, r := range s {
			if r >= n {
				m = min(m, r)
			}
		}
		delta += int(m-n) * (h + 1)
		n = m
		for _, r := range s {
			if r < n {
				delta++
			}
			if r == n {
				q := delta
				k := 36
				for ; q >= slowThreshold(k, bias); k += 36 {
					t := slowThreshold(k, bias)
					out += string(slowDigits[t+(q-t)%(36-t)])
					q = (q - t) / (36 - t)
				}
				out += string(slowDigits[q])
				bias = slowAdapt(delta, h+1, h == basic)
				delta = 0
				h++
			}
		}
		delta++
	}
	return out
}

// Names of RFC 952, RFC 1123 and RFC 5890, and real ones.
var hostMembers = append(strings.Fields("www.example.com a 3com.com 1.2.3 1.2.3.4.5 1.2.3.a r3---sn-a5.example "+
	"xn--bcher-kva.example "+
	"XN--BCHER-KVA.example xn--fa-hia.de xn--ll-0ea xn--4dbc5h.xn--4dbc8h xn--ngba1o xn--11b2ezcw70k xn--p1ai "+
	"xn--ihqwcrb4cv8a8dqg056pqjye "+ // RFC 3492, section 7.1 (B)
	"xn--4dbcagdahymbxekheh6e0a7fei0b"), // (E)
	strings.Repeat("a", 63)+"."+strings.Repeat("b-c", 21), strings.Repeat("a.", 126)+"a",
	strings.Repeat("1234567.", 31)+"123.c")

func TestHostname(t *testing.T) {
	agree(t, "hostname", formats.Hostname, unlessUnknown(slowHostname, formats.Hostname), hostMembers,
		"a Z 0 1 9 - -- . .. xn-- XN-- ü _ kva hia 1.2.3.4 0ea aaaaaaaaaaaa", 1000)
}

func TestIDNHostname(t *testing.T) {
	members := append(strings.Fields("bücher.example 例え。テスト faß.de δοκιμή｡gr παράδειγμα．δοκιμή "+
		"испытание.рф 실례.테스트 إختبار.اختبار آزمایشی.xn--hgbk6aj7f53bba טעסט.example परीक्षा.example "+
		"பரிட்சை क्\u200dष क्\u200cष بي\u200cبي ل\u064b l·l α\u0375β א\u05f3ב "+
		"א1 ب\u0660ب \u06f01 ・ア \u0f0ba 〇 \u1ea1\u0300.b"), hostMembers...)
	members = append(members, strings.Repeat("ü", 40)+"."+strings.Repeat("ü", 30))
	agree(t, "idn-hostname", formats.IDNHostname, unlessUnknown(slowIDN, formats.IDNHostname), members,
		"a Z 0 1 9 - -- . 。 ． ｡ "+
			"xn-- _ ü u\u0308 É ß ς Σ ı İ \u0301 \u0300 \u200c \u200d \u094d \u0915 \u0628 \u0627 \u064a \u064b \u0661 \u06f1 "+
			"\u0640 א ב \u05f3 \u05f4 · l l·l \u0375 α "+
			"・ ア あ 漢 ー ㄱ \u1100 각 \u302e 〇 ﬁ ① ♥ \u00ad \ufeff \ufffd 𐐀 𐐨 \U0001F600 \u0e33", 600)
}

// TestIDNCodePoints compares labels built around each code point that both versions of Unicode
// assign, but around few of those whose properties are all the same.
func TestIDNCodePoints(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		isOneOfMany := unicode.In(r, unicode.Han, unicode.Hangul, unicode.Tangut, unicode.Co) && r%64 != 0
		if !utf8.ValidRune(r) || isUnknown(r) || isOneOfMany {
			continue
		}
		s := string(r)
		for _, name := range []string{"a" + s, "א" + s + "ב", "・" + s + "\u05f3\u0375" + s} {
			if got, want := formats.IDNHostname(name), slowIDN(name); got != want {
				t.Errorf("%+q is %v, want %v", name, got, want)
			}
			n++
		}
	}
	if n < 100_000 {
		t.Errorf("only %d names", n)
	}
}

func TestHostnameAllocatesNothing(t *testing.T) {
	for _, s := range []string{"www.example.com", "xn--bcher-kva.example", "bücher.example", "אב.example",
		"بي\u200cبي"} {
		if n := testing.AllocsPerRun(10, func() {
			if !formats.IDNHostname(s) || !formats.IDNEmail("a@b") {
				t.Errorf("%q is not valid", s)
			}
		}); n != 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}
