package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/internal/testkit"
)

// A dialogue is the standard input of a program that answers each line with a line. It delivers a
// line in pieces, and only after all lines before it have been answered.
type dialogue struct {
	t     *testing.T
	lines []string
	rest  string // rest of the line being read
	given int
	out   *bytes.Buffer // the answers
}

func (d *dialogue) Read(p []byte) (int, error) {
	if d.rest == "" {
		if got := bytes.Count(d.out.Bytes(), []byte("\n")); got != d.given {
			last := d.lines[max(d.given-1, 0)]
			d.t.Errorf("%d answers to %d lines, the last of which is %.50q:\n%.500s", got, d.given, last, d.out)
			return 0, io.ErrUnexpectedEOF // not Fatalf: a goroutine of the program reads
		}
		if d.given == len(d.lines) {
			return 0, io.EOF
		}
		d.rest = d.lines[d.given] + "\n"
		d.given++
	}
	piece := min((len(d.rest)+1)/2, len(p))
	copy(p, d.rest[:piece])
	d.rest = d.rest[piece:]
	return piece, nil
}

// escapeLine returns any value as a line for --escaped.
var escapeLine = strings.NewReplacer(`\`, `\\`, "\n", `\x0A`, "\r", `\x0D`).Replace

// foreignValues lists values that look like formats other than lines, or contain line endings.
var foreignValues = []string{
	"\xEF\xBB\xBFa:b", "\x1F\x8B\x08\x00abc", "\x28\xB5\x2F\xFD", "BZh91AY&SY", "PK\x03\x04", "PAR1", "\xFF\xFEa\x00",
	`{"a":"b"}`, "<a:b> <c:d> <e:f> .", "a,b", "", " ", "\t", "\"", "\n", "\r", "\r\n", "a:b\r", "a:\n", `\`, `a:\x41`,
	"\x00", "a:\x00", "a:é",
	"a:\xED\xA0\x80", "a:\xFF", `\N`, "#", "a:" + strings.Repeat("b", 200_000),
}

// TestPipe checks that each of these commands answers a line before it reads the next one. The
// first value must not affect how the others are read.
func TestPipe(t *testing.T) {
	var answered []string
	for _, value := range foreignValues {
		answered = append(answered, escapeLine(value))
	}
	for i, command := range []string{
		"check --verdicts", "check --verdicts -g rfc3986", "parse --json",
		"parse --fields valid,code,offset,message,path --absent \\N", "classify --json", "normalize --json", "to-uri --json",
		"to-iri --json", "resolve --base a:b --json", "relativize --base a:b --json",
		"fix --json",
	} {
		for k, first := range answered {
			if !testkit.OneIn(4, i+k) {
				continue
			}
			scripttest.Forget()
			d := &dialogue{t: t, out: new(bytes.Buffer), lines: append([]string{first}, answered...)}
			if status := run(append(strings.Fields(command), "--escaped"), d, d.out, io.Discard); status != 1 {
				t.Fatalf("%s: the status is %d", command, status)
			}
			if d.given != len(d.lines) {
				t.Fatalf("%s: %d of %d lines were read", command, d.given, len(d.lines))
			}
		}
	}
}

// TestPipeOfInvalidLines checks that "check --json" prints an object for each line rejected by
// "check --verdicts", and one more at the end.
func TestPipeOfInvalidLines(t *testing.T) {
	invalid := func(value string) bool {
		var out bytes.Buffer
		line := strings.NewReader(escapeLine(value) + "\n")
		return run([]string{"check", "--verdicts", "--escaped"}, line, &out, io.Discard) == 1
	}
	d := &dialogue{t: t, out: new(bytes.Buffer)}
	for _, value := range foreignValues {
		if invalid(value) {
			d.lines = append(d.lines, escapeLine(value))
		}
	}
	if status := run([]string{"check", "--json", "--escaped"}, d, d.out, io.Discard); status != 1 || len(d.lines) < 20 {
		t.Fatalf("the status is %d of %d lines", status, len(d.lines))
	}
	if last := d.out.String(); !strings.Contains(last[strings.LastIndex(last[:len(last)-1], "\n"):], `{"summary":`) {
		t.Errorf("no summary:\n%s", last)
	}
}

// TestFieldsOfMistakes checks that the fields that describe an error match the object "error", for
// all bytes.
func TestFieldsOfMistakes(t *testing.T) {
	var values []string
	for c := range 256 {
		b := string([]byte{byte(c)})
		values = append(values, "a:"+b, b+"b", "a://h:"+b+"/")
	}
	var input strings.Builder
	for _, value := range append(values, foreignValues...) {
		input.WriteString(escapeLine(value) + "\n")
	}
	output := func(args ...string) []string {
		var out bytes.Buffer
		run(append(args, "--escaped"), strings.NewReader(input.String()), &out, io.Discard)
		return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	rows := output("parse", "--fields", "valid,code,column,offset,message", "--absent", `\N`)
	objects := output("parse", "--json")
	if len(rows) != len(objects) || len(rows) != len(values)+len(foreignValues) {
		t.Fatalf("%d rows, %d objects", len(rows), len(objects))
	}
	for i, object := range objects {
		var o struct {
			Valid bool
			Error struct {
				Code, Message  string
				Column, Offset json.Number
			}
		}
		if err := json.Unmarshal([]byte(object), &o); err != nil {
			t.Fatal(err)
		}
		want := `true` + strings.Repeat("\t\\N", 4)
		if e := o.Error; !o.Valid {
			message := strings.ReplaceAll(e.Message, `\`, `\\`) // no other escape is needed
			want = strings.Join([]string{"false", e.Code, e.Column.String(), e.Offset.String(), message}, "\t")
		}
		if rows[i] != want {
			t.Errorf("%s\nnot\n%s", rows[i], want)
		}
	}
}
