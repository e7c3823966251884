package similar

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"IRI", "IRI-reference", "absolute-IRI", "irelative-ref", "IPv4address", "IPv6address", "port", "ipath"}
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
	}{{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"port", "prot", 2}, {"same", "same", 0}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
