// Package fuzz holds the tests across packages: fuzz targets for every entry point, and comparisons
// of the tables with other engines.
//
//	go test ./fuzz                            # the seeds, and 17,500 strings (70,000 in CI)
//	go test ./fuzz -run '^$' -fuzz FuzzSplit  # one target, until it fails
//	FUZZ=60s .ci/long Fuzz                    # every target of the module, a minute each
//	.ci/long                                  # the long checks too, most of a day
//	go run ./fuzz/mutate ./automaton          # the tests of a package on mutants of it
//
// The engines for longer:
//
//	go test ./fuzz -run 'Engines|Positions' -v -args -strings 10000000
//
// All suites, and all mutants of the tables:
//
//	go test ./fuzz -run 'Suite|Mutants' -args -long
//
// The engines are position sets (recognizer, in the tests), Go's regexp, net/netip for addresses,
// and Rust's regex crate. Rust's needs cgo and a library. Its tests skip without them, unless
// IRI_REQUIRE_RURE is set:
//
//	eval "$(.ci/librure/build)" && go test -tags rure ./fuzz
//
// The parsers of the gem Treetop need Ruby. Their test skips without it, unless
// IRI_REQUIRE_TREETOP is set:
//
//	apt-get install ruby ruby-treetop && go test -run Treetop ./fuzz
//
// The comparisons:
//
//	verdicts on any bytes        FuzzValid, FuzzPositions, FuzzEngines, FuzzBatch, FuzzPrefix
//	members and their neighbours FuzzMembers, TestEngines
//	components                   FuzzParse, FuzzSplit
//	targets and file paths       FuzzTarget, FuzzFilePath
//	pieces                       FuzzPieces: cut at every offset, errors included
//	sets and tokens              FuzzTokens, FuzzSetTable
//	statements of RDF            FuzzReader in package rdf
//	damaged tables               FuzzTable, FuzzTableEdit, FuzzSetTable
//	any text as a grammar        FuzzCompile, FuzzRead in package notation
//	random valid grammars        FuzzCompileRule, FuzzCompileOctets: all strings of up to 6 letters
//	recursive rules              FuzzCounter, FuzzXRI: recursive descent
//	witnesses                    FuzzCompare: shortest strings in one rule only
//	grammars of Treetop          TestTreetopGem: the parsers made by the gem
//	printed grammars             FuzzPrintABNF, FuzzPrintAs: the same languages
//	laws of sets, two minimizers FuzzAlgebra in package automaton
//	kernels                      FuzzKernelsAgreeWithTables in package tables
//	escapes of the programs      FuzzEscape, FuzzUnescape in cmd/internal/files
//	compressed files             FuzzGzip, FuzzZstd, FuzzBzip2, FuzzDamage in cmd/internal/files
//
// The seeds are incidents of other parsers, rows of conformance suites if the shared test data is
// there, and members drawn from our tables. An input that made a target fail remains in
// testdata/fuzz as a regression test.
//
// The exported names of this package may change in any version.
package fuzz
