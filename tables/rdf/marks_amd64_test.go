//go:build amd64 && gc && !purego

package rdf

import "github.com/irilex/iri/tables/internal/hier"

// atLevels calls f for each level of instructions of the processor.
func atLevels(f func(level string)) {
	have := hier.CPU
	defer func() { hier.CPU = have }()
	for hier.CPU = have; ; hier.CPU-- {
		f([]string{"tables", "AVX2", "AVX-512"}[hier.CPU])
		if hier.CPU == hier.Plain {
			return
		}
	}
}
