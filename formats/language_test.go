package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
)

// grandfathered are the tags of RFC 5646, section 2.1.
var grandfathered = strings.Fields("en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo " +
	"i-navajo i-pwn i-tao i-tay i-tsu sgn-be-fr sgn-be-nl sgn-ch-de art-lojban cel-gaulish no-bok no-nyn zh-guoyu " +
	"zh-hakka zh-min zh-min-nan zh-xiang")

// readLanguageTag reads RFC 5646, sections 2.1 and 2.2, subtag by subtag.
func readLanguageTag(s string) bool {
	if !isAll(s, alnums+"-") {
		return false
	}
	s = strings.ToLower(s)
	if slices.Contains(grandfathered, s) {
		return true
	}
	subtags := strings.Split(s, "-")
	for _, subtag := range subtags {
		if len(subtag) == 0 || len(subtag) > 8 {
			return false
		}
	}
	next := func(shortest, longest int, set string) bool {
		if len(subtags) == 0 || len(subtags[0]) < shortest || len(subtags[0]) > longest || !isAll(subtags[0], set) {
			return false
		}
		subtags = subtags[1:]
		return true
	}
	if subtags[0] == "x" {
		return len(subtags) > 1
	}
	if next(2, 3, lowers) {
		next(3, 3, lowers)
	} else if !next(4, 8, lowers) {
		return false
	}
	next(4, 4, lowers)
	_ = next(2, 2, lowers) || next(3, 3, digits)
	var seen []string
	for len(subtags) > 0 && (len(subtags[0]) > 4 || len(subtags[0]) == 4 && isAll(subtags[0][:1], digits)) {
		if slices.Contains(seen, subtags[0]) {
			return false
		}
		seen = append(seen, subtags[0])
		subtags = subtags[1:]
	}
	for len(subtags) > 0 && len(subtags[0]) == 1 && subtags[0] != "x" {
		if slices.Contains(seen, subtags[0]) {
			return false
		}
		seen = append(seen, subtags[0])
		subtags = subtags[1:]
		if !next(2, 8, lowers+digits) {
			return false
		}
		for next(2, 8, lowers+digits) {
		}
	}
	return len(subtags) == 0 || subtags[0] == "x" && len(subtags) > 1
}

func TestLanguageTag(t *testing.T) {
	reading{
		"language-tag", formats.LanguageTag, readLanguageTag,
		// RFC 5646, appendix A and section 2.2.
		append([]string{
			"de", "fr", "ja", "zh-Hant", "zh-Hans", "sr-Cyrl", "sr-Latn", "zh-cmn-Hans-CN", "cmn-Hans-CN",
			"zh-yue-HK", "yue-HK", "zh-Hans-CN",
			"sr-Latn-RS", "sl-rozaj", "sl-rozaj-biske", "sl-nedis", "de-CH-1901", "sl-IT-nedis", "hy-Latn-IT-arevela",
			"de-DE", "en-US",
			"es-419", "de-CH-x-phonebk", "az-Arab-x-AZE-derbend", "x-whatever", "qaa-Qaaa-QM-x-southern", "de-Qaaa",
			"sr-Latn-QM", "sr-Qaaa-RS",
			"en-US-u-islamcal", "zh-CN-a-myext-x-private", "en-a-myext-b-another", "en-a-aaa-b-ccc-bbb-x-xyz",
			"mn-Cyrl-MN", "x-a-a-1-1",
			"en-x-a-a", "de-1901-1996", "en-a-1996-1996", "sl-rozaj-a-rozaj", "i-DEFAULT", "abcdefgh", "abcd",
		}, grandfathered...),
		[]string{
			"de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc", "", "x", "en-x", "en-a", "en-a-x-b", "de-DE-1901-1901",
			"DE-1996-dE-1996", "en-A-bbb-a-ccc",
			"sl-Rozaj-ROZAJ", "sl-rozaj-nedis-rozaj-a-b1", "en-0-aa-0-bb", "zh-cmn-yue", "abcdefghi", "en-", "-en",
			"en--us", "en_US", "i-other",
			"zh-min-nan-x-a", "de-a1b", "\u212aa",
		},
		"- - en DE 419 Latn x x- a- b- 0 1901 1996 rozaj ROZAJ aaa aaa- 9zzz abcdefgh \u017f",
	}.test(t)
}

// Errors point to the second of two equal subtags.
func TestLanguageRepeats(t *testing.T) {
	f, _ := formats.Lookup("language-tag")
	for s, want := range map[string]string{
		"sl-rozaj-nedis-ROZAJ":    "15 5 the variant ROZAJ is repeated",
		"en-a-bbb-A-ccc":          "9 1 there is more than one extension A",
		"de-1901-1901-a-bb-x-a-a": "8 4 the variant 1901 is repeated",
	} {
		if got := strings.TrimSpace(proseError(f, s)); got != want {
			t.Errorf("%s: %s", s, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { formats.LanguageTag("sl-IT-rozaj-biske-1994-a-bbb-b-ccc-x-a") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
