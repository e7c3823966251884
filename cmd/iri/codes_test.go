package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
)

// TestCodePages checks that each example on a code page triggers its code.
func TestCodePages(t *testing.T) {
	const jsonl = "iri check --format jsonl --field url"
	scripttest.Pages(t, prepared(), func(args []string, stdin string) string {
		var out bytes.Buffer
		run(args, strings.NewReader(stdin), &out, new(bytes.Buffer))
		return out.String()
	}, map[string]scripttest.Example{
		"local-address":       {}, // needs --deny, which makes it an error; see lint.txtar
		"invisible-character": {Text: "http://example.org/a\u200B\n"},
		"bidi-format":         {Text: "http://example.org/a\u202Eb\n"},
		"control":             {Text: "http://example.org/a\tb\n"},
		"empty-line":          {Text: "\n"},
		"noncharacter":        {Text: "http://example.org/\uFFFE\n"},
		"json-depth":          {Command: jsonl, Text: strings.Repeat("[", 10_001)},
		"json-encoding":       {Command: jsonl, Text: "{\"url\":\"\xE9\"}\n"},
		"not-nfc":             {Text: "http://example.org/e\u0301\n"},
		"not-utf8":            {Text: "http://example.org/caf\xE9\n"},
		"private-query":       {Text: "http://example.org/?\uE000\n"},
		"private-use":         {Text: "http://example.org/\uE000\n"},
		"undecided":           {Command: "iri check -g xri30 -r xri", Text: "=(?" + strings.Repeat(")*(*(*(?", 16) + ")\n"},
	})
}
