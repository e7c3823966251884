package main

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// write writes a package into an empty module and changes to the module's directory.
func write(t *testing.T, code, test string) {
	t.Helper()
	testkit.NeedProcesses(t)
	t.Chdir(t.TempDir())
	t.Setenv("GOWORK", "off")
	files := map[string]string{"go.mod": "module small\n\ngo 1.24\n", "small.go": code, "small_test.go": test}
	for name, text := range files {
		testkit.WriteFile(t, name, text)
	}
}

// TestLoad covers every kind of mutant.
func TestLoad(t *testing.T) {
	write(t, `package small

func f(a []int, ok bool) {
	x := true
	if ok {
		x = a[0] <= 'b'
	}
	if len(a) == 1 || x {
		a[0]--
	}
	switch {
	case ok:
		saw("f")
		f(a, x)
	}
	a[0] &^= 2
}

func saw(string) {}
`, "package small\n")
	all, err := load(".")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range all {
		change, _, _ := strings.Cut(strings.TrimPrefix(m.String(), "small.go:"), " in: ")
		got.WriteString(change + "\n")
	}
	const want = `16: a[0] &^= 2 → 
4: true → false
5: ok → !(ok)
5: { … → {}
6: x = a[0] <= 'b' → 
6: <= → <
6: <= → >
6: 0 → (0 + 1)
6: 0 → (0 - 1)
6: 'b' → ('b' + 1)
6: 'b' → ('b' - 1)
8: len(a) == 1 || x → !(len(a) == 1 || x)
8: { … → {}
8: || → &&
8: == → !=
8: 1 → (1 + 1)
8: 1 → (1 - 1)
9: a[0]-- → 
9: -- → ++
9: 0 → (0 + 1)
9: 0 → (0 - 1)
14: f(a, x) → 
16: &^= → &=
16: 0 → (0 + 1)
16: 0 → (0 - 1)
16: 2 → (2 + 1)
16: 2 → (2 - 1)
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// TestRun tries several mutants, of which one survives: n > (0 + 1). The mutant of the other + does
// not compile.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package several times")
	}
	write(t, `package small

func Sign(n int, name string) (string, bool) {
	return "sign of " + name, n > 0
}
`, `package small

import "testing"

func TestSign(t *testing.T) {
	for _, n := range []int{0, 5} {
		if s, positive := Sign(n, "x"); s != "sign of x" || positive != (n == 5) {
			t.Error(n)
		}
	}
}
`)
	killed, tried, err := run(100, 1, ".", []string{"."})
	if killed != 3 || tried != 4 || err != nil {
		t.Errorf("%d of %d mutants killed, %v; want 3 of 4", killed, tried, err)
	}
	if killed, tried, err = run(1, 2, ".", []string{"."}); tried != 1 || err != nil {
		t.Errorf("%d of %d mutants killed, %v; want one tried", killed, tried, err)
	}
	write(t, "package small\n", "package small\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) { t.Fail() }\n")
	if _, _, err := run(1, 1, ".", []string{"."}); err == nil {
		t.Error("a test that fails without a mutant is no error")
	}
}
