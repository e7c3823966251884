package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

const documentsFile = "testdata/documents.golden"

// Grammars by other authors: each is either read, or rejected with the positions of its errors.
// Every resolved rule without recursion is compiled within the default limits. A golden file
// records the results: how many rules a document defines or tries to define; how many have an exact
// table, how many of these count their recursion; how many are refused for their recursion, refer
// to something undefined or to prose, or could not be read; and the places where numbers may be
// meant as octets. The documents of RFC 3261, 4566 and 5322 contain foreign code;
// TestMendedDocuments removes it. By default only three documents are compiled, which together
// cover every column.
func TestForeignDocuments(t *testing.T) {
	var b strings.Builder
	page, err := os.ReadFile(documentsFile)
	if err != nil {
		t.Fatal(err)
	}
	every := testkit.Long() || golden.Updating()
	columns := []string{"declaresub-rfc5234.abnf", "declaresub-rfc9110.abnf", "ex_abnf-RFC4566.abnf"}
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		if !every && !slices.Contains(columns, filepath.Base(file)) {
			continue
		}
		lines := foreignDocument(t, sourceOf(t, file))
		b.WriteString(lines)
		if !golden.Updating() && !strings.Contains(string(page), lines) {
			t.Errorf("%s has not\n%s", documentsFile, lines)
		}
	}
	if every {
		golden.Compare(t, documentsFile, b.String())
	}
}

// foreignDocument compiles a document and returns its lines for the golden file: the counts, and
// the refused rules with their reasons.
func foreignDocument(t *testing.T, src *syntax.Source) string {
	dialect, _ := notation.Detect(src.Text)
	g, list := compileSource(context.Background(), src, Options{Name: src.Name, Dialect: dialect, Places: true})
	for _, d := range list.Items {
		if d.Pos < 0 || int(d.Pos)+d.Len > len(src.Text) || d.Message == "" {
			t.Errorf("%s: no place: %v", src.Name, d)
		}
	}
	rules, n, counted, nameless, unread := 0, 0, 0, 0, 0
	var refused []*Rule
	largest := &Rule{}
	for _, r := range g.Rules {
		if r.Table != "" {
			if err := machine.Verify(r.Table); err != nil {
				t.Errorf("%s: %s: %v", src.Name, r.Name, err)
			}
			if len(r.Table) > len(largest.Table) {
				largest = r
			}
		}
		if !r.Own() {
			continue
		}
		rules++
		var unresolved *UnresolvedError
		switch {
		case r.Table != "":
			n++
			if exactness, _ := r.Table.Exactness(); exactness != tables.Exact {
				t.Errorf("%s: %s is %s", src.Name, r.Name, exactness)
			}
			if r.Table.Recursive() {
				counted++
			}
		case r.refusal != nil && r.Err == nil:
			refused = append(refused, r)
		case r.names.Unread:
			unread++
		case errors.As(r.Err, &unresolved):
			nameless++
		default:
			var limit *automaton.LimitError
			t.Errorf("%s: %s has no table: %v (a limit: %t)", src.Name, r.Name, r.Err, errors.As(r.Err, &limit))
		}
	}
	if n == 0 && list.Err() == nil && len(refused) < rules {
		t.Errorf("%s: nothing compiled and nothing said", src.Name)
	}
	table := "-"
	if largest.Table != "" {
		table = fmt.Sprintf("%s: %d states, %d bytes", largest.Name, largest.Table.States(), len(largest.Table))
	}
	faults, octets := foreignErrors(list)
	row := fmt.Sprintf("%s, %s: %d rules, %d compiled, %d count, %d refused, %d without a name, %d unread\n"+
		"  errors: %s\n  octets: %s, transitions: %d, largest table: %s\n", src.Name, dialect,
		rules, n, counted, len(refused), nameless, unread, faults, octets, g.automata.Meter.Transitions(), table)
	return row + refusedRules(refused)
}

// refusedRules lists the refused rules of a document, grouped by reason.
func refusedRules(refused []*Rule) string {
	var reasons, users []string
	of := map[string][]string{}
	for _, r := range refused {
		why := r.refusal.Error()
		switch {
		case r.Kind == Depends && strings.HasPrefix(why, "it depends on"):
			users = append(users, r.Name)
		case of[why] == nil:
			reasons = append(reasons, why)
			fallthrough
		default:
			of[why] = append(of[why], r.Name)
		}
	}
	var b strings.Builder
	for _, why := range reasons {
		fmt.Fprintf(&b, "  refused: %s. Of %s.\n", why, strings.Join(of[why], ", "))
	}
	if len(users) > 0 {
		fmt.Fprintf(&b, "  refused, because they depend on them: %s.\n", strings.Join(users, ", "))
	}
	return b.String()
}

// foreignErrors counts the errors by code, and lists the positions of possible octets.
func foreignErrors(list *syntax.List) (faults, octets string) {
	count, first, places := map[string]int{}, map[string]string{}, 0
	var codes []string
	for _, d := range list.Items {
		if d.Code == "octets" {
			places++
		}
		if d.Severity != syntax.Error {
			continue
		}
		if count[d.Code]++; count[d.Code] == 1 {
			at := list.Source.Position(d.Pos)
			first[d.Code] = fmt.Sprintf("%d:%d", at.Line, at.Column)
			codes = append(codes, d.Code)
		}
	}
	slices.Sort(codes)
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s (%s)", count[code], code, first[code])
	}
	if len(codes) == 0 {
		codes = []string{"-"}
	}
	return strings.Join(codes, ", "), fmt.Sprint(places)
}
