package main

import (
	"strings"
	"testing"
)

// TestHint checks that a hint about another format is printed for a file read as lines by default
// if its first line looks like that format and is invalid, and that the verdicts do not change.
func TestHint(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ text, name, advice string }{
		{"<http://a/s> <http://a/p> <http://a/o> .", "N-Triples", "--format ntriples"},
		{"\n# dump\n_:a <http://a/p> \"x . <y>\"@en . # <c>", "N-Triples", "--format ntriples"},
		{"<http://a/s><http://a/ p><{id}>.", "N-Triples", "--format ntriples"},
		{"<http://a/s> <http://a/p> \"\\\"\"^^<http://a/t> _:g .", "N-Quads", "--format nquads"},
		{"@prefix : <http://a/> .", "Turtle", "riot --output=ntriples"},
		{"prefix x: <http://a/>", "Turtle", "riot --output=ntriples"},
		{"@BASE <http://a/> .", "Turtle", "riot --output=ntriples"},
		{"<rdf:RDF xmlns:rdf=\"http://r/\">", "RDF/XML", "riot --output=ntriples"},
		{"<!doctype HTML>", "HTML", "--format html"},
		{"<html lang=en>", "HTML", "--format html"},
		{"<?xml version=\"1.0\"?>\n<urlset>", "XML", "--format html"},
		{"  {\"url\":\"http://a/\"}\r", "JSON lines", "--format jsonl --field FIELD"},
		{"{\n", "JSON", "jq -c"},
		{"[{\"url\":\"http://a/\"},", "JSON", "jq -c"},
		{"WARC/1.1\r", "WARC", "WARC-Target-URI"},
		{"url,status\nhttp://a/,200", "", ""},
		{"<http://a/>", "", ""},
		{"<http://a/s> a <http://a/o> ;", "", ""},
		{"[1]: http://a/", "", ""},
		{"{id}/x", "", ""},
		{"prefix:x", "", ""},
		{"http://a/\n{\"url\":1}", "", ""},
		{"", "", ""},
	} {
		write(t, "file", c.text+"\n")
		for _, args := range []string{"check -q -", "filter", "parse --json", "classify", "fix -q file", "normalize --json"} {
			out := runOn(c.text+"\n", strings.Fields(args)...)
			name := "stdin"
			if strings.HasSuffix(args, "file") {
				name = "file"
			}
			if c.name == "WARC" && (strings.HasPrefix(args, "parse") || strings.HasPrefix(args, "normalize")) {
				continue // a valid reference
			}
			said := strings.Contains(out.stderr, "iri: "+name+" looks like "+c.name+";") ||
				strings.Contains(out.stderr, "iri: "+name+" looks like "+c.name+",")
			if c.name == "" && strings.Contains(out.stderr, "looks like") || c.name != "" && !said ||
				!strings.Contains(out.stderr, c.advice) || strings.Count(out.stderr, "looks like") > 1 {
				t.Errorf("%s of %q: %s", args, c.text, out.stderr)
			}
			lines := runOn(c.text+"\n", append(strings.Fields(args), "--format", "lines")...)
			if strings.Contains(lines.stderr, "looks like") || lines.stdout != out.stdout || lines.status != out.status {
				t.Errorf("%s of %q as lines: %s", args, c.text, lines.stderr)
			}
		}
	}
	write(t, "other", "{}\n")
	write(t, "file", "{}\n")
	if out := runOn("", "check", "-q", "file", "other"); strings.Count(out.stderr, "looks like") != 1 {
		t.Errorf("two files: %s", out.stderr)
	}
	if out := runOn("{\"a\":1}\n", "check", "-g", "rfc8259", "-r", "string"); strings.Contains(out.stderr, "looks like") {
		t.Errorf("another grammar: %s", out.stderr)
	}
}
