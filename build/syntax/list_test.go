package syntax

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A list keeps the first diagnostics in fully sorted order and counts the rest.
func TestListIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, MaxItems - 1, MaxItems, MaxItems + 1, 2 * MaxItems, 2*MaxItems + 1, 5000} {
		l := &List{Source: NewSource("test", strings.Repeat("x", 10_000))}
		var all []Diagnostic
		for i := range n {
			d := Diagnostic{Severity(random.IntN(3)), string(rune('a' + random.IntN(4))), Pos(random.IntN(9_000)),
				1, fmt.Sprint(i)}
			all = append(all, d)
			l.Add(d)
			if random.IntN(1_000) == 0 {
				l.Sort() // sorting at any time does not change the result
			}
		}
		l.Sort()
		l.Sort()
		errors := 0
		for _, d := range all {
			if d.Severity == Error {
				errors++
			}
		}
		slices.SortStableFunc(all, func(a, b Diagnostic) int {
			return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.Pos, b.Pos))
		})
		left := all[min(n, MaxItems):]
		all = all[:min(n, MaxItems)]
		slices.SortStableFunc(all, func(a, b Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
		rest := 0
		for _, c := range l.Rest() {
			rest += c.N
		}
		if rest != len(left) {
			t.Errorf("%d: %d are counted, want %d", n, rest, len(left))
		}
		key := func(d Diagnostic) string { return fmt.Sprint(d.Severity, d.Pos) } // equal keys have no order
		if !slices.EqualFunc(l.Items, all, func(a, b Diagnostic) bool { return a.Pos == b.Pos }) ||
			!sameKeys(l.Items, all, key) {
			t.Errorf("%d: other items are kept", n)
		}
		if got := l.Errors(); got != errors {
			t.Errorf("%d: %d errors, want %d", n, got, errors)
		}
	}
}

func sameKeys(a, b []Diagnostic, key func(Diagnostic) string) bool {
	count := map[string]int{}
	for _, d := range a {
		count[key(d)]++
	}
	for _, d := range b {
		count[key(d)]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestListTellsWhatIsLeftOut(t *testing.T) {
	l := &List{Source: NewSource("test", strings.Repeat("x", 2_000))}
	for i := range MaxItems {
		l.Add(Diagnostic{Error, "e", Pos(i), 1, "an error"})
	}
	l.Add(Diagnostic{Note, "n", 3, 1, "a note"})
	for range 2 {
		l.Add(Diagnostic{Warning, "w", 3, 1, "a warning"})
	}
	l.Add(Diagnostic{Error, "late", 1_999, 1, "an error"})
	l.Sort()
	if rest := fmt.Sprint(l.Rest()); rest != "[1 error [late] 2 warnings [w] 1 note [n]]" || len(l.Items) != MaxItems {
		t.Errorf("%s", rest)
	}
	if l.Errors() != MaxItems+1 || !strings.HasSuffix(l.Error(), fmt.Sprintf("(and %d more errors)", MaxItems)) {
		t.Errorf("%d errors: %s", l.Errors(), l.Error())
	}
}

func TestMessagesAreBounded(t *testing.T) {
	for _, c := range []string{"x", "\u00E9", "\u65E5", "\U0001F600"} {
		for n := maxMessage/len(c) - 2; n < maxMessage/len(c)+9; n++ {
			s := strings.Repeat(c, n)
			got := shorten(s)
			if len(s) <= maxMessage && got != s || len(got) > maxMessage || !utf8.ValidString(got) || len(s) > maxMessage &&
				len(got) < maxMessage-8 {
				t.Errorf("%d of %s: %d bytes", n, c, len(got))
			}
		}
	}
}
