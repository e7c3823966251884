//go:build amd64 || arm64 || loong64 || ppc64le || wasm

package format

// Shifts reports whether the processor has shifts of 64 bits and unaligned loads of 64 bits,
// little-endian. Places need both. On other processors the plain rows walk alone, and delimiters
// are found byte by byte.
const Shifts = true
