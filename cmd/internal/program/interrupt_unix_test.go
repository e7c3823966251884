//go:build unix

package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/signal"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// TestInterruptedRun sends each signal to its own process. The exit status is the command's status
// if the command completed its work, and otherwise Interrupted.
func TestInterruptedRun(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			t.Skipf("%v is ignored here, as in a script's background jobs", s)
		}
		for _, test := range []struct {
			err    error
			status int
			stderr string
		}{
			{nil, OK, ""},
			{Status(Invalid), Invalid, ""},
			{Status(Trouble), Trouble, ""},
			{fmt.Errorf("all is written: %w", Status(Invalid)), Invalid, ""},
			{Status(Interrupted), Interrupted, ""},
			{context.Canceled, Interrupted, "prog: interrupted\n"},
			{fmt.Errorf("cannot write o: %w", context.Canceled), Interrupted, "prog: interrupted\n"},
		} {
			var stderr bytes.Buffer
			root := &cobra.Command{Use: "prog", RunE: func(cmd *cobra.Command, _ []string) error {
				if err := syscall.Kill(syscall.Getpid(), s); err != nil {
					t.Fatal(err)
				}
				<-cmd.Context().Done()
				return test.err
			}}
			got := Run(root, []string{}, nil, io.Discard, &stderr)
			if got != test.status || stderr.String() != test.stderr {
				t.Errorf("%v, %v: status %d, %q", s, test.err, got, stderr.String())
			}
		}
	}
}
