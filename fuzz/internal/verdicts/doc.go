// Package verdicts contains one test, which is small enough to run under an emulator. It runs every
// engine of every shipped rule on the same strings and hashes all results. A single list of hashes
// covers all platforms, processors and build tags, so every run of the module's tests checks the
// engines on the current machine.
//
//	go test ./fuzz/internal/verdicts                      # a sample
//	go test ./fuzz/internal/verdicts -args -long          # all strings
//	go test ./fuzz/internal/verdicts -args -suites=DIR    # suites, written to DIR by "abnf suite"
//	.ci/everywhere                                        # on eight platforms
package verdicts
