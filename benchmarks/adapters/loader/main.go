// Command loader reads N-Triples into an in-memory store and counts the statements with each
// predicate. It logs an invalid line with its position and skips it; with -strict it exits at the
// first invalid line.
//
//	go run -C benchmarks/adapters ./loader
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/irilex/iri/rdf"
)

// A term is an index into [store.terms].
type term uint32

// A store is a set of triples. Equal terms have the same number.
type store struct {
	terms   []string // the terms in N-Triples form, by number
	numbers map[string]term
	triples map[[3]term]struct{}
	count   map[term]int // number of triples, by predicate
	key     []byte
}

func newStore() *store {
	return &store{numbers: map[string]term{}, triples: map[[3]term]struct{}{}, count: map[term]int{}}
}

// load reads N-Triples from r and adds the statements to the store. It calls wrong for each invalid
// line, and continues if wrong returns nil. It stops and returns the error if wrong or r returns
// one.
func (s *store) load(r io.Reader, wrong func(*rdf.Error) error) error {
	for statement, err := range rdf.NewReader(r, rdf.NTriples).Statements() {
		var mistake *rdf.Error
		if errors.As(err, &mistake) {
			err = wrong(mistake)
		} else if err == nil {
			s.add(statement)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a statement's triple unless the store already contains it. number copies new terms,
// because the bytes of a statement are valid only until the next statement is read.
func (s *store) add(statement *rdf.Statement) {
	t := [3]term{s.number(&statement.Subject), s.number(&statement.Predicate), s.number(&statement.Object)}
	if _, known := s.triples[t]; !known {
		s.triples[t] = struct{}{}
		s.count[t[1]]++
	}
}

const xsdString = "http://www.w3.org/2001/XMLSchema#string"

// number returns the number of a term, first adding the term to s.terms if it is new. Equal terms
// have equal keys because of RDF 1.1 Concepts, section 3: a value contains no escapes, a language
// tag is in lower case, and a literal without a datatype has the datatype xsd:string.
func (s *store) number(t *rdf.Term) term {
	s.key = append(s.key[:0], byte(t.Kind))
	switch {
	case t.Language != nil:
		s.key = append(append(s.key, '@'), bytes.ToLower(t.Language)...)
	case t.Datatype != nil:
		s.key = append(s.key, t.Datatype...)
	case t.Kind == rdf.LiteralTerm:
		s.key = append(s.key, xsdString...)
	}
	s.key = append(append(s.key, 0), t.Value...) // languages and IRIs contain no zero byte
	n, known := s.numbers[string(s.key)]
	if !known {
		n = term(len(s.terms))
		s.terms = append(s.terms, t.String())
		s.numbers[string(s.key)] = n
	}
	return n
}

// predicates returns one line per predicate with its count, in alphabetical order.
func (s *store) predicates() string {
	var lines []string
	for _, p := range slices.Collect(maps.Keys(s.count)) {
		lines = append(lines, fmt.Sprintf("%s %d\n", s.terms[p], s.count[p]))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

//go:embed people.nt
var people string

func main() {
	strict := flag.Bool("strict", false, "end at the first line that is wrong")
	flag.Parse()
	log.SetFlags(0)
	s, skipped := newStore(), 0
	err := s.load(strings.NewReader(people), func(e *rdf.Error) error {
		if *strict {
			return e
		}
		log.Printf("people.nt:%d:%d: %s: %s", e.Line, e.Column, e.Code, e.Message())
		skipped++
		return nil
	})
	if err != nil {
		log.Print("people.nt: ", err)
		os.Exit(1)
	}
	fmt.Print(s.predicates())
	fmt.Printf("%d triples of %d terms, %d lines skipped\n", len(s.triples), len(s.terms), skipped)
}
