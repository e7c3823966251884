package differences

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestInputsAreManyAndDistinct(t *testing.T) {
	all, err := All()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 1000)
	seen := map[string]bool{}
	for _, s := range all {
		require.False(t, seen[s], "%q is there twice", s)
		seen[s] = true
		back, err := unescape(escape(s))
		require.NoError(t, err)
		require.Equal(t, s, back)
	}
	require.True(t, seen[""])
}

func TestPageIsOfTheInputs(t *testing.T) {
	page, err := os.ReadFile("../DIFFERENCES.md")
	require.NoError(t, err)
	require.Contains(t, string(page), Hash(), "go run -C benchmarks . -differences -write writes it anew")
	require.LessOrEqual(t, strings.Count(string(page), "\n"), 80)
}

func TestHostsAreComparedByWhatTheyMean(t *testing.T) {
	for _, same := range [][]Says{
		{Host("[::1]"), Host("::1"), Host("0:0:0:0:0:0:0:1"), Host("[0:0::0001]")},
		{Host("EXAMPLE.org"), Host("example.org")},
		{Host("Bücher.example"), Host("xn--bcher-kva.example")},
		{NoHost, Host("")},
	} {
		want, ok := same[0].host()
		require.True(t, ok)
		for _, s := range same {
			host, ok := s.host()
			require.True(t, ok)
			require.Equal(t, want, host, s)
		}
	}
	for _, s := range []Says{Rejected, Accepted, NotAsked, Panics, ""} {
		_, ok := s.host()
		require.False(t, ok, s)
	}
	a, _ := Host("a%2eb").host()
	b, _ := Host("a.b").host()
	require.NotEqual(t, a, b, "nothing is decoded")
}

func TestDefinitionsTakeTheirPlace(t *testing.T) {
	r, err := language{"rfc3986 IP-literal", "IPvFuture = %x76 more\nmore = 1*HEXDIG\n  / \"!\""}.reference()
	require.NoError(t, err)
	for s, want := range map[string]bool{"[vF]": true, "[v!]": true, "[V1]": false, "[v1.a]": false, "[::1]": true,
		"": false} {
		require.Equal(t, want, r.Valid(s), s)
	}
	for text, l := range map[string]language{
		"no bundled grammar": {"rfc1 a", ""},
		"has no rule":        {"rfc3986 a", ""},
		"nowhere":            {"rfc3986 port", "port = nowhere"},
	} {
		_, err := l.reference()
		require.ErrorContains(t, err, text)
	}
}

// parser returns a parser whose verdicts are those of valid.
func parser(name string, valid func(string) bool) Parser {
	return Parser{Name: name, Rule: "rfc3986 URI", Says: func(strings []string) (all []Says, err error) {
		for _, s := range strings {
			all = append(all, map[bool]Says{true: Accepted, false: Rejected}[valid(s)])
		}
		return all, nil
	}}
}

func TestDifferencesAreExplainedOrShown(t *testing.T) {
	parsers := []Parser{
		parser("right", rfc3986.URI.Valid),
		parser("small", func(s string) bool { return rfc3986.URI.Valid(s) && !strings.Contains(s, "[V") }),
		parser("at", func(s string) bool { return rfc3986.URI.Valid(s) || strings.HasPrefix(s, "http://[@") }),
		{Name: "fails", Rule: "rfc3986 URI",
			Says: func([]string) ([]Says, error) { return nil, errors.New("it is called so") }},
		{Name: "forgets", Rule: "rfc3986 URI", Says: func([]string) ([]Says, error) { return nil, nil }},
		{Name: "gone", Missing: "install it"},
	}
	smallV := Reason{Of: "small", Title: "it is so",
		with: `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`}
	c, err := New(parsers, []Reason{smallV, {Of: "right", Accepts: true}})
	require.NoError(t, err)
	c.Chunk([]string{"a:", "http://[V1.a]/", "http://[V1.abc]", "http://[@]some/thing?else", "", "b", "http://[@"})
	require.Equal(t, []int{7, 3, 0, 0}, counts(c.Results[0]))
	require.Equal(t, []int{7, 1, 0, 2}, counts(c.Results[1]))
	require.Equal(t, 2, c.Results[1].Found[0].Count)
	require.Equal(t, "http://[V1.a]/", c.Results[1].Found[0].Shortest)
	require.Equal(t, []int{7, 5, 2, 0}, counts(c.Results[2]))
	require.Equal(t, []string{"http://[@", "http://[@]some/thing?else"}, c.Results[2].Unexplained)

	var b strings.Builder
	require.False(t, c.Report(&b))
	for _, text := range []string{`unexplained: at and "http://[@"`, "fails failed: it is called so",
		"forgets failed: 0 answers about 7 strings", `small wrongly rejects 2, such as "http://[V1.a]/": it is so`,
		"covered: 7 strings, 5 engines, 2 differences explained by 1 reasons, 2 unexplained"} {
		require.Contains(t, b.String(), text)
	}
	c, err = New(parsers[:2], []Reason{smallV})
	require.NoError(t, err)
	c.Chunk([]string{"a:", "[V"})
	require.True(t, c.Report(&b))
	_, err = New([]Parser{{Name: "odd", Rule: "rfc1 a"}}, nil)
	require.ErrorContains(t, err, "rfc1 a")
}

