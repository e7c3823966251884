package formats_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/testkit"
)

// Numbers in standards and manuals, and on publications, with near misses.
func TestCheckDigitVerdicts(t *testing.T) {
	checkVerdicts(t, []verdict{
		{"isbn-10", true, []string{"0-306-40615-2", "0 306 40615 2", "0306406152", "0-8044-2957-X", "080442957X",
			"0-19-852663-6", "99921-58-10-7", "1-84356-028-3"}},
		{"isbn-10", false, []string{"", "0-306-40615-3", "0-306-40615-X", "0-306-406152", "0-30640615-2",
			"03-06-40-61-52", "0-306 40615-2", "0-306-4061-52", "080442957x", "X000000000", "030640615",
			"03064061522", "0--306-406152", "-0306406152", "0306406152-", "ISBN 0-306-40615-2", "0-603-40615-2",
			"0\u2010306\u201040615\u20102"}},
		// Examples of the ISBN Users' Manual, and numbers on books.
		{"isbn-13", true, []string{"978-0-306-40615-7", "978 0 306 40615 7", "9780306406157", "978-3-16-148410-0",
			"979-10-90636-07-1", "978-0-11-000222-4", "978-0-571-08989-5"}},
		{"isbn-13", false, []string{"", "978-0-306-40615-8", "978-0306406157", "978-0-306-406157",
			"97803-0-6-40615-7", "978-0-306 40615-7", "978 0-306-40615-7", "9770306406150", "978030640615",
			"97803064061577", "978-0-30640615-7", "978-0-3-0640615-7-", "ISBN 978-0-306-40615-7",
			"978-0-603-40615-7x", "4006381333931", "97-80-306-40615-7", "978-0-3-06-40615-7"}},
		// ISSN Manual, and ISO 3297.
		{"issn", true, []string{"0317-8471", "0378-5955", "1050-124X", "2049-3630", "2434-561X"}},
		{"issn", false, []string{"", "0317-8472", "03178471", "0317 8471", "1050-124x", "0317-847", "0317-84711",
			"ISSN 0317-8471", "1050-1X24"}},
		// ORCID, "Structure of the ORCID Identifier" and its sample records.
		{"orcid", true, []string{"0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X",
			"0000-0003-1415-9269", "0009-0001-5055-9262"}},
		{"orcid", false, []string{"", "0000-0002-1825-0098", "0000-0002-1694-233x", "0000000218250097",
			"0000-0002-1825-009", "https://orcid.org/0000-0002-1825-0097", "0000 0002 1825 0097",
			"0000-0002-1825-00977", "0000-0001-2345-6780"}},
	})
}

// weighted returns the sum of the digits of s, each multiplied by its weight. X means 10.
func weighted(s string, weight func(i int) int) (sum int) {
	for i, c := range s {
		sum += strings.IndexRune("0123456789X", c) * weight(i)
	}
	return sum
}

// Slow readers of numbers without separators.
func slowISBN10(s string) bool {
	return len(s) == 10 && isDigits(strings.TrimSuffix(s, "X"), len(strings.TrimSuffix(s[9:], "X"))+9) &&
		weighted(s, func(i int) int { return 10 - i })%11 == 0
}

func slowISBN13(s string) bool {
	return isDigits(s, 13) && (s[:3] == "978" || s[:3] == "979") &&
		weighted(s, func(i int) int { return 1 + i%2*2 })%10 == 0
}

func slowISSN(s string) bool {
	first, second, _ := strings.Cut(s, "-")
	return isDigits(first, 4) && len(second) == 4 && isDigits(second[:3], 3) && strings.Contains("0123456789X",
		second[3:]) &&
		weighted(first+second, func(i int) int { return 8 - i })%11 == 0
}

// slowORCID follows the program that ORCID publishes.
func slowORCID(s string) bool {
	groups, total := strings.Split(s, "-"), 0
	if len(groups) != 4 || !isDigits(groups[0], 4) || !isDigits(groups[1], 4) || !isDigits(groups[2], 4) ||
		len(groups[3]) != 4 || !isDigits(groups[3][:3], 3) {
		return false
	}
	digits := strings.Join(groups, "")
	for i := range 15 {
		total = (total + int(digits[i]-'0')) * 2
	}
	return "0123456789X"[(12-total%11)%11] == digits[15]
}

