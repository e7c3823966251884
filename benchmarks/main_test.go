package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommandLine(t *testing.T) {
	require.Equal(t, `go run -C benchmarks . -corpus urls.txt -peers 'a|b'`,
		commandLine([]string{"-corpus", "/some/where/urls.txt", "-peers", "a|b"}))
}
