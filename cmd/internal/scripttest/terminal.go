package scripttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/irilex/iri/cmd/internal/files"
)

// Main runs the tests of a program. Scripts may run that program and the program onterminal. It
// sets [files.Overwriting].
func Main(m *testing.M, name string, program func()) {
	files.Overwriting = true
	testscript.Main(m, map[string]func(){name: program, "onterminal": onTerminal})
}

// onTerminal runs the program that its arguments name, with a new terminal as standard input and
// output, and types only the end-of-file character. It copies the terminal output to its standard
// output and exits with the program's status.
//
// The testscript commands "ttyin" and "ttyout" may lose the last output of a program, because they
// close the terminal without waiting for its reader. onTerminal reads until the program closes the
// terminal.
func onTerminal() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stderr = os.Stderr
	terminal, err := pty.Start(cmd)
	if err == nil {
		terminal.Write([]byte{4}) // Ctrl-D; fails if the program has ended
		// On Linux a read returns EIO after the program closes the terminal.
		if _, err = io.Copy(os.Stdout, terminal); errors.Is(err, syscall.EIO) {
			err = nil
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "onterminal:", err)
		os.Exit(2)
	}
	cmd.Wait() // the state contains the error
	os.Exit(cmd.ProcessState.ExitCode())
}
