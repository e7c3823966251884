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

// Grammars by other authors: each is read, or refused with positions. Every resolved rule
// without recursion is compiled within the default limits. A table records the results;
// IRI_UPDATE=1 writes it. By default three documents are compiled, which together
// have something in every column.
func TestForeignDocuments(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Grammars that nobody here wrote

What became of the documents in the shared test data, each read in the dialect that it is taken for and compiled
within the default limits. *Rules* are those that the document defines or tries to. *Compiled* ones have an
exact table. The tables of those that *count* have a counter for their recursion. *Refused* are those that no
table reads for their recursion, see below. *Without a name* have no table because they refer to something that
is not defined, or is said in words; *unread* ones could not be read. *Octets* are the places where numbers may
have been meant as octets. The table is made by the test
` + "`IRI_UPDATE=1 go test ./build -run ForeignDocuments`" + `.

| document | dialect | rules | compiled | count | refused | without a name | unread | ` +
		`errors, and where the first is | octets | transitions | largest table |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | --- |
`)
	page, err := os.ReadFile("DOCUMENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	var refused strings.Builder
	left, every := 0, testkit.OneIn(2, 1) || golden.Updating()
	columns := []string{"declaresub-rfc5234.abnf", "declaresub-rfc9110.abnf", "ex_abnf-RFC4566.abnf"}
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		if !every && !slices.Contains(columns, filepath.Base(file)) {
			left++
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		row, why := foreignDocument(t, syntax.NewSource(filepath.Base(file), string(text)))
		b.WriteString(row)
		refused.WriteString(why)
		if !golden.Updating() && !(strings.Contains(string(page), row) && strings.Contains(string(page), why)) {
			t.Errorf("DOCUMENTS.md has not\n%s\nor not\n%s", row, why)
		}
	}
	b.WriteString(
		"\n## Refused for their recursion\n\nSupersets and subsets of these rules have tables, see `--superset` and " +
			"`--depth`. The documents of RFC 3261, 4566 and\n5322 contain foreign code, so some of their rules are unread " +
			"or have no name. TestMendedDocuments removes the code from RFC 3261\nand RFC 5322; then each of their " +
			"recursive rules has a table.\n\n")
	b.WriteString(refused.String())
	if left == 0 {
		golden.Compare(t, "DOCUMENTS.md", b.String())
	}
}

// foreignDocument compiles a document and returns its row of the table, and a list of the rules
// that are refused.
func foreignDocument(t *testing.T, src *syntax.Source) (row, why string) {
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
	row = fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %d | %d | %s | %s | %d | %s |\n", src.Name, dialect,
		rules, n, counted, len(refused), nameless, unread, faults, octets, g.automata.Meter.Transitions(), table)
	return row, refusedRules(src.Name, refused)
}

// refusedRules lists the rules of a document that are refused, those with one reason together.
func refusedRules(document string, refused []*Rule) string {
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
		fmt.Fprintf(&b, "* %s: %s.\n  Of %s.\n", document, why, strings.Join(of[why], ", "))
	}
	if len(users) > 0 {
		fmt.Fprintf(&b, "  These depend on them: %s.\n", strings.Join(users, ", "))
	}
	return b.String()
}

// foreignErrors counts the errors by their codes, and the positions of possible octets.
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
