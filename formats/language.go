package formats

import (
	"strings"

	"github.com/irilex/iri/internal/chars"
	rules "github.com/irilex/iri/tables/formats"
)

// LanguageTag reports whether s is a language tag of RFC 5646, section 2.1, such as "zh-Hant-TW" or
// the grandfathered "i-klingon". The table rejects tags with more than one extended language subtag
// (section 2.2.2). LanguageTag also checks that no variant (section 2.2.5) and no singleton
// (section 2.2.6) is repeated. Whether the subtags are registered is not checked.
func LanguageTag(s string) bool { return rules.LanguageTag.Valid(s) && languageRepeats(s) == nil }

// languageRepeats checks that no variant and no singleton is repeated. Requires: s is a
// language-tag.
func languageRepeats(s string) *Error {
	variants, extensions := len(s), len(s) // where they start; extensions follow variants
	var singletons ['z' + 1]bool
	for rest, more := s, true; more; {
		start, subtag := len(s)-len(rest), ""
		subtag, rest, more = strings.Cut(rest, "-")
		switch first := chars.Lower(subtag[0]); {
		case len(subtag) == 1 && (start == 0 || first == 'x'):
			more = false // private use subtags follow, or s is grandfathered
			extensions = min(extensions, start)
		case len(subtag) == 1 && singletons[first]:
			return &Error{Offset: start, Length: 1, Message: "there is more than one extension " + subtag}
		case len(subtag) == 1:
			singletons[first] = true
			extensions = min(extensions, start)
		case start > 0 && (len(subtag) >= 5 || len(subtag) == 4 && first <= '9'):
			variants = min(variants, start)
		}
	}
	if variants >= extensions {
		return nil
	}
	return repeatedVariant(s[:extensions], variants)
}

// repeatedVariant checks that no subtag of s[start:] is repeated. The last subtag may be empty.
func repeatedVariant(s string, start int) *Error {
	if strings.Count(s[start:], "-") == 0 {
		return nil // there is one variant
	}
	seen := map[[8]byte]bool{} // up to eight lowercase letters and digits
	for rest, more := s[start:], true; more; {
		start, subtag := len(s)-len(rest), ""
		subtag, rest, more = strings.Cut(rest, "-")
		var variant [8]byte
		for i := range len(subtag) {
			variant[i] = chars.Lower(subtag[i])
		}
		if seen[variant] {
			return &Error{Offset: start, Length: len(subtag), Message: "the variant " + subtag + " is repeated"}
		}
		seen[variant] = true
	}
	return nil
}
