package similar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"IRI", "IRI-reference", "absolute-IRI", "irelative-ref", "IPv4address", "IPv6address",
		"port", "ipath"}
	for name, want := range map[string][]string{
		"iri_referense": {"IRI-reference"},
		"URI":           {"IRI"},
		"IPv5address":   {"IPv4address", "IPv6address"},
		"reference":     {"IRI-reference"},
		"prot":          {"port"},
		"x":             nil,
	} {
		if got := Names(name, names); !slices.Contains(got, first(want)) && len(want) > 0 || len(want) == 0 && len(got) > 0 {
			t.Errorf("Names(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSlips(t *testing.T) {
	names := []string{"ALPHA", "DIGIT", "path", "Request-URI", "request_line", "SP"}
	for name, want := range map[string]string{
		"ALPAH": "ALPHA", "DIGTI": "DIGIT", "digits": "DIGIT", "rquest-uri": "Request-URI", "reqest-lime": "request_line",
		"pat": "path", "SB": "", "host": "", "pots": "", "request": "",
	} {
		if got := strings.Join(Slips(name, names), " "); got != want {
			t.Errorf("Slips(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestDistanceTwin compares distance on short words with its definition, computed recursively
// without a table.
func TestDistanceTwin(t *testing.T) {
	var words []string
	for n := range 5 {
		for i := range 1 << n {
			words = append(words, strings.NewReplacer("0", "a", "1", "b").Replace(fmt.Sprintf("%b", i+1<<n)[1:]))
		}
	}
	for _, a := range words {
		for _, b := range words {
			if got, want := distance(a, b), slow(a, b); got != want {
				t.Fatalf("distance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func slow(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	change := slow(a[1:], b[1:])
	if a[0] != b[0] {
		change++
	}
	d := min(change, slow(a[1:], b)+1, slow(a, b[1:])+1)
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, slow(a[2:], b[2:])+1)
	}
	return d
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"port", "prot", 1}, {"ca", "abc", 3},
		{"ab", "bac", 2}, {"same", "same", 0}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
