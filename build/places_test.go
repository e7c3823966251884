package build

import (
	"context"
	"testing"
	"time"
)

// compileUnknown compiles a bundled grammar as if nobody had ever searched places for it.
func compileUnknown(t *testing.T, name string, book *placeBook) *Grammar {
	t.Helper()
	b, _ := FindBundled(name)
	g, list := Compile(context.Background(), b.Source(), Options{Name: b.Name, Dialect: b.Dialect, places: book})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// A grammar that nobody knows gets places within its budget, always the same ones, and tables that are right.
func TestPlacesOfUnknownGrammar(t *testing.T) {
	skipUnderRace(t)
	for _, name := range []string{"rfc3987", "ntriples"} {
		begin := time.Now()
		g, again := compileUnknown(t, name, &placeBook{}), compileUnknown(t, name, &placeBook{})
		t.Logf("%s: %d steps of searches, %d K for tuning in all, %v for two", name, g.searched, g.tuning.Steps()/1000, time.Since(begin))
		if g.searched == 0 || g.tuning.Steps() > DefaultLimits().Tuning {
			t.Errorf("%s: %d steps of searches, %d in all", name, g.searched, g.tuning.Steps())
		}
		known := bundled(t, name)
		for _, r := range compiled(g) {
			if r.Table != again.Rule(r.Name).Table {
				t.Errorf("%s: two tables", r.Name)
			}
			if err := r.Table.Verify(); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
			s, err := r.ShiftRows()
			if err != nil {
				t.Fatal(err)
			}
			if most, err := known.Rule(r.Name).ShiftRows(); err != nil || s.Places < most.Places-2 {
				t.Errorf("%s: %d places of %d (%v)", r.Name, s.Places, most.Places, err)
			}
		}
	}
}

// Without a step of searching there is what fits side by side.
func TestPlacesWithoutSearch(t *testing.T) {
	skipUnderRace(t)
	g := compileUnknown(t, "rfc3987", &placeBook{final: true})
	placed := 0
	for _, r := range compiled(g) {
		m := machine(t, r)
		if m.Hot != nil {
			placed++
			if n := max(len(m.Hot.Places), len(m.Hot.Tails)); n > rowBits/fieldBits-2 {
				t.Errorf("%s: %d places", r.Name, n)
			}
		}
		if err := r.Table.Verify(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	if placed < 15 || g.searched != 0 {
		t.Errorf("%d rules with places, %d steps", placed, g.searched)
	}
}

// Of many rules only the first get places, and those that are not known are the others' business.
func TestManyPlaces(t *testing.T) {
	g, list := compileABNF(lines(2_000, func(i int) string {
		return "r" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + ` = *("x" / "y")`
	}))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	placed := 0
	for _, r := range compiled(g) {
		if machine(t, r).Hot != nil {
			placed++
		}
	}
	if placed == 0 || placed == len(compiled(g)) {
		t.Errorf("%d rules of %d have places", placed, len(compiled(g)))
	}
}

// Every place of the grammars that ship is in the book or was not searched for. That their tables are right says TestTables.
func TestPlacesOfBundled(t *testing.T) {
	skipUnderRace(t)
	for _, name := range bundledNames {
		if g := bundled(t, name); g.searched != 0 {
			t.Errorf("%s: %d steps of searching", name, g.searched)
		}
	}
	if s, err := rule(t, bundled(t, "rfc3987"), "IRI-reference").ShiftRows(); err != nil || s.States < 12 {
		t.Errorf("places of IRI-reference stand for %d states, at least 12 were asked for (%v)", s.States, err)
	}
}

func TestReadPlaces(t *testing.T) {
	b, err := readPlaces("# 1 place: x\n\nabc 12 0 4 63\ndef 5 none\n")
	if err != nil {
		t.Fatal(err)
	}
	if a := b.answers["abc"]; a.steps != 12 || string(a.offsets) != "\x00\x04\x3f" {
		t.Errorf("%v", a)
	}
	if a, ok := b.answers["def"]; !ok || a.steps != 5 || a.offsets != nil {
		t.Errorf("%v", a)
	}
	for _, text := range []string{"abc", "abc 1", "abc x none", "abc 1 64", "abc 1 0 -1", "abc 1 none\nabc 1 none"} {
		if _, err := readPlaces(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// An answer that is wrong is none.
func TestWrongAnswer(t *testing.T) {
	next := [][]uint8{{0, 1, 0}, {0, 2, 1}}
	b := &placeBook{answers: map[string]placeAnswer{question(next): {offsets: []uint8{0, 6, 12}}}}
	if _, ok := b.answer(next); !ok {
		t.Error("a right answer is not taken")
	}
	b.answers[question(next)] = placeAnswer{offsets: []uint8{0, 1, 12}}
	if a, ok := b.answer(next); ok {
		t.Errorf("%v is taken", a)
	}
	if question(next) == question([][]uint8{{0, 1, 0, 0}, {2, 1}}) || question(next) == question(next[:1]) {
		t.Error("two questions have one name")
	}
}
