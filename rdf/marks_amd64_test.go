//go:build amd64 && gc && !purego

package rdf

import "github.com/irilex/iri/internal/cpu"

// atLevels calls f for each instruction level of the processor.
func atLevels(f func(level string)) {
	have := level
	defer func() { level = have }()
	for level = have; ; level-- {
		f([]string{"tables", "AVX2", "AVX-512"}[level])
		if level == cpu.Plain {
			return
		}
	}
}
