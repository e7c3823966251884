package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A Record holds the contents of RESULTS.md: a section for each of the three measurements.
type Record struct {
	Validators Section `json:"validators"`
	Library    Section `json:"library"`
	Files      Section `json:"files"`
}

// A Section holds the rows that the page shows for a measurement, and where they come from.
type Section struct {
	Command  string `json:"command"`
	Revision string `json:"revision"`
	Date     string `json:"date"`
	Machine  string `json:"machine"`
	Bars     string `json:"bars"` // whether the bars hold
	Table    Table  `json:"table"`
}

// NewSection returns a section that describes this run. It returns an error if the sources have
// uncommitted changes, because the page names the commit that was measured.
func NewSection(command, revision string) (s Section, err error) {
	if revision == "" || strings.HasSuffix(revision, "-dirty") {
		return s, fmt.Errorf("the revision is %q: commit first, a page is written at the commit that it names", revision)
	}
	return Section{Command: command, Revision: revision, Date: time.Now().UTC().Format(time.DateOnly),
		Machine: Machine()}, nil
}

// Machine describes the machine and the Go release.
func Machine() string {
	return fmt.Sprintf("%s, %s, %s/%s, GO%s=%s", processor(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		strings.ToUpper(runtime.GOARCH), setting("GO"+strings.ToUpper(runtime.GOARCH)))
}

// processor returns the processor model from /proc/cpuinfo, or "unknown".
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); known[key] == "" {
			known[key] = strings.TrimSpace(value)
		}
	}
	if known["model name"] == "" {
		return "unknown processor"
	}
	return fmt.Sprintf("%s (family %s, model %s)", known["model name"], known["cpu family"], known["model"])
}

// The files of the record, in the benchmarks folder.
const (
	recordFile = "results.json"
	pageFile   = "RESULTS.md"
	chartFile  = "results.svg"
)

// UpdateRecord reads the record in a folder, calls change to modify it, and writes it along with
// the page and the chart.
func UpdateRecord(folder string, change func(*Record)) error {
	var r Record
	text, err := os.ReadFile(filepath.Join(folder, recordFile))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	change(&r)
	for file, text := range r.files() {
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// files returns the contents of the record's files.
func (r *Record) files() map[string][]byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		panic(err) // it contains only strings
	}
	return map[string][]byte{recordFile: b.Bytes(), pageFile: []byte(r.page()), chartFile: []byte(r.chart())}
}

func (r *Record) page() string {
	return fmt.Sprintf(`# Results

`+"`go run -C benchmarks . -write`"+` measures all of this and writes this page; [README.md](README.md) explains how.
The commands below print all peers, corpora and bars. × is the time on a generated corpus as a multiple of the time
that iri.Valid takes, so less is faster; *wrong* counts wrong verdicts on the lines of the corpus invalid.

![times of validators as multiples of the time of iri.Valid](%s)

## Validators

%s
## The library

%s
## Whole programs on a gigabyte

%s`, chartFile, r.Validators.text(), r.Library.text(), r.Files.text())
}

func (s *Section) text() string {
	return fmt.Sprintf("%s at commit %s on %s: `%s`. %s\n\n%s", s.Date, s.Revision, s.Machine, s.Command, s.Bars,
		s.Table.Markdown())
}

// Dimensions of the chart.
const (
	rowHeight  = 18
	labelWidth = 330
	axisWidth  = 480
	decades    = 3 // the axis ends at 1000
)

// chart plots the first two ratio columns of the validators as points on a logarithmic axis. It
// draws no bars, because bars would start at 0. Text is left-aligned with space to its right,
// because a viewer that lacks the font may substitute a wider one.
func (r *Record) chart() string {
	t := r.Validators.Table
	var b strings.Builder
	text := func(x, y int, s string) {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, html.EscapeString(s))
	}
	height := rowHeight*(len(t.Rows)+3) + 10
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"
font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, labelWidth+axisWidth+60, height)
	text(10, rowHeight, "Time to validate a line, as a multiple of the time of "+Ours)
	colors := []string{"#1f4e79", "#d9822b"}
	for i, color := range colors {
		x := labelWidth + 120*i
		fmt.Fprintf(&b, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>\n", x, 2*rowHeight-4, color)
		if len(t.Header) > ratioColumn+i {
			text(x+8, 2*rowHeight, strings.TrimPrefix(t.Header[ratioColumn+i], "× "))
		}
	}
	at := func(ratio float64) int { return labelWidth + int(axisWidth*math.Log10(ratio)/decades) }
	for ratio := 1.0; ratio <= 1000; ratio *= 10 {
		fmt.Fprintf(&b, "<path d=\"M%d %dV%d\" stroke=\"#ccc\"/>\n", at(ratio), 2*rowHeight+4, height-rowHeight-6)
		text(at(ratio), height-6, strconv.Itoa(int(ratio)))
	}
	for n, row := range t.Rows {
		y := rowHeight * (n + 3)
		text(10, y, row[0]+" ("+row[1]+")")
		for i, color := range colors {
			if len(row) <= ratioColumn+i {
				continue
			}
			if ratio, err := strconv.ParseFloat(row[ratioColumn+i], 64); err == nil {
				fmt.Fprintf(&b, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>\n", at(max(ratio, 1)), y-4, color)
			}
		}
	}
	return b.String() + "</svg>\n"
}

// ratioColumn is the first ratio column in the validators table.
const ratioColumn = 4
