package scripttest

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
)

// A counting context is done once it was asked so many times: no clock is in it.
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

// falsehood is text that only a grammar with an error, or a command that came to its end, may have.
var falsehood = regexp.MustCompile(`error|no table|not compared|not compiled|nothing is written|"interrupted":false`)

// writes are the commands whose output is a text of many lines.
var writes = regexp.MustCompile(`^(gen|suite) `)

// InterruptedAnywhere runs a command line, about a grammar without errors, and interrupts it at each of the
// first questions to its context. A command that is interrupted has an error, says nothing that is false, and
// prints nothing but a summary with "interrupted", if its output has one; gen and suite print whole lines.
func InterruptedAnywhere(t *testing.T, prepared func() *cobra.Command, line string) {
	t.Helper()
	run := func(ctx context.Context) (stdout, stderr string, err error) {
		var out, errs bytes.Buffer
		root := prepared()
		root.SetArgs(strings.Fields(line))
		root.SetIn(strings.NewReader(""))
		root.SetOut(&out)
		root.SetErr(&errs)
		err = root.ExecuteContext(ctx)
		return out.String(), errs.String(), err
	}
	whole, _, _ := run(context.Background())
	interrupted := 0
	const most = 200 // questions
	for n := int64(0); n < most; n++ {
		ctx := &counting{Context: context.Background()}
		ctx.left.Store(n)
		stdout, stderr, err := run(ctx)
		if ctx.left.Load() >= 0 {
			break
		}
		interrupted++
		switch {
		case stdout == whole && err == nil: // before it was interrupted
		case err == nil:
			t.Errorf("%s: interrupted at question %d, it has no error: %s", line, n, stdout)
		case falsehood.MatchString(strings.ReplaceAll(stdout, `"errors":0`, "")) || falsehood.MatchString(stderr):
			t.Errorf("%s: interrupted at question %d: %s%s", line, n, stdout, stderr)
		case writes.MatchString(line) && strings.HasPrefix(whole, stdout) && (stdout == "" || strings.HasSuffix(stdout, "\n")):
			// it was interrupted while it wrote: whole lines are there
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
