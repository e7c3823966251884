//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// signals lists the signals that end the program as Ctrl-C does.
var signals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// manyLines returns a text of n different valid lines.
func manyLines(n int) string {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "http://example.org/%d\n", i)
	}
	return b.String()
}

// TestInterruptedFilter sends a signal while several files are being read concurrently. The output
// must be a prefix of the complete output that ends with a record, and stderr must contain its
// counts.
func TestInterruptedFilter(t *testing.T) {
	dir := t.TempDir()
	text := manyLines(400_000)
	var names []string
	for i := range 4 {
		name := filepath.Join(dir, fmt.Sprint("lines", i))
		write(t, name, text)
		names = append(names, name)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	whole := strings.Repeat(text, len(names))
	for _, signal := range signals {
		for _, command := range []string{"filter", "check --verdicts"} {
			// The pipe has no writer, so the program does not end by itself.
			p := scripttest.Start(t, nil, "iri", append(append(strings.Fields(command), names...), pipe)...)
			first, err := p.Stdout.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			p.Signal(signal)
			rest, state := p.End()
			got := first + rest
			if state.ExitCode() != program.Interrupted || !strings.HasSuffix(got, "\n") {
				t.Errorf("%s: %v, …%q", command, state, got[max(0, len(got)-30):])
			}
			want := fmt.Sprintf("%d valid, 0 invalid, interrupted\n", strings.Count(got, "\n"))
			if command == "filter" && !strings.HasPrefix(whole, got) || p.Stderr.String() != want {
				t.Errorf("%s: %d of %d bytes, %s", command, len(got), len(whole), &p.Stderr)
			}
		}
	}
}

// TestInterruptedFilterIntoFiles checks that after a signal no file is replaced, no temporary file
// remains, and the report is written.
func TestInterruptedFilterIntoFiles(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Chdir(dir)
	write(t, "good", "old")
	for i := range 2 * len(signals) {
		signal, long := signals[i/2], i%2 > 0
		p := scripttest.Start(t, nil, "iri", "filter", "-", "-o", "good", "--invalid", "bad", "--report", "report")
		if _, err := io.WriteString(p.Stdin, "a:b\n[\n"); err != nil {
			t.Fatal(err)
		}
		n := 1
		if long {
			n = 9 << 20 // goes to a temporary file
		}
		if _, err := io.WriteString(p.Stdin, "a:"+strings.Repeat("x", n)); err != nil {
			t.Fatal(err)
		}
		if !long { // a long line exceeds a pipe's capacity, so the program has read from it
			for len(strings.Fields(testkit.Names(t, dir))) < 3 {
				exec.Command("true").Run() // until it has begun
			}
		}
		p.Signal(signal)
		_, state := p.End()
		if got := testkit.Names(t, dir); got != "good report" || read(t, "good") != "old" {
			t.Errorf("%s", got)
		}
		if state.ExitCode() != program.Interrupted || !strings.HasSuffix(p.Stderr.String(), " invalid, interrupted\n") ||
			strings.Count(p.Stderr.String(), "\n") != 1 {
			t.Errorf("%v, %s", state, &p.Stderr)
		}
		if got := testkit.Names(t, temporary); got != "" {
			t.Error(got)
		}
		if report := read(t, "report"); !strings.Contains(report, `"interrupted":true`) {
			t.Error(report)
		}
		os.Remove("report")
	}
}

// TestInterruptedAfterTheWork sends a signal while the report of a filter waits for the reader of a
// FIFO: at that point all lines have been read. The outputs are replaced, so the status is that of
// the lines.
func TestInterruptedAfterTheWork(t *testing.T) {
	for _, signal := range signals {
		for _, test := range []struct {
			lines  string
			status int
		}{{"a:b\n", program.OK}, {"a:b\n[\n", program.Invalid}} {
			t.Chdir(t.TempDir())
			write(t, "good", "old")
			if err := syscall.Mkfifo("report", 0o600); err != nil {
				t.Skip(err)
			}
			write(t, "errors", "")
			p := scripttest.Start(t, []string{"sh", "-c", `exec "$@" 2>errors`, "sh"}, "iri",
				"filter", "-o", "good", "--invalid", "bad", "--report", "report")
			io.WriteString(p.Stdin, test.lines)
			p.Stdin.Close()
			for read(t, "errors") == "" {
				exec.Command("true").Run() // until the counts are printed
			}
			p.Signal(signal)
			report := read(t, "report")
			_, state := p.End()
			good, bad, _ := strings.Cut(test.lines, "[")
			if bad != "" {
				bad = "[" + bad
			}
			if state.ExitCode() != test.status || read(t, "good") != good || read(t, "bad") != bad ||
				!strings.Contains(report, `"interrupted":false`) || strings.Contains(read(t, "errors"), "interrupted") {
				t.Errorf("%v: %v, %q, %q, %s, %s", signal, state, read(t, "good"), read(t, "bad"), report, read(t, "errors"))
			}
		}
	}
}

// TestInterruptedAnytime sends a signal, later in each round. Either both outputs are replaced and
// the status is that of the lines, or neither is and the status reports the interruption.
func TestInterruptedAnytime(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat("http://example.org/\n[\n", 20_000)
	write(t, "lines", text)
	for i := range 30 {
		write(t, "good", "old")
		write(t, "bad", "old")
		p := scripttest.Start(t, nil, "iri", "filter", "-o", "good", "--invalid", "bad", "lines")
		for range i {
			exec.Command("true").Run()
		}
		p.Signal(signals[i%len(signals)])
		_, state := p.End()
		got := fmt.Sprint(testkit.Names(t, "."), len(read(t, "good")), len(read(t, "bad")), state.ExitCode())
		whole := fmt.Sprint("bad good lines", 20_000*len("http://example.org/\n"), 20_000*len("[\n"), program.Invalid)
		none := fmt.Sprint("bad good lines", len("old"), len("old"), program.Interrupted)
		if early := state.ExitCode() < 0; !early && got != whole && got != none { // early: before it handles signals
			t.Errorf("%v: %s, %v, %s", signals[i%len(signals)], got, state, &p.Stderr)
		}
	}
}

// TestInterruptedTwiceInALongLine sends Ctrl-C twice during a long line: the program must end at
// once, and leave no temporary file.
func TestInterruptedTwiceInALongLine(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	p := scripttest.Start(t, nil, "iri", "filter")
	if _, err := io.WriteString(p.Stdin, "a:"+strings.Repeat("x", 9<<20)+"\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Stdout.ReadByte(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan *os.ProcessState)
	go func() { ended <- p.Wait() }()
	for {
		select {
		case state := <-ended:
			if status := state.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("%v, %s", state, &p.Stderr)
			}
			if got := testkit.Names(t, temporary); got != "" {
				t.Error(got)
			}
			return
		default:
			p.Signal(os.Interrupt)
			if err := exec.Command("true").Run(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestClosedPipe closes the reading end of the output: each command must end without a message, and
// without waiting for the FIFO among its inputs.
func TestClosedPipe(t *testing.T) {
	dir := t.TempDir()
	name, pipe := filepath.Join(dir, "lines"), filepath.Join(dir, "pipe")
	write(t, name, strings.Repeat("http://example.org/\na b\n", 100_000))
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, command := range []string{"filter", "check", "check --json", "check --verdicts", "parse", "classify -r IRI",
		"fix --json"} {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := &exec.Cmd{Path: self, Args: append(append([]string{"iri"}, strings.Fields(command)...), name, name, name,
			pipe)}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		out.Close()
		cmd.Wait()
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != syscall.SIGPIPE || stderr.Len() > 0 {
			t.Errorf("%s: %v, %s", command, cmd.ProcessState, &stderr)
		}
	}
}

// TestFullDisk checks that on a full disk no file is replaced, and no temporary file remains. Only
// root can create such a disk.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "none", dir).Run(); err != nil {
		testkit.Lacks(t, "no file system can be mounted here: ", err)
	}
	defer exec.Command("umount", dir).Run()
	lines := filepath.Join(t.TempDir(), "lines")
	write(t, lines, strings.Repeat("http://example.org/\n[example\n", 200_000))
	t.Chdir(dir)
	defer os.Chdir("/") // because the directory is unmounted
	write(t, "old", "old")
	for _, test := range []struct{ args, want string }{
		{"filter -o old", "iri: cannot write old: no space left on device\n"},
		{"filter --invalid old", "iri: cannot write old: no space left on device\n"},
		{"filter -o old --invalid /dev/null", "iri: cannot write old: no space left on device\n"},
		{"filter -o /dev/null --invalid old", "iri: cannot write old: no space left on device\n"},
		{"filter -o /dev/full", "iri: cannot write /dev/full: no space left on device\n"},
	} {
		var out, stderr bytes.Buffer
		status := run(append(strings.Fields(test.args), lines), strings.NewReader(""), &out, &stderr)
		if got := testkit.Names(t, "."); status != 2 || !strings.HasSuffix(stderr.String(), test.want) ||
			got != "old" || read(t, "old") != "old" {
			t.Errorf("%s: %d, %s, %s", test.args, status, got, stderr.String())
		}
	}
	write(t, "filler", strings.Repeat("x", 1<<20-4<<10))
	got := runOn("", "check", "-q", "--report", "old", lines)
	if got.status != 2 || !strings.Contains(got.stderr, "cannot write old: no space left on device\n") || read(t,
		"old") != "old" || testkit.Names(t, ".") != "filler old" {
		t.Errorf("%d, %s", got.status, got.stderr)
	}
}

// TestUnreadableAmongMany checks unreadable files among readable ones: each must be reported, and
// the others must count.
func TestUnreadableAmongMany(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("dir/closed", 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		write(t, fmt.Sprintf("dir/lines%02d", i), "a:b\n[\n")
	}
	if err := os.Symlink("loop", "dir/loop"); err != nil {
		t.Skip(err)
	}
	write(t, "dir/closed/lines", "a:b\n")
	want := "iri: stat dir/loop: too many levels of symbolic links\n20 valid, 20 invalid, 1 file not read\n"
	if os.Geteuid() == 0 {
		want = strings.Replace(want, "20 valid", "21 valid", 1)
	} else {
		os.Chmod("dir/closed", 0)
		defer os.Chmod("dir/closed", 0o777)
		want = "iri: open dir/closed: permission denied\n" + strings.Replace(want, "1 file", "2 files", 1)
	}
	for _, cores := range []int{1, 4} {
		got := onCores(cores, false, "check", "-q", "--format", "lines", "dir")
		if got.status != 2 || got.stderr != want {
			t.Errorf("%d, %s", got.status, got.stderr)
		}
	}
}
