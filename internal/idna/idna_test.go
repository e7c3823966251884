package idna

import (
	"strings"
	"testing"
)

// The DNS names are from UTS 46 and the Unicode data files; Python's codec computed the Punycode.
func TestToASCII(t *testing.T) {
	for name, want := range map[string]string{
		"FA\u1e9e.de":              "xn--fa-hia.de", // mapped to ß since Unicode 15.1
		"STRA\u1e9eE.example":      "xn--strae-oqa.example",
		"\u1e9e":                   "xn--zca",
		"faß.example":              "xn--fa-hia.example", // not transitional
		"ΣΊΣΥΦΟΣ.gr":               "xn--kxa6akbbkh.gr",
		"\u2132.example":           "xn--73g.example", // mapped since Unicode 15.1
		"\u04c0":                   "xn--s5a",
		"\u10c5":                   "xn--tlj",
		"\U0002ebf0":               "xn--8g0n", // new in Unicode 15.1
		"\u1c89":                   "xn--d4f",  // new in Unicode 16
		"\ua7cb.\ua7dc":            "xn--3na.xn--dia",
		"\U00010d50":               "xn--dh0d",
		"x\ua7ce":                  "xn--x-s63e", // new in Unicode 17
		"\U00016ea0":               "xn--zs0f",
		"\U000323b0":               "xn--031o",
		"\U000105d2\u0307":         "xn--ev8c", // composed by Unicode 16
		"\U00016d67\U00016d67":     "xn--bj0f",
		"e\u0301.E\u0301":          "xn--9ca.xn--9ca",
		"か\u3099":                  "xn--v8j",
		"\u1100\u1161\u11a8":       "xn--p39a", // 각
		"a\u00adé":                 "xn--a-bga",
		"b\u00fccher.example.":     "xn--bcher-kva.example.",
		"例え\u3002テスト\uff61":        "xn--r8jz45g.xn--zckzah.",
		"xn--bcher-kva.\u00e9":     "xn--bcher-kva.xn--9ca",
		"XN--BCHER-KVA.\u00e9":     "xn--bcher-kva.xn--9ca",
		"نامه\u200cای.com":         "xn--mgba3gch31f060k.com",
		"क\u094d\u200dष.in":        "xn--11b2ezcw70k.in",
		"1.\u05d0":                 "", // the first label, too, must have one direction
		"\u05d0.a":                 "xn--4db.a",
		"\u05d01":                  "xn--1-zhc",
		"\u05d0a":                  "mixes writing directions",
		"\u05d0\u06611":            "mixes writing directions",
		"a\u05d0":                  "mixes writing directions",
		"\u05d0.1":                 "must begin with a letter in a name with right-to-left letters",
		"\u05d0-":                  "ends with a hyphen",
		"é_":                       `"_" (U+005F) is not allowed`,
		"é／b":                      `"/" (U+002F) is not allowed`,
		"\u00b4":                   `" " (U+0020) is not allowed`,
		"é\ufffd":                  "(U+FFFD) is not allowed",
		"é\xff":                    "(U+FFFD) is not allowed",
		"é%FF":                     `"%" (U+0025) is not allowed`,
		"\U00016ed5":               "(U+16ED5) is not allowed", // unassigned
		"-é":                       "begins with a hyphen",
		"é-":                       "ends with a hyphen",
		"éé--é":                    "hyphens as its third and fourth",
		"\u0301é":                  "begins with a combining mark",
		"\u0897":                   "begins with a combining mark", // new in Unicode 16
		"a\u200cb":                 "contains U+200C between letters that do not join",
		"\u0628\u200c\u0621":       "contains U+200C between letters that do not join", // the second is a hamza
		"\u0628\u200c\u0627":       "xn--mgbb899q",
		"\u0628\u064b\u200c\u0627": "xn--mgbb9ho06i",
		"a\u200db":                 "contains U+200D between",
		"\u0628\u200d\u0627":       "contains U+200D between",
		"xn--0.é":                  "is not valid Punycode",
		"xn--.é":                   "is not valid Punycode",
		"xn--abc-.é":               "is not valid Punycode",
		"xn--é":                    "is not valid Punycode",
		"xn--xn---epa.é":           "hyphens as its third and fourth",
		"xn--e-vbb.é":              "", // e and U+0301, not composed
		"xn--wgv71a309e":           "xn--wgv71a309e",
		"é..example":               "a label is empty",
		".é":                       "a label is empty",
		"é..":                      "a label is empty",
		"\u00ad":                   "a label is empty",
		"\u3002é":                  "a label is empty",
		"é.\u00ad.b":               "a label is empty",
	} {
		got, err := ToASCII(name)
		isName := want != "" && !strings.ContainsAny(want, " ")
		switch {
		case isName && (err != nil || got != want):
			t.Errorf("%+q: %q, %v; not %q", name, got, err, want)
		case !isName && (err == nil || got != "" || !strings.Contains(err.Error(), want)):
			t.Errorf("%+q: %q, %v; not an error with %q", name, got, err, want)
		}
	}
}

// A DNS label has at most 63 octets, and a name has at most 253, not counting the final dot.
func TestLengths(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	four := strings.Repeat(a(49)+".", 4)
	for name, isName := range map[string]bool{
		"é" + a(55):                  true, // xn--, 55 letters, "-" and 3 digits
		"é" + a(56):                  false,
		"é." + a(63):                 true,
		"é." + a(64):                 false,
		"xn--" + a(60) + ".é":        false,
		strings.Repeat("é", 62):      false,
		strings.Repeat("日", 1<<20):   false,
		four + a(45) + ".é":          true,  // 200 + 45 + 1 + 7
		four + a(45) + ".é.":         true,  // plus the root
		four + a(46) + ".é":          false, // 254
		strings.Repeat("é.", 31):     true,
		strings.Repeat("é.", 1<<20):  false,
		"é" + strings.Repeat(".", 3): false,
	} {
		if got, err := ToASCII(name); (err == nil) != isName {
			t.Errorf("%.20q… of %d bytes: %q, %v", name, len(name), got, err)
		}
	}
}
