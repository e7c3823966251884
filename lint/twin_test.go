package lint

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/profiles"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/uts46"
)

// slowFindings returns the finding codes without the shortcut isQuiet.
func slowFindings(r iri.Reference) (codes []string) {
	x := search{ref: r, s: r.String()}
	x.cut()
	yield := func(f Finding) bool {
		codes = append(codes, f.Code)
		return true
	}
	_ = x.all(yield)
	return codes
}

// findingPieces lists pieces of IRIs, both quiet and not.
var findingPieces = strings.Fields(": / / / . .. ? # % %2E %2f %2F %c3 %C3%A9 %C2%A0 %CD%8F %D8%9C %D8%A7 " +
	"%E3%81%82 %E3%85%A4 %E2 %EF%BB%BF %80 %8B \u00a0 \u200b \u3000 \ufeff %41 %61 %7E %7F %5F a b Z " +
	"0 1 9 0x 0xf 127 http https " +
	"http:// https:// https:// HTTP: xn-- - -- _ ~ ! @ [ ] :80 :: é 日 \u05d0 \u0661 \u200e \u202a \u2066 " +
	"\ue000 \ufb1d \ufe70 " +
	"\U00010800 \U0001e900 \U0001f600 com a.b.c /a/b /.a /..a /.. /. /... a. .a")

// An IRI for which isQuiet returns true has no findings. Not all IRIs without findings are quiet,
// but most IRIs in the corpora are.
func TestQuiet(t *testing.T) {
	quiet, loud := 0, 0
	try := func(s string) {
		r, err := iri.ParseReference(s)
		if err != nil {
			return
		}
		isQuiet, isMember := Linter{}.isQuiet(r), findings.Quiet.Valid(s)
		codes := slowFindings(r)
		switch {
		case isQuiet && codes != nil:
			t.Fatalf("%+q is quiet and has %q", s, codes)
		case isQuiet != isMember:
			t.Fatalf("%+q is quiet: %v, by the rule: %v", s, isQuiet, isMember)
		case isQuiet:
			quiet++
		case codes != nil:
			loud++
		}
	}
	for i, a := range findingPieces {
		for j, b := range findingPieces {
			for k, c := range findingPieces {
				if !testkit.OneIn(12, i+j+k) {
					continue
				}
				try("http://" + a + b + c)
				try("https://a.b/" + a + b + c)
				try("http://a.b/aaaaa" + a + b + c + "aaaaaa")
				try(a + b + c)
			}
		}
	}
	r := rand.New(rand.NewPCG(3987, 4))
	for range testkit.Fewer(200_000) {
		var b strings.Builder
		b.WriteString([]string{"http://", "https://a.b/", "https://a.b.c", ""}[r.IntN(4)])
		for range r.IntN(9) {
			b.WriteString(findingPieces[r.IntN(len(findingPieces))])
		}
		try(b.String())
	}
	if quiet < 1000 || loud < 1000 {
		t.Errorf("%d are quiet, %d have findings", quiet, loud)
	}
	for _, kind := range []string{"urls", "iris"} {
		quiet = 0
		lines := corpus.Lines(kind, 2000)
		for _, line := range lines {
			try(line)
		}
		t.Logf("%s: %d of %d are quiet", kind, quiet, len(lines))
		if quiet < len(lines)/4 {
			t.Errorf("%s: %d of %d are quiet", kind, quiet, len(lines))
		}
	}
}

// The class letters in the findings grammar agree with the set in the uts46 grammar.
func TestClassLetters(t *testing.T) {
	for class, name := range uts46.Character.Rules() {
		rule, ok := findings.Lookup(name)
		if !ok {
			t.Errorf("there is no rule %s", name)
			continue
		}
		for c := range 256 {
			if letter := byte(c); rule.Valid(string([]byte{letter})) != (letter == classLetter(class)) {
				t.Errorf("%s: the letter of class %d is not %q", name, class, letter)
			}
		}
	}
	for _, r := range "aZ0.%א\u200c" {
		if classOf(r) < 'a' || classOf(r) >= 'a'+byte(len(uts46.Character.Rules())) {
			t.Errorf("%q has the class %q", r, classOf(r))
		}
	}
}

// Every code point has one class. The linter does not check directions in text that LeftText
// accepts, so its characters must not matter there.
func TestLeftText(t *testing.T) {
	left := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		s := string(r)
		if !utf8.ValidRune(r) || !testkit.OneIn(4, int(r)) {
			continue
		}
		class := uts46.Character.First(s)
		if class < 0 {
			t.Fatalf("%U has no class", r)
		}
		name := uts46.Character.RuleName(class)
		if is := unicode.Is(unicode.Bidi_Control, r); profiles.BidiControl.Valid(s) != is || profiles.HasBidi.Valid(s) != is {
			t.Errorf("%U is a formatting character or not", r)
		}
		if !findings.LeftText.Valid(s) {
			continue
		}
		left++
		if strings.Contains(name, "right") || profiles.BidiControl.Valid(s) {
			t.Errorf("%U is %s, and text from left to right", r, name)
		}
	}
	if left < testkit.Few(900_000) {
		t.Errorf("%d code points are text from left to right", left)
	}
}

