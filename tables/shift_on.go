//go:build amd64 || arm64 || loong64 || ppc64le || wasm

package tables

// shifts is whether there are shifts of 64 bits, and loads of 64 bits from any address, the
// lowest byte first: what shift rows are walked with. Elsewhere the plain engine walks alone.
const shifts = true
