package play

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/tables"
)

// A program is a regular expression or the code that package emit generates.
type program struct {
	File string `json:"file"` // a name for the file
	Text string `json:"text"`
	Note string `json:"note"` // what a reader must know, or ""
}

// newProgram returns the rule of a request and a program without text.
func (s *Session) newProgram(r Request) (*build.Rule, *program, error) {
	rule, err := s.withTable(r.Rule)
	if err != nil {
		return nil, nil, err
	}
	p := &program{}
	if e := exactness(rule.Table); e != "exact" {
		p.Note = fmt.Sprintf("It matches a %s of the language that the document defines.", e)
	}
	return rule, p, nil
}

// regexp writes a rule as a regular expression.
func (s *Session) regexp(r Request) (any, error) {
	rule, p, err := s.newProgram(r)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(build.Engines(), build.Engine(r.As)) {
		return nil, fmt.Errorf("unknown engine %q", r.As)
	}
	p.File = "regexp.txt"
	p.Text, err = s.grammar.Regexp(context.Background(), rule.Name, build.Engine(r.As))
	return p, err
}

// code writes a rule as code. The tables are those of "abnf gen --small", because finding places
// for states takes most of the time of a compilation.
func (s *Session) code(r Request) (any, error) {
	rule, p, err := s.newProgram(r)
	if err != nil {
		return nil, err
	}
	if p.File, err = fileOf(r.As, rule.Name); err != nil {
		return nil, err
	}
	if e, _ := rule.Table.Exactness(); e == tables.Superset && s.grammar.Approximated(rule) {
		if err := s.grammar.ProveSuperset(context.Background(), rule); err != nil {
			return nil, err
		}
	}
	command := fmt.Sprintf("abnf gen --small --lang %s -r %s -o %s %s", r.As, rule.Name, p.File, s.grammar.Source.Name)
	var text []byte
	if r.As == "go" {
		name := packageOf(s.grammar.Name)
		command += " -p " + name
		text, err = emit.Source(s.grammar, emit.Options{
			Package: name, Doc: "the grammar " + s.grammar.Name, Command: command, Rules: []string{rule.Name},
		})
	} else {
		opt := port.Options{Language: r.As, Rules: []string{rule.Name}, Command: command}
		if r.As == "java" {
			opt.Class = strings.TrimSuffix(p.File, ".java")
		}
		text, _, err = port.File(s.grammar, opt)
	}
	p.Text = string(text)
	return p, err
}

// fileOf returns a name for a generated file, which for Java is also the name of its class.
func fileOf(language, rule string) (string, error) {
	switch language {
	case "java":
		return "Grammar.java", nil
	case "go":
		return packageOf(rule) + "_gen.go", nil
	case "c", "js":
		return packageOf(rule) + "." + language, nil
	case "rust":
		return packageOf(rule) + ".rs", nil
	case "python":
		return packageOf(rule) + ".py", nil
	}
	return "", fmt.Errorf("unknown language %q", language)
}

// packageOf returns a Go package name for a name: its ASCII letters and digits in lowercase, or
// "grammar".
func packageOf(name string) string {
	name = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(name))
	if !token.IsIdentifier(name) {
		return "grammar"
	}
	return name
}
