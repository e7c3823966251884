package fuzz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// FuzzCompare compares pairs of rules from a grammar generated from the input. According to the
// position sets, a witness must be a member of exactly one of the two rules, and no shorter witness
// (in code points) may exist. If Compare returns no witness, the position sets must not yield one
// either.
func FuzzCompare(f *testing.F) {
	notRaced(f)
	addChoices(f, 20, 19)
	f.Fuzz(func(t *testing.T, input []byte) {
		w := grammarWriter{choices: input}
		text := w.grammar()
		g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text), build.Options{Name: "fuzz", Limits: tiny})
		read, _ := notation.Read(syntax.NewSource("fuzz", text), syntax.ABNF)
		d := newDocument(read)
		for i, a := range g.Rules {
			for _, b := range g.Rules[i:] {
				if a.Table != "" && b.Table != "" {
					checkComparison(t, d, a, b, text)
				}
			}
		}
	})
}

func checkComparison(t *testing.T, d *document, a, b *build.Rule, text string) {
	x, err := build.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	setsA, errA := d.recognizer(a.Name)
	setsB, errB := d.recognizer(b.Name)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	checkWitness(t, setsA, setsB, x.OnlyA, x.Relation == build.Superset || x.Relation == build.Incomparable,
		fmt.Sprintf("%s without %s in\n%s", a.Name, b.Name, text))
	checkWitness(t, setsB, setsA, x.OnlyB, x.Relation == build.Subset || x.Relation == build.Incomparable,
		fmt.Sprintf("%s without %s in\n%s", b.Name, a.Name, text))
	if equal := a.Table.Hash() == b.Table.Hash(); equal != (x.Relation == build.Equal) {
		t.Errorf("%s is %s to %s, their hashes are equal: %t\n%s", a.Name, x.Relation, b.Name, equal, text)
	}
}

// checkWitness checks that witness is a shortest member of a that is not in b. If ok is false, it
// checks that there is no such member.
func checkWitness(t *testing.T, a, b *recognizer, witness string, ok bool, what string) {
	if ok && (!a.match(witness) || b.match(witness)) {
		t.Fatalf("%q is not a witness for %s", witness, what)
	}
	length, exists, known := shortest(a, b)
	switch {
	case !known:
	case exists != ok:
		t.Fatalf("there is a witness: %t, for %s", exists, what)
	case ok && utf8.RuneCountInString(witness) != length:
		t.Fatalf("%q is not a shortest witness for %s: one has %d code points", witness, what, length)
	}
}

// shortest returns the number of code points of the shortest strings that a matches and b does not.
// It searches pairs of position sets breadth-first and gives up after 2,000 pairs.
func shortest(a, b *recognizer) (length int, exists, known bool) {
	type pair struct{ a, b []int32 }
	const most = 2000
	letters := representatives(a, b)
	level := []pair{{[]int32{0}, []int32{0}}}
	seen := map[string]bool{}
	for ; len(level) > 0; length++ {
		var next []pair
		for _, p := range level {
			if a.accepts(p.a) && !b.accepts(p.b) {
				return length, true, true
			}
			for _, c := range letters {
				to := pair{a.step(p.a, c), b.step(p.b, c)}
				key := fmt.Sprint(to)
				if len(to.a) == 0 || seen[key] {
					continue
				}
				if seen[key] = true; len(seen) > most {
					return 0, false, false
				}
				next = append(next, to)
			}
		}
		level = next
	}
	return 0, false, true
}

// representatives returns the first code point of each range whose code points the rules do not
// distinguish, excluding surrogates.
func representatives(rs ...*recognizer) []rune {
	var all []rune
	for _, r := range rs {
		for _, s := range r.symbols {
			for _, x := range s.ranges {
				for _, c := range []rune{x[0], x[1] + 1} {
					if 0xD800 <= c && c <= 0xDFFF {
						c = 0xE000
					}
					all = append(all, c)
				}
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(c rune) bool { return c > utf8.MaxRune })
}

// FuzzPrintABNF checks that printing preserves the language: a grammar generated from the input,
// read and printed, has the same rules with the same languages.
func FuzzPrintABNF(f *testing.F) {
	notRaced(f)
	addChoices(f, 20, 21)
	f.Fuzz(func(t *testing.T, input []byte) {
		w := grammarWriter{choices: input, octets: min(len(input)%4, 2)}
		checkPrinted(t, w.grammar(), syntax.ABNF)
	})
}

// FuzzPrintAs is FuzzPrintABNF for documents in any notation. It also prints them as ABNF.
func FuzzPrintAs(f *testing.F) {
	notRaced(f)
	for i, text := range slices.Concat(documents, hostile) {
		f.Add(uint8(i), text)
	}
	words, _ := build.FindBundled("ntriples") // the others take longer; the tests of package build print them
	f.Add(uint8(words.Dialect), words.Source().Text)
	f.Add(uint8(syntax.W3C),
		"a ::= [^a-c#xE9] - ('x' | #x41) b* c+ d?\nb ::= ('ab' 'c')* - ('abc' b2)\n"+
			"b2 ::= [a-c]? 'b'\nc ::= \"'\"\nd ::= [#x10000-#x10FFFF]")
	f.Add(uint8(syntax.Treetop), "grammar G rule a 'b'i / [^c-d\\n]* (e)? 2..3 \"\\u{1F600}\" end rule e .+ end end")
	f.Add(uint8(syntax.RFC822), "; @octets b\na = 2*3b | \"x\" *(\"y\")\nb = <any> | \"\\\"\n")
	f.Fuzz(func(t *testing.T, d uint8, text string) {
		checkPrinted(t, text, syntax.Dialects()[int(d)%len(syntax.Dialects())])
	})
}

// checkPrinted prints a document in its own notation and as ABNF. If the printer reports nothing
// worse than notes, every rule with a table must still have a table with the same language
// afterwards.
func checkPrinted(t *testing.T, text string, d syntax.Dialect) {
	read, list := notation.Read(syntax.NewSource("fuzz", text), d)
	if list.Errors() > 0 {
		return
	}
	before, _ := languages(text, d)
	for _, to := range []syntax.Dialect{d, syntax.ABNF} {
		var b strings.Builder
		rewrite := build.Rewriter(context.Background(), read, build.Options{Limits: tiny})
		said, err := notation.PrintAsWith(&b, read, to, rewrite)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if slices.ContainsFunc(said.Items, func(d syntax.Diagnostic) bool { return d.Severity > syntax.Note }) {
			continue // the language differs, as the list reports
		}
		after, limited := languages(b.String(), to)
		for name, hash := range before {
			if got, ok := after[name]; got != hash && (ok || !limited) {
				t.Fatalf("%s is another language when it is printed as %s:\n%s\nand was\n%s", name, to, b.String(), text)
			}
		}
	}
}

// languages returns the hashes of the rules with a table, keyed by their ABNF names, and whether
// any other rule exceeds a limit.
func languages(text string, d syntax.Dialect) (hashes map[string]string, limited bool) {
	g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
		build.Options{Name: "fuzz", Dialect: d, Limits: tiny})
	hashes = map[string]string{}
	for _, r := range g.Rules {
		if r.Table != "" && !r.Core {
			hashes[strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(r.Name))] = fmt.Sprintf("%x", r.Table.Hash())
		}
	}
	return hashes, slices.ContainsFunc(g.Diagnostics.Items, func(d syntax.Diagnostic) bool { return d.Code == "limit" })
}
