// Package report writes the results of a run of the benchmarks as text, as Markdown, as JSON, and
// as a chart. It also has the gate, which compares ratios of times with promised ratios.
//
// Words; package measure has those of a measurement (peer, corpus, turn, round):
//
//   - bar: a promise about the ratio of the times of two peers. Its limit is the promised ratio.
//   - slack: a factor for limits, such as 0.8, in the gate.
//   - gate: the function Gate. It fails if a ratio misses its limit by more than the slack.
//   - reached: the ratio that the slowest processor reaches, where this is below the limit.
package report

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
)

// A Report has the results of a run, and its circumstances.
type Report struct {
	Time      time.Time         `json:"time"`
	Command   string            `json:"command"`
	Machine   string            `json:"machine"`
	Processor string            `json:"processor"`
	Go        string            `json:"go"`
	Build     string            `json:"build"` // the result of measure.BuildOf, such as "GOAMD64=v1, purego"
	SIMD      bool              `json:"simd"`  // whether package iri could use SIMD
	Revision  string            `json:"revision,omitempty"`
	Gigahertz float64           `json:"gigahertz"` // the clock rate by measure.Clock
	Rounds    int               `json:"rounds"`
	Chart     string            `json:"chart,omitempty"` // the name of the chart's file, in the same folder
	Corpora   []*measure.Corpus `json:"corpora"`
	Peers     []measure.Peer    `json:"peers"` // also the missing ones
	Results   []measure.Result  `json:"results"`
}

// New returns a report without results. It has the circumstances of the run: the time, the machine,
// and the given texts.
func New(command, build, revision string) *Report {
	return &Report{
		Time:      time.Now().UTC().Truncate(time.Second),
		Command:   command,
		Machine:   runtime.GOOS + "/" + runtime.GOARCH,
		Processor: processor(),
		Go:        runtime.Version(),
		Build:     build,
		SIMD:      measure.SIMD(),
		Revision:  revision,
	}
}

// processor returns the model of the processor from /proc/cpuinfo, or "unknown".
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	known := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if key = strings.TrimSpace(key); known[key] == "" {
			known[key] = strings.TrimSpace(value)
		}
	}
	if known["model name"] == "" {
		return "unknown"
	}
	text := known["model name"]
	if known["vendor_id"] != "" {
		text += " (" + known["vendor_id"] + " family " + known["cpu family"] + " model " + known["model"] + ")"
	}
	return text
}

// JSON writes the report as JSON.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "\t")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// peer returns the peer of the report with a name. Without such a peer it returns one that has only
// this name.
func (r *Report) peer(name string) *measure.Peer {
	for i := range r.Peers {
		if r.Peers[i].Name == name {
			return &r.Peers[i]
		}
	}
	return &measure.Peer{Name: name}
}

// Errors returns a line for each result with an error: the peer, the corpus and the error.
func (r *Report) Errors() (lines []string) {
	for _, result := range r.Results {
		if result.Error != "" {
			lines = append(lines, result.Peer+", "+result.Corpus+": "+result.Error)
		}
	}
	return lines
}

// Complete calls measure.Complete for the results of each corpus. It computes the figures that
// follow from the times.
func (r *Report) Complete() {
	for _, c := range r.Corpora {
		var some []measure.Result
		for i := range r.Results {
			if r.Results[i].Corpus == c.Name {
				some = append(some, r.Results[i])
			}
		}
		measure.Complete(some, c, r.Gigahertz)
		for i, at := 0, 0; i < len(r.Results); i++ {
			if r.Results[i].Corpus == c.Name {
				r.Results[i] = some[at]
				at++
			}
		}
	}
}