// slowGroups reads an ISBN in n groups that are not empty, or without separators.
func slowGroups(n int, slow func(string) bool) func(string) bool {
	return func(s string) bool {
		for _, separator := range []string{"-", " "} {
			groups := strings.Split(s, separator)
			if len(groups) == n && groups[n-1] != "" && len(groups[n-1]) == 1 && (n == 4 || len(groups[0]) == 3) {
				for _, g := range groups {
					if g == "" {
						return false
					}
				}
				return slow(strings.Join(groups, ""))
			}
		}
		return slow(s)
	}
}

func TestCheckDigitsAgainstSlow(t *testing.T) {
	const alphabet = "0123456789X- "
	againstSlow(t, "isbn-10", alphabet, slowGroups(4, slowISBN10), "0-306-40615-2", "0 8044 2957 X", "0198526636",
		"99921-58-10-7")
	againstSlow(t, "isbn-13", alphabet, slowGroups(5, slowISBN13), "978-0-306-40615-7", "979 10 90636 07 1",
		"9783161484100")
	againstSlow(t, "issn", alphabet, slowISSN, "0317-8471", "1050-124X", "2049-3630")
	againstSlow(t, "orcid", alphabet, slowORCID, "0000-0002-1825-0097", "0000-0002-1694-233X", "0000-0001-5109-3700")
}

// For each number, exactly one check digit is right, and the slow reader agrees. No other number
// that differs in one digit is valid.
func TestOneCheckDigit(t *testing.T) {
	r := rand.New(rand.NewPCG(2108, 3297))
	for _, c := range []struct {
		valid, slow func(string) bool
		number      func(n int64) string
		digits      string
	}{
		{formats.ISBN10, slowISBN10, func(n int64) string { return fmt.Sprintf("%09d", n%1e9) }, "0123456789X"},
		{formats.ISBN13, slowISBN13, func(n int64) string {
			return fmt.Sprintf("97%d%09d", 8+n%2, n/2%1e9)
		}, "0123456789"},
		{formats.ISSN, slowISSN, func(n int64) string {
			return fmt.Sprintf("%04d-%03d", n/1000%1e4, n%1000)
		}, "0123456789X"},
		{formats.ORCID, slowORCID, func(n int64) string {
			return fmt.Sprintf("%04d-%04d-%04d-%03d", n/1e11%1e4, n/1e7%1e4, n/1000%1e4, n%1000)
		}, "0123456789X"},
	} {
		for range testkit.Cases(20_000) {
			number, right := c.number(r.Int64()), ""
			for i := range c.digits {
				s := number + c.digits[i:i+1]
				if c.valid(s) != c.slow(s) || c.valid(s) && right != "" {
					t.Fatalf("%s: %v, want %v; %s is valid", s, c.valid(s), c.slow(s), right)
				}
				if c.valid(s) {
					right = s
				}
			}
			if right == "" {
				t.Fatalf("no check digit is right after %s", number)
			}
			for i := range len(right) - 1 {
				for d := byte('0'); d <= '9'; d++ {
					wrong := right[:i] + string(d) + right[i+1:]
					if right[i] != '-' && wrong != right && c.valid(wrong) {
						t.Fatalf("%s and %s are valid", right, wrong)
					}
				}
			}
		}
	}
}

// The table of an ISBN accepts groups that the function rejects, with a message for people. A wrong
// check digit is an error of the table, which expects one digit.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ format, s, want string }{
		{"isbn-10", "0-306-406152", "isbn-10: four groups are expected, as in 0-306-40615-2 0+12"},
		{"isbn-10", "0-306 40615-2", "isbn-10: use hyphens or spaces between groups, not both 5+1"},
		{"isbn-10", "0-30-640-6152", "isbn-10: a separator is expected before the check digit 12+0"},
		{"isbn-13", "978-0306406157", "isbn-13: five groups are expected, as in 978-0-306-40615-7 0+14"},
		{"isbn-13", "9780-30-640-615-7", "isbn-13: a separator is expected after 978 3+0"},
	} {
		f, _ := formats.Lookup(c.format)
		err, ok := f.Check(c.s).(*formats.Error)
		if !ok {
			t.Errorf("%s: %v", c.s, f.Check(c.s))
			continue
		}
		if got := fmt.Sprintf("%v %d+%d", err, err.Offset, err.Length); got != c.want {
			t.Errorf("%s: %s", c.s, got)
		}
	}
	for _, c := range []struct{ format, s, want string }{
		{"isbn-13", "978-0-306-40615-8", `"7"`}, {"isbn-10", "0-8044-2957-1", `"X"`}, {"issn", "0317-8472", `"1"`},
		{"orcid", "0000-0002-1694-2330", `"X"`},
	} {
		f, _ := formats.Lookup(c.format)
		if err := f.Check(c.s); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.s, err, c.want)
		}
	}
}
