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
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/tables/machine"
)

// Grammars that nobody here wrote: each is read, or refused with positions, and every
// rule that is resolved and free of recursion is compiled within the default limits. A
// table says how it went; -update writes it.
func TestForeignDocuments(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Grammars that nobody here wrote

What became of the documents in the shared test data, each read in the dialect that it is taken for and compiled within
the default limits. *Rules* are those that the document defines or tries to. *Recursive* are those that are, and those that
depend on them. *Without a name* have no table because they refer to something that is not defined, or is said in words; *unread*
ones could not be read. *Octets* are the places where numbers may have been meant as octets. The table is made by the test
` + "`go test ./build -run ForeignDocuments -update`" + `.

| document | dialect | rules | compiled | recursive | without a name | unread | errors, and where the first is | octets | transitions | largest table |
| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | --- |
`)
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(foreignDocument(t, syntax.NewSource(filepath.Base(file), string(text))))
	}
	golden.Compare(t, "testdata/foreign-documents.md", b.String())
}

// foreignDocument compiles a document and returns its row of the table.
func foreignDocument(t *testing.T, src *syntax.Source) string {
	dialect, _ := syntax.Detect(src.Text)
	g, list := compileSource(context.Background(), src, Options{Name: src.Name, Dialect: dialect})
	for _, d := range list.Items {
		if d.Pos < 0 || int(d.Pos)+d.Len > len(src.Text) || d.Message == "" {
			t.Errorf("%s: no place: %v", src.Name, d)
		}
	}
	rules, n, recursive, nameless, unread := 0, 0, 0, 0, 0
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
		case r.Kind != Regular:
			recursive++
		case r.unread:
			unread++
		case errors.As(r.Err, &unresolved):
			nameless++
		default:
			var limit *automaton.LimitError
			t.Errorf("%s: %s has no table: %v (a limit: %t)", src.Name, r.Name, r.Err, errors.As(r.Err, &limit))
		}
	}
	if n == 0 && list.Err() == nil && recursive < rules {
		t.Errorf("%s: nothing compiled and nothing said", src.Name)
	}
	table := "-"
	if largest.Table != "" {
		table = fmt.Sprintf("%s: %d states, %d bytes", largest.Name, largest.Table.States(), len(largest.Table))
	}
	faults, octets := foreignErrors(list)
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %d | %s | %s | %d | %s |\n",
		src.Name, dialect, rules, n, recursive, nameless, unread, faults, octets, g.meter.Transitions(), table)
}

// foreignErrors counts the errors by their codes, and the places where octets may be meant.
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
