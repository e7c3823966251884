package build

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// newXRITwin returns the twins of the 22 rules of XRI 3.0 whose tables count.
func newXRITwin(t *testing.T) *twinned {
	w := twinnedOf(t, bundled(t, "xri30"), "")
	w.rules = slices.DeleteFunc(w.rules, func(r *compared) bool { return !r.table.Recursive() })
	if len(w.rules) != 22 {
		t.Errorf("the tables of %d rules count", len(w.rules))
	}
	return w
}

// All strings of up to 6 significant symbols, or 5 if few tests are run.
func TestXRIShort(t *testing.T) {
	testkit.SkipSlow(t)
	w := newXRITwin(t)
	w.all(strings.Fields("( ) = ? * a : # / xri:"), "", 5+testkit.Few(4)/4)
	w.filled(testkit.Few(100))
}

// Random strings made of significant symbols, of significant parts, and of arbitrary characters.
func TestXRIRandom(t *testing.T) {
	testkit.SkipSlow(t)
	w := newXRITwin(t)
	random := rand.New(rand.NewPCG(3, 0))
	symbols := strings.Split("()=?*a:#/", "")
	parts := strings.Split("( ) ( ) () (( )) =( =() (= *( !( / ? # : // a: a:// xri: XRI: xri:= (a:b) [::1] [v1.)] "+
		"[v1.(] [ ] = @ + $ * ! & ; , ' %41 %4 % - . é \uE000 \uF900 \U00010000", " ")
	for n := range testkit.Fewer(300_000) {
		from, most := symbols, 24
		if n%2 == 1 {
			from, most = parts, 12
		}
		var b strings.Builder
		b.WriteString([]string{"", "=(", "xri:=", ""}[n/2%4])
		for range random.IntN(most) {
			b.WriteString(from[random.IntN(len(from))])
		}
		if s := b.String(); len([]rune(s)) < 63 {
			w.d.Set(s)
			w.compare(s, w.rules...)
		}
	}
	w.filled(testkit.Few(100))
}

// Examples longer than the strings of TestXRIShort that are decided by the depth or by the text
// around a parenthesis.
func TestXRIExamples(t *testing.T) {
	g := bundled(t, "xri30")
	for _, tt := range []struct {
		rules, s string
		member   bool
	}{
		{"xri xri-authority subseg global-subseg", "=((()))", true},
		{"xri xri-authority subseg global-subseg", "=(((())))", true},
		{"xri xri-authority subseg global-subseg", "=(((()))", false},
		{"xri xri-authority subseg global-subseg", "=(((()))))", false},
		{"xri", "=(?)))", true},   // a parenthesis may end the reference or be part of a query
		{"xri", "=(a:b)c)", true}, // or of an IRI
		{"xri", "=(a:b)c", false},
		{"xri", "=(a:b", false},
		{"xri", "=(a://[v1.)])", true}, // but not in brackets
		{"xri", "=(a://[v1.)]", false},
		{"xri", "=(a://[v1.(])", true},
		{"xri", "=(a://[v1.])", false},
	} {
		for _, name := range strings.Fields(tt.rules) {
			r, err := g.Table(name)
			if err != nil {
				t.Fatal(err)
			}
			if r.Valid(tt.s) != tt.member {
				t.Errorf("%s: %q is a member: %t", name, tt.s, tt.member)
			}
		}
	}
}

// shapes are strings parameterized by a depth.
var shapes = []func(n int) string{
	func(n int) string { return times("(", n) + times(")", n) },
	func(n int) string { return times("(", n) + times(")", n-1) },
	func(n int) string { return times("(", n) + times(")", n+1) },
	func(n int) string { return times("(", n) + "?" + times(")", 2*n) },
	func(n int) string { return times("(", n) + "?" + times(")", n-1) },
	func(n int) string { return times("(=*", n) + times("!)", n) },
	func(n int) string { return times("(", n) + times(")=", n) },
	func(n int) string { return times("(", n) + times(")/", n) },
	func(n int) string { return times("(", n) + times("?)", n) },
	func(n int) string { return times("()", n) },
	func(n int) string { return times("/()", n) },
	func(n int) string { return times("(a:", n) + times(")", n) },
	func(n int) string { return times("(a:(", n) + times(")", n) },
	func(n int) string { return times("((", n) + times(")", n) + "?" + times(")", n) },
}

func times(s string, n int) string { return strings.Repeat(s, n) }

// Strings of any depth get the same verdict as a string short enough for the recognizer: with 3,000
// calls or more (100,000 in CI), and with one closing parenthesis too few or too many. Deeper
// strings take no more memory.
func TestXRIDeep(t *testing.T) {
	testkit.SkipSlow(t)
	const known = 10
	deep := 500 * testkit.Fewer(200)
	w := newXRITwin(t)
	xri := w.g.Rule("xri").Table
	for i, shape := range shapes {
		for _, before := range []string{"", "=", "*", "/", "xri:=", "xri:=/"} {
			w.d.Set(before + shape(known))
			s := before + shape(deep)
			for _, r := range w.rules {
				if want := w.d.Derives(r.index); r.table.Valid(s) != want {
					t.Errorf("%s: %q followed by shape %d is a member: %t, but not if it is %d deep", r.name, before, i, want, deep)
				}
			}
		}
		s := "=" + shape(deep)
		if n := testing.AllocsPerRun(1, func() { xri.Valid(s) }); n > 0 {
			t.Errorf("shape %d takes %v allocations", i, n)
		}
		read := func(s string) (bytes uint64) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := xri.ValidReader(strings.NewReader(s)); err != nil {
				t.Error(err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if short, long := read(s[:len(s)/8]), read(s); long > short+4096 {
			t.Errorf("shape %d: a reader of %d bytes takes %d bytes of memory, of an eighth of them %d", i, len(s), long, short)
		}
	}
}
