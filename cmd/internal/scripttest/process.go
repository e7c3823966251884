package scripttest

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"testing"
)

// A Process is a running program whose input the test writes and whose output the test reads.
type Process struct {
	Stdin  io.WriteCloser
	Stdout *bufio.Reader
	Stderr bytes.Buffer // complete after End

	t   *testing.T
	cmd *exec.Cmd
}

// Start starts a program by running the test binary under the program's name. prefix, if any, is
// the command line of another program that runs it.
func Start(t *testing.T, prefix []string, program string, args ...string) *Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{t: t, cmd: &exec.Cmd{Path: self, Args: append([]string{program}, args...)}}
	if len(prefix) > 0 {
		link := t.TempDir() + "/" + program
		if err := os.Symlink(self, link); err != nil {
			t.Skip(err)
		}
		p.cmd = exec.Command(prefix[0], append(append(prefix[1:len(prefix):len(prefix)], link), args...)...)
	}
	p.cmd.Stderr = &p.Stderr
	if p.Stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stdout = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// Expect reads an output line and fails the test if it is not want.
func (p *Process) Expect(want string) {
	p.t.Helper()
	if got, err := p.Stdout.ReadString('\n'); got != want+"\n" {
		p.t.Fatalf("got %q, want %q: %v; %s", got, want, err, &p.Stderr)
	}
}

// Signal sends a signal unless the program has ended. It skips the test if this process ignores the
// signal, because the program would ignore it as well. Background jobs of a script ignore SIGINT,
// for example.
func (p *Process) Signal(s os.Signal) {
	if signal.Ignored(s) {
		p.t.Skipf("%v is ignored here, as in a script's background jobs", s)
	}
	p.cmd.Process.Signal(s)
}

// End reads the rest of the output and waits for the program to exit.
func (p *Process) End() (rest string, state *os.ProcessState) {
	p.t.Helper()
	all, err := io.ReadAll(p.Stdout)
	if err != nil {
		p.t.Error(err)
	}
	return string(all), p.Wait()
}

// Wait waits for the program to exit.
func (p *Process) Wait() *os.ProcessState {
	p.cmd.Wait() // the state contains the error
	return p.cmd.ProcessState
}
