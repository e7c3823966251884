package house

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// jsonOrDash formats a result as in testdata/neturl.tsv.
func jsonOrDash(result string, err error) string {
	if err != nil {
		return "-"
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(result); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// A netURLRow is a row of testdata/neturl.tsv.
type netURLRow struct {
	line              int
	base, ref         string
	ours, theirs, why string // as written in the file
}

// netURLRows returns the rows of testdata/neturl.tsv.
func netURLRows(t *testing.T) (list []netURLRow) {
	t.Helper()
	for n, line := range strings.Split(testkit.ReadFile(t, "testdata/neturl.tsv"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 5 || fields[2] == fields[3] {
			t.Fatalf("neturl.tsv:%d is not a base, a reference, two results that differ, and a reason: %q", n+1, line)
		}
		row := netURLRow{line: n + 1, ours: fields[2], theirs: fields[3], why: fields[4]}
		for i, to := range []*string{&row.base, &row.ref} {
			if err := json.Unmarshal([]byte(fields[i]), to); err != nil {
				t.Fatalf("neturl.tsv:%d: %v", n+1, err)
			}
		}
		list = append(list, row)
	}
	return list
}

// Each row of testdata/neturl.tsv is correct for both packages, and the two results differ.
func TestResolveAgainstNetURL(t *testing.T) {
	onlyGo126(t)
	const fewest = 44
	reasons, rows := map[string]int{}, netURLRows(t)
	for _, row := range rows {
		i, err := iri.MustParse(row.base).ResolveString(row.ref)
		if got := jsonOrDash(i.String(), err); got != row.ours {
			t.Errorf("neturl.tsv:%d: package iri has %s, not %s (%v)", row.line, got, row.ours, err)
		}
		u, err := url.Parse(row.base)
		if err != nil {
			t.Fatalf("neturl.tsv:%d: %v", row.line, err)
		}
		text := ""
		if u, err = u.Parse(row.ref); err == nil {
			text = u.String()
		}
		if got := jsonOrDash(text, err); got != row.theirs {
			t.Errorf("neturl.tsv:%d: net/url of this Go has %s, not %s (%v)", row.line, got, row.theirs, err)
		}
		reasons[row.why]++
	}
	t.Logf("%d rows, %d reasons", len(rows), len(reasons))
	if len(rows) < fewest {
		t.Errorf("only %d rows", len(rows))
	}
}
