package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// Kinds that this package derives from the kinds of package corpus.
const (
	Short   = "short"   // the lines of "urls" of at most 63 bytes, so a line and its ending fit into 64 bytes
	Data    = "data"    // the lines of corpus's "data" without a percent sign: base64 data IRIs
	Percent = "percent" // the other lines of corpus's "data": percent-encoded data IRIs
)

// References is a kind whose lines are references, some of which are IRIs.
const References = "references"

// Kinds returns the names of the generated corpora.
func Kinds() []string { return append(corpus.Kinds(), Short, Percent) }

// GenerateLines returns the first count lines of a kind, or fewer. For Data and Percent it returns
// about count/40 lines, because the lines are about 4 KB long. It omits lines that end in a
// carriage return, because some peers treat it as part of the line and others as part of the line
// ending.
func GenerateLines(kind string, count int) ([]string, error) {
	from := kind
	switch kind {
	case Short:
		from = "urls"
	case Percent:
		from = Data
	}
	if from == Data {
		count = max(4, count/20)
	}
	all := corpus.Lines(from, count)
	if all == nil {
		return nil, fmt.Errorf("there is no kind %q of corpus: there are %s", kind, strings.Join(Kinds(), ", "))
	}
	return slices.DeleteFunc(all, func(s string) bool {
		return strings.HasSuffix(s, "\r") || kind == Short && len(s) > 63 ||
			from == Data && strings.Contains(s, "%") != (kind == Percent)
	}), nil
}

// ReadLines returns the lines of a file without their line endings, LF or CRLF. The last line may
// lack one.
func ReadLines(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := strings.SplitAfter(string(text), "\n")
	for i, line := range all {
		if line, ended := strings.CutSuffix(line, "\n"); ended {
			all[i] = strings.TrimSuffix(line, "\r")
		}
	}
	if last := len(all) - 1; all[last] == "" { // the file ends in a newline
		all = all[:last]
	}
	return all, nil
}

// Generate returns the generated corpus of a kind with count lines, or fewer (see GenerateLines).
// Its question is IsReference for references and IsIRI otherwise.
func Generate(kind string, count int) (*Corpus, error) {
	all, err := GenerateLines(kind, count)
	if err != nil {
		return nil, err
	}
	asked := IsIRI
	if kind == References {
		asked = IsReference
	}
	return NewCorpus(kind, asked, all)
}

// read returns the corpus in a file, with the question IsIRI.
func read(file string) (*Corpus, error) {
	all, err := ReadLines(file)
	if err != nil {
		return nil, err
	}
	return NewCorpus(filepath.Base(file), IsIRI, all)
}
