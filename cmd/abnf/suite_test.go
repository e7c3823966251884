package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

// goldenSums is the file with the SHA-256 sums of the published suites. Users must be told about
// any change.
var goldenSums = filepath.Join("testdata", sums)

// TestRelease checks that the published suites are unchanged. An ordinary run generates only the
// suites in the lines form; a long run generates all of them. IRI_UPDATE=1 writes the sums of all
// suites.
func TestRelease(t *testing.T) {
	before, err := os.ReadFile(goldenSums)
	if err != nil && !golden.Updating() {
		t.Fatal(err)
	}
	if !golden.Updating() && !testkit.Long() {
		for i, r := range released[:pick(testing.Short(), 2, 4)] {
			if !testkit.OneIn(3, i) { // outside CI, one suite per grammar
				continue
			}
			g := bundled(t, r.grammar)
			one := target{grammar: r.grammar, rule: r.rule, notation: grammar.Automatic()}
			s := suiteFlags{target: one, bytes: r.bytes, as: r.as}
			if want := sumOf(t, &s, g) + "  " + r.file + "\n"; !strings.Contains(string(before), want) {
				t.Errorf("%s is %s, not as in %s; if that is meant, say so in the change log, and run this test with IRI_UPDATE=1",
					r.file, want, goldenSums)
			}
		}
		return
	}
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"suite", "--release", filepath.Join(dir, "new")}, nil, &stdout, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	got, err := os.ReadFile(filepath.Join(dir, "new", sums))
	if err != nil {
		t.Fatal(err)
	}
	if golden.Updating() {
		testkit.WriteFile(t, goldenSums, string(got))
	} else if !bytes.Equal(got, before) {
		t.Errorf(
			"the sums are\n%snot\n%s; if that is meant, say so in the change log, and run this test with IRI_UPDATE=1", got,
			before)
	}
	checkNTriples(t, filepath.Join(dir, "new", "iri-n-triples.zip"))
}

func pick(ok bool, a, b int) int {
	if ok {
		return a
	}
	return b
}

var compiled = map[string]*build.Grammar{}

// bundled compiles a bundled grammar once. A suite depends only on the language, so the search for
// faster tables is skipped.
func bundled(t *testing.T, name string) *build.Grammar {
	if compiled[name] == nil {
		b, _ := build.FindBundled(name)
		opt := build.Options{Name: b.Name, Dialect: b.Dialect}
		g, err := build.Compile(context.Background(), b.Source(), opt)
		if err != nil {
			t.Fatal(err)
		}
		compiled[name] = g
	}
	return compiled[name]
}

func sumOf(t *testing.T, s *suiteFlags, g *build.Grammar) string {
	f, err := s.file(t.Context(), g, s.rule)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if err := f.write(sum); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// checkNTriples checks that the manifest lists all files, that the positive test contains only
// N-Triples whose subjects are IRIs, and that each negative test is not an N-Triples document or
// has a subject that is not an IRI.
func checkNTriples(t *testing.T, path string) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	const rest = "> <http://example/p> <http://example/o> .\n"
	triples, iri := bundled(t, "ntriples").Rule("ntriplesDoc").Table, bundled(t, "rfc3987").Rule("IRI").Table
	// The grammar omits the blanks between terminals.
	document := func(text string) bool { return triples.Valid("<" + text + "><http://example/p><http://example/o>.\n") }
	files, manifest, negatives := map[string]bool{}, "", 0
	for _, entry := range archive.File {
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.TrimSuffix(strings.TrimPrefix(string(data), "<"), rest)
		switch files[entry.Name] = true; {
		case entry.Name == "manifest.ttl":
			manifest = string(data)
		case entry.Name == "iri-valid.nt":
			for line := range strings.Lines(string(data)) {
				if text, ok := strings.CutSuffix(line[1:], rest); !ok || !document(text) || !iri.Valid(text) {
					t.Fatalf("%q is no IRI in a triple", line)
				}
			}
		case document(text) && (strings.Contains(text, ">") || iri.Valid(text)):
			t.Fatalf("%s is a document of N-Triples: %q", entry.Name, data)
		default:
			negatives++
		}
	}
	if n := strings.Count(manifest, "rdft:TestNTriplesNegativeSyntax"); n != negatives || n == 0 ||
		len(files) != negatives+2 {
		t.Errorf("%d negative tests in the manifest, %d in %d files", n, negatives, len(files))
	}
	for line := range strings.Lines(manifest) {
		if _, name, ok := strings.Cut(line, "mf:action <"); ok {
			if name, _, _ = strings.Cut(name, ">"); !files[name] {
				t.Errorf("there is no file %s", name)
			}
			delete(files, name)
		}
	}
	if delete(files, "manifest.ttl"); len(files) > 0 {
		t.Errorf("the manifest lacks %d files", len(files))
	}
}

