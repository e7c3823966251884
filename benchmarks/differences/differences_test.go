package differences

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

const again = "go run -C benchmarks . -differences writes it anew"

func TestInputsAreManyAndDistinct(t *testing.T) {
	all, err := All()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 500)
	seen := map[string]bool{}
	for _, s := range all {
		require.False(t, seen[s], "%q is there twice", s)
		seen[s] = true
		back, err := Unescape(Escape(s))
		require.NoError(t, err)
		require.Equal(t, s, back)
	}
	require.True(t, seen[""])
}

func TestFilesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"a\n":                          "line 1",
		"# head\n\na\n":                "line 3: after an empty line a comment",
		"# head\n\n# Title\na\n\nb\n":  "line 6: after an empty line a comment",
		"# head\n\n# Title\na\n\\q\n":  "line 5",
		"# head\n\n# Title\n\\x4\n":    "line 4",
		"# head\n\n# Title\n\\uD800\n": "no code point",
		"# head\n\n# Title\n\\xZZ\n":   "no hex digits",
	} {
		_, err := read(text)
		require.ErrorContains(t, err, want, text)
	}
	groups, err := read("# head\n\n# Title\n# from\na\n\"\"\n\\x23 b\\\\\\u00E9\n\n# Other\n#b\n")
	require.NoError(t, err)
	require.Equal(t, []Group{{"Title", "from", []string{"a", "", `# b\é`}}, {"Other", "", []string{"#b"}}}, groups)
}

// recordOf returns the record in the repository, for tests.
func recordOf(t *testing.T) *Record {
	r, err := Recorded()
	require.NoError(t, err)
	require.NotEmpty(t, r.Parsers)
	return r
}

func TestRecordIsAboutTheInputs(t *testing.T) {
	groups, err := Groups()
	require.NoError(t, err)
	r := recordOf(t)
	require.Len(t, r.Groups, len(groups), again)
	for i, g := range groups {
		require.Equal(t, g.Title, r.Groups[i].Title, again)
		require.Len(t, r.Groups[i].Inputs, len(g.Inputs), again)
		for j, s := range g.Inputs {
			require.Equal(t, Escape(s), r.Groups[i].Inputs[j].Input, again)
		}
	}
	require.Empty(t, r.Partial(), "the committed record has all parsers")
}

func TestOursIsCurrent(t *testing.T) {
	r := recordOf(t)
	require.Equal(t, Ours, r.Parsers[0].Name)
	for _, g := range r.Groups {
		for _, a := range g.Inputs {
			s, err := Unescape(a.Input)
			require.NoError(t, err)
			says := Rejected
			if p, err := iri.ParseReference(s); err == nil {
				if says = NoHost; p.HasAuthority() {
					says = Host(p.Host())
				}
			}
			require.Equal(t, says, a.Says[0], "%s; %s", a.Input, again)
			is := ""
			switch {
			case rfc3986.URI.Valid(s):
				is = "rfc3986 URI"
			case rfc3987.IRI.Valid(s):
				is = "rfc3987 IRI"
			case rfc3986.URIReference.Valid(s):
				is = "rfc3986 URI-reference"
			case rfc3987.IRIReference.Valid(s):
				is = "rfc3987 IRI-reference"
			}
			require.Equal(t, is, a.Is, "%s; %s", a.Input, again)
		}
	}
}

func TestPageIsThatOfTheRecord(t *testing.T) {
	r := recordOf(t)
	var page, text bytes.Buffer
	require.NoError(t, r.Page(&page))
	require.NoError(t, r.JSON(&text))
	golden.Compare(t, "../DIFFERENCES.md", page.String())
	require.Equal(t, string(recorded), text.String(), again)
}

// TestKindsAreCurrent compiles the languages of all kinds with -args -long, in about 20 seconds.
func TestKindsAreCurrent(t *testing.T) {
	letters := map[byte]bool{}
	for _, k := range Kinds() {
		require.False(t, letters[k.Letter], "two kinds are %c", k.Letter)
		require.NotEmpty(t, k.Title)
		letters[k.Letter] = true
	}
	if !testkit.Long() {
		t.Skip("the languages of the kinds are compiled with -args -long alone")
	}
	r := recordOf(t)
	for _, g := range r.Groups {
		for _, a := range g.Inputs {
			s, err := Unescape(a.Input)
			require.NoError(t, err)
			for i, p := range r.Parsers {
				kind := byte('.')
				if a.differs(i, p) {
					kind, err = kindOf(s, p.Name, a.Says[i].Accepts())
					require.NoError(t, err)
				}
				require.Equal(t, string(kind), a.Kinds[i:i+1], "%s about %s; %s", p.Name, a.Input, again)
			}
		}
	}
}

func TestHostsAreComparedByWhatTheyMean(t *testing.T) {
	for _, same := range [][]Says{
		{Host("[::1]"), Host("::1"), Host("0:0:0:0:0:0:0:1"), Host("[0:0::0001]")},
		{Host("EXAMPLE.org"), Host("example.org")},
		{Host("bücher.example"), Host("xn--bcher-kva.example")},
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

// TestPageOfASmallRecord shows the counts and the page of a small record.
func TestPageOfASmallRecord(t *testing.T) {
	r := &Record{Date: "2026-11-20", Parsers: []Parser{
		{Name: Ours, Rule: "rfc3987 IRI-reference"}, {Name: "exact X", Rule: "rfc3986 URI-reference"},
		{Name: "lenient X", Rule: "rfc3986 URI-reference"}, {Name: "gone X", Missing: "install it"},
	}}
	err := r.Fill([]Group{{Title: "One", Inputs: []string{"http:h", "http://a b/", "é"}}}, [][]Says{
		{NoHost, Rejected, NoHost}, {NoHost, Rejected, Rejected}, {Host("h"), Host("a b"), NotAsked}, nil,
	})
	require.NoError(t, err)
	require.Equal(t, []Parser{r.Parsers[3]}, r.Partial())
	accepts, rejects, notAsked, panics := r.Count(2)
	require.Equal(t, []int{1, 0, 1, 0}, []int{accepts, rejects, notAsked, panics})
	var b strings.Builder
	require.NoError(t, r.Page(&b))
	for _, text := range []string{
		"| gone X () | missing | install it |",
		"| `http:h` | URI | *none*: iri<br>`h`: lenient |",
		"| `http://a b/` | – | +c |",
		"with whom they agree:\nexact.",
	} {
		require.Contains(t, b.String(), text)
	}
	require.Error(t, r.Fill([]Group{{Inputs: []string{"a"}}}, [][]Says{{"what"}, {NoHost}, {NoHost}, nil}))
}
