package program

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// topicProgram returns a program with a command that has two flags, one of which belongs to a
// topic.
func topicProgram() *cobra.Command {
	sub := &cobra.Command{Use: "sub [FILE]", Short: "Do one", Long: "Sub does one.", Example: "  prog sub f",
		Run: func(*cobra.Command, []string) {}}
	sub.Flags().String("format", "", "read this `FORMAT`")
	sub.Flags().Bool("quiet", false, "print nothing")
	About(sub, "formats", "format")
	About(sub, "missing", "quiet")
	root := &cobra.Command{Use: "prog", Short: "Do things", Long: "Prog does things."}
	root.AddCommand(sub, Topic("formats", "Formats of files", "The name of a file tells its format."))
	return root
}

// A topic appears in the root command's help, in its own help, in the help of commands with its
// flags, in completions and in the manual.
func TestTopic(t *testing.T) {
	for line, want := range map[string]string{
		"help": `Do things

Usage:
  prog COMMAND [ARGUMENT...]

Commands:
  completion   Write a shell completion script`,
		"help sub": `Do one

Usage:
  prog sub [FILE]

Examples:
  prog sub f

Flags:
  -h, --help    print this help
      --quiet   print nothing

More flags:
  prog help formats      --format

Sub does one.
`,
		"help formats": `Formats of files

The name of a file tells its format.

Flags:
      --format FORMAT   read this FORMAT
`,
		"__complete help ": `completion	Write a shell completion script
explain	Explain a diagnostic code
help	Print the help for a command or topic
man	Write the manual pages
sub	Do one
formats	Formats of files
`,
	} {
		var out bytes.Buffer
		if status := Run(topicProgram(), strings.Split(line, " "), nil, &out, io.Discard); status != OK {
			t.Errorf("%s: status %d", line, status)
		}
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s:\n%s", line, &out)
		}
	}
	root := topicProgram()
	Prepare(root)
	if page := string(Help(root)); !strings.Contains(page, "\nTopics:\n  formats      Formats of files\n") {
		t.Error(page)
	}
	formats, _, _ := root.Find([]string{"formats"})
	const page = `.TH "PROG\-FORMATS" 1 "" "prog"
.SH "NAME"
prog\-formats \- formats of files
.SH "DESCRIPTION"
The name of a file tells its format.
.SH "OPTIONS"
.TP
\fB\-\-format\fR \fIFORMAT\fR
read this FORMAT
.SH "SEE ALSO"
`
	if got := string(ManualPage(formats)); !strings.HasPrefix(got, page) {
		t.Error(got)
	}
}
