package rdf

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file checks the conditions that tokens do not express, and creates the errors.

// check returns the error in a line. It decodes the escapes in the terms of the statement.
func (r *Reader) check(kind lineKind) error {
	if r.long() {
		return r.errorAt(r.maxLine(), "", CodeTooLong, nil)
	}
	s := &r.statement
	r.scratch = r.scratch[:0]
	var err *Error
	switch kind {
	case statement:
		err = r.checkStatement(s)
	case directive:
		err = r.checkTerm(&s.Object, "version")
	case tooDeep:
		err = r.errorAt(r.wrongAt-r.from, "object", CodeTooDeep, nil)
	default:
		err = r.syntaxError()
	}
	if err == nil {
		return nil
	}
	return err
}

// checkStatement checks all terms in the order in which they appear in the line.
func (r *Reader) checkStatement(s *Statement) *Error {
	err := r.checkTriple(s)
	for i := 0; i < len(r.nested) && err == nil; i++ {
		err = r.checkTriple(&r.nested[i])
	}
	if err == nil {
		err = r.checkTerm(&s.Graph, "graph")
	}
	return err
}

func (r *Reader) checkTriple(s *Statement) *Error {
	err := r.checkTerm(&s.Subject, "subject")
	if err == nil {
		err = r.checkTerm(&s.Predicate, "predicate")
	}
	if err == nil {
		err = r.checkTerm(&s.Object, "object")
	}
	return err
}

// long reports whether the line exceeds the limit.
func (r *Reader) long() bool { return r.to-r.from > r.maxLine() }

// text returns the line, truncated at the limit.
func (r *Reader) text() []byte {
	n := min(r.to-r.from, r.maxLine())
	return r.buf[r.from : r.from+n : r.from+n]
}

// checkTerm decodes the escapes in a term, and resolves and validates its IRI.
func (r *Reader) checkTerm(t *Term, part string) (err *Error) {
	switch t.Kind {
	case IRITerm:
		t.Value, err = r.checkIRI(t.Value, t.Start+1, part)
	case LiteralTerm:
		t.Value, err = r.unescaped(t.Value, t.Start+1, part)
		if err == nil && t.Datatype != nil {
			at := t.Start + len(t.Raw) - len(t.Datatype) - 1
			if t.Datatype, err = r.checkIRI(t.Datatype, at, "datatype"); err == nil && r.syntax.rdf12() && isTagged(t.Datatype) {
				err = r.errorAt(at, "datatype", CodeDatatype, nil)
			}
		}
		if at := t.Start + len(t.Raw) - len(t.Direction); err == nil && t.Direction != nil && !isDirection(t.Direction) {
			err = r.errorAt(at, part, CodeDirection, nil)
		}
	}
	return err
}

// isDirection reports whether b is a base direction.
func isDirection(b []byte) bool { return string(b) == "ltr" || string(b) == "rtl" }

// isTagged reports whether an IRI is the datatype of literals with a language tag, which RDF 1.2
// does not allow after "^^".
func isTagged(datatype []byte) bool {
	const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	return string(datatype) == rdf+"langString" || string(datatype) == rdf+"dirLangString"
}

// checkIRI decodes, resolves and validates the IRI whose text in the line, at the given offset, is
// raw.
func (r *Reader) checkIRI(raw []byte, at int, part string) (value []byte, err *Error) {
	if value, err = r.unescaped(raw, at, part); err != nil {
		return raw, err
	}
	relative := !hasScheme(value)
	if relative && r.Base.HasScheme() {
		i, err := resolve(&r.scratch, r.Base, value)
		if err != nil {
			return raw, r.errorAt(at+RawOffset(raw, err.Offset), part, CodeIRI, err)
		}
		value = i
	}
	if r.IRI == "" || r.IRI.ValidBytes(value) {
		return value, nil
	}
	var reason *tables.SyntaxError
	errors.As(r.IRI.CheckBytes(value), &reason)
	switch {
	case !relative:
		at += RawOffset(raw, reason.Offset)
	case !r.Base.HasScheme():
		return value, r.errorAt(at, part, CodeNoScheme, reason)
	}
	return value, r.errorAt(at, part, CodeIRI, reason)
}

// unescaped decodes the escapes in raw, which starts at an offset in the line.
func (r *Reader) unescaped(raw []byte, at int, part string) (value []byte, err *Error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw, nil
	}
	from := len(r.scratch)
	all, wrong := AppendUnescaped(r.scratch, raw)
	if wrong != nil {
		var reason *EscapeError
		errors.As(wrong, &reason)
		return raw, r.errorAt(at+reason.Offset, part, reason.Code, reason)
	}
	r.scratch = all
	return all[from:len(all):len(all)], nil
}

// syntaxError returns the error in a line that the rule Line rejects.
func (r *Reader) syntaxError() *Error {
	text := r.text()
	reason, ok := r.syntax.line().CheckBytes(text).(*tables.SyntaxError)
	if !ok {
		return r.errorAt(0, "", CodeSyntax, nil)
	}
	m := mistakeAt(r.syntax, r.place, text, min(r.wrongAt-r.from, len(text)), reason.Offset)
	err := r.errorAt(reason.Offset, "", CodeSyntax, lineError{reason, r.syntax, m})
	err.Syntax = m.allowedIn(r.syntax)
	return err
}

// errorAt returns the error for an offset in the line.
func (r *Reader) errorAt(at int, part string, code string, reason error) *Error {
	return &Error{
		Line: r.number, Start: r.start + int64(r.from),
		Offset: at, Column: utf8.RuneCount(r.text()[:at]) + 1,
		Part: part, Code: code, Syntax: r.syntax, Err: reason,
	}
}
