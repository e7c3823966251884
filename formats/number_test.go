package formats_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// Examples of the standards, and what they exclude.
func TestIdentifierVerdicts(t *testing.T) {
	checkVerdicts(t, []verdict{
		// RFC 9562, sections 4, 5.9, 5.10, and appendices A and B.
		{"uuid", true, []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "C232AB00-9414-11EC-B3C8-9F6BDECED846",
			"00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
			"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0"}},
		{"uuid", false, []string{"", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
			"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae7dec11d0a76500a0c91e6bf6",
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf"}},
		// github.com/ulid/spec: its example, the largest ULID, and an overflow.
		{"ulid", true, []string{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav",
			"7ZZZZZZZZZZZZZZZZZZZZZZZZZ"}},
		{"ulid", false, []string{"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FA",
			"01ARZ3NDEKTSV4RRFFQ69G5FAVV", "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAU",
			"01ARZ3NDEKTSV4RRFFQ69G5FAl", "01ARZ3NDEKTSV4RRFFQ69G5FAo"}},
		{"e164", true, []string{"+18165551212", "+442083661177", "+123456789012345", "+12"}},
		{"e164", false, []string{"", "+", "+1", "18165551212", "+08165551212", "+1234567890123456", "+1 816 555",
			"+1-816-555", "0018165551212"}},
		// CSS Color 4, section 5.2.
		{"hex-color", true, []string{"#00ff00", "#0f0", "#0000ffcc", "#00fc", "#C0FFEE"}},
		{"hex-color", false, []string{"", "#", "#ff", "#fffff", "#fffffff", "#fffffffff", "ffffff", "#ggg", "#fff "}},
		// RFC 4648, sections 3.5 and 10.
		{"base64", true, []string{"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy", "+/+/",
			"FPucA9l+"}},
		{"base64", false, []string{"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9vZ", "-_-_", "Zm9v\n", "Zm9v Zm9v",
			"Zg==Zg==", "===="}},
		{"base64url", true, []string{"", "Zg==", "Zg", "Zm8=", "Zm8", "Zm9v", "-_-_", "FPucA9l-",
			"eyJhbGciOiJIUzI1NiJ9"}},
		{"base64url", false, []string{"Z", "Zg=", "Zh", "Zh==", "Zm9", "+/+/", "Zm9vZ", "Zm9v="}},
		// DOI Handbook; the long suffix is an example of Crossref.
		{"doi", true, []string{"10.1000/182", "10.1000/xyz-123", "10.1109/5.771073", "10.1000.10/123456",
			"10.1038/issn.1476-4687", "10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1", "10.1000/a/b",
			"10.5555/\u8ad6\u6587", "10.1/1"}},
		{"doi", false, []string{"", "10.1000", "10.1000/", "10/182", "11.1000/182", "10.1000a/182", "10..1/1",
			"10.1000./1", "10.1000/a b", "10.1000/a\n", "10.1000/\u00a0", "10.1000/\u3000", "10.1000/\ufffe",
			"doi:10.1000/182", "https://doi.org/10.1000/182"}},
		// Examples of the IBAN registry and, before it, of ECBS TR201; GB82WEST is Wikipedia's.
		{"iban", true, []string{"GB29NWBK60161331926819", "GB82WEST12345698765432", "BE68539007547034",
			"DE89370400440532013000", "FR1420041010050500013M02606", "NO9386011117947",
			"MT84MALT011000012345MTLCAST001S", "CH9300762011623852957", "GR1601101250000000012300695",
			"IT60X0542811101000000123456", "NL91ABNA0417164300", "LC55HEMM000100010012001200023015"}},
		{"iban", false, []string{"", "GB29", "GB29 NWBK 6016 1331 9268 19", "gb29NWBK60161331926819",
			"GB29nwbk60161331926819", "GB28NWBK60161331926819", "GB29NWBK60161331926818", "GB29NWBK60161331962819",
			"DE00370400440532013000", "DE9937040044053201300", "1B29NWBK60161331926819", "GB29NWBK-0161331926819"}},
	})
}

// The strings of the tests of the regular expression that semver.org suggests
// (regex101.com/r/vkijKf/1).
func TestSemVerVerdicts(t *testing.T) {
	good := `0.0.4 1.2.3 10.20.30 1.1.2-prerelease+meta 1.1.2+meta 1.1.2+meta-valid 1.0.0-alpha 1.0.0-beta
		1.0.0-alpha.beta 1.0.0-alpha.beta.1 1.0.0-alpha.1 1.0.0-alpha0.valid 1.0.0-alpha.0valid
		1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay 1.0.0-rc.1+build.1 2.0.0-rc.1+build.123 1.2.3-beta
		10.2.3-DEV-SNAPSHOT 1.2.3-SNAPSHOT-123 1.0.0 2.0.0 1.1.7 2.0.0+build.1848 2.0.1-alpha.1227 1.0.0-alpha+beta
		1.2.3----RC-SNAPSHOT.12.9.1--.12+788 1.2.3----R-S.12.9.1--.12+meta 1.2.3----RC-SNAPSHOT.12.9.1--.12
		1.0.0+0.build.1-rc.10000aaa-kk-0.1 99999999999999999999999.999999999999999999.99999999999999999
		1.0.0-0A.is.legal`
	bad := `1 1.2 1.2.3-0123 1.2.3-0123.0123 1.1.2+.123 +invalid -invalid -invalid+invalid -invalid.01 alpha alpha.beta
		alpha.beta.1 alpha.1 alpha+beta alpha_beta alpha. alpha.. beta 1.0.0-alpha_beta -alpha. 1.0.0-alpha..
		1.0.0-alpha..1 1.0.0-alpha...1 1.0.0-alpha....1 1.0.0-alpha.....1 1.0.0-alpha......1 1.0.0-alpha.......1
		01.1.1 1.01.1 1.1.01 1.2 1.2.3.DEV 1.2-SNAPSHOT 1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788 1.2-RC-SNAPSHOT
		-1.0.3-gamma+b7718 +justmeta 9.8.7+meta+meta 9.8.7-whatever+meta+meta
99999999999999999999999.999999999999999999.99999999999999999----RC-SNAPSHOT.12.09.1--------------------------------..12
		v1.0.0 1.0.0- 1.0.0+`
	checkVerdicts(t, []verdict{{"semver", true, strings.Fields(good)}, {"semver", false, strings.Fields(bad)}})
	againstSlow(t, "semver", "0019aZ-..++v_", slowSemVer, strings.Fields(good)...)
}

// slowSemVer reads a version of Semantic Versioning, points 2, 9 and 10: it splits it at the first
// "+", then at the first "-", then at the dots.
func slowSemVer(s string) bool {
	numeric := func(id string) bool { return isDigits(id, 0) && (id == "0" || id[0] != '0') }
	identifier := func(id string) bool {
		return id != "" && strings.Trim(id, "-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	numbers := strings.Split(core, ".")
	for _, n := range numbers {
		if !numeric(n) {
			return false
		}
	}
	for _, id := range strings.Split(build, ".") {
		if hasBuild && !identifier(id) {
			return false
		}
	}
	for _, id := range strings.Split(pre, ".") {
		if hasPre && (!identifier(id) || isDigits(id, 0) && !numeric(id)) {
			return false
		}
	}
	return len(numbers) == 3
}

func TestIdentifiersAgainstSlow(t *testing.T) {
	againstSlow(t, "uuid", "0123456789abcdefABCDEF--g_", func(s string) bool {
		f := strings.Split(s, "-")
		if len(f) != 5 {
			return false
		}
		for i, n := range []int{8, 4, 4, 4, 12} {
			if _, err := strconv.ParseUint(f[i], 16, 64); err != nil || len(f[i]) != n {
				return false
			}
		}
		return true
	}, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	againstSlow(t, "ulid", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ78", func(s string) bool {
		value := new(big.Int)
		for _, c := range strings.ToUpper(s) {
			digit := strings.IndexRune("0123456789ABCDEFGHJKMNPQRSTVWXYZ", c)
			if digit < 0 {
				return false
			}
			value.Add(value.Lsh(value, 5), big.NewInt(int64(digit)))
		}
		return len(s) == 26 && value.BitLen() <= 128
	}, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "7zzzzzzzzzzzzzzzzzzzzzzzzz")

	againstSlow(t, "e164", "0123456789++- ", func(s string) bool {
		value, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 64)
		return err == nil && value >= 10 && value < 1e15 && s == fmt.Sprintf("+%d", value)
	}, "+18165551212", "+12", "+123456789012345")

	againstSlow(t, "hex-color", "0123456789abcdefABCDEF##g", func(s string) bool {
		digits, ok := strings.CutPrefix(s, "#")
		_, err := hex.DecodeString(digits + digits)
		return ok && err == nil && strings.Contains(" 3 4 6 8 ", fmt.Sprintf(" %d ", len(digits)))
	}, "#0f0", "#00fc", "#00ff00", "#0000ffcc")
}

// Base64 is what an encoder writes.
func TestBase64AgainstSlow(t *testing.T) {
	encodes := func(s string, encodings ...*base64.Encoding) bool {
		for _, e := range encodings {
			if data, err := e.DecodeString(s); err == nil && e.EncodeToString(data) == s {
				return true
			}
		}
		return false
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_====\n "
	againstSlow(t, "base64", alphabet, func(s string) bool { return encodes(s, base64.StdEncoding) },
		"", "Zg==", "Zm8=", "Zm9vYmFy", "+/+/")
	againstSlow(t, "base64url", alphabet,
		func(s string) bool { return encodes(s, base64.URLEncoding, base64.RawURLEncoding) },
		"", "Zg==", "Zm8=", "Zm9vYmFy", "Zg", "Zm8", "-_-_")

	// Each final character, alone and with padding.
	for _, c := range alphabet {
		for _, s := range []string{"A%c==", "A%c", "AA%c=", "AA%c", "AAA%c", "%c"} {
			s = fmt.Sprintf(s, c)
			if got, want := formats.Base64(s), encodes(s, base64.StdEncoding); got != want {
				t.Errorf("Base64(%q) is %v, want %v", s, got, want)
			}
			if got, want := formats.Base64URL(s), encodes(s, base64.URLEncoding, base64.RawURLEncoding); got != want {
				t.Errorf("Base64URL(%q) is %v, want %v", s, got, want)
			}
		}
	}
}

// isPrintable reports whether a character is neither a control, nor white space, nor a
// noncharacter.
func isPrintable(r rune) bool {
	return !unicode.IsControl(r) && !unicode.Is(unicode.White_Space, r) && !unicode.Is(unicode.Noncharacter_Code_Point,
		r)
}

func TestDOIAgainstSlow(t *testing.T) {
	slow := func(s string) bool {
		prefix, suffix, ok := strings.Cut(s, "/")
		labels := strings.Split(prefix, ".")
		for _, label := range labels {
			ok = ok && isDigits(label, 0)
		}
		for _, r := range suffix {
			ok = ok && isPrintable(r)
		}
		return ok && labels[0] == "10" && len(labels) > 1 && suffix != ""
	}
	againstSlow(t, "doi", "0123456789../a-é \u00a0\u2028\U0001f600\ufffe\x00\x7f", slow, "10.1000/182",
		"10.1000.10/a/b", "10.1/\u00e9")
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if s := "10.1/" + string(r); utf8.ValidRune(r) && formats.DOI(s) != isPrintable(r) {
			t.Errorf("%U in a DOI: want %v", r, isPrintable(r))
		}
	}
}

// slowIBAN reads an IBAN as ISO 7064 does: the number that results from moving the first four
// characters to the end and replacing letters with numbers from 10 to 35 is 1 modulo 97.
func slowIBAN(s string) bool {
	if len(s) < 5 || len(s) > 34 || strings.Trim(s[:2], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !isDigits(s[2:4], 2) ||
		strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" || s[2:4] < "02" || s[2:4] > "98" {
		return false
	}
	var number strings.Builder
	for _, c := range s[4:] + s[:4] {
		value, _ := strconv.ParseUint(string(c), 36, 8)
		fmt.Fprint(&number, value)
	}
	n, _ := new(big.Int).SetString(number.String(), 10)
	return n.Mod(n, big.NewInt(97)).Int64() == 1
}

func TestIBANAgainstSlow(t *testing.T) {
	againstSlow(t, "iban", "0123456789ABCXYZa ", slowIBAN, "GB82WEST12345698765432", "BE68539007547034",
		"NO9386011117947",
		"MT84MALT011000012345MTLCAST001S", "XX72X")
	// For each account number, one pair of check digits is right, and the message names it.
	f, _ := formats.Lookup("iban")
	for account := range 500 {
		right := ""
		for digits := 2; digits <= 98; digits++ {
			if s := fmt.Sprintf("DE%02d%dZ", digits, account*7919); slowIBAN(s) {
				right = s
			}
		}
		for digits := 2; digits <= 98; digits++ {
			s := fmt.Sprintf("DE%02d%s", digits, right[4:])
			err, wrong := f.Check(s).(*formats.Error)
			want := "iban: the check digits are wrong: " + right[2:4] + " expected"
			if wrong != (s != right) || wrong && (err.Error() != want || err.Offset != 2 || err.Length != 2) {
				t.Fatalf("%s: %v, want %s", s, err, right)
			}
		}
	}
}

// Each function decides as the format of its name: on a string for each format, and with its last
// character changed.
func TestIdentifierFunctions(t *testing.T) {
	functions := map[string]func(string) bool{
		"date-time 2000-02-29T23:59:60Z": formats.DateTime, "date 2000-02-29": formats.Date,
		"time 23:59:60Z": formats.Time,
		"duration PT1M":  formats.Duration, "xsd-date-time 20000-02-29T24:00:00": formats.XSDDateTime,
		"xsd-date -2000-02-29": formats.XSDDate, "uuid f81d4fae-7dec-11d0-a765-00a0c91e6bf6": formats.UUID,
		"ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV": formats.ULID, "semver 1.0.0-rc.1": formats.SemVer,
		"e164 +18165551212": formats.E164,
		"hex-color #c0ffee": formats.HexColor, "base64 Zm9vYg==": formats.Base64, "base64url -_8": formats.Base64URL,
		"doi 10.1000/182": formats.DOI, "iban GB82WEST12345698765432": formats.IBAN,
		"xsd-decimal -.5": formats.XSDDecimal,
		"xsd-double +INF": formats.XSDDouble, "ncname a-b": formats.NCName, "qname a:b": formats.QName,
		"isbn-10 0-306-40615-2": formats.ISBN10, "isbn-13 978-0-306-40615-7": formats.ISBN13,
		"issn 0317-8471":            formats.ISSN,
		"orcid 0000-0002-1825-0097": formats.ORCID,
	}
	for key, function := range functions {
		name, member, _ := strings.Cut(key, " ")
		f, ok := formats.Lookup(name)
		if !ok || !function(member) {
			t.Errorf("%s: there is a format: %v; %q is one: %v", name, ok, member, function(member))
		}
		for other := range functions {
			_, s, _ := strings.Cut(other, " ")
			for _, s := range []string{s, s[:len(s)-1] + "!"} {
				if function(s) != f.Valid(s) {
					t.Errorf("%s: the function returns %v for %q, Valid %v", name, function(s), s, f.Valid(s))
				}
			}
		}
	}
}
