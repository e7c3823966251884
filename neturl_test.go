package iri_test

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

// orNone is a result as testdata/neturl.tsv has it.
func orNone(result string, err error) string {
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

// Each row of testdata/neturl.tsv is true of both, and the two results differ.
func TestResolveAgainstNetURL(t *testing.T) {
	const fewest = 44
	data, err := os.ReadFile("testdata/neturl.tsv")
	if err != nil {
		t.Fatal(err)
	}
	reasons, rows := map[string]int{}, 0
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 5 || fields[2] == fields[3] {
			t.Fatalf("neturl.tsv:%d is not a base, a reference, two results that differ, and a reason: %q", n+1, line)
		}
		var base, ref string
		for i, to := range []*string{&base, &ref} {
			if err := json.Unmarshal([]byte(fields[i]), to); err != nil {
				t.Fatalf("neturl.tsv:%d: %v", n+1, err)
			}
		}
		i, err := iri.MustParse(base).ResolveString(ref)
		if got := orNone(i.String(), err); got != fields[2] {
			t.Errorf("neturl.tsv:%d: package iri has %s, not %s (%v)", n+1, got, fields[2], err)
		}
		u, err := url.Parse(base)
		if err != nil {
			t.Fatalf("neturl.tsv:%d: %v", n+1, err)
		}
		text := ""
		if u, err = u.Parse(ref); err == nil {
			text = u.String()
		}
		if got := orNone(text, err); got != fields[3] {
			t.Errorf("neturl.tsv:%d: net/url of this Go has %s, not %s (%v)", n+1, got, fields[3], err)
		}
		reasons[fields[4]]++
		rows++
	}
	t.Logf("%d rows, %d reasons", rows, len(reasons))
	if rows < fewest {
		t.Errorf("only %d rows", rows)
	}
}
