package main

import (
	"bufio"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A sarifReporter prints one document of SARIF 2.1.0 (OASIS, 2020). Numbers in comments are its
// sections.
type sarifReporter struct {
	out     *bufio.Writer
	policy  *policy
	results []sarifResult
}

// The parts of a document, with the properties used here.
type (
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool        sarifTool         `json:"tool"`
		ColumnKind  string            `json:"columnKind"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string        `json:"id"`
		ShortDescription sarifMessage  `json:"shortDescription"`
		Help             *sarifMessage `json:"help,omitempty"` // the page of a code with results
		Default          sarifDefaults `json:"defaultConfiguration"`
	}
	sarifDefaults struct { // 3.50
		Level   string `json:"level"`
		Enabled bool   `json:"enabled"`
	}
	sarifInvocation struct { // 3.20
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct { // 3.58
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifResult struct { // 3.27
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifMessage struct { // 3.11
		Text string `json:"text"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifRegion struct { // 3.30: from 1, the end excluded
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
)

func (r *sarifReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	from, to := src.Position(d.Pos), src.Position(d.Pos+syntax.Pos(d.Len))
	offset, length := src.Span(d.Pos, d.Len)
	where := sarifPhysical{
		sarifArtifact{fileURI(src.Name)},
		sarifRegion{from.Line, from.Column, to.Line, to.Column, int(offset), length},
	}
	r.results = append(r.results, sarifResult{
		d.Code, ruleIndex(d.Code), d.Severity.String(), sarifMessage{d.Message}, []sarifLocation{{where}},
	})
	return nil
}

func (r *sarifReporter) end(t *tally) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{"abnf", "https://github.com/irilex/iri", r.rules()}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{{ExecutionSuccessful: t.unread == 0 && !t.interrupted}},
		Results:     append([]sarifResult{}, r.results...),
	}
	if over := t.over(); over != "" {
		run.Invocations[0].notify("warning", over)
	}
	if t.interrupted {
		run.Invocations[0].notify("error", "interrupted")
	}
	return terminal.EncodeJSON(r.out, sarifLog{
		"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0",
		[]sarifRun{run},
	})
}

func (i *sarifInvocation) notify(level, text string) {
	i.Notifications = append(i.Notifications, sarifNotification{level, sarifMessage{text}})
}

// rules returns all codes, with their severities under the policy of the run, and with the pages of
// the codes with results.
func (r *sarifReporter) rules() (rules []sarifRule) {
	for _, k := range syntax.Codes() {
		d, fate := r.policy.judge(syntax.Diagnostic{Severity: k.Severity, Code: string(k.Code)})
		rules = append(rules, sarifRule{
			string(k.Code), sarifMessage{k.Summary}, nil, sarifDefaults{d.Severity.String(), fate == show},
		})
	}
	for _, result := range r.results {
		if rule := &rules[result.RuleIndex]; rule.Help == nil {
			rule.Help = pageOf(rule.ID)
		}
	}
	return rules
}

// pageOf returns the page of a code as text.
func pageOf(code string) *sarifMessage {
	page, _ := program.FindCode(code)
	var b strings.Builder
	page.Write(&b)
	return &sarifMessage{b.String()}
}

// ruleIndex returns the index of a code among the rules.
func ruleIndex(code string) int {
	for i, k := range syntax.Codes() {
		if string(k.Code) == code {
			return i
		}
	}
	return -1
}

// fileURI returns the name of a file as a reference. A relative name stays relative.
func fileURI(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") {
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
