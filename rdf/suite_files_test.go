package rdf_test

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/rdf"
)

// deviations maps a W3C test and a format to the reason we do not follow the test.
var deviations = map[string]string{
	"nt-syntax-bad-bnode-01 N-Triples":     "PN_CHARS_U of 1.1 includes the colon: the grammar allows the label",
	"nt-syntax-bad-bnode-01 N-Quads":       "PN_CHARS_U of 1.1 includes the colon: the grammar allows the label",
	"nt-syntax-bad-bnode-02 N-Triples":     "PN_CHARS_U of 1.1 includes the colon: the grammar allows the label",
	"nt-syntax-bad-bnode-02 N-Quads":       "PN_CHARS_U of 1.1 includes the colon: the grammar allows the label",
	"ntriples-langdir-bad-4 N-Triples 1.2": "only BCP 47, which a reader does not check, limits a part to eight letters",
}

// TestFilesOfTheSuites reads the W3C test files, whose verdicts are in the manifests. Both versions
// must give these verdicts on the files of RDF 1.1, and canonical files are also valid. The
// manifests omit literal_false and literal_true, and list lantag_with_subtag, which exists only in
// RDF 1.1, twice.
func TestFilesOfTheSuites(t *testing.T) {
	entry := regexp.MustCompile(`rdft:TestN(?:Triples|Quads)(Positive|Negative)(?:Syntax|C14N)|` +
		`mf:(?:action|result)\s+<(.*?)>`)
	counts, unseen := map[string]int{}, maps.Clone(deviations)
	for _, dir := range []string{"rdf11/rdf-n-triples", "rdf11/rdf-n-quads", "rdf12/rdf-n-triples/syntax",
		"rdf12/rdf-n-triples/c14n", "rdf12/rdf-n-quads/syntax", "rdf12/rdf-n-quads/c14n"} {
		syntaxes := []rdf.Syntax{rdf.NTriples, rdf.NTriples12}
		if strings.Contains(dir, "quads") {
			syntaxes = []rdf.Syntax{rdf.NQuads, rdf.NQuads12}
		}
		if strings.HasPrefix(dir, "rdf12") {
			syntaxes = syntaxes[1:]
		}
		dir = filepath.Join(shared.Path(t, "rdf-tests"), filepath.FromSlash(dir))
		manifest, err := os.ReadFile(filepath.Join(dir, "manifest.ttl"))
		if err != nil {
			t.Fatal(err)
		}
		verdict, verdicts := "", map[string]string{}
		for _, e := range entry.FindAllStringSubmatch(string(manifest), -1) {
			if e[1] != "" {
				verdict = e[1]
			} else if !strings.Contains(dir, "c14n") || !strings.HasPrefix(e[2], "lantag_with_subtag") {
				verdicts[e[2]] = verdict
			}
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.n[tq]"))
		for _, file := range files {
			file = filepath.Base(file)
			want := verdicts[file]
			if stem(file) == "literal_true" || stem(file) == "literal_false" {
				want = "Positive"
			}
			delete(verdicts, file)
			for _, syntax := range syntaxes {
				name := stem(file) + " " + syntax.String()
				_, deviates := deviations[name]
				delete(unseen, name)
				counts[syntax.String()+" "+want]++
				err := readFile(t, filepath.Join(dir, file), syntax)
				if want == "" || (err == nil) != (want == "Positive" != deviates) {
					t.Errorf("%s, a %s test: %v", name, want, err)
				}
			}
		}
		if len(verdicts) > 0 {
			t.Errorf("%s does not have %v", dir, verdicts)
		}
	}
	if len(unseen) > 0 || len(counts) != 8 {
		t.Errorf("%v; no such tests: %v", counts, unseen)
	}
	t.Log(counts)
}

// stem returns a file name without its extension.
func stem(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) }

// readFile returns the first error in a file.
func readFile(t *testing.T, name string, syntax rdf.Syntax) error {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := rdf.NewReader(file, syntax)
	for {
		if _, err := r.Read(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
