package measure

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/cpu"
	"golang.org/x/term"
)

// Say shows a text as the progress of the program, on a terminal. It replaces the previous text.
func Say(what string) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", what)
	}
}

// SIMD reports whether the validators of iri use SIMD in this build and on this machine.
func SIMD() bool { return !purego && runtime.GOARCH == "amd64" && cpu.X86.HasAVX512VBMI }

// setting returns a setting of the build of this program, or "".
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

// BuildOf describes the build of this program in words.
func BuildOf() string {
	level := setting("GO" + strings.ToUpper(runtime.GOARCH))
	text := "GO" + strings.ToUpper(runtime.GOARCH) + "=" + level
	if level == "" {
		text = "the defaults"
	}
	if purego {
		text += ", purego"
	}
	return text
}
