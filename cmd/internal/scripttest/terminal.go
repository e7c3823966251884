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

// Main runs the tests of a program. Their scripts may run the program, and the program onterminal.
// It sets [files.Overwriting].
func Main(m *testing.M, name string, program func()) {
	files.Overwriting = true
	testscript.Main(m, map[string]func(){name: program, "onterminal": onTerminal})
}

// onTerminal runs the program in its arguments with a new terminal as standard input and output,
// and types only the end of the input. It copies the output of the terminal to its standard output,
// and exits with the program's status.
//
// The commands "ttyin" and "ttyout" of testscript may lose the last output of a program, because
// they close the terminal without waiting for its reader. onTerminal reads until the program closes
// the terminal.
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
	cmd.Wait() // its error is in the state
	os.Exit(cmd.ProcessState.ExitCode())
}
