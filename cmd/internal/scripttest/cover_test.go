package scripttest

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

// TestCover checks that Cover finds the parts of a program that scripts do not use.
func TestCover(t *testing.T) {
	root := &cobra.Command{Use: "prog"}
	sub := &cobra.Command{Use: "sub", RunE: func(*cobra.Command, []string) error { return nil }}
	sub.Flags().BoolP("quiet", "q", false, "")
	sub.Flags().String("name", "", "")
	man := &cobra.Command{Use: "man", RunE: sub.RunE}
	root.AddCommand(sub, man)
	for script, want := range map[string][]string{
		"": {
			"prog: status 0", "prog: status 2", "prog man: status 0", "prog man: status 2",
			"prog sub: status 0", "prog sub: status 2", "prog sub: status 1", "prog sub --name", "prog sub --quiet",
		},
		"status 0 prog\nstatus 2 prog nothing\nstatus 0 prog man\nstatus 2 prog man\nstatus 0 prog sub --name=x\n" +
			"# status 1 prog sub\n! exec prog sub -q\nstatus 2 prog sub\n": {"prog sub: status 1"},
		"status 0 prog\nstatus 2 prog nothing\nstatus 0 prog man\nstatus 2 prog man\nstatus 0 prog sub\nstatus 1 prog sub\n" +
			"status 2 prog sub\nexec sh -c 'prog sub --name x | head -q'\nprog __complete sub -q\n": {"prog sub --quiet"},
	} {
		u := uses{}
		u.script(root, script)
		if got := u.missing(root); !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", script, got, want)
		}
	}
}
