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

// Say shows what is being done, on a terminal: a line that the next one takes the place of.
func Say(what string) {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", what)
	}
}

// SIMD reports whether ours may use SIMD in this build and on this machine.
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

// BuildOf returns in words how this program is built.
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
