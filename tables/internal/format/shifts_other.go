//go:build !(amd64 || arm64 || loong64 || ppc64le || wasm)

package format

// Shifts reports whether places work on this processor.
const Shifts = false
