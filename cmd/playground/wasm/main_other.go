//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "wasm runs in browsers: go run ./cmd/playground")
	os.Exit(2)
}
