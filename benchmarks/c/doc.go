// Package c links validators in C and C++ for the benchmarks. Each is under a build tag of its own,
// because a machine may lack its library. The command prepare prints the tags for this machine, and
// generates the code of the peers that are made from our grammar:
//
//	go test -tags "$(go run ./c/prepare)" -bench . ./c
//
// Each peer runs in its best form. The lines are adjacent in C memory, with a NUL after each.
// Generated lexers stop at the NUL, so they need no test for the end of the line at each byte. A
// measured pass does not include the copying of lines to C memory. Package iri takes its lines as
// Go strings, without a copy too.
package c
