package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/irilex/iri/benchmarks/differences"
)

func TestGoParsersSayWhatTheyAreRecordedToSay(t *testing.T) {
	r, err := differences.Recorded()
	require.NoError(t, err)
	texts, err := differences.All()
	require.NoError(t, err)
	recorded := map[string][]differences.Says{}
	versions := map[string]string{}
	for i, p := range r.Parsers {
		versions[p.Name] = p.Version
		for _, g := range r.Groups {
			for _, a := range g.Inputs {
				recorded[p.Name] = append(recorded[p.Name], a.Says[i])
			}
		}
	}
	compared := 0
	for _, p := range goParsers() {
		version := p.Version
		switch module, _, _ := strings.Cut(p.Name, " "); {
		case p.Name == differences.Ours:
			version = versions[p.Name]
		case version == "": // a test has no versions of modules
			version = required(t, module)
		}
		if versions[p.Name] != version {
			t.Logf("%s is recorded with %q, and not compared with %q", p.Name, versions[p.Name], version)
			continue
		}
		says, err := p.Says(texts)
		require.NoError(t, err)
		require.Equal(t, recorded[p.Name], says, "%s; go run -C benchmarks . -differences writes it anew", p.Name)
		compared++
	}
	t.Logf("%d parsers were compared", compared)
	require.GreaterOrEqual(t, compared, 4, "at most one may differ in its version; -differences records anew")
}

// required returns the version of a module in go.mod, without "v". The name of a module on GitHub
// may lack "github.com/".
func required(t *testing.T, module string) string {
	if host, _, _ := strings.Cut(module, "/"); !strings.Contains(host, ".") {
		module = "github.com/" + module
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
	require.NoError(t, err, module)
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
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
