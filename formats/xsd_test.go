package formats_test

import (
	"math/big"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// The examples and constraints of XML Schema 1.1, part 2; some are in its test suite, the sets
// Zone, YearZero and Leap. Those of names are in Namespaces in XML 1.0 and XML 1.0, fifth edition.
func TestXSDVerdicts(t *testing.T) {
	checkVerdicts(t, []verdict{
		{"xsd-date-time", true, []string{"2002-10-10T12:00:00-05:00", "2002-10-10T17:00:00Z", "2002-10-10T12:00:00",
			"0000-01-01T00:00:00", "-0001-01-01T00:00:00", "-0004-02-29T00:00:00Z", "0000-02-29T00:00:00",
			"12345-12-31T24:00:00", "1999-12-31T24:00:00.000Z", "2000-01-01T00:00:00+14:00",
			"2000-01-01T00:00:00-14:00", "-0000-01-01T00:00:00", "20000-02-29T00:00:00.5"}},
		{"xsd-date-time", false, []string{"2002-10-10t12:00:00", "2002-10-10T12:00:00z", "02002-10-10T12:00:00",
			"999-10-10T12:00:00", "+2002-10-10T12:00:00", "-0100-02-29T00:00:00Z", "2008-12-31T23:59:60Z",
			"1999-12-31T24:00:00.1", "1999-12-31T24:00:01", "1999-12-31T24:01:00", "2000-01-01T00:00:00+14:01",
			"2000-01-01T00:00:00+15:00", "2000-01-01T00:00:00.", "2000-01-01T00:00", "10100-02-29T00:00:00",
			" 2000-01-01T00:00:00", "2000-01-01T00:00:00+1:00"}},
		{"xsd-date", true, []string{"2002-10-10", "2002-10-10+13:00", "2002-10-10Z", "-0400-02-29", "123456-01-01"}},
		{"xsd-date", false, []string{"2002-10-10T00:00:00", "2002-10-10z", "-0200-02-29", "002002-10-10", "20021010",
			"--02-29"}},
		{"xsd-decimal", true, []string{"-1.23", "12678967.543233", "+100000.00", "210", "210.", ".5", "-0", "00"}},
		{"xsd-decimal", false, []string{"", ".", "+", "1e4", "1,5", "1.2.3", "--1", "INF", " 1"}},
		{"xsd-double", true, []string{"-1E4", "1267.43233E12", "12.78e-2", "12", "-0", "0", "INF", "-INF", "+INF",
			"NaN", "1.E+5", ".5e5"}},
		{"xsd-double", false, []string{"", "inf", "Inf", "nan", "NAN", "-NaN", "+NaN", "1E", "E1", "1E5.", "1E4.5",
			"0x1p4", "1_000", "Infinity"}},
		{"ncname", true, []string{"xsl", "_", "été", "a-b.c", "a\u00b7", "\u037f", "\U000effff"}},
		{"ncname", false, []string{"", "1a", "-a", ".a", "a:b", "a b", "\u00d7", "\u00f7", "\u037e", "\u00b7",
			"a\u00d7", "\U000f0000", "a\xff"}},
		{"qname", true, []string{"xsl:template", "template", "é:é"}},
		{"qname", false, []string{"", ":", ":a", "a:", "a:b:c", "a::b", "a:1", "1:a"}},
	})
}

// slowXSDDate reads a date without a time zone. The year is a number of any length.
func slowXSDDate(s string) bool {
	if len(s) < len("0000-00-00") {
		return false
	}
	year, _ := strings.CutPrefix(s[:len(s)-6], "-")
	month, day := s[len(s)-5:len(s)-3], s[len(s)-2:]
	if s[len(s)-6] != '-' || s[len(s)-3] != '-' || !isDigits(year, 0) || !isDigits(month, 2) || !isDigits(day, 2) ||
		len(year) < 4 || len(year) > 4 && year[0] == '0' {
		return false
	}
	y, _ := new(big.Int).SetString(year, 10)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	return d >= 1 && d <= daysIn(int(new(big.Int).Mod(y, big.NewInt(400)).Int64()), m)
}

// cutZone removes a time zone from the end of s. It returns false if the zone is out of range.
func cutZone(s string) (rest string, ok bool) {
	if rest, ok = strings.CutSuffix(s, "Z"); ok {
		return rest, true
	}
	at := len(s) - len("+00:00")
	if at < 0 || s[at] != '+' && s[at] != '-' || s[at+3] != ':' {
		return s, true
	}
	minutes, ok := clock(s[at+1:])
	return s[:at], ok && minutes <= 14*60
}

// slowXSDDateTime reads a date, "T", a time of day and a time zone.
func slowXSDDateTime(s string) bool {
	s, ok := cutZone(s)
	date, time, found := strings.Cut(s, "T")
	time, fraction, dot := strings.Cut(time, ".")
	if !ok || !found || !slowXSDDate(date) || dot && !isDigits(fraction, 0) {
		return false
	}
	if time == "24:00:00" {
		return strings.Trim(fraction, "0") == ""
	}
	if len(time) != len("00:00:00") {
		return false
	}
	_, ok = clock(time[:5])
	return ok && time[5] == ':' && isDigits(time[6:], 2) && time[6] < '6'
}

// slowDecimal reads a sign, and digits with at most one point among them.
func slowDecimal(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	return isDigits(whole+fraction, 0)
}

func TestXSDAgainstSlow(t *testing.T) {
	const digits = "0123456789"
	againstSlow(t, "xsd-date", digits+"---+:ZT", func(s string) bool {
		date, ok := cutZone(s)
		return ok && slowXSDDate(date)
	}, "2002-10-10+13:00", "-0004-02-29", "12000-02-29Z", "0000-12-31-14:00")
	againstSlow(t, "xsd-date-time", digits+"---+:ZTzt.", slowXSDDateTime, "2002-10-10T12:00:00.5-05:00",
		"-12000-02-29T24:00:00.0Z", "0000-01-01T23:59:59", "1999-12-31T00:00:00+14:00")
	againstSlow(t, "xsd-decimal", "0123+-..eE", slowDecimal, "-1.23", "+10.", ".5", "7")
	againstSlow(t, "xsd-double", "0123+-.eEINFaN", func(s string) bool {
		switch s {
		case "INF", "+INF", "-INF", "NaN":
			return true
		}
		mantissa, exponent, ok := strings.Cut(strings.ToUpper(s), "E")
		return slowDecimal(mantissa) && (!ok || slowDecimal(exponent) && !strings.Contains(exponent, "."))
	}, "-1E4", "1267.43233E12", "INF", "-INF", "NaN", "12.78e-2")
}

// nameTables returns the code points of NameStartChar, without the colon, and those that
// NameChar adds: productions 4 and 4a of XML 1.0, fifth edition.
func nameTables() (nameStart, nameMore *unicode.RangeTable) {
	return &unicode.RangeTable{
			R16: []unicode.Range16{{'A', 'Z', 1}, {'_', '_', 1}, {'a', 'z', 1}, {0xC0, 0xD6, 1}, {0xD8, 0xF6, 1},
				{0xF8, 0x2FF, 1}, {0x370, 0x37D, 1}, {0x37F, 0x1FFF, 1}, {0x200C, 0x200D, 1}, {0x2070, 0x218F, 1},
				{0x2C00, 0x2FEF, 1}, {0x3001, 0xD7FF, 1}, {0xF900, 0xFDCF, 1}, {0xFDF0, 0xFFFD, 1}},
			R32: []unicode.Range32{{0x10000, 0xEFFFF, 1}}}, &unicode.RangeTable{
			R16: []unicode.Range16{{'-', '.', 1}, {'0', '9', 1}, {0xB7, 0xB7, 1}, {0x300, 0x36F, 1},
				{0x203F, 0x2040, 1}}}
}

// Every code point at the start of a name, and within.
func TestNameCharacters(t *testing.T) {
	start, more := nameTables()
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s, first := string(r), unicode.Is(start, r)
		if formats.NCName(s) != first || formats.QName("a:"+s) != first {
			t.Errorf("%U at the start of a name: want %v", r, first)
		}
		if want := first || unicode.Is(more, r); formats.NCName("a"+s+"b") != want {
			t.Errorf("%U in a name: want %v", r, want)
		}
	}
	slow := func(s string) bool {
		for i, c := range s {
			if !unicode.Is(start, c) && (i == 0 || !unicode.Is(more, c)) {
				return false
			}
		}
		return s != ""
	}
	againstSlow(t, "ncname", "aZ_:-.09é×÷\u00b7\u0300\u2040\u3000\U000f0000", slow, "a-b", "_", "é9")
	againstSlow(t, "qname", "aZ_:-.09é×÷\u00b7\u0300\u2040\u3000\U000f0000", func(s string) bool {
		prefix, local, ok := strings.Cut(s, ":")
		return slow(prefix) && (!ok || slow(local))
	}, "xsl:template", "a:b", "c")
}