func counts(r Result) []int { return []int{r.Strings, r.Accepted, r.WrongAccepts, r.WrongRejects} }

// TestHardInputs runs a few parsers on the hard inputs and checks for an example of each kind of
// row.
func TestHardInputs(t *testing.T) {
	lenient := Parser{Name: "lenient Parse", Language: "C", Version: "1", Rule: "rfc3986 URI-reference",
		Says: func(strings []string) (all []Says, err error) {
			for range strings {
				all = append(all, Host("h"))
			}
			return all, nil
		}}
	exact := parser("exact", rfc3986.URI.Valid)
	h, err := AskHard([]Parser{lenient, exact, {Name: "gone", Missing: "install it"}})
	require.NoError(t, err)
	var details, page strings.Builder
	require.NoError(t, h.Details(&details))
	require.NoError(t, h.Page(&page, "now"))
	require.Contains(t, details.String(),
		"\n\"http://[example.com]/\"\n  lenient Parse wrongly accepts: brackets in a host")
	require.NotContains(t, details.String(), "exact wrongly")
	for _, text := range []string{"Recorded now.", Hash(), "| lenient Parse (C) | 1 | rfc3986 URI-reference |",
		"no differences: exact.", "| accepts | a backslash |"} {
		require.Contains(t, page.String(), text)
	}
}

// TestReasonsAreLanguages compiles the languages of all reasons. Each must differ from its rule;
// otherwise it could not explain any difference.
func TestReasonsAreLanguages(t *testing.T) {
	variants := 0
	for _, r := range slices.Concat(Kinds, Known) {
		if r.with == "" {
			continue // it uses a function, or the unchanged language of another rule
		}
		rule := cmp.Or(r.rule, "rfc3986 URI")
		if r.Of == jena {
			rule = "rfc3987 IRI"
		}
		original, err := language{rule: rule}.table()
		require.NoError(t, err)
		variant, err := language{rule, r.with}.table()
		require.NoError(t, err, r.Title)
		require.NotEqual(t, original.Hash(), variant.Hash(), "%s: its language is that of its rule", r.Title)
		variants++
	}
	require.Greater(t, variants, 30)
	original, err := language{rule: "rfc3986 URI"}.table()
	require.NoError(t, err)
	same, err := language{"rfc3986 URI", "port = *DIGIT"}.table()
	require.NoError(t, err)
	require.Equal(t, original.Hash(), same.Hash(), "a variant that changes nothing is not found")
}

func machineOf(t *testing.T, r tables.Rule) *machine.Machine {
	m, err := machine.Of(r)
	require.NoError(t, err)
	return m
}

func TestChunksAreMadeOfTheirNumbers(t *testing.T) {
	hard := []string{"one", "two"}
	g := NewGenerator(hard, machineOf(t, rfc3987.IRI), machineOf(t, rfc3986.URI))
	first := g.Chunk(0, 1000)
	require.Len(t, first, 1000)
	require.Equal(t, hard, first[:2])
	require.Equal(t, first, NewGenerator(hard, machineOf(t, rfc3987.IRI), machineOf(t, rfc3986.URI)).Chunk(0, 1000))
	require.NotEqual(t, g.Chunk(1, 1000), g.Chunk(2, 1000))
	valid := 0
	for _, s := range g.Chunk(3, 2000) {
		if rfc3987.IRI.Valid(s) {
			valid++
		}
	}
	require.InDelta(t, 1000, valid, 200, "both kinds are frequent")
}

func TestSamplerDrawsMembersThroughEveryState(t *testing.T) {
	m := machineOf(t, rfc3986.URI)
	g, seen := NewGenerator(nil, m), map[int]bool{0: true, int(m.Start): true}
	for _, s := range g.Chunk(0, 20_000) {
		q := int(m.Start)
		for i := range len(s) {
			q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
			seen[q] = true
		}
	}
	require.Len(t, seen, m.States())
}
