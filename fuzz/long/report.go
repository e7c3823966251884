package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"
)

// errNothing is the error of a check without figures: it may have skipped everything.
var errNothing = errors.New("it printed no figure")

// A report is a Markdown file with a section for each check.
type report struct{ sections map[string]string }

const intro = `# The long run

Written by ` + "`go run ./fuzz/long`" + `: what each check covered when it last ran.
`

// heading matches the first line of a section.
var heading = regexp.MustCompile(`(?m)^## (.+)$`)

// readReport reads the sections of a file, or returns an empty report without a file.
func readReport(file string) (*report, error) {
	r := &report{map[string]string{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	at := heading.FindAllStringSubmatchIndex(string(text), -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		r.sections[string(text[m[2]:m[3]])] = strings.TrimRight(string(text[m[0]:end]), "\n") + "\n"
	}
	return r, nil
}

// head returns the beginning of a check's section.
func (c *check) head() string {
	return fmt.Sprintf("## %s\n\n%s\n\n* Command: `%s`\n", c.name, c.promise, c.command)
}

// set replaces the section of a check.
func (r *report) set(c check, x result) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s* %s, revision %s, in %s\n* Verdict: ", c.head(),
		x.date.Format("2006-01-02 15:04 UTC"), x.revision, short(max(x.took, time.Second)))
	switch {
	case x.missing != "":
		fmt.Fprintf(&b, "**not run**: %s\n", x.missing)
	case x.err != nil:
		fmt.Fprintf(&b, "**failed**: %v\n", x.err)
	default:
		b.WriteString("holds\n")
	}
	for _, text := range []string{strings.Join(x.figures, "\n"), x.tail} {
		if text != "" {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", text)
		}
	}
	r.sections[c.name] = b.String()
}

// write writes the file, with the sections in the order of the checks. It drops sections without a
// check, and sections of another promise or command.
func (r *report) write(file string, checks []check) error {
	b := []byte(intro)
	for _, c := range checks {
		section := r.sections[c.name]
		if !strings.HasPrefix(section, c.head()) {
			section = c.head() + "* Verdict: not run yet\n"
		}
		b = append(append(b, '\n'), section...)
	}
	return os.WriteFile(file, b, 0o666)
}
