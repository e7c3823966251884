package main

import (
	"bufio"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// A sarifReporter prints one SARIF 2.1.0 document (OASIS, 2020). Numbers in comments refer to
// sections of that standard.
type sarifReporter struct {
	out     *bufio.Writer
	policy  *policy
	codes   map[string]bool // the codes that have results
	results []object
}

type object map[string]any

// message returns a SARIF message object (3.11).
func message(text string) object { return object{"text": text} }

func (r *sarifReporter) diagnostic(src *syntax.Source, d syntax.Diagnostic) error {
	f := newFinding(src, d)
	r.codes[d.Code] = true
	r.results = append(r.results, object{ // 3.27
		"ruleId": f.Code, "ruleIndex": ruleIndex(f.Code), "level": f.Severity, "message": message(f.Message),
		"locations": []object{{"physicalLocation": object{ // 3.28, 3.29
			"artifactLocation": object{"uri": fileURI(f.File)},
			"region": object{ // 3.30: columns start at 1, and the end is exclusive
				"startLine": f.Line, "startColumn": f.Column, "endLine": f.end.Line, "endColumn": f.end.Column,
				"byteOffset": f.Offset, "byteLength": f.Length,
			},
		}}},
	})
	return nil
}

func (r *sarifReporter) end(t *tally) error {
	notifications := []object{} // 3.58
	if over := t.over(); over != "" {
		notifications = append(notifications, object{"level": "warning", "message": message(over)})
	}
	if t.interrupted {
		notifications = append(notifications, object{"level": "error", "message": message("interrupted")})
	}
	run := object{ // 3.14
		"tool": object{"driver": object{ // 3.18, 3.19
			"name": "abnf", "informationUri": "https://github.com/irilex/iri", "rules": r.rules(),
		}},
		"columnKind": "unicodeCodePoints",
		"invocations": []object{{ // 3.20
			"executionSuccessful":        t.unread == 0 && !t.interrupted,
			"toolExecutionNotifications": notifications,
		}},
		"results": r.results,
	}
	return terminal.EncodeJSON(r.out, struct { // 3.13
		Schema  string   `json:"$schema"`
		Version string   `json:"version"`
		Runs    []object `json:"runs"`
	}{
		"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0",
		[]object{run},
	})
}

// rules returns a rule (3.49) for every code. Each rule states its severity under the policy, and
// includes the explanation of the code if the code has results.
func (r *sarifReporter) rules() (rules []object) {
	for _, k := range syntax.Codes() {
		code := string(k.Code)
		d, fate := r.policy.apply(syntax.Diagnostic{Severity: k.Severity, Code: code})
		rule := object{
			"id": code, "shortDescription": message(k.Summary),
			"defaultConfiguration": object{"level": d.Severity.String(), "enabled": fate == show}, // 3.50
		}
		if r.codes[code] {
			page, _ := program.FindCode(code)
			var help strings.Builder
			page.Write(&help)
			rule["help"] = message(help.String())
		}
		rules = append(rules, rule)
	}
	return rules
}

// ruleIndex returns the index of a code among the rules.
func ruleIndex(code string) int {
	return slices.IndexFunc(syntax.Codes(), func(k syntax.Kind) bool { return string(k.Code) == code })
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
