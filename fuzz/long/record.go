package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A record is the total time of a target, and the outcome of its last run.
type record struct {
	target
	seconds, executions int64  // totals
	date, revision      string // of the last run
	open                int64  // 1 if that run failed
}

// records are the lines of the file of totals.
type records struct{ all []record }

const header = "package\ttarget\tseconds\texecutions\tlast run\trevision\topen\n"

// readRecords reads the file. A missing file has no records.
func readRecords(file string) (*records, error) {
	if file == "" {
		return &records{}, nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &records{}, nil
	}
	if err != nil {
		return nil, err
	}
	rs, err := parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return rs, nil
}

func parse(text string) (*records, error) {
	body, ok := strings.CutPrefix(text, header)
	if !ok {
		return nil, fmt.Errorf("the first line must be %q", header)
	}
	rs, number := &records{}, 1
	for line := range strings.Lines(body) {
		number++
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != strings.Count(header, "\t")+1 {
			return nil, fmt.Errorf("line %d has %d fields, not %d", number, len(fields), strings.Count(header, "\t")+1)
		}
		r := record{target: target{fields[0], fields[1]}, date: fields[4], revision: fields[5]}
		for i, to := range map[int]*int64{2: &r.seconds, 3: &r.executions, 6: &r.open} {
			var err error
			if *to, err = strconv.ParseInt(fields[i], 10, 64); err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
		}
		rs.all = append(rs.all, r)
	}
	return rs, nil
}

// add adds the time of a run to that of earlier runs.
func (rs *records) add(r record) {
	i := slices.IndexFunc(rs.all, func(x record) bool { return x.target == r.target })
	if i < 0 {
		rs.all = append(rs.all, r)
		return
	}
	r.seconds += rs.all[i].seconds
	r.executions += rs.all[i].executions
	rs.all[i] = r
}

// text returns the file, sorted by package and target.
func (rs *records) text() []byte {
	slices.SortFunc(rs.all,
		func(a, b record) int { return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.name, b.name)) })
	var b bytes.Buffer
	b.WriteString(header)
	for _, r := range rs.all {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%s\t%s\t%d\n", r.folder, r.name, r.seconds, r.executions, r.date, r.revision, r.open)
	}
	return b.Bytes()
}

func (rs *records) write(file string) error {
	if file == "" {
		return nil
	}
	return os.WriteFile(file, rs.text(), 0o666)
}
