package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
)

// The examples of the pages of codes have the codes.
func TestCodePages(t *testing.T) {
	scripttest.Pages(t, "abnf", func(args []string, stdin string) string {
		var out bytes.Buffer
		run(args, strings.NewReader(stdin), &out, &out)
		return out.String()
	}, nil)
}
