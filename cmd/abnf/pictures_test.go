package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
)

// pictures lists the pictures in the documents, and the commands that draw them.
var pictures = []struct{ file, command string }{
	{"IPv6address.svg", "railroad -r IPv6address rfc3987"},
	{"IRI.svg", "graph -g rfc3987 -r IRI"},
	{"walk.svg", "walk -g rfc3987 -r IRI --as svg http://example.org/ros\u00e9?q#f"},
}

// TestPictures compares the pictures in the documents with what the commands draw.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		var out, stderr bytes.Buffer
		if status := run(strings.Fields(p.command), nil, &out, &stderr); status != 0 {
			t.Errorf("abnf %s: status %d: %s", p.command, status, &stderr)
			continue
		}
		golden.Compare(t, filepath.Join("testdata", "pictures", p.file), out.String())
	}
}
