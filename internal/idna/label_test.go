package idna

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The messages of CheckName, or "" for valid names. The tests of package formats compare it with a
// slow reader, and those of benchmarks/uts46 with golang.org/x/net/idna.
func TestCheckName(t *testing.T) {
	for name, want := range map[string]string{
		"WWW.example":                       "",
		"r3---sn-a.bücher.example":          "",
		"faß.ς":                             "",
		"xn--bcher-kva。XN--FA-HIA":          "",
		"x\ua7cf":                           "", // new in Unicode 17
		"\u1c8a":                            "", // new in Unicode 16
		"\u0cf1\u0cf2":                      "", // PVALID since Unicode 6.0 (RFC 6452)
		"\u19da":                            "is not allowed",
		"\u13a0":                            "", // a Cherokee capital, to which the small letter folds
		"\uab70":                            "is not allowed",
		"\u20d0":                            "begins with a combining mark",
		"a\u20d0":                           "is not allowed",
		"a\u1100":                           "is not allowed",
		"i♥ny":                              `"♥" (U+2665) is not allowed`,
		"é_":                                `"_" (U+005F) is not allowed`,
		"Bücher":                            "capital letter",
		"e\u0301":                           "Normalization Form C",
		"xn--e-xbb":                         "Normalization Form C",
		"\u0301é":                           "begins with a combining mark",
		"éé--é":                             "hyphens as its third and fourth",
		"xn--a":                             "(U+0080) is not allowed",
		"xn--":                              "is not valid Punycode",
		"xn--abc-":                          "is not valid Punycode",
		"xn--\u00e9":                        "hyphens as its third and fourth",
		"l·l":                               "",
		"l·a":                               "in the wrong context",
		"α\u0375β":                          "",
		"\u0375":                            "in the wrong context",
		"א\u05f3":                           "",
		"\u05f4":                            "in the wrong context",
		"・ー":                                "in the wrong context", // the script of U+30FC is Common
		"・ア":                                "",
		"ب\u0660\u06f0":                     "in the wrong context",
		"ب\u06f0\u0660":                     "in the wrong context",
		"क\u200dष":                          "between letters that do not join",
		"א.1":                               "must begin with a letter in a name with right-to-left letters",
		"0a.א":                              "must begin with a letter in a name with right-to-left letters",
		"a｡b\uff0ec":                        "",
		"\u06f00\u06f9":                     "",
		"\u06f0\u0669":                      "in the wrong context",
		"\u0669\u06f9":                      "in the wrong context",
		"\u06ef\u0661\u06fa":                "", // letters beside the digits
		"א.b":                               "",
		"xn--4db.1":                         "must begin with a letter in a name with right-to-left letters",
		strings.Repeat("a", 64):             "more than 63 octets",
		strings.Repeat("ü", 63):             "more than 63 octets",
		strings.Repeat("é", 64):             "more than 63 octets",
		strings.Repeat("a.", 126) + "a":     "",
		strings.Repeat("a.", 126) + "aa":    "more than 253 octets",
		strings.Repeat("é.", 31) + "abcde":  "", // 31 times "xn--9ca."
		strings.Repeat("é.", 31) + "abcdef": "more than 253 octets",
	} {
		_, _, err := CheckName(name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+q: %v, want %q", name, err, want)
		}
	}
}

// The number of code points that RFC 5892 permits in Unicode 17, and of those in the scripts that
// its contextual rules name. Python's package idna, version 3.15, permits the same code points.
func TestClasses(t *testing.T) {
	var count [KanaOrHan + 1]int
	for r := rune(0); r <= utf8.MaxRune; r++ {
		p := PropertiesOf(r)
		count[p.Class]++
		if p.Class != NotPermitted && p.Status != Valid {
			t.Errorf("%U: UTS 46 does not consider it valid", r)
		}
	}
	permitted := utf8.MaxRune + 1 - count[NotPermitted]
	if permitted != 143_235 || count[Greek] != 135 || count[Hebrew] != 85 || count[KanaOrHan] != 102_512 {
		t.Errorf("%d permitted, %v", permitted, count)
	}
}