// ipv4Twin is the IPv4 parser of WHATWG URL, section 3.5, step by step.
func ipv4Twin(host string) (address uint32, isNumber, ok bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 1 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	number := func(s string) (n uint64, ok bool) {
		base := 10
		switch {
		case s == "":
			return 0, false
		case len(s) >= 2 && (s[:2] == "0x" || s[:2] == "0X"):
			base, s = 16, s[2:]
		case len(s) >= 2 && s[0] == '0':
			base, s = 8, s[1:]
		}
		if s == "" {
			return 0, true
		}
		if strings.ContainsAny(s, "+-_") {
			return 0, false
		}
		n, err := strconv.ParseUint(s, base, 64)
		return n, err == nil || strings.HasSuffix(err.Error(), "out of range")
	}
	last := parts[len(parts)-1]
	if _, ok := number(last); !ok && (last == "" || strings.Trim(last, "0123456789") != "") {
		return 0, false, false
	}
	if len(parts) > 4 {
		return 0, true, false
	}
	var sum uint64
	for i, part := range parts {
		n, ok := number(part)
		limit := uint64(256)
		if i == len(parts)-1 {
			limit = 1 << (8 * (5 - len(parts)))
		}
		if !ok || n >= limit {
			return 0, true, false
		}
		if i < len(parts)-1 {
			n <<= 8 * (3 - i)
		}
		sum += n
	}
	return uint32(sum), true, true
}

// A letter that browsers do not map does not count as a digit in findings. A Policy may be
// stricter.
func TestUnmappedLettersAreNoNumbers(t *testing.T) {
	for host, mapped := range map[string]bool{"\u1d2f": true, "%E1%B4%AF": true, "1.\u1d2f": true, "\u1d2f.1": true,
		"\u00e9": false} {
		if chars.EndsInNumber(host, true) != mapped {
			t.Errorf("%q, mapped: %v", host, !mapped)
		}
		if chars.EndsInNumber(host, false) != (host[len(host)-2:] == ".1") {
			t.Errorf("%q, not mapped", host)
		}
	}
}

// The number rules agree with the WHATWG parser, and both give the same addresses.
func TestIPv4Numbers(t *testing.T) {
	numbers := strings.Fields("0 1 7 8 9 08 07 00 0377 0400 0x 0xff 0x100 0xg 0X1F 255 256 65535 65536 " +
		"16777215 16777216 4294967295 4294967296 " +
		"0177777 0200000 077777777 0100000000 037777777777 040000000000 0xffff 0x10000 0xffffff 0x1000000 " +
		"0xffffffff 0x100000000 " +
		"00000000000000000000377 0x00000000000000000000ff 99999999999999999999 a a1 1a + -1 1_0 6553 655359 " +
		"1677721 42949672 429496729 42949673")
	numbers = append(numbers, "")
	counts := map[string]int{}
	try := func(host string) {
		address, isNumber, ok := ipv4Twin(host)
		if chars.EndsInNumber(host, true) != isNumber || chars.EndsInNumber(host, false) != isNumber {
			t.Errorf("%q ends in a number: %v", host, isNumber)
		}
		if findings.NumericIPv4.Valid(host) != ok {
			t.Errorf("%q is an address: %v", host, ok)
		} else if ok && chars.ParseIPv4(host) != address {
			t.Errorf("%q is %x, not %x", host, chars.ParseIPv4(host), address)
		}
		counts[fmt.Sprint(isNumber, ok)]++
	}
	for i, a := range numbers {
		try(a)
		for j, b := range numbers {
			try(a + "." + b)
			for k, c := range numbers {
				if testkit.OneIn(4, i+j+k) {
					try(a + "." + b + "." + c)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(5, 3))
	for range testkit.Fewer(100_000) {
		parts := make([]string, 3+r.IntN(3))
		for i := range parts {
			parts[i] = numbers[r.IntN(len(numbers))]
		}
		try(strings.Join(parts, "."))
		try(strconv.FormatUint(r.Uint64()>>r.IntN(64), []int{10, 16}[r.IntN(2)]))
	}
	for _, kind := range []string{"false false", "true false", "true true"} {
		if counts[kind] < 100 {
			t.Errorf("%d are %s", counts[kind], kind)
		}
	}
}

// IPv6 addresses are parsed and formatted as in net/netip, except those that embed an IPv4 address.
func TestIPv6Forms(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 52))
	for range testkit.Fewer(50_000) {
		var b [16]byte
		for i := range b {
			if r.IntN(3) == 0 {
				b[i] = byte(r.Uint32() >> r.IntN(8))
			}
		}
		address := netip.AddrFrom16(b)
		if address.Is4In6() {
			continue
		}
		var groups []string
		for i := 0; i < 16; i += 2 {
			groups = append(groups, fmt.Sprintf("%x%02X", b[i], b[i+1]))
		}
		mixed := strings.Join(groups[:6], ":") + fmt.Sprintf(":%d.%d.%d.%d", b[12], b[13], b[14], b[15])
		for _, form := range []string{address.String(), address.StringExpanded(), strings.Join(groups, ":"), mixed} {
			host := "[" + form + "]"
			if !rfc3987.Ihost.Valid(host) {
				t.Fatalf("%s is no host", host)
			}
			if got, want := string(chars.ParseIPv6(host).Append(nil)), "["+address.String()+"]"; got != want {
				t.Fatalf("%s is written %s, not %s", host, got, want)
			}
		}
	}
	if got := string(chars.ParseIPv6("[::FFFF:1.2.3.4]").Append(nil)); got != "[::ffff:102:304]" {
		t.Error(got)
	}
}
