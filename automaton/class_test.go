package automaton

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unicode"

	"github.com/irilex/iri/internal/testkit"
)

func TestRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi rune
		want   unicode.RangeTable
	}{
		{'a', 'a', unicode.RangeTable{R16: []unicode.Range16{{'a', 'a', 1}}, LatinOffset: 1}},
		{0, 0xFF, unicode.RangeTable{R16: []unicode.Range16{{0, 0xFF, 1}}, LatinOffset: 1}},
		{0, 0x100, unicode.RangeTable{R16: []unicode.Range16{{0, 0x100, 1}}}},
		{0xFFFF, 0xFFFF, unicode.RangeTable{R16: []unicode.Range16{{0xFFFF, 0xFFFF, 1}}}},
		{0x10000, 0x10FFFF, unicode.RangeTable{R32: []unicode.Range32{{0x10000, 0x10FFFF, 1}}}},
		{0xD800, 0x10000, unicode.RangeTable{
			R16: []unicode.Range16{{0xD800, 0xFFFF, 1}},
			R32: []unicode.Range32{{0x10000, 0x10000, 1}},
		}},
	} {
		if got := Range(c.lo, c.hi); !reflect.DeepEqual(*got, c.want) {
			t.Errorf("Range(%X, %X) = %v, want %v", c.lo, c.hi, *got, c.want)
		}
	}
}

// randomTable returns a table with every irregularity that Union must handle: strides, adjacent
// ranges, and both halves of the table in use.
func randomTable(r *rand.Rand) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	at := uint32(r.IntN(3))
	if r.IntN(2) == 0 {
		at = 0xFFF0 - uint32(r.IntN(40))
	}
	for range r.IntN(12) {
		stride := 1 + uint32(r.IntN(3))
		hi := at + stride*uint32(r.IntN(4))
		switch {
		case hi <= 0xFFFF && len(t.R32) == 0:
			t.R16 = append(t.R16, unicode.Range16{Lo: uint16(at), Hi: uint16(hi), Stride: uint16(stride)})
		case at > 0xFFFF:
			t.R32 = append(t.R32, unicode.Range32{Lo: at, Hi: hi, Stride: stride})
		}
		at = hi + 1 + uint32(r.IntN(3))
	}
	return t
}

// The tables use only a few code points, near 0 and around U+10000, so they overlap in every way.
func TestUnionIsTheSetUnionInNormalForm(t *testing.T) {
	r := seeded(1)
	set := &bitmap{}
	for range testkit.Few(100) {
		var tables, singles []*unicode.RangeTable
		*set = bitmap{}
		for range r.IntN(7) {
			table := randomTable(r)
			tables = append(tables, table)
			set.addTable(table)
		}
		got := Union(tables...)

		runs := set.runs()
		var have [][2]rune
		for lo, hi := range Runs(got) {
			have = append(have, [2]rune{lo, hi})
		}
		if !reflect.DeepEqual(have, runs) {
			t.Fatalf("runs of the union of %v: %X, want %X", tables, have, runs)
		}
		for _, run := range runs {
			for x := run[0]; x <= run[1]; x++ {
				singles = append(singles, Range(x, x))
			}
		}
		r.Shuffle(len(singles), func(i, j int) { singles[i], singles[j] = singles[j], singles[i] })
		if again := Union(singles...); !reflect.DeepEqual(got, again) {
			t.Fatalf("one class, two tables: %v and %v", *got, *again)
		}
		if again := Union(got); !reflect.DeepEqual(got, again) {
			t.Fatalf("Union of one class is not itself: %v and %v", *got, *again)
		}
	}
}

// The test above found this case in tables built by rangetable.Merge.
func TestUnionHasOneForm(t *testing.T) {
	a := Union(Range(0, 0), Range(2, 2), Range(3, 3), Range(4, 4))
	b := Union(Range(0, 0), Range(2, 4))
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", *a, *b)
	}
}

func TestUnionOfPublishedTables(t *testing.T) {
	set := &bitmap{}
	var tables []*unicode.RangeTable
	for _, table := range unicode.Scripts {
		tables = append(tables, table)
		set.addTable(table)
	}
	got := &bitmap{}
	got.addTable(Union(tables...))
	if *got != *set {
		t.Error("the union of all scripts is not the set of their code points")
	}
}

func TestRunsTakesStridesApart(t *testing.T) {
	table := &unicode.RangeTable{
		R16: []unicode.Range16{{'!', '$', 3}, {'%', '\'', 2}, {'(', '+', 1}, {0xFFFD, 0xFFFF, 1}},
		R32: []unicode.Range32{{0x10000, 0x10001, 1}, {0x10003, 0x10007, 2}},
	}
	want := [][2]rune{{'!', '!'}, {'$', '%'}, {'\'', '+'}, {0xFFFD, 0x10001}, {0x10003, 0x10003}, {0x10005, 0x10005},
		{0x10007, 0x10007}}
	var got [][2]rune
	for lo, hi := range Runs(table) {
		got = append(got, [2]rune{lo, hi})
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %X, want %X", got, want)
	}
	for stop := range want { // after a break, Runs does not call the body again
		n := 0
		for range Runs(table) {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("stopped after %d, called %d times", stop+1, n)
		}
	}
}

func TestWithoutIsTheSetDifferenceInNormalForm(t *testing.T) {
	r := seeded(2)
	left := &bitmap{}
	for range testkit.Few(200) {
		a, b := randomTable(r), randomTable(r)
		*left = bitmap{}
		left.addTable(a)
		var singles []*unicode.RangeTable
		for _, run := range left.runs() {
			for x := run[0]; x <= run[1]; x++ {
				if !unicode.Is(Union(b), x) {
					singles = append(singles, Range(x, x))
				}
			}
		}
		if got, want := Without(a, b), Union(singles...); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v without %v: %v, want %v", *a, *b, *got, *want)
		}
	}
}
