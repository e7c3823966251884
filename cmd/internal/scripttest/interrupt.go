package scripttest

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

// A counting context is done after a number of calls of Err. It needs no clock.
type counting struct {
	context.Context
	left atomic.Int64
}

func (c *counting) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	return context.Canceled
}

// falsehood matches text of a grammar with an error, or of a command at its normal end.
var falsehood = regexp.MustCompile(`error|no table|not compared|not compiled|nothing is written|"interrupted":false`)

// writes matches the commands with a text of many lines as their output.
var writes = regexp.MustCompile(`^(gen|suite) `)

// InterruptedAnywhere runs a command line about a grammar without errors, and interrupts it at each
// of the first calls of its context's Err. Without an interruption its status must be 0 or 1. An
// interrupted command must return an error and print no [falsehood]. It must print only a summary
// with "interrupted", if its output has a summary. gen and suite may print whole lines.
func InterruptedAnywhere(t *testing.T, prepared func() *cobra.Command, line string) {
	t.Helper()
	run := func(ctx context.Context) (stdout, stderr string, err error) {
		defer Forget()
		var out, errs bytes.Buffer
		root := prepared()
		root.SetArgs(strings.Fields(line))
		root.SetIn(strings.NewReader(""))
		root.SetOut(&out)
		root.SetErr(&errs)
		err = root.ExecuteContext(ctx)
		return out.String(), errs.String(), err
	}
	whole, stderr, err := run(context.Background())
	if err != nil && err != program.Status(program.Invalid) {
		t.Fatalf("%s: not interrupted: %v, %s", line, err, stderr)
	}
	interrupted := 0
	const most = 200 // calls of Err
	for n := int64(0); n < most; n++ {
		ctx := &counting{Context: context.Background()}
		ctx.left.Store(n)
		stdout, stderr, err := run(ctx)
		if ctx.left.Load() >= 0 {
			break
		}
		interrupted++
		switch {
		case stdout == whole && err == nil: // it ended before the interruption
		case err == nil:
			t.Errorf("%s: interrupted at question %d, it has no error: %s", line, n, stdout)
		case falsehood.MatchString(strings.ReplaceAll(stdout, `"errors":0`, "")) || falsehood.MatchString(stderr):
			t.Errorf("%s: interrupted at question %d: %s%s", line, n, stdout, stderr)
		case writes.MatchString(line) && strings.HasPrefix(whole, stdout) &&
			(stdout == "" || strings.HasSuffix(stdout, "\n")):
			// it was interrupted while it wrote whole lines
		case stdout != "" && !strings.Contains(stdout, "interrupted"):
			t.Errorf("%s: interrupted at question %d, it prints %s", line, n, stdout)
		case strings.Contains(whole, `"interrupted":false`) && !strings.HasSuffix(stdout, `"interrupted":true}}`+"\n"):
			t.Errorf("%s: interrupted at question %d, it has no summary: %s", line, n, stdout)
		}
		if t.Failed() {
			return
		}
	}
	if interrupted < 3 {
		t.Errorf("%s: it asks its context %d times", line, interrupted)
	}
}
