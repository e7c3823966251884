package program

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// closed is a pipe that nobody reads.
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

func TestUsage(t *testing.T) {
	var stderr bytes.Buffer
	root := &cobra.Command{Use: "prog"}
	root.AddCommand(&cobra.Command{Use: "sub", Args: Args(cobra.NoArgs), RunE: func(*cobra.Command, []string) error { return nil }})
	if got := Run(root, []string{"sub", "x"}, nil, io.Discard, &stderr); got != Trouble {
		t.Errorf("status %d", got)
	}
	if got := stderr.String(); !strings.HasSuffix(got, "\nRun \"prog sub --help\" for usage.\n") {
		t.Errorf("%q", got)
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
