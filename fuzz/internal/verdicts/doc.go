// Package verdicts holds one test, which is small enough to be run under an emulator: it asks every engine of every rule
// that ships about the same strings, and hashes all that they say. The hashes are one list for all platforms, processors
// and build tags: whoever runs the tests of this module checks them where he is.
//
//	go test ./fuzz/internal/verdicts                # a sample
//	go test ./fuzz/internal/verdicts -args -long    # all strings
//	go test ./fuzz/internal/verdicts -args -suites=DIR    # complete test suites, written to DIR by "abnf suite"
//	.ci/everywhere                                  # on seven platforms
package verdicts
