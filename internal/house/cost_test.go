package house

import (
	"debug/elf"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

const usesNothing = `package main

import (
	"fmt"
	"os"
)

func main() { fmt.Println(os.Args) }
`

const usesValid = `package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
)

func main() { fmt.Println(iri.Valid(os.Args[0])) }
`

// TestValidCostsLittle limits what a call to Valid adds to a program, in bytes of the stripped
// binary and of zeroed memory.
func TestValidCostsLittle(t *testing.T) {
	const maxBytes, maxBSS = 110 << 10, 64 << 10
	without, with := buildProgram(t, usesNothing, "-ldflags=-s -w"), buildProgram(t, usesValid, "-ldflags=-s -w")
	bytes := fileSize(t, with) - fileSize(t, without)
	t.Logf("%d bytes more", bytes)
	if bytes > maxBytes || bytes <= 0 {
		t.Errorf("a program that calls iri.Valid has %d bytes more than one that does not, not 1 to %d",
			bytes, maxBytes)
	}
	before, ok := bss(t, without)
	if !ok {
		t.Skip("the size of BSS is read from ELF files only")
	}
	after, _ := bss(t, with)
	t.Logf("%d bytes of BSS more", after-before)
	if after-before > maxBSS {
		t.Errorf("a program that calls iri.Valid has %d bytes of BSS more than one that does not, more than %d",
			after-before, maxBSS)
	}
}

const usesPolicy = `package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

func main() {
	p := policy.MustNew(policy.Config{Schemes: os.Args, DenyHosts: os.Args, PublicAddresses: true})
	i, err := iri.Parse(os.Args[0])
	fmt.Println(p.Check(i), err)
}
`

const usesLint = `package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri"
	"github.com/irilex/iri/lint"
)

func main() {
	i, err := iri.Parse(os.Args[0])
	for f := range lint.Findings(i.Reference()) {
		fmt.Println(f.Message(), err)
	}
}
`

const usesClient = `package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	client := &http.Client{}
	fmt.Println(client.Get(os.Args[0]))
}
`

const usesGuard = `package main

import (
	"fmt"
	"os"

	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/policy/guard"
)

func main() {
	g := &guard.Guard{Policy: policy.MustNew(policy.Config{Schemes: os.Args, PublicAddresses: true})}
	fmt.Println(g.Client().Get(os.Args[0]))
}
`

// TestPackagesCostLittle limits what lint and policies add to a program, in bytes of the stripped
// binary. Of what package policy adds, net/netip accounts for 64 KB, and net/http links it anyway.
// Package policy accounts for most of what guard adds.
func TestPackagesCostLittle(t *testing.T) {
	for _, c := range []struct {
		name, without, with string
		most                int64
	}{
		{"lint", usesValid, usesLint, 608 << 10},       // mostly the tables of uts46, findings and formats
		{"policy", usesNothing, usesPolicy, 368 << 10}, // including the 4 to 8 KB that Go 1.24 adds
		{"policy/guard", usesClient, usesGuard, 320 << 10},
	} {
		without, with := buildProgram(t, c.without, "-ldflags=-s -w"), buildProgram(t, c.with, "-ldflags=-s -w")
		bytes := fileSize(t, with) - fileSize(t, without)
		t.Logf("%s: %d bytes more", c.name, bytes)
		if bytes > c.most || bytes <= 0 {
			t.Errorf("a program with package %s has %d bytes more than one without, not 1 to %d", c.name, bytes, c.most)
		}
	}
}

func fileSize(t *testing.T, file string) int64 {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// bss returns the total size of the sections that take no space in the file. ok is false if the
// file is not an ELF file.
func bss(t *testing.T, file string) (n int64, ok bool) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for _, s := range f.Sections {
		if s.Type == elf.SHT_NOBITS && s.Flags&elf.SHF_TLS == 0 {
			n += int64(s.Size)
		}
	}
	return n, true
}

// light lists the standard library packages that the run-time packages may link, besides the
// internal packages that they use. None of them is related to crypto, networking or reflection.
// Package policy/guard is not one of the run-time packages.
var light = strings.Fields("bufio bytes cmp errors io iter math math/bits slices strconv strings sync sync/atomic " +
	"unicode unicode/utf8 unsafe runtime")

// withDriver lists the additional packages that package iri and its importers depend on:
// database/sql/driver, which defines the result type of Value, and its dependencies.
var withDriver = strings.Fields("context database/sql/driver fmt io/fs maps os path reflect syscall time")

// withNetip lists the additional packages that package policy depends on: net/netip and its
// dependencies.
var withNetip = strings.Fields("net/netip unique weak")

func TestRunTimeHalfLinksLittle(t *testing.T) {
	testkit.NeedProcesses(t)
	args := []string{"list", "-f", `{{.ImportPath}} {{join .Deps " "}}`}
	for _, folder := range runTimePackages(t) {
		args = append(args, "./"+folder)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, line := range lines {
		paths, may := strings.Fields(line), light
		if paths[0] == module+"/policy" {
			may = slices.Concat(light, withDriver, withNetip)
		} else if slices.Contains([]string{module, module + "/lint", module + "/text"}, paths[0]) {
			may = slices.Concat(light, withDriver)
		}
		for _, path := range paths {
			first, _, _ := strings.Cut(path, "/")
			known := slices.Contains(may, path) || first == "internal" || first == "runtime"
			if standard(path) && !known {
				t.Errorf("%s depends on %s", paths[0], path)
			}
		}
	}
	if len(lines) != len(args)-3 {
		t.Errorf("%d packages are listed, not %d", len(lines), len(args)-3)
	}
}
