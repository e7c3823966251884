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

// A countdown is a context that is canceled after a number of calls to Err.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	return context.Canceled
}

// falsehood matches output that reports a grammar error or claims that the command was not
// interrupted.
var falsehood = regexp.MustCompile(`error|no table|not compared|not compiled|nothing is written|"interrupted":false`)

// writes matches the commands that write multi-line text.
var writes = regexp.MustCompile(`^(gen|suite) `)

// InterruptedAnywhere runs a command line on a grammar without errors and interrupts it at each of
// the first calls to its context's Err method. Without an interruption the exit status must be 0 or
// 1. An interrupted command must return an error and print no [falsehood]. If its output ends with
// a summary, it must print only the summary and set "interrupted". gen and suite may print complete
// lines.
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
		t.Fatalf("%s: without an interruption: %v, %s", line, err, stderr)
	}
	interrupted := 0
	const calls = 200 // of Err
	for n := range int64(calls) {
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(n)
		stdout, stderr, err := run(ctx)
		if ctx.left.Load() >= 0 {
			break
		}
		interrupted++
		switch {
		case stdout == whole && err == nil: // the command ended before the interruption
		case err == nil:
			t.Errorf("%s, interrupted at call %d, returns no error: %s", line, n, stdout)
		case falsehood.MatchString(strings.ReplaceAll(stdout, `"errors":0`, "")) || falsehood.MatchString(stderr):
			t.Errorf("%s: interrupted at call %d: %s%s", line, n, stdout, stderr)
		case writes.MatchString(line) && strings.HasPrefix(whole, stdout) &&
			(stdout == "" || strings.HasSuffix(stdout, "\n")):
			// interrupted while writing lines
		case stdout != "" && !strings.Contains(stdout, "interrupted"):
			t.Errorf("%s, interrupted at call %d, prints %s", line, n, stdout)
		case strings.Contains(whole, `"interrupted":false`) && !strings.HasSuffix(stdout, `"interrupted":true}}`+"\n"):
			t.Errorf("%s, interrupted at call %d, prints no summary: %s", line, n, stdout)
		}
		if t.Failed() {
			return
		}
	}
	if interrupted < 3 {
		t.Errorf("%s: interrupted only %d times", line, interrupted)
	}
}
