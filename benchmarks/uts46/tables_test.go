package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	unicode17 "github.com/irilex/iri/internal/idna"
)

// needTables skips a test if, with this Go release, the modules that the test compares with use an
// older version of Unicode.
func needTables(t *testing.T) {
	t.Helper()
	if have := min(idna.UnicodeVersion, unicode.Version); have < version {
		t.Skipf("%s has Unicode %s, not %s; run: GOTOOLCHAIN=go1.27.2 go test ./uts46", runtime.Version(), have, version)
	}
}

// TestTablesAreFresh compares the tables of internal/idna with the output of the command.
func TestTablesAreFresh(t *testing.T) {
	needTables(t)
	committed, err := os.ReadFile("../../internal/idna/data_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeTables(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), committed) {
		t.Errorf("internal/idna/data_gen.go differs; run in benchmarks: %s", command)
	}
}

// lookup uses the options of ToASCII in internal/idna, except VerifyDNSLength, which rejects the
// root dot, and CheckHyphens, which counts octets there.
var lookup = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.CheckHyphens(false))

// lenient lists parts of errors for labels that lookup accepts and UTS 46 does not: labels with
// misplaced hyphens or an invalid length (tested in internal/idna), with a non-joiner before a
// letter that does not join the previous one, or with Punycode that is not ASCII.
var lenient = []string{"hyphen", "octets", "is empty", "U+200C between", "is not valid Punycode"}

// compare compares ToASCII of internal/idna with lookup and reports whether there is a DNS name. It
// passes lookup a mapped name, because lookup checks directions before it maps.
func compare(t *testing.T, name string) bool {
	t.Helper()
	want, wantErr := lookup.ToUnicode(name)
	if wantErr == nil {
		want, wantErr = lookup.ToASCII(want)
	}
	got, err := unicode17.ToASCII(name)
	switch {
	case err == nil && wantErr == nil && got == want:
		return true
	case err != nil && wantErr != nil:
	case err != nil && slices.ContainsFunc(lenient, func(s string) bool { return strings.Contains(err.Error(), s) }):
	default:
		t.Fatalf("%+q: %q, %v; golang.org/x/net/idna: %q, %v", name, got, err, want, wantErr)
	}
	return false
}

// TestCodePoints compares names and texts built around a single code point.
func TestCodePoints(t *testing.T) {
	needTables(t)
	for r := range codePoints {
		s := string(r)
		for _, name := range []string{s, "a" + s, s + "a", "\u05d0" + s + "\u05d0", s + "\u0628",
			"\u0628\u200c" + s + "\u0628", s + "\u200c\u0628", s + "\u200d"} {
			compare(t, name)
			if want := norm.NFC.IsNormalString(name); unicode17.IsNFC(name) != want {
				t.Fatalf("%+q: IsNFC %v", name, !want)
			}
		}
	}
}

// TestNames compares random names made of difficult characters.
func TestNames(t *testing.T) {
	needTables(t)
	pieces := strings.Fields("a b Z 1 9 . . . - _ xn-- xn--a xn--zca xn--fa-hia xn--4db xn--bcher-kva " +
		"é e\u0301 É ß \u1e9e ς Σ İ ı " +
		"\u0301 \u0323 \u0307 \u3002 ａ \u00ad \u200b \u200c \u200d \u0915 \u094d \u0628 \u0627 \u0621 \u064b \u05d0 " +
		"\u05d1 \u0661 \u06f1 \u0640 日 か \u3099 \uac00 \u1100 \u1161 \u11a8 ① ½ ﬁ ／ 🙂 \u2260 \u0378 \u00b7 \u1c89 \ua7ce " +
		"\U00016ea0 \U000105d2 \U00016d67 \U0002ebf0 \U000323b0 \u0897 \u1acf \U00011382 \U000113c9 \ua872 \u1807 \U00010acd")
	var every []rune
	for r := range codePoints {
		if status, _ := statusOf(r); status != unicode17.Disallowed && r > 0x2FF {
			every = append(every, r)
		}
	}
	random := rand.New(rand.NewPCG(17, 46))
	names := 0
	for range 300_000 {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			if random.IntN(4) == 0 {
				b.WriteRune(every[random.IntN(len(every))])
			} else {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
		}
		s := b.String()
		if compare(t, s) {
			names++
		}
		if want := norm.NFC.IsNormalString(s); unicode17.IsNFC(s) != want {
			t.Fatalf("%+q: IsNFC %v", s, !want)
		}
	}
	if names < 30_000 {
		t.Errorf("only %d names have a DNS name", names)
	}
}
