package program

import (
	"bytes"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// A SARIF writes a SARIF 2.1.0 document (OASIS, 2020) with one run, whose results are written as
// they are found. Numbers in comments refer to sections of that standard.
type SARIF struct {
	w     io.Writer
	begun bool // whether the beginning of the document has been written
}

// NewSARIF returns a SARIF that writes to w.
func NewSARIF(w io.Writer) *SARIF { return &SARIF{w: w} }

const sarifBegin = `{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/` +
	`sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"results":[` // 3.13, 3.14

// Write writes results that AppendResult has encoded. It drops the comma before the first one.
func (s *SARIF) Write(results []byte) (int, error) {
	if len(results) == 0 {
		return 0, nil
	}
	text := results
	if !s.begun {
		text = append([]byte(sarifBegin), results[1:]...)
	}
	s.begun = true
	if _, err := s.w.Write(text); err != nil {
		return 0, err
	}
	return len(results), nil
}

type object map[string]any

// message returns a SARIF message object (3.11).
func message(text string) object { return object{"text": text} }

// AppendResult appends a result (3.27), with a comma before it. index is the index of the code
// among the rules of the run, or -1.
func AppendResult(b []byte, d Annotation, index int) []byte {
	result := object{
		"ruleId": d.Code, "level": d.Severity, "message": message(d.Message),
		"locations": []object{{"physicalLocation": object{ // 3.28, 3.29
			"artifactLocation": object{"uri": fileURI(d.File)},
			"region": object{ // 3.30: columns start at 1, and the end is exclusive
				"startLine": d.Line, "startColumn": d.Column, "endLine": d.EndLine, "endColumn": d.EndColumn,
				"byteOffset": d.Offset, "byteLength": d.Length,
			},
		}}},
	}
	if index >= 0 {
		result["ruleIndex"] = index
	}
	return append(append(b, ','), encode(result)...)
}

// A SARIFRun describes the run that a SARIF document reports.
type SARIFRun struct {
	Tool        string
	Rules       []SARIFRule
	Complete    bool // whether all files were read to the end
	Interrupted bool
	Notice      string // a message about the entire run, or ""
}

// A SARIFRule describes a code.
type SARIFRule struct {
	Code, Summary string
	Severity      string
	Off           bool // whether diagnostics with the code are suppressed
	Help          bool // whether to include the page of the code
}

// Close writes the end of the document.
func (s *SARIF) Close(run SARIFRun) error {
	begin := sarifBegin
	if s.begun {
		begin = ""
	}
	notifications := []object{} // 3.58
	if run.Notice != "" {
		notifications = append(notifications, object{"level": "warning", "message": message(run.Notice)})
	}
	if run.Interrupted {
		notifications = append(notifications, object{"level": "error", "message": message("interrupted")})
	}
	rules := []object{}
	for _, rule := range run.Rules {
		rules = append(rules, rule.object())
	}
	rest := encode(object{
		"tool": object{"driver": object{ // 3.18, 3.19
			"name": run.Tool, "informationUri": "https://github.com/irilex/iri", "rules": rules,
		}},
		"columnKind": "unicodeCodePoints",
		"invocations": []object{{ // 3.20
			"executionSuccessful":        run.Complete && !run.Interrupted,
			"toolExecutionNotifications": notifications,
		}},
	})
	_, err := io.WriteString(s.w, begin+"],"+string(rest[1:])+"]}\n")
	return err
}

// object returns the rule as an object (3.49).
func (r SARIFRule) object() object {
	rule := object{
		"id": r.Code, "shortDescription": message(r.Summary),
		"defaultConfiguration": object{"level": r.Severity, "enabled": !r.Off}, // 3.50
	}
	if r.Help {
		page, _ := FindCode(r.Code)
		var help strings.Builder
		page.Write(&help)
		rule["help"] = message(help.String())
	}
	return rule
}

// encode returns an object as JSON.
func encode(o object) []byte {
	var b bytes.Buffer
	terminal.EncodeJSON(&b, o) // a Buffer returns no errors
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// fileURI converts a file name to a URI reference. A relative name becomes a relative reference.
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
