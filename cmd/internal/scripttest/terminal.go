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

// Main runs the tests of a program. It gives their scripts the program, and the program onterminal.
// In all tests the texts of lines are overwritten after use: see [files.Overwriting].
func Main(m *testing.M, name string, program func()) {
	files.Overwriting = true
	testscript.Main(m, map[string]func(){name: program, "onterminal": onTerminal})
}

// onTerminal runs the program of its arguments with a new terminal as its standard input and
// output. Nothing but the end of the input is typed there. onTerminal copies what appears on the
// terminal to its own standard output, and exits with the program's status.
//
// testscript's own "ttyin" and "ttyout" can lose what a program wrote before its end, because they
// close the terminal without waiting for its reader. onTerminal reads until the program has closed
// the terminal.
func onTerminal() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stderr = os.Stderr
	terminal, err := pty.Start(cmd)
	if err == nil {
		terminal.Write([]byte{4}) // the key Ctrl-D; a program that has ended does not need it
		// Linux ends the reading with the error EIO after the program has closed the terminal.
		if _, err = io.Copy(os.Stdout, terminal); errors.Is(err, syscall.EIO) {
			err = nil
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "onterminal:", err)
		os.Exit(2)
	}
	cmd.Wait() // its error is in the state
	os.Exit(cmd.ProcessState.ExitCode())
}
