//go:build !amd64 || !gc || purego

package tables_test

// shapeKernels returns nil: there are no kernels.
func shapeKernels(*language) []kernel { return nil }

// shapeClaims returns nil: there are no kernels.
func shapeClaims(*language) []claim { return nil }
