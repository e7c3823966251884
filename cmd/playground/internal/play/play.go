// Package play answers the requests of the playground: it compiles the grammar on the page and
// describes its rules. Requests and answers are JSON objects, so that the same code runs in a
// browser and in tests.
//
//	page.js ── request ──> worker.js ──> wasm ──> Session.Answer ──> answer ──> page.js
package play

import (
	"encoding/json"
	"fmt"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// A Request is a request from the page.
type Request struct {
	Do string // a key of requests

	// For "compile": the text of a grammar and how to read it.
	Document

	Rule   string // the rule that the answer concerns
	String string // for "string"
	Escape bool   // whether String contains the escapes of Go strings
	Seed   int    // for "samples"
	As     string // for "regexp": an engine; for "code": a language; for "automaton": "folded", "whole" or ""
	Width  int    // for "railroad" and "string": the width of the picture in pixels

	// For "rules" and "diff": a bundled grammar, or "" for the grammar on the page; and its rule.
	Grammar, Other string
}

// A Session holds the grammars that were compiled. The zero Session is ready to use. It is not safe
// for concurrent use.
type Session struct {
	grammar *build.Grammar            // on the page; nil if none was compiled
	dialect syntax.Dialect            // of the grammar
	repair  bool                      // whether its document was repaired
	bundled map[string]*build.Grammar // compiled for comparisons, by name
	defined []definitions             // of the bundled grammars; nil until names are missing
}

// requests maps Request.Do to the function that answers it.
var requests = map[string]func(*Session, Request) (any, error){
	"start":     func(*Session, Request) (any, error) { return start(), nil },
	"open":      func(_ *Session, r Request) (any, error) { return open(r.Grammar) },
	"compile":   func(s *Session, r Request) (any, error) { return s.compile(r.Document), nil },
	"rules":     (*Session).rules,
	"railroad":  (*Session).railroad,
	"automaton": (*Session).automaton,
	"string":    (*Session).match,
	"sample":    (*Session).sample,
	"samples":   (*Session).samples,
	"diff":      (*Session).diff,
	"regexp":    (*Session).regexp,
	"code":      (*Session).code,
}

// Answer answers a request. If the request fails, the answer is an object with the key "error".
func (s *Session) Answer(request string) string {
	var r Request
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		return encode(failure{"the request is not JSON: " + err.Error()})
	}
	answer := requests[r.Do]
	if answer == nil {
		return encode(failure{fmt.Sprintf("unknown request %q", r.Do)})
	}
	value, err := answer(s, r)
	if err != nil {
		return encode(failure{err.Error()})
	}
	return encode(value)
}

type failure struct {
	Error string `json:"error"`
}

func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil { // an answer consists of strings, numbers and lists
		panic("BUG: " + err.Error())
	}
	return string(text)
}
