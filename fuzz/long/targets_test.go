package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestRecords(t *testing.T) {
	rs := &records{}
	rs.add(
		record{target: target{"b", "FuzzX"}, seconds: 10, executions: 100, date: "2026-01-02", revision: "abc", open: 1})
	rs.add(record{target: target{"a", "FuzzX"}, seconds: 5, executions: 50, date: "2026-01-02", revision: "abc"})
	rs, err := parse(string(rs.text()))
	if err != nil {
		t.Fatal(err)
	}
	rs.add(record{target: target{"b", "FuzzX"}, seconds: 2, executions: 3, date: "2026-01-03", revision: "def+"})
	want := header + "a\tFuzzX\t5\t50\t2026-01-02\tabc\t0\nb\tFuzzX\t12\t103\t2026-01-03\tdef+\t0\n"
	if got := string(rs.text()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, wrong := range []string{"", "x", header + "a\tb\n", header + "a\tFuzzX\t5\tx\t2026-01-02\tabc\t0\n"} {
		if _, err := parse(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

func TestOutput(t *testing.T) {
	const over = "fuzz: elapsed: 1s, gathering baseline coverage: 7/7 completed, now fuzzing with 1 workers\n" +
		"fuzz: elapsed: 3s, execs: 12 (4/sec), new interesting: 1 (total: 9)\n" +
		"fuzz: elapsed: 10s, execs: 345 (40/sec), new interesting: 2 (total: 10)\n" +
		"--- FAIL: FuzzX (10.02s)\n    context deadline exceeded\nFAIL\nexit status 1\n"
	if s, n := effort(over); s != 9 || n != 338 {
		t.Errorf("%d seconds, %d executions", s, n)
	}
	if s, n := effort("fuzz: elapsed: 10s, gathering baseline coverage: 7/9 completed\nPASS\n"); s != 0 || n != 0 {
		t.Errorf("%d seconds, %d executions of seeds", s, n)
	}
	if !outOfTime(over) || outOfTime(strings.Replace(over, "context", "a", 1)) ||
		outOfTime(over+"Failing input written to x") {
		t.Error("what is out of time is not")
	}
}

// TestTargets runs the targets of a module made for it: one passes, one fails, and then a package
// does not build.
func TestTargets(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it takes some seconds")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command in the path")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example\n\ngo 1.24\n")
	write("none/x_test.go", "package none\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n")
	// it sleeps, because only the runner is tested
	write("good/x_test.go", "package good\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\n"+
		"func FuzzGood(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, n int) { time.Sleep(time.Millisecond) }) }\n")
	write("cmd/bad/x_test.go",
		"package bad\n\nimport \"testing\"\n\nfunc FuzzBad(f *testing.F) {\n\tf.Add(0)\n"+
			"\tf.Fuzz(func(t *testing.T, n int) {\n\t\tif n != 0 {\n\t\t\tt.Error(n)\n\t\t}\n\t})\n}\n")
	t.Chdir(dir)
	fuzz := fuzzer{time: time.Second, match: regexp.MustCompile(""), parallel: 1, file: "TIME.tsv"}
	found, err := fuzz.run(t.Context(), false)
	if err != nil || found != 1 {
		t.Fatalf("%d found something, %v", found, err)
	}
	if inputs, _ := filepath.Glob("cmd/bad/testdata/fuzz/FuzzBad/*"); len(inputs) != 1 {
		t.Errorf("%q are left", inputs)
	}
	rs, err := readRecords("TIME.tsv")
	if err != nil || len(rs.all) != 2 || rs.all[0].open != 1 || rs.all[1].open != 0 || rs.all[1].executions == 0 {
		t.Errorf("%+v, %v", rs, err)
	}
	write("good/x_test.go", "package good\n\nimport \"testing\"\n\nfunc FuzzGood(f *testing.F) { nonsense }\n")
	if _, err := fuzz.run(t.Context(), false); err == nil {
		t.Error("a package that does not build is run")
	}
}
