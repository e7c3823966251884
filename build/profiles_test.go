package build

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Strings for the bundled profiles, accepted and rejected, for each rule.
func TestBundledProfiles(t *testing.T) {
	g := bundled(t, "profiles")
	const bidi = "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"
	var reordered, relative []string
	for _, c := range bidi {
		reordered = append(reordered, "http://a/"+string(c), "http://"+string(c)+"/", "a:?"+string(c)+"b", "a:#"+string(c))
		relative = append(relative, string(c), "/a?"+string(c), "//"+string(c))
	}
	web := []string{"http://a", "HTTP://a.example:80/b?c", "http://u@[::1]:/", "http://:p@h", "http://u:p@h:",
		"http://%C3%A9/", "http://a?"}
	var secure []string
	for _, s := range web {
		secure = append(secure, "https"+s[4:])
	}
	noHost := strings.Fields(
		"http:// http:///a http://?a http://:80 http://u@ http://u:p@:80/ http://@/ http:a http:/a http: ftp://a //a http:")
	for _, c := range []struct {
		rule       string
		yes, wrong []string
	}{
		{"IRI-no-bidi", []string{"http://\u05D0\u05D1/\u0627", "a:%E2%80%8F", "a:\u200C\u202F"}, append(reordered, "a", "")},
		{"IRI-reference-no-bidi", []string{"", "a", "//\u05D0/", "http://a", "%E2%80%AE"}, append(reordered, relative...)},
		{"has-bidi", append(reordered, relative...), []string{"", "a", "\u200C"}},
		{"host-UTF-8", []string{
			"", "example.org", "[::1]", "127.0.0.1", "é", "%41%7f", "%C3%A9", "%c3%a9x", "%E0%A0%80", "%ED%9F%BF", "%EF%BF%BF",
			"%F0%90%80%80", "%F4%8F%BF%BF",
		}, []string{
			"a b", "%", "%80", "%C0%80", "%C1%BF", "%C3", "%C3A9", "%C3%41", "%E0%9F%BF", "%ED%A0%80", "%F0%8F%BF%BF",
			"%F4%90%80%80", "%F5%80%80%80", "%FF", "%C3é",
		}},
		{"HTTP-URI", web, append(append([]string{"http://é", "http://a#f"}, secure...), noHost...)},
		{"HTTPS-URI", secure,
			append(append([]string{"https://é", "https://a#f", "https://", "https://:1"}, web...), noHost...)},
		{"HTTP-IRI", append(append([]string{"http://é/", "https://a#f"}, secure...), web...),
			append([]string{"httpss://a", "https://?", "https://#"}, noHost...)},
		{"request-target", []string{"*", "/", "/a?b", "//", "http://a/b", "a:80", "[::1]:443", ":", "x:"},
			[]string{"", "a", "?a", "/a#b", "http://a#b", "**", "é:80"}},
		{"origin-form", []string{"/", "/where?q=now", "/?"}, []string{"", "a", "?", "/a#b"}},
		{"absolute-form", []string{"http://www.example.org/pub/WWW/TheProject.html", "a:"}, []string{"/", "//a", "a:#"}},
		{"authority-form", []string{"www.example.com:80", "[::1]:443", "a:"}, []string{"www.example.com", "u@a:80", "a:b"}},
		{"asterisk-form", []string{"*"}, []string{"", "/*"}},
		{"ends-in-number",
			strings.Fields("127.1 2130706433 0x7f.1 0X7F.0.0.1 0177.0.0.1 127.0.0.1 127.0.0.1. 0x a.0x 256.256 1.2.3.4.5 a.1 " +
				"１２７.0.0.1 127。0。0。1 127．1 127｡1 １ 1\u00AD2 \u200B0x7f 0\u00ADx7f ①②⑦.1 0ⓧ7ⓕ 𝟙 ⒀"),
			strings.Fields("example.org 1.example a1 1a example.org. é %C3%A9 例 %E4%BE%8B 0xg 1-2 [::1] [v1.1] . .. a.. x 0y " +
				"0a a.0f 0xx 0x7x %31")},
	} {
		checkMembers(t, c.rule, rule(t, g, c.rule).Table, c.yes, c.wrong)
	}
}

// The first form that matches wins; a host with its port has several forms.
func TestRequestTargets(t *testing.T) {
	set, err := bundled(t, "profiles").Alternatives("request-target")
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]string{
		"/a": "[0]", "http://a/": "[1]", "[::1]:80": "[2]", "a.example:80": "[1 2]", "*": "[3]", "": "[]", ":80": "[2]",
	} {
		if got := fmt.Sprint(set.Classify(s)); got != want {
			t.Errorf("%q is %s, want %s", s, got, want)
		}
	}
}

// Each character that UTS 46 maps to digits, to letters up to F or to an X is in the set of
// characters that can form a number. UTS 46 maps these using NFKC and lowercasing.
func TestNumbersOfMappedCharacters(t *testing.T) {
	g := bundled(t, "profiles")
	ends, mapped, n := rule(t, g, "ends-in-number").Table, rule(t, g, "number-mapped").Table, 0
	for c := rune(0x80); c <= utf8.MaxRune; c++ {
		m := strings.ToLower(norm.NFKC.String(string(c)))
		if !utf8.ValidRune(c) || strings.Trim(m, "0123456789abcdefx") != "" || c == 0x213B { // FAX is not a number
			continue
		}
		n++
		if !mapped.Valid(string(c)) {
			t.Errorf("%U, mapped to %q, is not among the mapped", c, m)
		}
		for _, s := range []string{"0x" + string(c), "a.0x" + string(c) + "f"} {
			if !ends.Valid(s) {
				t.Errorf("%+q ends in a number, which is missed", s)
			}
		}
		if digits := strings.Trim(m, "0123456789") == ""; digits && !(ends.Valid(string(c)) && ends.Valid("1"+string(c))) {
			t.Errorf("%U is a digit, which is missed", c)
		}
	}
	for i, c := range []rune("abcdef") { // letters and digits of Unicode 16, which NFKC may lack
		if s := "0x" + string(rune(0x1CCD6+i)); !ends.Valid(s) {
			t.Errorf("%+q, mapped to 0x%c, is missed", s, c)
		}
	}
	for i := range rune(10) {
		if c := string(0x1CCF0 + i); !ends.Valid(c) || !ends.Valid("127.0.0."+c) || !ends.Valid("0\U0001CCED"+c) {
			t.Errorf("%+q, mapped to %d, is missed", c, i)
		}
	}
	if n < 350 {
		t.Errorf("only %d characters", n)
	}
	ignored := "\u00AD\u034F\u180B\u180C\u180D\u180F\u200B\u2060\u2064\uFE00\uFE0F\uFEFF\U000E0100" +
		"\u115F\u1160\u17B4\u17B5\u3164\uFFA0\U0001D173\U0001D17A" // the second line since Unicode 16
	for _, c := range ignored {
		for _, s := range []string{"12_7._1_", "0_x7f", "_0x_", "0x7_._"} {
			if s = strings.ReplaceAll(s, "_", string(c)); !ends.Valid(s) {
				t.Errorf("%U, which UTS 46 ignores, hides the number of %+q", c, s)
			}
		}
	}
}
