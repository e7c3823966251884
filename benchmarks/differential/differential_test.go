package differential

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

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
	require.Equal(t, []string{"one"}, g.Chunk(0, 1))
	valid := 0
	for _, s := range g.Chunk(3, 2000) {
		if rfc3987.IRI.Valid(s) {
			valid++
		}
	}
	require.InDelta(t, 1000, valid, 200, "of both there is enough")
}

func TestSamplerDrawsMembersThroughEveryState(t *testing.T) {
	m := machineOf(t, rfc3986.URI)
	g, seen := NewGenerator(nil, m), map[int]bool{0: true}
	for _, s := range g.Chunk(0, 20_000) {
		q := int(m.Start)
		for i := range len(s) {
			q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
			seen[q] = true
		}
	}
	seen[int(m.Start)] = true
	require.Len(t, seen, m.States())
}

// engine returns an engine with the verdicts of valid.
func engine(name string, valid func(string) bool) Engine {
	return Engine{Name: name, Rule: rfc3986.URI, Ask: func(strings []string) ([]byte, error) {
		verdicts := make([]byte, len(strings))
		for i, s := range strings {
			if valid(s) {
				verdicts[i] = 1
			}
		}
		return verdicts, nil
	}}
}

func TestDifferencesAreExplainedOrShown(t *testing.T) {
	smallV := Explanation{Engine: "small", Rule: "URI", Variant: "small",
		With: `IPvFuture = %x76 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`, Reason: "it is so"}
	engines := []Engine{
		engine("right", rfc3986.URI.Valid),
		engine("small", func(s string) bool { return rfc3986.URI.Valid(s) && !strings.Contains(s, "[V") }),
		engine("at", func(s string) bool { return rfc3986.URI.Valid(s) || strings.HasPrefix(s, "http://[@") }),
		{Name: "fails", Rule: rfc3986.URI, Ask: func([]string) ([]byte, error) { return nil, errors.New("it is called so") }},
		{Name: "forgets", Rule: rfc3986.URI, Ask: func([]string) ([]byte, error) { return nil, nil }},
	}
	c, err := New(engines, []Explanation{smallV, {Engine: "right", Rule: "URI", Accepts: true}, {Engine: "nobody"}})
	require.NoError(t, err)
	c.Chunk([]string{"a:", "http://[V1.a]/", "http://[V1.abc]", "http://[@]some/thing?else", "", "b"})
	require.Equal(t, Result{Name: "right", Rule: "rfc3986 URI", Strings: 6, Accepted: 3}, plain(c.Results[0]))
	require.Equal(t, Result{Name: "small", Rule: "rfc3986 URI", Strings: 6, Accepted: 1, WrongRejects: 2, Explained: 2},
		plain(c.Results[1]))
	require.Equal(t, 2, c.Explanations[0].Found)
	require.Equal(t, "http://[V1.a]/", c.Explanations[0].Shortest)
	require.Equal(t, Result{Name: "at", Rule: "rfc3986 URI", Strings: 6, Accepted: 4, WrongAccepts: 1, Unexplained: 1},
		plain(c.Results[2]))
	require.Equal(t, []Difference{{"at", "http://[@]some/thing?else", "http://[@", true}}, c.Unexplained())
	require.Equal(t, "it is called so", c.Results[3].Error)
	require.Contains(t, c.Results[4].Error, "0 verdicts about 6 strings")
	require.Len(t, c.Unused(), 1)

	var b strings.Builder
	require.False(t, c.Report(&b))
	for _, text := range []string{`unexplained: at accepts "http://[@"`, "fails: it was asked no more: it is called so",
		`small wrongly rejects 2, such as "http://[V1.a]/": it is so`,
		"covered: 6 strings, 5 engines, 2 differences explained by 1 reasons, 1 unexplained"} {
		require.Contains(t, b.String(), text)
	}
	b.Reset()
	c, err = New(engines[:2], []Explanation{smallV})
	require.NoError(t, err)
	c.Chunk([]string{"a:", "[V"})
	require.True(t, c.Report(&b))
}

