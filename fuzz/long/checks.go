package main

import (
	"fmt"
	"path"
	"time"
)

const (
	logged  = `_test\.go:\d+: ` // lines logged by tests
	anyLine = `\d`
)

// The tools needed by checks in addition to Go.
var (
	cargo = tool{"cargo", "apt-get install cargo"}
	qemu  = tool{"qemu-s390x-static", "apt-get install qemu-user-static"}
	node  = tool{"node", "apt-get install nodejs"}
)

// checks are all checks, the quick ones first.
var checks = []check{
	{
		name: "certificate",
		promise: "Every shipped rule accepts exactly the language of its grammar, and its table is minimal: a second " +
			"reading of the documents by derivatives, which shares no code with the compiler, under all 256 bytes. Changed " +
			"tables are refused with a shortest string.",
		command: "go test ./fuzz/internal/certificate -timeout 0 -v -args -long",
		figures: "terms in all|listed|changed|refused|strings",
		takes:   25 * time.Minute,
	},
	{
		name: "engines",
		promise: "0 unexplained differences on 10 million strings between the tables and position sets, Go's regexp, " +
			"Rust's regex crate and net/netip.",
		command: `eval "$(.ci/librure/build)" && IRI_REQUIRE_RURE=1 go test -tags rure ./fuzz -run 'Engine|PositionsOf' ` +
			`-timeout 0 -v -args -strings 10000000`,
		figures: "judged by|positions|covered",
		takes:   4 * time.Minute,
		needs:   []tool{cargo},
	},
	{
		name:    "mutations",
		promise: "All kernels agree on 10 million mutated strings, with fixed seeds.",
		command: "go test ./tables -run 'KernelsAgreeOnMut' -timeout 0 -v -args -long",
		figures: logged,
		takes:   10 * time.Minute,
	},
	{
		name: "properties",
		promise: "10 million random cases of each property of package iri: relativize then resolve, and resolve as the " +
			"pseudocode of RFC 3986 has it; normal forms, to a URI and back, escapes, fixes, parts, fragments, segments and " +
			"pairs.",
		command: "go test . ./text -run 'Random|Commutes' -timeout 0 -v -args -long -cases 10000000",
		figures: logged + "|^--- PASS",
		takes:   20 * time.Minute,
	},
	{
		name: "suites",
		promise: "Every engine passes the complete test suite of every rule that ships; and the suites of URI, " +
			"URI-reference, IRI and IRI-reference kill every mutant of the reference tables: every cell, every bit of " +
			"acceptance, every class of a byte.",
		command: "go test ./fuzz -run 'Suite|Mutant' -timeout 0 -v -args -long",
		figures: logged,
		takes:   10 * time.Minute,
	},
	{
		name:    "released",
		promise: "The suites that are published, in lines, for JSON Schema and for N-Triples, are what the grammars say.",
		command: "go test ./cmd/abnf -run TestRelease -timeout 0 -v -args -long",
		figures: "--- PASS|_test.go",
		takes:   time.Minute,
	},
	{
		name: "hostile",
		promise: "Lines of 1 GiB in constant memory, strings of more than 4 GiB; all triples of bytes; the longest time " +
			"for twice as many bytes at most 2.2 times, from 1 KiB to 64 MiB.",
		command: "go test ./fuzz -run Hostile -timeout 0 -v -args -hostile",
		figures: logged,
		takes:   90 * time.Minute,
	},
	{
		name:    "grammars",
		promise: "The worst grammars of a mebibyte end within the default budgets.",
		command: "go test ./build -run TestHostile$ -timeout 0 -v -args -full-budget",
		figures: "grammars, the worst",
		takes:   time.Minute,
	},
	{
		name:    "coverage",
		promise: "Statements: automaton, tables and package iri at least 95 %, build at least 90 %.",
		command: ".ci/coverage",
		figures: "% of",
		takes:   5 * time.Minute,
	},
	{
		name:    "others",
		promise: "0 unexplained differences on 10 million strings between the tables and validators in other languages.",
		command: "go run -C benchmarks . -differential 10000000",
		figures: "^covered:",
		takes:   8 * time.Minute,
		needs:   []tool{cargo},
	},
	{
		name:    "targets",
		promise: "Every fuzz target runs for a minute; none finds anything.",
		command: "go run ./fuzz/long -fuzz 60s",
		figures: "fuzz targets",
		takes:   40 * time.Minute,
	},
	{
		name:    "reproduce",
		promise: "Two patch releases of Go, and generators for other processors, write the same bytes.",
		command: ".ci/reproduce",
		figures: anyLine,
		takes:   15 * time.Minute,
		needs:   []tool{qemu},
	},
	{
		name: "everywhere",
		promise: "The same hash of all verdicts, the complete suites among them, on 13 platforms, 32-bit and big-endian " +
			"ones among them, and the tests there.",
		command: ".ci/everywhere --long",
		figures: anyLine,
		takes:   2 * time.Hour,
		needs:   []tool{qemu, node},
	},
	{
		name:    "packed",
		promise: "Every mutant of the packed tables of the four rules is refused, found, or proven to be the same.",
		command: "GOGC=800 go test ./tables -run NoMutant -timeout 0 -v -args -long",
		figures: logged,
		takes:   2 * time.Hour,
	},
	{
		name: "exhaustive",
		promise: "All engines agree on all live prefixes and a symbol: IRI up to 7 classes, URI up to 8; extents and " +
			"errors too.",
		command: "GOGC=800 go test ./tables -run EnginesAgreeOnLive -timeout 0 -v -args -long -rules 'rfc3987 " +
			"IRI$|rfc3986 URI$'",
		figures: logged,
		takes:   time.Hour,
	},
	{
		name: "rules",
		promise: "So they do for the 18 other rules of the list \"proved\" in tables/agree_test.go, one of every kind: on " +
			"up to 6 classes, or as many as make less than 30 million strings.",
		command: "GOGC=800 go test ./tables -run EnginesAgreeOnLive -timeout 0 -v -args -long -rules '!rfc3987 " +
			"IRI$|rfc3986 URI$'",
		figures: logged,
		takes:   3 * time.Hour,
	},
	mutateCheck("automaton", 300),
	mutateCheck(".", 150),
	mutateCheck("tables", 100),
	mutateCheck("rdf", 100),
	mutateCheck("tables/internal/engine", 100),
	mutateCheck("tables/machine", 100),
	mutateCheck("build", 60),
	mutateCheck("build/internal/names", 60),
	mutateCheck("build/internal/automata", 60),
	mutateCheck("build/internal/tune", 60),
	mutateCheck("build/emit", 60),
}

// mutateCheck is the check of the tests of a package by mutants of its Go code.
func mutateCheck(pkg string, sample int) check {
	return check{
		name: "mutate-" + path.Base(path.Join("iri", pkg)),
		promise: fmt.Sprintf(
			"The tests find at least 85 %% of %d mutants of the Go code of package %s; why the others live is known.",
			sample, pkg),
		command: fmt.Sprintf("go run ./fuzz/mutate -package ./%s -sample %d -seed 1", pkg, sample),
		figures: "mutants killed",
		takes:   20 * time.Minute,
	}
}
