// Package fuzz holds the tests that cross the borders of packages: fuzz targets for
// every entry point, and comparisons of the tables with engines that are not ours.
//
//	go test ./fuzz                                     # the seeds, Go's regexp, net/netip
//	go test ./fuzz -run Engine -args -strings 10000000 # the engines for longer
//	go test ./fuzz -run '^$' -fuzz FuzzSplit           # one target, until it fails
//	go run ./fuzz/mutate -package ./tables             # break a package in small ways, and see whether its tests notice
//
// The comparison with Rust's regex crate needs cgo and a library, and is skipped without
// them, unless IRI_REQUIRE_RURE is set:
//
//	eval "$(.ci/librure/build)" && go test -tags rure ./fuzz
package fuzz
