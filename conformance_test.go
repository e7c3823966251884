package iri_test

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// conformanceRule returns the rule named in a row of the conformance tables. Rules of RFC 3987 and
// RFC 3986 appear under their own names, rules of RFC 2396 with the prefix "2396-".
func conformanceRule(name string) (tables.Rule, bool) {
	if old, ok := strings.CutPrefix(name, "2396-"); ok {
		return rfc2396.Lookup(old)
	}
	if rule, ok := rfc3987.Lookup(name); ok {
		return rule, true
	}
	return rfc3986.Lookup(name)
}

// jsonInput decodes a row's JSON string, in which a lone surrogate from \udc80 to \udcff represents
// an invalid byte. ok is false for other lone surrogates, which UTF-8 cannot represent.
func jsonInput(t *testing.T, text string) (input string, ok bool) {
	t.Helper()
	var out []byte
	rest := strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
	for rest != "" {
		n := 1
		switch {
		case strings.HasPrefix(rest, `\u`):
			n = 6
		case rest[0] == '\\':
			n = 2
		}
		if unit := codeUnit(rest); utf16.IsSurrogate(unit) {
			pair := utf16.DecodeRune(unit, codeUnit(rest[n:]))
			switch {
			case pair != utf8.RuneError:
				out, n = utf8.AppendRune(out, pair), 12
			case 0xDC80 <= unit && unit <= 0xDCFF:
				out = append(out, byte(unit))
			default:
				return "", false
			}
		} else if n == 1 {
			out = append(out, rest[0])
		} else {
			var one string
			if err := json.Unmarshal([]byte(`"`+rest[:n]+`"`), &one); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			out = append(out, one...)
		}
		rest = rest[n:]
	}
	return string(out), true
}

// codeUnit returns the UTF-16 code unit that an escape at the beginning of text represents, or -1.
func codeUnit(text string) rune {
	if len(text) < 6 || text[:2] != `\u` {
		return -1
	}
	unit, err := strconv.ParseUint(text[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}

func TestConformance(t *testing.T) {
	verdicts, skipped := 0, map[string]int{}
	for _, file := range shared.Glob(t, "conformance/*.tsv") {
		if strings.HasSuffix(file, ".resolve.tsv") {
			continue
		}
		for n, line := range strings.Split(strings.TrimSuffix(testkit.ReadFile(t, file), "\n"), "\n") {
			fields := strings.Split(line, "\t")
			if n == 0 || fields[1] == "?" {
				continue
			}
			rule, ok := conformanceRule(fields[0])
			if !ok {
				skipped[fields[0]]++
				continue
			}
			input, ok := jsonInput(t, fields[3])
			if !ok {
				skipped["(no UTF-8 form)"]++
				continue
			}
			if got, want := rule.Valid(input), fields[1] == "1"; got != want {
				t.Errorf("%s:%d: %s %q: %v, want %v (%v)", filepath.Base(file), n+1, fields[0], input, got, want, rule.Check(input))
			}
			verdicts++
		}
	}
	t.Logf("%d verdicts agree; rows of rules that are not ours: %v", verdicts, skipped)
	if verdicts < 1897 {
		t.Errorf("only %d rows were settled ones of our rules", verdicts)
	}
}
