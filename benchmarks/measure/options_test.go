package measure

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFlags(t *testing.T) {
	t.Setenv("PWD", "/of/caller")
	o, err := ParseFlags([]string{"-corpus", "a", "-corpus", "/b"})
	require.NoError(t, err)
	require.Equal(t, List{"/of/caller/a", "/b"}, o.Corpora)
	require.Empty(t, o.Kinds)
	o, err = ParseFlags([]string{"-kinds", "urls,data", "-quick"})
	require.NoError(t, err)
	require.Equal(t, List{"urls", "data"}, o.Kinds)
	require.Equal(t, 2000, o.Lines)
	_, err = ParseFlags([]string{"file"})
	require.ErrorContains(t, err, "-corpus")
	_, err = ParseFlags([]string{"-rounds", "0"})
	require.Error(t, err)
}
