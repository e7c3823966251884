package program

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func exampleProgram() *cobra.Command {
	root := &cobra.Command{
		Use: "prog", Short: "Do things", Long: "Prog does things.",
	}
	root.AddCommand(Topic(ExitStatus, "Exit status", "The exit status is 0."))
	sub := &cobra.Command{
		Use: "sub-one [-n N] [FILE...]", Short: "Do one",
		Long: `Sub-one reads \xHH and <U+202E>,
'quoted' and .dotted:

  {"key":…}
  two lines

.SH is no macro.`,
		Example: "  prog sub-one -n 1 *.txt",
		Run:     func(*cobra.Command, []string) {},
	}
	sub.Flags().IntP("number", "n", 7, "how many, `N`, at ~most")
	sub.Flags().Bool("dry-run", false, "do nothing")
	sub.Flags().String("some", "", "all, or some `THINGS`")
	sub.Flags().Lookup("some").NoOptDefVal = "*"
	sub.Flags().Bool("hidden", false, "")
	sub.Flags().MarkHidden("hidden")
	hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: sub.Run}
	root.AddCommand(sub, hidden)
	return root
}

func TestManualPage(t *testing.T) {
	root := exampleProgram()
	sub, _, _ := root.Find([]string{"sub-one"})
	want := `.TH "PROG\-SUB\-ONE" 1 "" "prog"
.SH "NAME"
prog\-sub\-one \- do one
.SH "SYNOPSIS"
\fBprog sub\-one\fR [\-n N] [FILE...]
.SH "DESCRIPTION"
Sub\-one reads \exHH and <U+202E>,
\(aqquoted\(aq and .dotted:
.PP
.nf
  {\(dqkey\(dq:\[u2026]}
  two lines
.fi
.PP
\&.SH is no macro.
.SH "OPTIONS"
.TP
\fB\-\-dry\-run\fR
do nothing
.TP
\fB\-n\fR, \fB\-\-number\fR \fIN\fR
how many, N, at \(timost (default: 7)
.TP
\fB\-\-some\fR[=\fITHINGS\fR]
all, or some THINGS
.SH "EXAMPLES"
.nf
  prog sub\-one \-n 1 *.txt
.fi
.SH "EXIT STATUS"
The exit status is 0.
.SH "SEE ALSO"
\fBprog\fR(1)
`
	if got := string(ManualPage(sub)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got := string(ManualPage(root))
	for _, part := range []string{"\\fBprog\\fR COMMAND [ARGUMENT...]\n", ".TP\n\\fBsub\\-one\\fR\nDo one\n",
		".SH \"TOPICS\"\n.TP\n\\fBexit\\-status\\fR\nExit status\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
	if strings.Count(got, "The exit status") != 1 {
		t.Errorf("the exit status is not there once:\n%s", got)
	}
	if strings.Contains(got, "hidden") {
		t.Errorf("a hidden command is in\n%s", got)
	}
}

func TestCommands(t *testing.T) {
	var names []string
	for cmd := range Commands(exampleProgram()) {
		names = append(names, manualName(cmd))
	}
	if got := strings.Join(names, " "); got != "prog prog-sub-one prog-exit-status" {
		t.Error(got)
	}
}
