package scripttest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/cmd/internal/program"
)

// neverInvalid lists the commands that never exit with status 1 in any program.
var neverInvalid = []string{"completion", "explain", "help", "man"}

// Cover fails for every command, flag and exit status of a program that no script covers. An exit
// status is covered only by the script command "status". Every command must be covered with the
// statuses 0 and 2, and a runnable command that is not in [neverInvalid] also with 1. Topics and
// --help need no script.
func Cover(t *testing.T, root *cobra.Command) {
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	used := uses{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		used.script(root, string(txtar.Parse(text).Comment))
	}
	for _, missing := range used.missing(root) {
		t.Errorf("no script has %s", missing)
	}
}

// uses holds the commands, flags and statuses that scripts use, in the format that missing returns.
type uses map[string]bool

// script adds the commands, flags and statuses in the lines of a script. A line may run several
// programs in a quoted shell command.
func (u uses) script(root *cobra.Command, text string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(strings.NewReplacer("'", " ", `"`, " ", "|", " | ", ";", " ; ").Replace(line))
		for i, word := range words {
			if word != root.Name() {
				continue
			}
			args := words[i+1:]
			if end := slices.IndexFunc(args, func(s string) bool { return s == "|" || s == ";" }); end >= 0 {
				args = args[:end]
			}
			status := ""
			if i == 2 && words[0] == "status" {
				status = words[1]
			}
			u.command(root, args, status)
		}
	}
}

func (u uses) command(root *cobra.Command, args []string, status string) {
	if len(args) > 0 && strings.HasPrefix(args[0], "__") { // a completion request
		return
	}
	cmd, args, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	u[cmd.CommandPath()+": status "+status] = true
	for _, arg := range args {
		long, isLong := strings.CutPrefix(arg, "--")
		if isLong {
			name, _, _ := strings.Cut(long, "=")
			u[flagUse(cmd, name)] = true
			continue
		}
		if f := cmd.Flags().ShorthandLookup(shorthand(arg)); f != nil {
			u[flagUse(cmd, f.Name)] = true
		}
	}
}

// shorthand returns the letter of a one-letter flag such as "-q", or "" for any other argument.
func shorthand(arg string) string {
	if len(arg) == 2 && arg[0] == '-' {
		return arg[1:]
	}
	return ""
}

// flagUse returns the use of a flag. An inherited flag belongs to the root command.
func flagUse(cmd *cobra.Command, name string) string {
	if cmd.InheritedFlags().Lookup(name) != nil {
		cmd = cmd.Root()
	}
	return cmd.CommandPath() + " --" + name
}

// missing returns the commands, flags and statuses that no script uses.
func (u uses) missing(root *cobra.Command) (list []string) {
	want := func(use string) {
		if !u[use] {
			list = append(list, use)
		}
	}
	for cmd := range program.Commands(root) {
		if cmd.IsAdditionalHelpTopicCommand() {
			continue
		}
		want(cmd.CommandPath() + ": status 0")
		want(cmd.CommandPath() + ": status 2")
		if cmd.Runnable() && !slices.Contains(neverInvalid, cmd.Name()) {
			want(cmd.CommandPath() + ": status 1")
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				want(flagUse(cmd, f.Name))
			}
		})
	}
	return list
}
