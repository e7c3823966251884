package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/tables/findings"
	"github.com/irilex/iri/tables/uts39"
	"github.com/irilex/iri/tables/uts46"
)

// An invisible character yields one finding, wherever it appears and whether it is raw or
// percent-encoded. The message names the character.
func TestInvisibleCharacters(t *testing.T) {
	for _, c := range strings.Split("\u200b \u200c \u200d \u2060 \u2063 \ufeff \u00ad \u00a0 \u3000 \u2003 \u2028 \u180e "+
		"\u034f \ufe0f \u115f \u3164 \uffa0 \u2800 \u200e \u202e \u061c \u1680 \u2061 \u17b4 \U0001d173", " ") {
		encoded := string(chars.AppendPcts(nil, c))
		for _, s := range []string{"https://a.example/x" + c, "https://a.example/x" + encoded + "y",
			"https://a.example/?q=" + c + "#f", "a/b#" + encoded, "foo://u" + c + "@h" + encoded + "/", "urn:isbn:1" + c,
			"https://a" + c + ".example/", "https://a" + encoded + ".example/"} {
			all := found(t, lint.Linter{}, s)
			if n := strings.Count(s, c) + strings.Count(s, encoded); len(all) != n {
				t.Errorf("%+q: %+v", s, all)
				continue
			}
			for _, f := range all {
				if name := fmt.Sprintf("%U", []rune(c)[0]); f.Code != "browser-label" && !strings.Contains(f.Message(), name) {
					t.Errorf("%+q: %s", s, f.Message())
				}
			}
		}
	}
	for _, f := range found(t, lint.Linter{}, "a:%E2%80%8B") {
		if want := "U+200B (zero width space) is invisible; remove it"; f.Message() != want {
			t.Errorf("%q, not %q", f.Message(), want)
		}
	}
	for _, s := range []string{"http://e.org/\u0645\u06cc\u200c\u062e", "http://e.org/\u2764\ufe0f\u200d\U0001f525",
		"http://e.org/\U0001f469\u200d\U0001f4bb", "http://e.org/\u0915\u094d\u200d\u0937", "http://e.org/\u845b\ufe00",
		"http://e.org/%D9%85%DB%8C%E2%80%8C%D8%AE"} {
		if all := found(t, lint.Linter{}, s); len(all) > 0 {
			t.Errorf("%+q: %+v", s, all)
		}
	}
}

// The set Invisible contains the characters with the properties Default_Ignorable_Code_Point
// (derived as in DerivedCoreProperties.txt) or White_Space, and the Braille blank. No character in
// VisibleText is in the set.
func TestInvisibleSet(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		isIgnorable := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
			!unicode.In(r, unicode.White_Space, unicode.Prepended_Concatenation_Mark) &&
			!(r >= 0xFFF9 && r <= 0xFFFB) && !(r >= 0x13430 && r <= 0x13440)
		want := isIgnorable || unicode.Is(unicode.White_Space, r) || r == 0x2800
		if got := findings.Invisible.First(string(r)) >= 0; got != want {
			t.Errorf("%U is invisible: %v", r, got)
		}
		encoded := string(chars.AppendPcts(nil, string(r)))
		if want && (findings.VisibleText.Valid(string(r)) || findings.VisibleText.Valid(encoded)) {
			t.Errorf("%U is visible", r)
		}
	}
}

// lookAlikes maps hosts to their look-alikes, or "".
var lookAlikes = map[string]string{
	"аррӏе.com": "apple", "xn--80ak6aa92e.com": "apple", "XN--80AK6AA92E.com": "apple",
	"%D0%B0рр%D3%8F%D0%B5.com": "apple",
	"www.ѕсоре.org":            "scope", "сор-24.ru": "cop-24", "ονοα.gr": "ovoa", "օո.am": "on", "ᎳᎬ.com": "we",
	"сом": "", "привет": "", "apple.com": "", "aррӏе.com": "", "оο.com": "", "123.com": "", "日本": "", "é.com": "",
	"xn--e1afmkfd.xn--p1ai": "", "xn--a.com": "", strings.Repeat("о", 64): "",
}

func TestLookAlikes(t *testing.T) {
	for host, want := range lookAlikes {
		for _, scheme := range []string{"http:", "foo:", ""} {
			got := ""
			for _, f := range found(t, lint.Linter{}, scheme+"//"+host+"/") {
				if f.Code == "look-alike" {
					_, rest, _ := strings.Cut(f.Message(), `looks like "`)
					got, _, _ = strings.Cut(rest, `"`)
				}
			}
			if got != want {
				t.Errorf("%s//%s looks like %q, not %q", scheme, host, got, want)
			}
		}
	}
}

// Each letter that looks like ASCII belongs to one script, and browsers accept it in a host.
func TestLookAlikeSets(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		script, like := uts39.Script.First(string(r)), uts39.LookAlike.First(string(r))
		if script < 0 != (like < 0) {
			t.Errorf("%U: script %d, look-alike %d", r, script, like)
		}
		if script < 0 {
			continue
		}
		n++
		name := strings.ReplaceAll(uts39.Script.RuleName(script), "-", "_")
		if table := unicode.Scripts[name]; table != nil && !unicode.Is(table, r) || r < 0x80 {
			t.Errorf("%U is not %s", r, name)
		}
		if class := uts46.Character.RuleName(uts46.Character.First(string(r))); !strings.HasPrefix(class, "left") &&
			!strings.HasPrefix(class, "right") {
			t.Errorf("%U is %s", r, class)
		}
	}
	if n < testkit.Few(200) {
		t.Errorf("%d letters", n)
	}
}
