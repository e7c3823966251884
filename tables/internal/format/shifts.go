//go:build amd64 || arm64 || loong64 || ppc64le || wasm

package format

// Shifts reports whether the processor has 64-bit shifts and unaligned little-endian 64-bit loads.
// Places need both. On other processors, engines walk only the plain rows, and find delimiters byte
// by byte.
const Shifts = true
