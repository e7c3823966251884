package main

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/irilex/iri/benchmarks/measure"
)

// timesHeading begins the last section of the page, the only one that differs between runs.
const timesHeading = "\n## Times\n"

// verdictsPage returns the page up to the times.
func verdictsPage(all []comparison) string {
	var b strings.Builder
	members, others, functions := 0, 0, 0
	for _, c := range all {
		members, others, functions = members+len(c.members), others+len(c.others), functions+len(c.peers)
	}
	fmt.Fprintf(&b, `# Formats

Package formats validates %d formats. Each is a table compiled from the grammar of its standard, plus a check of
what the standard requires only in prose, if a table cannot express that. This page lists the formats, then compares
them with %d functions that Go programs use, on %d strings that the standards accept and %d that they reject: the
cases of the [JSON Schema test suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite), and
[cases](../internal/formatcases/testdata/cases.tsv)
with their sources.

`+"`go run -C benchmarks ./formats`"+` prints this page; with `+"`-write`"+`, it writes the file.

## The formats

| format | source | states | bytes | also checked |
| --- | --- | --: | --: | --- |
`, len(all), functions, members, others)
	for _, c := range all {
		rule := c.format.Rule()
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s |\n", c.name, c.source, rule.States(), len(rule), c.prose)
	}
	b.WriteString(`
## Wrong verdicts

A wrong verdict is not always a fault: a function may follow another standard, or parse leniently on purpose. But a
program that uses it as a validator still gets that verdict. The examples are the shortest strings.

| format | function | wrong accepts | wrong rejects | accepts, for example | rejects, for example |
| --- | --- | --: | --: | --- | --- |
`)
	var unmatched, worse []string
	for _, c := range all {
		if len(c.peers) == 0 {
			unmatched = append(unmatched, c.name)
		}
		if c.ours.wrong() > 0 {
			c.ours.write(&b, c.name)
		}
		for _, v := range c.peers {
			v.write(&b, c.name)
			if v.wrong() < c.ours.wrong() {
				worse = append(worse, c.name+" by "+v.name)
			}
		}
	}
	fmt.Fprintf(&b, "\nFewer wrong verdicts than package formats: %s.\n", list(worse))
	fmt.Fprintf(&b, "\nWe know of no such functions for %s.\n", list(unmatched))
	fmt.Fprintf(&b, "\nVersions: %s; the standard library of %s.\n", versions(), release())
	return b.String()
}

// list joins the names with commas. It returns "none" if there are none.
func list(names []string) string {
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// wrong returns the number of wrong verdicts.
func (v *verdicts) wrong() int { return len(v.accepts) + len(v.rejects) }

// write writes the row of a function.
func (v *verdicts) write(b *strings.Builder, format string) {
	fmt.Fprintf(b, "| %s | %s | %d | %d | %s | %s |\n", format, code(v.name), len(v.accepts), len(v.rejects),
		examples(v.accepts), examples(v.rejects))
}

// examples returns the first two strings, for a cell.
func examples(all []string) string {
	var cells []string
	for _, s := range all[:min(2, len(all))] {
		cells = append(cells, code(s))
	}
	return strings.Join(cells, ", ")
}

// code returns s in backquotes, escaped and truncated, for a cell.
func code(s string) string {
	if s == "" {
		return "(empty)"
	}
	text := strconv.Quote(s)
	text = strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
	if utf8.RuneCountInString(text) > 48 {
		text = string([]rune(text)[:48]) + "…"
	}
	text = strings.ReplaceAll(text, "|", `\|`)
	if strings.Contains(text, "`") || strings.TrimSpace(text) != text {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// versions lists the modules of the peers with their versions.
func versions() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	var list []string
	for _, name := range modules {
		for _, m := range info.Deps {
			if m.Path == name {
				list = append(list, m.Path+" "+m.Version)
			}
		}
	}
	return strings.Join(list, ", ")
}

// modules lists the modules of the peers.
var modules = []string{
	"buf.build/go/protovalidate", "github.com/Masterminds/semver/v3", "github.com/asaskevich/govalidator",
	"github.com/go-playground/validator/v10", "github.com/google/uuid", "github.com/oklog/ulid/v2",
	"github.com/package-url/packageurl-go", "github.com/santhosh-tekuri/jsonschema/v6",
	"github.com/yosida95/uritemplate/v3", "golang.org/x/mod", "golang.org/x/net", "golang.org/x/text",
}

// release returns the Go release without the patch version, such as "go1.26".
func release() string {
	parts := strings.SplitN(runtime.Version(), ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// timesSection measures the peers and returns the last section of the page.
func timesSection(all []comparison, budget time.Duration, recorded string) string {
	var b strings.Builder
	b.WriteString(timesHeading)
	fmt.Fprintf(&b, `
Recorded %s, on %s. Times are
per string, over the members that both accept; a ratio is the time of package formats divided by that of the function,
so a ratio below 1 means that package formats is faster. Both alternate in one process, and the fastest pass of each
counts. Several functions return a value, which takes time that a verdict does not need.

| format | function | ns, ours | ratio |
| --- | --- | --: | --: |
`, recorded, measure.Machine())
	var slower []string
	for _, c := range all {
		for _, v := range c.peers {
			ratio, ns := c.ratio(v.peer, budget)
			if math.IsNaN(ratio) {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f |\n", c.name, code(v.name), ns, ratio)
			if ratio > 1 {
				slower = append(slower, fmt.Sprintf("%s by %s (%.2f)", c.name, v.name, ratio))
			}
		}
	}
	fmt.Fprintf(&b, "\nFaster than package formats: %s.\n", list(slower))
	return b.String()
}
