//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// endsInterrupted checks how a program ends after Ctrl-C.
func endsInterrupted(t *testing.T, p *scripttest.Process, stderr string) {
	t.Helper()
	rest, state := p.End()
	if rest != "" || state.ExitCode() != program.Interrupted || !strings.HasSuffix(p.Stderr.String(), stderr) {
		t.Errorf("%v, %.300q, %.300q", state, rest, p.Stderr.String())
	}
}

func TestMatchIsInterrupted(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		p := scripttest.Start(t, nil, "abnf", "match", "-g", "rfc3986", "-r", "port")
		p.Stdin.Write([]byte("80\nx\n8"))
		p.Expect("1")
		p.Expect("0")
		p.Signal(signal)
		endsInterrupted(t, p, "1 valid, 1 invalid, interrupted\n")
	}
}

// TestReadingAGrammarIsInterrupted interrupts a program that is reading an endless grammar from the
// standard input. The text exceeds the capacity of the pipe, so by the time its last byte is
// written, the program is reading.
func TestReadingAGrammarIsInterrupted(t *testing.T) {
	p := scripttest.Start(t, nil, "abnf", "check", "-")
	if _, err := p.Stdin.Write([]byte(strings.Repeat("; comment\n", 100_000))); err != nil {
		t.Fatal(err)
	}
	p.Signal(os.Interrupt)
	endsInterrupted(t, p, "abnf: interrupted\n")
}

// TestCompilingIsInterrupted interrupts a compilation that takes at least a second. The compilation
// begins after the program has read the FIFO.
func TestCompilingIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "r%d = *(\"a\" / \"b\") \"a\" 16(\"a\" / \"b\") \"%d\" x\n", i, i)
	}
	file, pipe := filepath.Join(dir, "g.abnf"), filepath.Join(dir, "pipe")
	testkit.WriteFile(t, file, text.String())
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"compile"}, {"gen", "-p", "p", "-o", filepath.Join(dir, "p.go")}, {"match", "-r", "r1", "-g"},
	} {
		args = append(append([]string{args[0], "--import", pipe}, args[1:]...), file)
		p := scripttest.Start(t, nil, "abnf", args...)
		testkit.WriteFile(t, pipe, "x = \"x\"\n")
		p.Signal(os.Interrupt)
		_, state := p.End()
		if state.ExitCode() != program.Interrupted || !strings.HasSuffix(p.Stderr.String(), "abnf: interrupted\n") {
			t.Errorf("%q: %v, %.300q", args, state, p.Stderr.String())
		}
	}
	if names := testkit.Names(t, dir); names != "g.abnf pipe" {
		t.Error(names)
	}
}

// TestWritingIsInterrupted interrupts a program that is writing a ten-megabyte suite. No temporary
// file may remain, and the output file must keep its old text.
func TestWritingIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "suite")
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		const attempts = 100 // the program may end before the signal
		for n := 0; ; n++ {
			testkit.WriteFile(t, file, "old")
			p := scripttest.Start(t, nil, "abnf", "suite", "-g", "rfc3986", "-r", "IPv6address", "--more", "1", "-o", file)
			for testkit.Names(t, dir) == "suite" { // until a temporary file exists
				if text, err := os.ReadFile(file); err != nil || string(text) != "old" {
					break // the temporary file has replaced it
				}
			}
			p.Signal(signal)
			rest, state := p.End()
			if state.ExitCode() == program.OK && n < attempts {
				continue
			}
			if rest != "" || state.ExitCode() != program.Interrupted || p.Stderr.String() != "abnf: interrupted\n" {
				t.Errorf("%v, %.300q, %.300q", state, rest, p.Stderr.String())
			}
			break
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != "old" || testkit.Names(t, dir) != "suite" {
			t.Errorf("%s has %.100q, %v", testkit.Names(t, dir), text, err)
		}
	}
}

// TestSuiteIsInterrupted checks that the output of an interrupted ten-megabyte suite ends with a
// complete line.
func TestSuiteIsInterrupted(t *testing.T) {
	for _, form := range [][]string{nil, {"--json"}, {"--as", "json-schema"}} {
		const attempts = 100 // the program may end before the signal
		for n := 0; ; n++ {
			args := append([]string{"suite", "-g", "rfc3986", "-r", "IPv6address", "--more", "1"}, form...)
			p := scripttest.Start(t, nil, "abnf", args...)
			if _, err := p.Stdout.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			p.Signal(os.Interrupt)
			rest, state := p.End()
			if state.ExitCode() == program.OK && n < attempts {
				continue
			}
			stderr := p.Stderr.String()
			if !strings.HasSuffix(rest, "\n") || state.ExitCode() != program.Interrupted || stderr != "abnf: interrupted\n" {
				t.Errorf("%q: %v, %q, %.300q", form, state, rest[max(0, len(rest)-50):], stderr)
			}
			break
		}
	}
}

// TestMembersAreInterrupted interrupts endless lists and samples of members. The output must end
// with a complete line.
func TestMembersAreInterrupted(t *testing.T) {
	for _, args := range []string{
		"list -g rfc3986 -r URI", "list -g rfc3986 -r URI --json", "sample -g rfc3986 -r URI --count 100000000",
		"sample -g rfc3986 -r URI --count 100000000 --invalid",
	} {
		p := scripttest.Start(t, nil, "abnf", strings.Fields(args)...)
		if _, err := p.Stdout.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		p.Signal(os.Interrupt)
		rest, state := p.End()
		if !strings.HasSuffix(rest, "\n") || state.ExitCode() != program.Interrupted ||
			p.Stderr.String() != "abnf: interrupted\n" {
			t.Errorf("%s: %v, %.300q", args, state, p.Stderr.String())
		}
	}
}
