package program

import (
	"bytes"
	"runtime/debug"
	"testing"

	"github.com/spf13/cobra"
)

func TestVersion(t *testing.T) {
	for _, test := range []struct {
		info    debug.BuildInfo
		release string
		want    string
	}{
		{debug.BuildInfo{}, "", "prog (devel) "},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}}, "", "prog v1.2.3 go1.26"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.4-0.2026"}}, "v1.2.4", "prog v1.2.4 go1.26"},
		{
			debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: "true"},
			}}, "",
			"prog (devel) revision 0123 modified go1.26",
		},
		{
			debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: "false"},
			}}, "",
			"prog v1.2.3 revision 0123 go1.26",
		},
	} {
		if got := newVersion("prog", test.release, &test.info).String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestVersionFlag checks that two programs in one process each have a version.
func TestVersionFlag(t *testing.T) {
	for _, name := range []string{"one", "two"} {
		var out bytes.Buffer
		root := &cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}}
		if status := Run(root, []string{"--version", "--json"}, nil, &out, &out); status != OK {
			t.Errorf("status %d", status)
		}
		if want := `{"program":"` + name + `","version":"`; !bytes.HasPrefix(out.Bytes(), []byte(want)) {
			t.Errorf("%q, want %s", out.String(), want)
		}
	}
}
