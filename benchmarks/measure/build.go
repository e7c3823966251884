package measure

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/cpu"
	"golang.org/x/term"
)

// Say shows progress on standard error, replacing the previous text. It does so only on a terminal.
func Say(what string) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", what)
	}
}

// SIMD reports whether the iri validators use AVX-512 in this build and on this machine. With only
// AVX2 they also use SIMD, but SIMD returns false, because bar limits with SIMD assume AVX-512.
func SIMD() bool { return !purego && runtime.GOARCH == "amd64" && cpu.X86.HasAVX512VBMI }

// setting returns the value of a build setting of this program, such as GOAMD64, or "".
func setting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}

// Quietly runs a command without showing its output. If the command fails, the error includes the
// output.
func Quietly(cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(out.String()))
	}
	return nil
}