// TestSuiteForms checks that every form contains all tests of the suite, except those it cannot
// represent.
func TestSuiteForms(t *testing.T) {
	g := bundled(t, "rfc3987")
	for _, rule := range []string{"IPv4address", "ipchar", "ucschar", "ipath-empty"} {
		s := suiteFlags{target: target{grammar: "rfc3987", rule: rule}, bytes: "mistaken", as: "lines"}
		f, err := s.file(t.Context(), g, rule)
		if err != nil {
			t.Fatal(err)
		}
		want, wellFormed := map[string]bool{}, map[string]bool{}
		for text, valid := range f.Tests() {
			if want[text] = valid; utf8.ValidString(text) {
				wellFormed[text] = valid
			}
		}
		if len(want) != f.tests || len(want)-len(wellFormed) != f.illFormed {
			t.Errorf("%s: %d tests, %d of them not UTF-8", rule, f.tests, f.illFormed)
		}
		for name, x := range map[string]struct {
			form func(*bufio.Writer, *suiteFile)
			read func([]byte) (map[string]bool, error)
			want map[string]bool
		}{
			"lines": {writeLines, readLines, want}, "objects": {writeObjects, readObjects, want},
			"json-schema": {writeJSONSchema, readJSONSchema, wellFormed},
		} {
			var out bytes.Buffer
			f.form = x.form
			if err := f.write(&out); err != nil {
				t.Fatal(err)
			}
			got, err := x.read(out.Bytes())
			if err != nil || !maps.Equal(got, x.want) {
				t.Errorf("%s, %s: %d tests, not %d: %v", rule, name, len(got), len(x.want), err)
			}
			if err := f.write(&full{out.Len() / 2}); err != errFull {
				t.Errorf("%s, %s to a full disk: %v", rule, name, err)
			}
		}
	}
}

// full is a writer that fails like a full disk after room bytes.
type full struct{ room int }

var errFull = fmt.Errorf("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func readLines(text []byte) (map[string]bool, error) {
	tests := map[string]bool{}
	for line := range bytes.Lines(text) {
		if line[0] == '#' {
			continue
		}
		s, _, err := files.Unescape(nil, bytes.TrimSuffix(line[2:], []byte("\n")), false)
		if err != nil || line[1] != '\t' || line[0]&^1 != '0' {
			return nil, fmt.Errorf("%q: %v", line, err)
		}
		tests[string(s)] = line[0] == '1'
	}
	return tests, nil
}

func readObjects(text []byte) (map[string]bool, error) {
	tests := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(text))
	var head suiteHead
	if err := d.Decode(&head); err != nil {
		return nil, err
	}
	for d.More() {
		var test struct {
			Valid  bool
			String *string
			Hex    string
		}
		if err := d.Decode(&test); err != nil {
			return nil, err
		}
		s, err := hex.DecodeString(test.Hex)
		if err != nil {
			return nil, err
		}
		if test.String != nil {
			s = []byte(*test.String)
		}
		tests[string(s)] = test.Valid
	}
	return tests, nil
}

func readJSONSchema(text []byte) (map[string]bool, error) {
	tests := map[string]bool{}
	var cases []struct {
		Description, Comment string
		Schema               map[string]string
		Tests                []struct {
			Description string
			Data        string
			Valid       bool
		}
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) != 1 {
		return nil, fmt.Errorf("%d cases, %v", len(cases), err)
	}
	for _, test := range cases[0].Tests {
		tests[test.Data] = test.Valid
	}
	return tests, nil
}
