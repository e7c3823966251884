// Package c links the C and C++ validators that the benchmarks compare with, each behind a
// build tag of its own. The command prepare says which tags this machine can have, and
// generates what comes from our grammar:
//
//	go test -tags "$(go run ./c/prepare)" -bench . ./c
//
// Each peer is measured in its best form. Its lines lie in C memory, one behind the other,
// each with a NUL behind it: generated lexers stop there, and compare nothing with the end
// of the line on the way. To copy the lines there is not part of a measured pass; our own
// engine gets its lines as Go strings, which need no copy either.
package c
