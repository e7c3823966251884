// Package lines has the lines of the corpora for the programs of the benchmarks.
package lines

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// Kinds in addition to those of package corpus.
const (
	Short   = "short" // the lines of "urls" with at most 63 bytes: one vector of 64 bytes, with an end
	Data    = "data"
	Percent = "percent" // the percent-encoded lines of "data"; here the kind "data" has those in base64
)

// References is the kind with references for lines, among them IRIs.
const References = "references"

// Kinds returns the names of the generated corpora.
func Kinds() []string { return append(corpus.Kinds(), Short, Percent) }

// Generate returns the first count lines of a kind, or fewer. For data and percent it returns about
// count/40 lines, because these have 4 KB. No line ends in a carriage return: some peers count it
// to the line and others to its end.
func Generate(kind string, count int) ([]string, error) {
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

// Read returns the lines of a file. A line ends in LF or CRLF; the last may end without.
func Read(file string) ([]string, error) {
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
