// Package c links the C and C++ validators among the peers of the benchmarks, each under a build
// tag of its own. The command prepare prints the tags that this machine can have, and generates the
// code made from our grammar:
//
//	go test -tags "$(go run ./c/prepare)" -bench . ./c
//
// Each peer runs in its best form. Its lines are adjacent in C memory, with a NUL after each:
// generated lexers stop there, without a test for the end of the line at each byte. A measured pass
// does not include the copying of lines. Ours takes its lines as Go strings, without a copy either.
package c
