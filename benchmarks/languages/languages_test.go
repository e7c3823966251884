package languages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestWithoutDefinitionsItIsTheRule(t *testing.T) {
	for text, rule := range map[string]tables.Rule{"rfc3987 IPvFuture": rfc3987.IPvFuture, "rfc3986 URI": rfc3986.URI} {
		l, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, text, l.String())
		got, err := l.Machine()
		require.NoError(t, err)
		want, err := machine.Of(rule)
		require.NoError(t, err)
		require.Equal(t, want.Hash(), got.Hash(), text)
	}
}

func TestDefinitionsTakeTheirPlace(t *testing.T) {
	l := Language{"rfc3986", "IP-literal", "IPvFuture = %x76 more\nmore = 1*HEXDIG\n  / \"!\""}
	for s, want := range map[string]bool{"[vF]": true, "[v!]": true, "[V1]": false, "[v1.a]": false, "[::1]": true,
		"": false} {
		has, err := l.Contains(s)
		require.NoError(t, err)
		require.Equal(t, want, has, s)
	}
	again, err := l.Machine()
	require.NoError(t, err)
	first, err := l.Machine()
	require.NoError(t, err)
	require.Same(t, first, again, "it is compiled once")
}

func TestWhatIsNoLanguage(t *testing.T) {
	_, err := Parse("IRI")
	require.ErrorContains(t, err, "a space and a rule were expected")
	for text, l := range map[string]Language{
		"no bundled grammar": {"rfc1", "a", ""},
		"has no rule":        {"rfc3986", "a", ""},
		"no definition":      {"rfc3986", "URI", "whatever"},
		"nowhere":            {"rfc3986", "port", "port = nowhere"},
	} {
		_, err := l.Contains("a")
		require.ErrorContains(t, err, text)
		_, err = l.Reference()
		require.Error(t, err)
	}
}
