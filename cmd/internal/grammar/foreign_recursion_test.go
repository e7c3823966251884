package grammar

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// foreignRecursion counts, for each shared grammar, the rules that are recursive or depend on
// recursive rules.
var foreignRecursion = map[string]string{
	"declaresub-rfc5234.abnf":      "9 refused",
	"declaresub-rfc6265.abnf":      "8 finite",
	"declaresub-rfc9110.abnf":      "4 count",
	"ex_abnf-RFC3261.abnf":         "4 count, 4 without a name",
	"ex_abnf-RFC3261.abnf, mended": "4 without a name, 5 count",
	"ex_abnf-RFC5322.abnf":         "83 without a name",
	"ex_abnf-RFC5322.abnf, mended": "99 count",
	"node-abnf-json.abnf":          "5 refused",
	"node-abnf-jsonpath.abnf":      "20 refused",
}

// foreignText matches the foreign code between marks in two of the damaged documents.
var foreignText = regexp.MustCompile(`(?s)!!!.*?!!!`)

// brackets matches the reasons reported for rules with two kinds of brackets, and for rules that
// depend on them.
var brackets = regexp.MustCompile(`two kinds of brackets|it needs two counters|which has no table`)

// quotedPair is a rule of RFC 5322 that its document lacks. In RFC 3261 it adds alternatives to the
// existing rule.
const quotedPair = "\nquoted-pair =/ \"\\\" (VCHAR / WSP) / obs-qp\nobs-qp =/ \"\\\" %x00\n"

// Rules of the shared grammars that are recursive only through comments have exact tables, unless
// they depend on an undefined name or on a rule that exceeds a limit. Refused rules have two kinds
// of brackets or depend on such rules. The damaged documents are read a second time without the
// foreign code and with the rules of quotedPair. For RFC 5322, which has 99 recursive rules, this
// happens only in CI.
func TestForeignRecursion(t *testing.T) {
	files := shared.Glob(t, "grammars/*.abnf")
	imports := readImports(t, filepath.Dir(files[0]))
	got, want := map[string]string{}, maps.Clone(foreignRecursion)
	take := func(name, file string) {
		how := Automatic()
		how.Imports = imports[name]
		if found := recursionOf(t, file, how); found != "" {
			got[name] = found
		}
	}
	for _, file := range files {
		name := filepath.Base(file)
		take(name, file)
		if !slices.Contains(damaged, name) {
			continue
		}
		if name == "ex_abnf-RFC5322.abnf" && !testkit.OneIn(2, 1) {
			delete(want, name+", mended")
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mended := filepath.Join(t.TempDir(), name)
		text = append(foreignText.ReplaceAll(text, nil), quotedPair...)
		testkit.WriteFile(t, mended, string(text))
		take(name+", mended", mended)
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// recursionOf counts the recursive rules of a document, and the rules that depend on them, by how
// they are compiled.
func recursionOf(t *testing.T, file string, how Notation) string {
	numbers := map[string]int{}
	for _, r := range compileForeign(t, file, how).Rules {
		exactness, _ := r.Table.Exactness()
		switch reason := r.Reason(); {
		case !r.Own() || r.Kind == build.Regular:
		case r.Table == "" && r.Refusal() != nil:
			numbers["refused"]++
			if !brackets.MatchString(reason) {
				t.Errorf("%s: %s: %s", file, r.Name, reason)
			}
		case r.Table == "" && strings.Contains(reason, "limit"):
			numbers["over a limit"]++
		case r.Table == "":
			numbers["without a name"]++
		case exactness != tables.Exact:
			t.Errorf("%s: %s is %s", file, r.Name, exactness)
		case r.Table.Recursive():
			numbers["count"]++
		default:
			numbers["finite"]++
		}
	}
	var all []string
	for how, n := range numbers {
		all = append(all, fmt.Sprint(n, " ", how))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
