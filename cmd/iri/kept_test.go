package main

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/fault"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

// A schemer counts lines by scheme. It keeps the schemes as keep returns them.
type schemer struct {
	pass  *pass
	keep  func(string) string
	count map[string]int
}

func (s *schemer) file(file *files.File) error {
	return s.pass.rows(file, func(l *files.Line, _ *fault.Fault) (valid bool, err error) {
		i, err := iri.Parse(files.View(l.Text))
		if err == nil {
			s.count[s.keep(i.Scheme())]++
		}
		return err == nil, nil
	})
}

func (s *schemer) add(other *schemer) {
	for scheme, n := range other.count {
		s.count[scheme] += n
	}
}

func (*schemer) counts() string { return "" }

// TestKeptViews plants a command that keeps a part of each line in a map, and one that keeps a
// clone of it. Three short lines of each format must suffice to tell them apart.
func TestKeptViews(t *testing.T) {
	t.Chdir(t.TempDir())
	var columns bytes.Buffer
	if err := parquet.Write(&columns, []struct{ U string }{{"a:x"}, {"bc:x"}, {"a:x"}}); err != nil {
		t.Fatal(err)
	}
	write(t, "lines", "a:x\nbc:x\na:x")
	write(t, "nul", "a:x\x00bc:x\x00a:x\x00")
	write(t, "lines.gz", packed(t, ".gz", "a:x\nbc:x\na:x\n"))
	write(t, "escaped", `a:\x78`+"\n"+`\u0062c:x`+"\n"+`\x61:x`)
	write(t, "blank", " a:x \n# x\n\n\tbc:x\na:x\t\n")
	write(t, "rows.csv", "U\na:x\n\"bc:x\"\n\"a:\"\"x\"\n\"a:x\"\n")
	write(t, "rows.tsv", "U\tV\na:x\t\nbc:x\t\na:x\t\n")
	write(t, "some.jsonl", `{"U":"a:x"}`+"\n"+`{"U":"\u0062c:x"}`+"\n"+`{"U":"a:\u0078"}`+"\n")
	write(t, "some.nt", `<a:x> <bc:x> <\u0061:x> .`+"\n")
	write(t, "some.nq", "<a:x> <bc:x> \"x\" <a:x> .\n")
	write(t, "text.md", "see a://x and bc://x\nor <a://x>\n")
	write(t, "some.parquet", columns.String())
	run := func(keep func(string) string, args ...string) map[string]int {
		defer scripttest.Forget()
		s := new(source)
		got := map[string]int{}
		cmd := &cobra.Command{Use: "schemes", RunE: func(cmd *cobra.Command, names []string) error {
			p, err := s.pass(cmd, names)
			if err != nil {
				return err
			}
			total, err := each(p, func(p *pass) *schemer { return &schemer{pass: p, keep: keep, count: map[string]int{}} })
			got = total.count
			return err
		}}
		s.recordFlags(cmd)
		var text bytes.Buffer
		cmd.SetArgs(args)
		cmd.SetOut(&text)
		cmd.SetErr(&text)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Errorf("%q: %v, %s", args, err, &text)
		}
		return got
	}
	want := map[string]int{"a": 2, "bc": 1}
	for _, line := range []string{
		"lines", "lines.gz", "-0 nul", "--escaped escaped", "--trim --skip-blank --comment # blank", "rows.csv",
		"--column U rows.tsv", "--field U some.jsonl", "some.nt", "some.nq", "text.md", "--column U some.parquet",
	} {
		args := strings.Fields(line)
		if got := run(strings.Clone, args...); !maps.Equal(got, want) {
			t.Errorf("%s: %v, not %v", line, got, want)
		}
		if got := run(func(scheme string) string { return scheme }, args...); maps.Equal(got, want) {
			t.Errorf("%s: a kept view is not seen", line)
		}
	}
}
