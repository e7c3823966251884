package scripttest

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/cmd/internal/program"
)

// Help fails for a command without help, examples or a manual page, for a line of help of more than
// 105 characters, and for a flag without a documentation, a completion or a place on the page.
func Help(t *testing.T, root *cobra.Command) {
	pages := ""
	for cmd := range program.Commands(root) {
		path := cmd.CommandPath()
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") || cmd.Long == "" {
			t.Errorf("%s: the help is %q, %q", path, cmd.Short, cmd.Long)
		}
		if cmd.Runnable() && cmd.Name() != "help" && cmd.Example == "" {
			t.Errorf("%s has no example", path)
		}
		for line := range strings.Lines(cmd.Long + "\n" + cmd.Example) {
			if n := len([]rune(line)); n > 105 {
				t.Errorf("%s: a line of %d characters: %s", path, n, line)
			}
		}
		page := string(program.ManualPage(cmd))
		pages += page
		cmd.Flags().VisitAll(func(f *pflag.Flag) { checkFlag(t, cmd, f, page) })
	}
	for cmd := range program.Commands(root) {
		if !strings.Contains(pages, "\n\\fB"+strings.ReplaceAll(cmd.CommandPath(), "-", `\-`)+"\\fR") {
			t.Errorf("%s has no manual page", cmd.CommandPath())
		}
	}
}

func checkFlag(t *testing.T, cmd *cobra.Command, f *pflag.Flag, page string) {
	if f.Hidden { // the command refuses the flag
		return
	}
	where := cmd.CommandPath() + " --" + f.Name
	value, usage := pflag.UnquoteUsage(f)
	if usage == "" || strings.HasSuffix(usage, ".") {
		t.Errorf("%s: the help is %q", where, usage)
	}
	if !strings.Contains(page, `\-\-`+strings.ReplaceAll(f.Name, "-", `\-`)+`\fR`) {
		t.Errorf("%s is not in the manual page", where)
	}
	if f.Value.Type() == "bool" {
		return
	}
	if strings.IndexFunc(value, unicode.IsLower) >= 0 {
		t.Errorf("%s: a value is called %q, not in capitals", where, value)
	}
	if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
		t.Errorf("%s: nothing completes its value", where)
	}
}

// EmptyValues fails for every flag with a value if its empty value is no usage error with the
// flag's name. run runs a command line. arguments has the necessary arguments by command.
func EmptyValues(t *testing.T, root *cobra.Command, run func(args []string) (status int, stderr string),
	arguments map[string]string) {
	for cmd := range program.Commands(root) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			args := append([]string{cmd.Name(), "--" + f.Name + "="}, strings.Fields(arguments[cmd.Name()])...)
			status, stderr := run(args)
			if status != 2 || !strings.Contains(stderr, "--"+f.Name) || !strings.Contains(stderr, "for usage") {
				t.Errorf("%s: status %d: %s", strings.Join(args, " "), status, stderr)
			}
		})
	}
}

// Keys fails for every command with a flag --json but without output or an entry in arguments. It
// also fails for a key of the output missing in the command's help. run runs a command line and
// returns its output.
func Keys(t *testing.T, root *cobra.Command, run func(args []string) string, arguments map[string]string) {
	for cmd := range program.Commands(root) {
		if !cmd.Runnable() || cmd.Flags().Lookup("json") == nil {
			continue
		}
		args, ok := arguments[cmd.Name()]
		output := run(append([]string{cmd.Name(), "--json"}, strings.Fields(args)...))
		if !ok || output == "" {
			t.Errorf("%s --json is not tested: the output is %q", cmd.CommandPath(), output)
		}
		known := map[string]bool{}
		for line := range strings.Lines(output) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%s: %v: %s", cmd.CommandPath(), err, line)
			}
			checkKeys(t, cmd, object, known)
		}
	}
}

// checkKeys checks the keys of one object missing in known, and adds them to it. Grammars name the
// keys of "components". The keys of "error" are in the help of "iri check".
func checkKeys(t *testing.T, cmd *cobra.Command, object map[string]any, known map[string]bool) {
	for key, value := range object {
		if !known[key] && !regexp.MustCompile(`\b`+key+`\b`).MatchString(cmd.Long) {
			t.Errorf("the help of %s does not mention the key %s", cmd.CommandPath(), key)
		}
		known[key] = true
		if inner, ok := value.(map[string]any); ok && key != "components" && key != "error" {
			checkKeys(t, cmd, inner, known)
		}
	}
}
