//go:build !(amd64 || arm64 || loong64 || ppc64le || wasm)

package tables

const shifts = false
