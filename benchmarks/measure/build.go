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

// Say shows a text about the progress on standard error, in place of the previous text. It does
// this only on a terminal.
func Say(what string) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", what)
	}
}

// SIMD reports whether the validators of iri use AVX-512 in this build and on this machine. With
// AVX2 alone they use SIMD too, but SIMD is false: the limits of bars with SIMD are about AVX-512.
func SIMD() bool { return !purego && runtime.GOARCH == "amd64" && cpu.X86.HasAVX512VBMI }

// setting returns the value of a setting of this program's build, such as GOAMD64, or "".
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

// Quietly runs a command. It shows no output. If the command fails, the error has the output.
func Quietly(cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(out.String()))
	}
	return nil
}
