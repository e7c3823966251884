//go:build !amd64 || !gc || purego

package tables

// There are no kernels: strings go the way of the tables.

func inShape(*uint8, string) bool { return false }

func splitShape(*uint8, string) (ends [4]int, ok bool) { return ends, false }

func stay(set *set128, s string) int { return set.stayed(s) }
