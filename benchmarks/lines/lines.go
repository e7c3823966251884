// Package lines has the lines of corpora that programs of the benchmarks measure with.
package lines

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/corpus"
)

// Kinds that package corpus does not have.
const (
	Short   = "short" // the lines of "urls" that one vector of 64 bytes can hold with an end
	Data    = "data"
	Percent = "percent" // the percent-encoded lines of "data"; those in base64 are "data" here
)

// References is the kind whose lines are references, and not all IRIs.
const References = "references"

// Kinds returns the names of the generated corpora.
func Kinds() []string { return append(corpus.Kinds(), Short, Percent) }

// Generate returns the first lines of a kind. Of data and percent there are about a fortieth as
// many, because their lines have 4 KB. No line ends in a carriage return, which some peers take
// for a part of the line and others for a part of its end.
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

// Read returns the lines of a file. A line ends in LF or CRLF; the last may do without.
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
	if last := len(all) - 1; all[last] == "" { // after the last newline there is no line
		all = all[:last]
	}
	return all, nil
}
