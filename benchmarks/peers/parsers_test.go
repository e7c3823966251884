package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/differences"
)

func TestGoParsers(t *testing.T) {
	texts := []string{"http://A:80/x", "a", "http://a b/", "http://[::1%25a]/"}
	want := map[string][]differences.Says{
		OurParser:                            {"=A", "-", "!", "!"},
		"net/url Parse":                      {"=A", "-", "!", "=::1%a"},
		"fredbi/uri ParseReference":          {"=A", "-", "!", "=::1%25a"},
		"nlnwa/whatwg-url Parse":             {"=a", "!", "!", "!"},
		"buf.build/go/protovalidate uri_ref": {"+", "+", "!", "+"},
	}
	for _, p := range goParsers() {
		says, err := p.Says(texts)
		require.NoError(t, err)
		require.Equal(t, want[p.Name], says, p.Name)
	}
}

func TestPythonIsAChildWithParsers(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no python3 here: apt-get install python3")
		}
		t.Skip("there is no python3 here: apt-get install python3")
	}
	child, err := StartChild([]string{"python3", filepath.Join("python", "parsers.py")})
	require.NoError(t, err)
	parsers := child.parsers()
	require.Len(t, parsers, 2)
	says, err := parsers[0].Says([]string{"http://A:80/\n", "mailto:a", "http://[", "\xff", "http://é\\ /"})
	require.NoError(t, err)
	require.Equal(t, []differences.Says{"=a", "-", "!", "?", `=\xC3\xA9\x5C\x20`}, says)
	if parsers[1].Missing == "" {
		says, err := parsers[1].Says([]string{"http://A/", "mailto:a", "http://h\x00/", "file:///a"})
		require.NoError(t, err)
		require.Equal(t, []differences.Says{"=A", "!", "?", "-"}, says)
	}
	_, err = child.ask("says", "nobody")
	require.ErrorContains(t, err, "no request says about nobody")
	_, err = child.ask("load", "/nonexistent")
	require.ErrorContains(t, err, "No such file")
	require.NoError(t, child.Close())
}

func TestAParserThatPanicsSaysSo(t *testing.T) {
	p := GoParser("panics", "", "rfc3986 URI", func(s string) differences.Says {
		return differences.Says(s[:3])
	})
	says, err := p.Says([]string{"abc", "ab"})
	require.NoError(t, err)
	require.Equal(t, []differences.Says{"abc", differences.Panics}, says)
}
