// Prepare generates the sources of the peers made from our grammar. It prints on one line the build
// tags of the peers that this machine can have. On the standard error it lists missing tools and
// libraries, with the commands to install them.
//
//	go build -tags "$(go run ./c/prepare)" .
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/irilex/iri/benchmarks/c/needs"
	"github.com/irilex/iri/build"
)

const module = "github.com/irilex/iri/benchmarks"

func main() {
	tags, err := prepare()
	if err != nil {
		fmt.Fprintln(os.Stderr, "prepare:", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(tags, " "))
}

// prepare generates the sources of the peers whose needs are installed, and returns the build tags
// of these peers.
func prepare() (tags []string, err error) {
	folder, err := run("", "go", "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return nil, err
	}
	bundled, ok := build.FindBundled("rfc3987")
	if !ok {
		return nil, errors.New("no grammar rfc3987 is bundled")
	}
	g, err := bundled.Compile(context.Background())
	if err != nil {
		return nil, err
	}
	for _, need := range needs.All() {
		if err := find(need); err != nil {
			fmt.Fprintf(os.Stderr, "prepare: %s is missing: %v\n\t%s\n", need.Name, err, need.Install())
			continue
		}
		if err := generate(strings.TrimSpace(folder), g, need); err != nil {
			return nil, fmt.Errorf("%s: %w", need.Name, err)
		}
		tags = append(tags, need.Tag)
	}
	return tags, nil
}

// find returns an error if a need is not installed. It looks for a tool in the path. For a library
// it compiles a program of one line and links it with the library.
func find(need needs.Need) error {
	if need.Tool != "" {
		_, err := exec.LookPath(need.Tool)
		return err
	}
	compiler, language := "CC", "c"
	if need.CPlusPlus {
		compiler, language = "CXX", "c++"
	}
	command, err := run("", "go", "env", compiler)
	if err != nil {
		return err
	}
	fields := strings.Fields(command)
	if len(fields) == 0 {
		return fmt.Errorf("go env %s names no compiler", compiler)
	}
	program, err := os.CreateTemp("", "prepare")
	if err != nil {
		return err
	}
	program.Close()
	defer os.Remove(program.Name())
	_, err = run(fmt.Sprintf("#include <%s>\nint main() { return 0; }\n", need.Include),
		fields[0], append(fields[1:], "-x", language, "-", need.Link, "-o", program.Name())...)
	return err
}

// run runs a command with the given standard input, and returns its standard output. The error has
// the first line of its standard error.
func run(stdin, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		line, _, _ := strings.Cut(string(exit.Stderr), "\n")
		err = fmt.Errorf("%s: %w: %s", name, err, line)
	}
	return string(out), err
}
