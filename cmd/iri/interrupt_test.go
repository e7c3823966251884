//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

// TestInterrupted sends a signal to a program waiting for the rest of a line: the output must end
// with a complete line, and stderr must contain the counts so far.
func TestInterrupted(t *testing.T) {
	for _, test := range []struct {
		args   []string
		first  []string
		stderr string
	}{
		{[]string{"check", "--verdicts"}, []string{"1", "0"}, "1 valid, 1 invalid, interrupted\n"},
		{[]string{"check", "--json", "--trim"}, []string{""}, "1 valid, 1 invalid, interrupted\n"},
		{[]string{"parse", "--json"}, []string{"", ""}, "lines read: 2, interrupted\n"},
		{[]string{"classify", "-r", "IRI"},
			[]string{"a:b                             IRI", "a b                             -"},
			"lines read: 2, interrupted\n"},
	} {
		for _, signal := range signals {
			p := scripttest.Start(t, nil, "iri", test.args...)
			p.Stdin.Write([]byte("a:b\na b\nc:unfinished"))
			for _, line := range test.first {
				if line != "" {
					p.Expect(line)
				} else if _, err := p.Stdout.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			p.Signal(signal)
			rest, state := p.End()
			if test.args[0] == "check" && slices.Contains(test.args, "--json") {
				rest = strings.TrimPrefix(rest,
					`{"summary":{"valid":1,"invalid":1,"hidden":0,"denied":0,"warnings":0,"notes":0,`+
						`"hidden_findings":0,"blank":0,"comments":0,"missing":0,"ignored":0,"known":0,`+
						`"without_iri":0,"unread":0,"interrupted":true}}`+"\n")
			}
			if rest != "" || state.ExitCode() != program.Interrupted || p.Stderr.String() != test.stderr {
				t.Errorf("%q, %v: %v, %q, %s", test.args, signal, state, rest, &p.Stderr)
			}
		}
	}
}

// TestInterruptedBeforeAFileIsOpen checks that a program waiting for the writer of a FIFO still
// ends after Ctrl-C, without reading the files after it.
func TestInterruptedBeforeAFileIsOpen(t *testing.T) {
	dir := t.TempDir()
	lines, pipe := filepath.Join(dir, "lines"), filepath.Join(dir, "pipe")
	write(t, lines, "a b\n")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	p := scripttest.Start(t, nil, "iri", "classify", "-r", "IRI", lines, pipe, lines)
	p.Expect("a b                             -")
	p.Signal(os.Interrupt)
	rest, state := p.End()
	if rest != "" || state.ExitCode() != program.Interrupted || p.Stderr.String() != "lines read: 1, interrupted\n" {
		t.Errorf("%v, %q, %s", state, rest, &p.Stderr)
	}
}

// TestInterruptedInPlace interrupts a program that rewrites a file: the file must remain unchanged,
// and no temporary file may be left.
func TestInterruptedInPlace(t *testing.T) {
	dir := t.TempDir()
	name, text := filepath.Join(dir, "lines"), strings.Repeat("a:b c\n", 1<<20)
	write(t, name, text)
	p := scripttest.Start(t, []string{"sh", "-c", `exec "$@" 2>&1`, "sh"}, "iri", "fix", "--in-place", name)
	p.Expect(name + `:1:4: " " in the path becomes "%20" [space]`)
	p.Signal(os.Interrupt)
	rest, state := p.End()
	if state.ExitCode() != program.Interrupted || !strings.HasSuffix(rest, " 0 not fixed, interrupted\n") {
		t.Errorf("%v, %s", state, rest[max(0, len(rest)-200):])
	}
	if read(t, name) != text || len(names(t, dir)) != 2 {
		t.Errorf("the file has changed, or there are others: %q", names(t, dir))
	}
}

// TestInterruptedTwice sends Ctrl-C twice to a program whose write waits for a reader: the second
// must end it at once.
func TestInterruptedTwice(t *testing.T) {
	lines := filepath.Join(t.TempDir(), "lines")
	write(t, lines, strings.Repeat("a b\n", 1<<20))
	p := scripttest.Start(t, nil, "iri", "check", lines)
	if line, err := p.Stdout.ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	ended := make(chan *os.ProcessState)
	go func() { ended <- p.Wait() }()
	for {
		select {
		case state := <-ended:
			if status := state.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("%v, %s", state, &p.Stderr)
			}
			return
		default:
			p.Signal(os.Interrupt)
			// This takes some time before the next signal: many at once overflow the stack of Go's
			// handler.
			if err := exec.Command("true").Run(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestIgnoredInterrupt checks that a program started with a signal ignored, as in the background of
// a script or under nohup, ignores it.
func TestIgnoredInterrupt(t *testing.T) {
	for name, signal := range map[string]os.Signal{"INT": os.Interrupt, "HUP": syscall.SIGHUP} {
		ignoring := []string{"sh", "-c", `trap "" ` + name + `; exec "$@"`, "sh"}
		p := scripttest.Start(t, ignoring, "iri", "check", "--verdicts")
		p.Stdin.Write([]byte("a:b\n"))
		p.Expect("1")
		p.Signal(signal)
		p.Stdin.Write([]byte("a b\n"))
		p.Expect("0")
		p.Stdin.Close()
		rest, state := p.End()
		if rest != "" || state.ExitCode() != program.Invalid || p.Stderr.String() != "1 valid, 1 invalid\n" {
			t.Errorf("%s: %v, %q, %s", name, state, rest, &p.Stderr)
		}
	}
}
