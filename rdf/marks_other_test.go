//go:build !amd64 || !gc || purego

package rdf

// atLevels calls f once.
func atLevels(f func(level string)) { f("tables") }
