package fault

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// TestMemory fills a report beyond all of its limits. The report must use at most 28 MiB.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := NewReport()
	long := strings.Repeat("x", 20_000)
	for i := range 30_000 {
		name := fmt.Sprint(i, long)
		r.Open(ReportFile{Name: name})
		r.Unread(name, name)
		r.Value(name, name)
		m := Mistake{Code: fmt.Sprint("code", i%100), Part: name, Field: name, Host: name}
		if r.Invalid(m) {
			d := terminal.Diagnostic{File: name, Code: m.Code, Message: name, Text: name, Offset: 5}
			r.Example(Example{Diagnostic: d, Field: name})
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d bytes", grown)
	if most := int64(28 << 20); grown > most || grown < 1<<20 {
		t.Errorf("%d bytes, at most %d", grown, most)
	}
	runtime.KeepAlive(r)
}
