package main

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"
)

func TestAppendTSV(t *testing.T) {
	for value, want := range map[string]string{
		"": "", "a:b": "a:b", "é\u202e\xff": "é\u202e\xff", "a\tb\n": `a\tb\n`, "\r\\": `\r\\`, `\t`: `\\t`,
		"\x00\x1b\x7f": `\x00\x1B\x7F`, "\u009b": "\u009b",
	} {
		if got := string(appendTSV([]byte("x"), value)); got != "x"+want {
			t.Errorf("%q: %q, want %q", value, got[1:], want)
		}
	}
}

// FuzzAppendTSV checks that undoing the escapes restores the value, and that the text contains no
// tab or line ending.
func FuzzAppendTSV(f *testing.F) {
	f.Add("a\tb\\n\x00é\xff")
	f.Fuzz(func(t *testing.T, value string) {
		text := string(appendTSV(nil, value))
		if strings.ContainsAny(text, "\t\n\r\x00\x1b\x7f") {
			t.Fatalf("%q: %q", value, text)
		}
		if got := unescapedTSV(t, text); got != value {
			t.Fatalf("%q: %q is %q", value, text, got)
		}
	})
}

func unescapedTSV(t *testing.T, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case 't', 'n', 'r', '\\':
			b.WriteByte(strings.NewReplacer("t", "\t", "n", "\n", "r", "\r").Replace(text[i : i+1])[0])
		case 'x':
			n, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteByte(byte(n))
			i += 2
		default:
			t.Fatalf("%q has an escape that is none", text)
		}
	}
	return b.String()
}

// TestFieldsFlags checks that a list of fields is split at commas only, and that --absent cannot
// break a row.
func TestFieldsFlags(t *testing.T) {
	for _, tt := range []struct {
		want string
		args []string
	}{
		{`iri: unknown field "host\npath"; `, []string{"--fields", "host\npath"}},
		{`iri: unknown field "\"host"; `, []string{"--fields", "path,\"host"}},
		{`iri: --absent cannot contain a tab or a line break`, []string{"--fields", "host", "--absent", "\t"}},
		{`iri: --absent cannot contain a tab or a line break`, []string{"--fields", "host", "--absent", "a\n"}},
	} {
		var stdout, stderr bytes.Buffer
		status := run(append(tt.args, "parse"), strings.NewReader("a:b\n"), &stdout, &stderr)
		if status != 2 || !strings.HasPrefix(stderr.String(), tt.want) || stdout.Len() > 0 {
			t.Errorf("%q: status %d, %q, %q", tt.args, status, stdout.String(), stderr.String())
		}
	}
}

// TestParseAllocations checks that a valid line causes no allocation in any output form.
func TestParseAllocations(t *testing.T) {
	const few, many = 1000, 21_000
	line := "http://user@[2001:db8::7]:8080/a/例え?b#c\n"
	for _, command := range []string{
		"parse", "parse --json", "parse --fields host,path_kind,input", "parse -r IRI", "classify", "classify --json",
	} {
		args := strings.Fields(command)
		allocations := func(n int) float64 {
			input := strings.Repeat(line, n)
			return testing.AllocsPerRun(1, func() { run(args, strings.NewReader(input), io.Discard, io.Discard) })
		}
		if n := allocations(many) - allocations(few); n > (many-few)/10 {
			t.Errorf("%s: %v allocations for %d lines more", command, n, many-few)
		}
	}
}
