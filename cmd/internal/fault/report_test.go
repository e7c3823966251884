package fault

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

// run is the Run that all tests use.
var run = Run{
	Command: []string{"iri", "check", "--report", "r.json", "a\xff"}, Rule: rfc3987.IRI,
	Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 1500 * time.Millisecond,
}

// An event is a call of a counting method.
type event func(r *Report)

// events returns n random calls.
func events(rng *rand.Rand, n int) (list []event) {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	for i := range n {
		k, name := rng.IntN(1000), pick("a", "b", "c", "d\xff")
		m := Mistake{Code: pick("port", "space", "scheme"), Part: pick("", "port", "path"), Host: pick("", "h", "i", "j")}
		switch rng.IntN(9) {
		case 0:
			list = append(list, func(r *Report) { r.Open(ReportFile{Name: name, Format: "lines"}) })
		case 1:
			list = append(list, func(r *Report) { r.Valid(k); r.Read(int64(k), int64(2*k)) })
		case 2:
			list = append(list, func(r *Report) { r.Missing(k); r.Blank(1); r.Comments(2) })
		case 3:
			list = append(list, func(r *Report) { r.Unread(name, "why"); r.LeftOut(name, "hidden") })
		case 4:
			m.Severity = pick("note", "warning")
			fallthrough
		default:
			list = append(list, func(r *Report) {
				count := r.Invalid
				if m.Severity != "" {
					count = r.Finding
				}
				if count(m) {
					d := terminal.Diagnostic{File: name, Line: i + 1, Column: k, Code: m.Code, Severity: m.Severity, Text: "abc",
						Offset: 1}
					r.Example(Example{Diagnostic: d})
				}
			})
		}
	}
	return list
}

func jsonOf(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b, run); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMerge merges reports on the parts of an input in order. The result must equal the report on
// the entire input.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range testkit.Few(300) {
		list := events(rng, rng.IntN(60))
		whole := NewReport()
		for _, e := range list {
			e(whole)
		}
		merged := NewReport()
		for len(list) > 0 {
			n := 1 + rng.IntN(len(list))
			part := NewReport()
			for _, e := range list[:n] {
				e(part)
			}
			merged.Merge(part)
			list = list[n:]
		}
		if got, want := jsonOf(t, merged), jsonOf(t, whole); got != want {
			t.Fatalf("merged:\n%s\nof the whole:\n%s", got, want)
		}
	}
}

// TestNil calls the methods of a nil Report.
func TestNil(t *testing.T) {
	var r *Report
	for _, e := range events(rand.New(rand.NewPCG(3, 4)), 100) {
		e(r)
	}
	r.Merge(NewReport())
	NewReport().Merge(r)
	if r.Invalid(Mistake{}) || r.Finding(Mistake{}) {
		t.Error("a nil report wants examples")
	}
}
