package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestAdvice checks the command suggested for a file that is not read. It must contain the flags of
// the call and the format that the file name implies. Run verbatim, it must print the verdicts on
// the text.
func TestAdvice(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, "iri"); err != nil {
		t.Skip(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	const triples, csv = "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <o> .\n", "n,my url\n1,/a\n2,<\n"
	const jsonl = "{\"u\":\"a:b\"}\n{\"u\":\"<\"}\n"
	write(t, "wide.nt", utf16(triples))
	write(t, "wide lines", utf16("a:b\n<\n"))
	write(t, "twice.nt.gz", packed(t, ".gz", packed(t, ".gz", triples)))
	write(t, "tail.jsonl.gz", packed(t, ".gz", jsonl)+"tail")
	head := fmt.Sprint("head -c ", len(packed(t, ".gz", jsonl)))
	write(t, "text.jsonl.gz", jsonl)
	write(t, "data.nt.zip", zipped(t, triples))
	write(t, "rows", utf16("n\tu\n1\ta:b\n2\t<\n"))
	write(t, "wide.csv", utf16(csv))
	write(t, "data.nq.zip", zipped(t, triples))
	for _, test := range []struct {
		args   []string
		advice string
		counts string // printed by the suggested command; "" to skip running it
	}{
		{[]string{"check", "--column", "my url", "-r", "IRI-reference", "wide.csv"},
			"iconv -f UTF-16 -t UTF-8 wide.csv | iri check --format csv --column 'my url' --rule IRI-reference",
			"1 valid, 1 invalid"},
		{[]string{"check", "--format", "auto", "-q", "wide.nt"},
			"iconv -f UTF-16 -t UTF-8 wide.nt | iri check --format ntriples --quiet", "1 valid, 1 invalid"},
		{[]string{"filter", "--missing=skip", "data.nq.zip", "--invalid", "it's"},
			`unzip -p data.nq.zip | iri filter --format nquads --invalid 'it'\''s' --missing skip`, "1 valid, 1 invalid"},
		{[]string{"check", "--field", "u", "--field=u", "-q", "tail.jsonl.gz"},
			head + " tail.jsonl.gz | iri check --format jsonl --field u --field u --quiet", "1 valid, 1 invalid"},
		{[]string{"check", "--field", "u", "text.jsonl.gz"},
			"cat text.jsonl.gz | iri check --format jsonl --field u", "1 valid, 1 invalid"},
		{[]string{"fix", "twice.nt.gz"}, "gzip -dc twice.nt.gz | gzip -dc | iri fix --format ntriples", " fixed"},
		{[]string{"check", "-q", "data.nt.zip"}, "unzip -p data.nt.zip | iri check --format ntriples --quiet",
			"1 valid, 1 invalid"},
		{[]string{"check", "-qg", "ntriples", "wide.nt"},
			"iconv -f UTF-16 -t UTF-8 wide.nt | iri check --grammar ntriples --quiet", "2 valid, 0 invalid"}, // as lines
		{[]string{"check", "--format", "csv", "--delimiter", "\t", "--column", "2", "--no-header=false", "rows"},
			`iconv -f UTF-16 -t UTF-8 rows | iri check --column 2 --delimiter $'\t' --format csv --no-header=false`,
			"1 valid, 1 invalid"},
		{[]string{"parse", "--trim", "wide lines"}, "iconv -f UTF-16 -t UTF-8 'wide lines' | iri parse --trim", ""},
		{[]string{"normalize", "--form", "case", "wide lines"},
			"iconv -f UTF-16 -t UTF-8 'wide lines' | iri normalize --form case", ""},
	} {
		got := runOn("", test.args...)
		_, advice, _ := strings.Cut(got.stderr, "try: ")
		advice, _, _ = strings.Cut(advice, "\n")
		if got.status != 2 || advice != test.advice {
			t.Errorf("%q: status %d, advice %s, not %s", test.args, got.status, advice, test.advice)
			continue
		}
		program, _, _ := strings.Cut(advice, " ")
		if _, err := exec.LookPath(program); err != nil || test.counts == "" {
			t.Logf("%s is not followed: %v", advice, err)
			continue
		}
		if out, _ := exec.Command("bash", "-c", advice).CombinedOutput(); !strings.Contains(string(out), test.counts) {
			t.Errorf("%s: %s", advice, out)
		}
	}
}

// utf16 returns an ASCII text in UTF-16 with a byte order mark.
func utf16(text string) string {
	return "\xFF\xFE" + strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("text")
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte(text))
	w.Close()
	return b.String()
}
