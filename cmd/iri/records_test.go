package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

// A record is an object printed by parse or classify.
type record struct {
	File       string
	Line       int
	Valid      bool
	Input      string
	InputHex   string `json:"input_hex"`
	Components map[string]*string
	Error      map[string]any
	Rules      []string
}

// text returns the line of a record.
func (r *record) text(t *testing.T) string {
	if r.InputHex == "" {
		return r.Input
	}
	b, err := hex.DecodeString(r.InputHex)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FuzzRecords checks that there is a record for every line, in order, with all of its bytes.
func FuzzRecords(f *testing.F) {
	f.Add([]byte("a:b\r\n\xff\n\n//é/\u202e?#\nhttp://u@[::1]:8/\x01 \\\"\tb\nb"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if len(data) == 0 {
			lines = nil
		}
		for i, line := range lines {
			if i < len(lines)-1 || bytes.HasSuffix(data, []byte("\n")) {
				lines[i] = strings.TrimSuffix(line, "\r")
			}
		}
		if len(data) > 0 && (data[0] < 'a' || data[0] > 'z') || bytes.IndexByte(data, 0) >= 0 {
			return // data may begin with a byte order mark, or not be text
		}
		parsed, classified := recordsOf(t, data, "parse", "--json"), recordsOf(t, data, "classify", "--json")
		rows := strings.SplitAfter(fuzzOutput(data, "parse", "--fields", "line,valid,input"), "\n")
		if len(parsed) != len(lines) || len(classified) != len(lines) || len(rows) != len(lines)+1 {
			t.Fatalf("%d lines: %d, %d and %d records", len(lines), len(parsed), len(classified), len(rows)-1)
		}
		for i, line := range lines {
			valid := iri.ValidReference(line)
			for _, r := range []record{parsed[i], classified[i]} {
				if r.text(t) != line || r.Line != i+1 || r.File != "-" {
					t.Fatalf("line %d, %q: %+v", i+1, line, r)
				}
			}
			if p := parsed[i]; p.Valid != valid || (p.Components != nil) != valid || (p.Error != nil) == valid {
				t.Fatalf("line %d, %q: %+v", i+1, line, p)
			}
			row := strconv.Itoa(i+1) + "\t" + strconv.FormatBool(valid) + "\t"
			if value, ok := strings.CutPrefix(strings.TrimSuffix(rows[i], "\n"), row); !ok || unescapedTSV(t, value) != line {
				t.Fatalf("line %d, %q: %q", i+1, line, rows[i])
			}
		}
	})
}

func fuzzOutput(data []byte, args ...string) string {
	var out bytes.Buffer
	run(args, bytes.NewReader(data), &out, new(bytes.Buffer))
	return out.String()
}

func recordsOf(t *testing.T, data []byte, args ...string) (list []record) {
	for line := range strings.Lines(fuzzOutput(data, args...)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, r)
	}
	return list
}
