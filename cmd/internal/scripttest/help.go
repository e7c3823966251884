package scripttest

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/golden"
)

// Help fails for a command without help, examples or a manual page, for a help line longer than 105
// characters, and for a flag that lacks documentation, completion or an entry on the manual page.
func Help(t *testing.T, root *cobra.Command) {
	pages := ""
	for cmd := range program.Commands(root) {
		path := cmd.CommandPath()
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") || cmd.Long == "" {
			t.Errorf("%s: bad help: short %q, long %q", path, cmd.Short, cmd.Long)
		}
		if cmd.Runnable() && cmd.Name() != "help" && cmd.Example == "" {
			t.Errorf("%s has no example", path)
		}
		for line := range strings.Lines(cmd.Long + "\n" + cmd.Example) {
			if n := len([]rune(line)); n > 105 {
				t.Errorf("%s: a line is %d characters long: %s", path, n, line)
			}
		}
		page := string(program.ManualPage(cmd))
		pages += page
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { checkFlag(t, cmd, f, page) })
	}
	for cmd := range program.Commands(root) {
		if cmd.Runnable() && !strings.Contains(pages, "\n\\fB"+strings.ReplaceAll(cmd.CommandPath(), "-", `\-`)+"\\fR") {
			t.Errorf("%s has no manual page", cmd.CommandPath())
		}
	}
}

func checkFlag(t *testing.T, cmd *cobra.Command, f *pflag.Flag, page string) {
	if f.Hidden { // the command rejects the flag
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
		t.Errorf("%s: the value name %q is not in capitals", where, value)
	}
	if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
		t.Errorf("%s: its value has no completion", where)
	}
}

// EmptyValues fails for every flag that takes a value unless an empty value causes a usage error
// that names the flag. run runs a command line. arguments maps commands to their required
// arguments.
func EmptyValues(t *testing.T, root *cobra.Command, run func(args []string) (status int, stderr string),
	arguments map[string]string) {
	for cmd := range program.Commands(root) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			words := strings.Fields(cmd.CommandPath())[1:] // none for root
			args := append(append(words, "--"+f.Name+"="), strings.Fields(arguments[cmd.Name()])...)
			status, stderr := run(args)
			if status != 2 || !strings.Contains(stderr, "--"+f.Name) || !strings.Contains(stderr, "for usage") {
				t.Errorf("%s: status %d: %s", strings.Join(args, " "), status, stderr)
			}
		})
	}
}

// Screens fails for help longer than 50 lines or wider than 100 columns. It also fails if a line of
// at least eight words appears in the help of two commands. A word begins with a letter.
func Screens(t *testing.T, root *cobra.Command) {
	const maxLines, maxColumns, shared = 50, 100, 8
	known := map[string]string{} // maps each line to its command
	for cmd := range program.Commands(root) {
		help, path := string(program.Help(cmd)), cmd.CommandPath()
		if n := strings.Count(help, "\n"); n > maxLines {
			t.Errorf("%s: %d lines", path, n)
		}
		for line := range strings.Lines(help) {
			line = strings.TrimSpace(line)
			if n := utf8.RuneCountInString(line); n > maxColumns {
				t.Errorf("%s: %d columns: %s", path, n, line)
			}
			words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return !unicode.IsLetter(rune(w[0])) })
			if other := known[line]; other != "" && len(words) >= shared {
				t.Errorf("%s and %s: %s", other, path, line)
			}
			known[line] = path
		}
	}
}

// repeated matches the parts of command help that COMMANDS.md omits: headings, examples, the --help
// flag, and flag names that belong to topics, which are on the same page.
var repeated = regexp.MustCompile(
	`(?m)^(?:Usage|Flags):\n|^\nExamples:\n(?:  .*\n)+|^  -h, --help .*\n|^(  )\w+ help (\S+) .*`)

// Reference compares a part of cmd/COMMANDS.md with the help of a program's commands and topics.
// The part about iri includes the commands that both programs share.
//
//	IRI_UPDATE=1 go test -p 1 ./cmd/iri ./cmd/abnf -run Reference
func Reference(t *testing.T, root *cobra.Command) {
	const file, title = "../COMMANDS.md", "# The program "
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n```text\n%s\n```\n\n", root.Name(), root.Long)
	for cmd := range program.Commands(root) {
		if cmd == root || cmd.Name() == "help" || root.Name() != "iri" && slices.Contains(neverInvalid, cmd.Name()) {
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n```text\n%s```\n\n", cmd.Name(), repeated.ReplaceAll(program.Help(cmd), []byte("$1$2")))
	}
	parts := strings.Split(string(page), title)
	i := slices.IndexFunc(parts, func(part string) bool { return strings.HasPrefix(part, root.Name()+"\n") })
	if i < 0 {
		t.Fatalf("%s has no section for %s", file, root.Name())
	}
	parts[i] = b.String()
	text := strings.TrimRight(strings.Join(parts, title), "\n") + "\n"
	if n := len(strings.Fields(text)); n > 10_950 {
		t.Errorf("%s has %d words", file, n)
	}
	golden.Compare(t, file, text)
}

// Keys fails for every command that has a --json flag but no output or no entry in arguments. It
// also fails if neither the command's help nor the topic json mentions a key in the output. run
// runs a command line and returns its output.
func Keys(t *testing.T, root *cobra.Command, run func(args []string) string, arguments map[string]string) {
	topic := ""
	if c, _, err := root.Find([]string{"json"}); err == nil {
		topic = c.Long
	}
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
			checkKeys(t, cmd.CommandPath(), cmd.Long+topic, object, known)
		}
	}
}

// checkKeys checks that help mentions the keys of an object that are not in known, and adds these
// keys to known. It skips "components", whose keys are named by grammars, and "error", whose keys
// are in the help of "check".
func checkKeys(t *testing.T, command, help string, object map[string]any, known map[string]bool) {
	for key, value := range object {
		if !known[key] && !regexp.MustCompile(`\b`+key+`\b`).MatchString(help) {
			t.Errorf("the help of %s does not mention the key %s", command, key)
		}
		known[key] = true
		if inner, ok := value.(map[string]any); ok && key != "components" && key != "error" {
			checkKeys(t, command, help, inner, known)
		}
	}
}