func plain(r Result) Result {
	r.explanations, r.unexplained = nil, nil
	return r
}

func TestAnExplanationThatIsNoLanguageIsAnError(t *testing.T) {
	c, err := New([]Engine{engine("never", func(string) bool { return false })},
		[]Explanation{{Engine: "never", Rule: "URI", Variant: "v", With: "port = nowhere"}})
	require.NoError(t, err)
	c.Chunk([]string{"a:"})
	require.Contains(t, c.Results[0].Error, "nowhere")
}

// TestShortenFindsShortStrings compares shorten with shortest, a slow search over all short
// strings.
func TestShortenFindsShortStrings(t *testing.T) {
	valid := rfc3986.URI.Valid
	for _, test := range []struct {
		text   string
		engine func(s string) bool
	}{
		{"http://example.org/a%%b?c%%d", func(s string) bool { return valid(s) != strings.Contains(s, "%%") }},
		{"http://example.org/a?b?c#d", func(s string) bool { return valid(s) && !strings.Contains(s, "?") }},
		{"//example.org/a{b", func(s string) bool { return valid(s) || strings.Contains(s, "{") }},
		{"http://example.org:8b/", func(s string) bool { return valid(s) || strings.HasPrefix(s, "h") }},
		{"http://example.org/\x00", func(s string) bool { return valid(s) || strings.HasSuffix(s, "\x00") }},
		{"", func(s string) bool { return valid(s) || s == "" }},
	} {
		c, err := New([]Engine{engine("odd", test.engine)}, nil)
		require.NoError(t, err)
		c.Chunk([]string{test.text})
		require.Len(t, c.Unexplained(), 1, test.text)
		d := c.Unexplained()[0]
		want, ok := shortest(test.text, 3, func(s string) bool {
			return valid(s) != d.Accepts && test.engine(s) == d.Accepts
		})
		require.True(t, ok, test.text)
		require.Len(t, d.Short, len(want), "%q, and %q", d.Short, want)
		require.Equal(t, d.Accepts, test.engine(d.Short), d.Short)
		require.NotEqual(t, d.Accepts, valid(d.Short), d.Short)
	}
}

// shortest returns a shortest string of at most most bytes for which wanted returns true. It tries
// all strings over the bytes of text, "a" and "0". Without such a string ok is false.
func shortest(text string, most int, wanted func(string) bool) (s string, ok bool) {
	level := []string{""} // all strings of a length
	for range most + 1 {
		if i := slices.IndexFunc(level, wanted); i >= 0 {
			return level[i], true
		}
		var longer []string
		for _, s := range level {
			for _, b := range []byte(text + "a0") {
				longer = append(longer, s+string([]byte{b}))
			}
		}
		level = longer
	}
	return "", false
}

// TestExplanationsAreLanguages compiles the languages of all explanations. Each must have a string
// outside of its rule, or lack one of the rule; otherwise it explains no difference.
func TestExplanationsAreLanguages(t *testing.T) {
	if !testkit.Long() {
		t.Skip("the languages of all explanations are compiled with -args -long alone")
	}
	rules := map[string]tables.Rule{"URI": rfc3986.URI, "IRI": rfc3987.IRI}
	for _, x := range Explanations {
		require.NotEmpty(t, x.Reason, x.Variant)
		got, err := x.language(rules[x.Rule]).Machine()
		require.NoError(t, err, x.Variant)
		want := machineOf(t, rules[x.Rule])
		require.NotEqual(t, want.Hash(), got.Hash(), "%s: %s says what its rule says", x.Engine, x.Variant)
	}
	names := func(x Explanation) string { return x.Engine + x.Variant }
	sorted := slices.SortedFunc(slices.Values(Explanations),
		func(a, b Explanation) int { return strings.Compare(names(a), names(b)) })
	require.Len(t,
		slices.CompactFunc(sorted, func(a, b Explanation) bool { return names(a) == names(b) && a.Accepts == b.Accepts }),
		len(Explanations))
}
