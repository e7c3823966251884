package program

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// closed is a pipe without a reader.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, fmt.Errorf("write: %w", syscall.EPIPE) }

func TestRun(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, OK, ""},
		{Status(Invalid), Invalid, ""},
		{errors.Join(nil, Status(Trouble)), Trouble, ""},
		{errors.New("disk full"), Trouble, "prog: disk full\n"},
		{fmt.Errorf("write: %w", syscall.EPIPE), Trouble, ""},
		{errors.New("open a\n\x1b\u202e: no such file"), Trouble, "prog: open a<U+000A><U+001B><U+202E>: no such file\n"},
		{Usagef(&cobra.Command{Use: "sub"}, "no \n"), Trouble, "prog: no <U+000A>\nRun \"sub --help\" for usage.\n"},
	} {
		var stderr bytes.Buffer
		root := &cobra.Command{Use: "prog", RunE: func(*cobra.Command, []string) error { return test.err }}
		got := Run(root, []string{}, nil, io.Discard, &stderr)
		if got != test.status || stderr.String() != test.stderr {
			t.Errorf("%v: status %d, %q", test.err, got, stderr.String())
		}
	}
}

// Mistakes in a command line are reported in the program's own words, with a pointer to the help.
func TestUsage(t *testing.T) {
	for line, want := range map[string]string{
		"a -n 1 -l x,y":               "",
		"a --n=-9223372036854775808":  "",
		"a --plain --other":           "",
		"":                            "missing argument: sub takes one THING",
		"a b":                         `unexpected argument "b": sub takes one THING`,
		"a --n x":                     `-n, --n takes a number, not "x"`,
		"a --n=":                      `-n, --n takes a number, not ""`,
		"a -n 99999999999999999999":   `-n, --n takes a number with fewer digits, not "99999999999999999999"`,
		"a --n -99999999999999999999": `-n, --n takes a number with fewer digits, not "-99999999999999999999"`,
		"a --plain=x":                 `-p, --plain takes true or false, not "x"`,
		`a -l "`:                      `-l, --list takes a WORD,…, not "\""`,
		"a --list=":                   "-l, --list has an empty value; it takes a WORD,…",
		"a -l x,,y":                   "-l, --list has an empty value; it takes a WORD,…",
		"a --text= -n 1":              "--text has an empty value; it takes a TEXT",
		"a --text x --plain":          "-p, --plain and --text cannot be combined",
		"a --plain --other --text x":  "--other and --text cannot be combined",
		"a --unknown":                 "unknown flag --unknown",
		"a --color never":             "",
		"a --color red":               `--color takes auto, always, never, not "red"`,
		"a --color=":                  `--color takes auto, always, never, not ""`,
		"a --lisp x":                  "unknown flag --lisp; similar: --list",
		"a -z":                        `unknown flag -z; put "--" before an argument that begins with "-"`,
		"a -n1z":                      `-n, --n takes a number, not "1z"`,
		"a -pz":                       `unknown flag -z; put "--" before an argument that begins with "-"`,
		"a -é":                        `unknown flag -é; put "--" before an argument that begins with "-"`,
		"a --size":                    "unknown flag --size; use --n",
		"a -s":                        "unknown flag -s; use --n with prog sub",
		"a --tint":                    "unknown flag --tint; there are no tints",
		"a --no-color":                "unknown flag --no-color; use --color never",
	} {
		sub := &cobra.Command{Use: "sub", Args: Args(1, 1, "takes one THING"),
			RunE: func(*cobra.Command, []string) error { return nil }}
		sub.Flags().IntP("n", "n", 0, "")
		sub.Flags().StringSliceP("list", "l", nil, "`WORD,…`")
		sub.Flags().String("text", "", "a `TEXT`")
		sub.Flags().BoolP("plain", "p", false, "")
		sub.Flags().Bool("other", false, "")
		Exclusive(sub, "plain", "text")
		Exclusive(sub, "other", "text")
		root := &cobra.Command{Use: "prog"}
		root.AddCommand(sub)
		Answer(sub, "--size", "use --n")
		Answer(sub, "-s", "use --n with COMMAND")
		Answer(root, "--size", "of another command")
		Answer(root, "--tint", "there are no tints")
		var stderr bytes.Buffer
		status := Run(root, append([]string{"sub"}, strings.Fields(line)...), nil, io.Discard, &stderr)
		switch {
		case want == "":
			if status != OK || stderr.Len() > 0 {
				t.Errorf("%q: status %d, %q", line, status, stderr.String())
			}
		case status != Trouble || stderr.String() != "prog: "+want+"\nRun \"prog sub --help\" for usage.\n":
			t.Errorf("%q: status %d, %q", line, status, stderr.String())
		}
	}
}

func TestBufferedTellsOfErrors(t *testing.T) {
	root := &cobra.Command{Use: "prog", RunE: func(cmd *cobra.Command, _ []string) error {
		return Buffered(cmd, func(out *bufio.Writer) error {
			fmt.Fprintln(out, "result")
			return Status(Invalid)
		})
	}}
	var stderr bytes.Buffer
	if got := Run(root, []string{}, nil, closed{}, &stderr); got != Trouble || stderr.Len() > 0 {
		t.Errorf("status %d, %q", got, stderr.String())
	}
}

// CommandLine returns the words of the command line, and nil for a command that Run does not
// execute.
func TestCommandLine(t *testing.T) {
	var got []string
	root := &cobra.Command{Use: "prog"}
	root.AddCommand(&cobra.Command{Use: "sub", RunE: func(cmd *cobra.Command, _ []string) error {
		got = CommandLine(cmd)
		return nil
	}})
	Run(root, []string{"sub", "-", "a b"}, nil, io.Discard, io.Discard)
	if want := []string{"prog", "sub", "-", "a b"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	if got := CommandLine(cmd); got != nil {
		t.Errorf("%q", got)
	}
}
