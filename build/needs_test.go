package build

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// needs holds the maximum need of each limited quantity, and the document that has it.
type needs map[string]need

type need struct {
	n     int64
	where string
}

func (n needs) add(what string, value int64, where string) {
	if value > n[what].n {
		n[what] = need{value, where}
	}
}

// addDocument compiles a document under very high limits and records what it needs.
func (n needs) addDocument(t *testing.T, src *syntax.Source, d syntax.Dialect) {
	t.Helper()
	limits := DefaultLimits()
	limits.Automata.Steps, limits.Automata.Transitions = 10_000_000_000, 1_000_000_000
	g, list := compileSource(t.Context(), src, Options{Name: src.Name, Dialect: d, Limits: limits})
	name := filepath.Base(src.Name)
	n.add("bytes of a document", int64(len(src.Text)), name)
	n.add("definitions", int64(len(g.automata.Names.Document.Rules)+len(g.automata.Names.Document.Unread)), name)
	n.add("diagnostics", int64(len(list.Items)), name)
	n.add("transitions of a document", g.automata.Meter.Transitions(), name)
	n.add("steps of a document", g.automata.Meter.Steps(), name)
	for _, x := range list.Items {
		n.add("bytes of a message", int64(len(x.Message)), name+", "+x.Code)
	}
	for _, r := range g.Rules {
		where := name + ", " + r.Name
		n.addExpr(r.Expr(), 0, 1, where)
		if r.made().DFA == nil || r.From != "" {
			continue
		}
		n.add("NFA states", int64(r.Sizes.NFA), where)
		n.add("subsets", int64(r.Sizes.DFA), where)
		n.add("DFA states", int64(r.made().DFA.NumStates()), where)
		before := g.automata.Meter.Steps()
		if _, err := g.automata.Variant(r.Expr()); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		n.add("steps of a rule, without its table", g.automata.Meter.Steps()-before, where)
	}
}

// maxMemory is the document that needs the most memory. By default it is compared with only a few
// others.
const maxMemory = "node-abnf-email"

// addMemory records the memory that a document needs.
func (n needs) addMemory(t *testing.T, src *syntax.Source, d syntax.Dialect) {
	t.Helper()
	n.add("MiB of automata", mebibytes(t, src, d, max(1, n["MiB of automata"].n)), filepath.Base(src.Name))
}

// mebibytes returns how many mebibytes of memory suffice to compile a document. It tries least and
// then keeps doubling.
func mebibytes(t *testing.T, src *syntax.Source, d syntax.Dialect, least int64) int64 {
	for mib := least; ; mib *= 2 {
		limits := DefaultLimits()
		limits.Automata.Bytes = mib << 20
		_, list := compileSource(t.Context(), src, Options{Dialect: d, Limits: limits})
		if !slices.ContainsFunc(list.Items, func(x syntax.Diagnostic) bool { return x.Code == "limit" }) {
			return mib
		}
	}
}

// rounded returns n with two significant digits, so that small cost changes do not show.
func rounded(n int64) int64 {
	unit := int64(1)
	for n/unit >= 1_000 {
		unit *= 10
	}
	if unit > 1 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// addExpr records the syntactic needs of an expression at a bracket depth and with a number of
// copies.
func (n needs) addExpr(e syntax.Expr, depth int, copies int64, where string) {
	switch e := e.(type) {
	case nil:
		return
	case *syntax.Group, *syntax.Option:
		depth++
		n.add("nesting", int64(depth), where)
	case *syntax.Repetition:
		count := int64(max(e.Min, e.Max, 1))
		copies *= count
		n.add("a count", count, where)
		n.add("copies", copies, where)
	}
	for _, item := range syntax.Items(e) {
		n.addExpr(item, depth, copies, where)
	}
}

const needsFile = "testdata/needs.golden"

// The largest need for each limited quantity, to two significant digits, over documents compiled
// without tuning and with no other limit in the way. The comments on the limits quote these
// figures. By default the test compiles the documents in the golden file and one in six others.
func TestNeeds(t *testing.T) {
	testkit.SkipSlow(t)
	all := needs{}
	if !testkit.OneIn(2, 1) && !golden.Updating() {
		all["MiB of automata"] = need{n: 8} // half of what is needed
	}
	page, err := os.ReadFile(needsFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range shared.Glob(t, "grammars/*.abnf") {
		src := sourceOf(t, file)
		dialect, _ := notation.Detect(src.Text)
		if !strings.Contains(string(page), filepath.Base(file)) && !testkit.OneIn(6, i) && !golden.Updating() {
			continue
		}
		all.addDocument(t, src, dialect)
		if strings.Contains(file, maxMemory) || testkit.OneIn(12, i) || golden.Updating() {
			all.addMemory(t, src, dialect)
		}
	}
	for i, b := range BundledGrammars() {
		if !strings.Contains(string(page), b.Name) && !testkit.OneIn(6, i) && !golden.Updating() {
			continue
		}
		all.addDocument(t, b.Source(), b.Dialect)
		if testkit.OneIn(12, i) || golden.Updating() {
			all.addMemory(t, b.Source(), b.Dialect)
		}
	}
	limits := DefaultLimits()
	most := map[string]int64{
		"bytes of a document": int64(limits.Syntax.Source), "definitions": int64(limits.Syntax.Rules),
		"nesting": int64(limits.Syntax.Nesting), "a count": int64(limits.Syntax.Repetition), "copies": int64(limits.Copies),
		"NFA states": int64(limits.Automata.NFAStates), "subsets": int64(limits.Automata.Subsets),
		"DFA states":                int64(limits.Automata.DFAStates),
		"transitions of a document": limits.Automata.Transitions, "steps of a document": limits.Automata.Steps,
		"MiB of automata": limits.Automata.Bytes >> 20,
		"diagnostics":     1000, "bytes of a message": 1000,
	}
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(all)) {
		limit := "-"
		if most[what] > 0 {
			limit = fmt.Sprint(most[what])
			if all[what].n > most[what] {
				t.Errorf("%s: %d is over the limit, %s", what, all[what].n, all[what].where)
			}
		}
		fmt.Fprintf(&b, "%s: %d of %s, %s\n", what, rounded(all[what].n), limit, all[what].where)
	}
	golden.Compare(t, needsFile, b.String())
}
