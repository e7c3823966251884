package play

import (
	"fmt"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax"
)

// A menu lists what the page offers to choose from.
type menu struct {
	Grammars  []choice `json:"grammars"`
	Dialects  []choice `json:"dialects"`
	Engines   []choice `json:"engines"`
	Languages []choice `json:"languages"`
	Limit     int      `json:"limit"` // the longest document that is read, in bytes
}

// A choice is a value of a request and its label on the page.
type choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// start returns the menu.
func start() menu {
	m := menu{Engines: engineChoices(), Languages: []choice{{"go", "Go"}}, Limit: extract.Limit}
	for _, b := range build.BundledGrammars() {
		m.Grammars = append(m.Grammars, choice{b.Name, b.Title})
	}
	for _, d := range syntax.Dialects() {
		m.Dialects = append(m.Dialects, choice{d.String(), d.Notation()})
	}
	labels := map[string]string{"c": "C", "rust": "Rust", "js": "JavaScript", "java": "Java", "python": "Python"}
	for _, name := range port.Languages() {
		m.Languages = append(m.Languages, choice{name, labels[name]})
	}
	return m
}

// engineChoices returns the engines of regular expressions.
func engineChoices() (list []choice) {
	labels := map[build.Engine]string{
		build.RE2: "RE2, Go, Rust", build.PCRE: "PCRE2, PHP", build.Python: "Python", build.ECMAScript: "JavaScript",
		build.Java: "Java", build.ERE: "POSIX, grep -E", build.JSONSchema: "JSON Schema",
	}
	for _, engine := range build.Engines() {
		list = append(list, choice{string(engine), labels[engine]})
	}
	return list
}

// An opened grammar is a bundled document with an initial rule and string.
type opened struct {
	File   string `json:"file"`
	Text   string `json:"text"`
	Rule   string `json:"rule"`
	String shown  `json:"string"`
}

// open returns a bundled grammar.
func open(name string) (*opened, error) {
	b, ok := build.FindBundled(name)
	if !ok {
		return nil, fmt.Errorf("no grammar is named %q", name)
	}
	longest := ""
	for _, s := range b.Members {
		if len(s) > len(longest) {
			longest = s
		}
	}
	return &opened{b.File(), b.Source().Text, b.Main, newShown(longest)}, nil
}
