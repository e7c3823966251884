package rdf

import (
	"bytes"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/ntriples12"
)

// This file splits a line into tokens and builds a statement from them.
//
// Idea. One lexer reads the complete lines in the buffer, except the lines that quick reads
// (quick.go). A line ending is a token, so no separate search for it is needed. N-Triples and
// N-Quads have the same terminals, so one set of tokens serves both, and the tokens of RDF 1.1 keep
// their numbers in RDF 1.2 (TestTokensOfTheGrammars). Only the object of a triple may be a triple
// term, so the triples in a statement form a chain: each is the object of the one before. The rule
// Line is matched only to create an error.
//
// Requires and returns. The input is a buffer of complete lines. parse returns the kind of the
// line. After an invalid line, the statement holds some of its terms.
//
// Cost. BenchmarkReader compares it with a bare lexer.
//
// Tested against: the rule Line (TestVerdictsAreThoseOfLine).

// A line is the last line read.
type line struct {
	lex       tables.Lexer // over the complete lines in the buffer from base
	base      int
	rule      int // of the last token
	statement Statement
	nested    []Statement // the triples of the triple terms in statement, from the outermost

	place    place // what precedes the last token, if the line is invalid
	wrongAt  int   // offset in the buffer of the token that makes the line invalid
	from, to int   // offsets of the line in the buffer, excluding its line ending
	after    int   // offset in the buffer after the line and its line ending
	number   int64 // from 1
	ends     int64 // number of line endings after the line; all but the first end empty lines

	scratch []byte // texts whose escapes are decoded
}

// atEnd is the value of line.rule after the last token.
const atEnd = -2

// A lineKind describes what a line contains.
type lineKind uint8

const (
	wrong   lineKind = iota
	tooDeep          // its triple terms are nested too deeply
	blank
	directive // a VERSION line
	statement
)

// begin moves to the beginning of the next line.
func (r *Reader) begin() error {
	if r.cut {
		if err := r.skip(r.maxLine()); err != nil {
			return r.stop(err)
		}
		if err := r.refill(); err != nil {
			return err
		}
		r.lex.Next()
		r.endLine()
		r.after = r.span().End
	}
	if r.ends > 1 {
		r.counts.Lines += r.ends - 1
		r.counts.Blank += r.ends - 1
		r.number += r.ends - 1
		r.ends = 1
	}
	if r.after == r.full {
		if err := r.refill(); err != nil {
			return err
		}
	}
	r.from = r.after
	r.number, r.ends = r.number+1, 0
	return nil
}

// refill reads the next complete lines into the buffer.
func (r *Reader) refill() error {
	if !r.begun {
		r.begun = true
		r.counts.ByteOrderMark = !r.Inside && r.dropMark(r.maxLine())
	}
	if err := r.fill(r.maxLine()); err != nil {
		return r.stop(err)
	}
	r.lex, r.base, r.after = *r.syntax.tokens().LexerBytes(r.buf[:r.full]), 0, 0
	r.cursor.open(r.buf[:r.full])
	return nil
}

// stop ends the input with an error.
func (r *Reader) stop(err error) error {
	r.err, r.full, r.size, r.from, r.to, r.after = err, 0, 0, 0, 0, 0
	r.lex, r.base = tables.Lexer{}, 0
	return err
}

// maxLine returns the maximum length of a line.
func (r *Reader) maxLine() int {
	if r.MaxLine > 0 {
		return r.MaxLine
	}
	return DefaultMaxLine
}

// span returns the offsets of the last token in the buffer.
func (r *line) span() tables.Span {
	at := r.lex.Span()
	return tables.Span{Start: r.base + at.Start, End: r.base + at.End}
}

// token moves to the next token other than white space.
func (r *line) token() int {
	for r.lex.Next() {
		if r.rule = r.lex.Rule(); r.rule != ntriples.TokenWS {
			return r.rule
		}
	}
	r.rule = atEnd
	return atEnd
}

// ended reports whether the last token is past the end of the line.
func (r *line) ended() bool { return r.rule == ntriples.TokenEOL || r.rule == atEnd }

// parse reads a line and its line ending into the statement.
func (r *Reader) parse() lineKind {
	if r.cut {
		r.to = r.size
		return wrong
	}
	if r.span().End != r.from {
		r.lex, r.base = *r.syntax.tokens().LexerBytes(r.buf[r.from:r.full]), r.from
	}
	kind := r.terms()
	if r.wrongAt = r.full; !r.ended() {
		r.wrongAt = r.span().Start
	}
	for !r.ended() {
		r.token()
	}
	r.to = r.full
	if r.rule == ntriples.TokenEOL {
		r.to = r.span().Start
		r.endLine()
	}
	r.after = r.span().End
	return kind
}

// endLine counts the line endings in the EOL token.
func (r *line) endLine() {
	text := r.lex.Text()
	for i := range len(text) {
		if text[i] == '\n' || i+1 == len(text) || text[i+1] != '\n' {
			r.ends++
		}
	}
}

// terms reads tokens as long as they form a statement, and then one more token.
func (r *Reader) terms() lineKind {
	s := &r.statement
	if r.nested, r.place = r.nested[:0], atSubject; r.syntax.rdf12() {
		s.Object.Direction, s.Object.Triple = nil, nil
	}
	if r.token(); r.rule == ntriples.TokenCOMMENT || r.ended() {
		return r.last(blank)
	}
	if r.rule == ntriples12.TokenVERSION {
		return r.version()
	}
	if kind := r.triple(); kind != statement {
		return kind
	}
	s.Graph.Kind, r.place = AbsentTerm, afterObject
	if r.syntax.quads() && r.rule != ntriples.TokenDOT {
		if !r.resource(&s.Graph) {
			return wrong
		}
		r.token()
		r.place = afterGraph
	} else if s.Graph.Raw != nil {
		s.Graph = Term{}
	}
	if r.rule != ntriples.TokenDOT {
		return wrong
	}
	r.token()
	return r.last(statement)
}

// version reads a VERSION line after its first token. The version becomes the object.
func (r *Reader) version() lineKind {
	r.place = atVersion
	if r.token() != ntriples.TokenStringLiteralQuote {
		return wrong
	}
	r.term(&r.statement.Object, LiteralTerm, 1, 1)
	r.token()
	return r.last(directive)
}

// triple reads a triple, beginning with the last token, and then the next token.
func (r *Reader) triple() lineKind {
	s := &r.statement
	for ; ; s = &r.nested[len(r.nested)-1] {
		r.place = atSubject
		if !r.resource(&s.Subject) {
			return wrong
		}
		r.place = atPredicate
		if r.token() != ntriples.TokenIRIREF {
			return wrong
		}
		r.term(&s.Predicate, IRITerm, 1, 1)
		r.place = atObject
		if r.token() != ntriples12.TokenBEGIN {
			break
		}
		if len(r.nested) == MaxDepth {
			return tooDeep
		}
		r.term(&s.Object, TripleTerm, 0, 0)
		r.nested = append(r.nested, Statement{})
		r.token()
	}
	if !r.object(&s.Object) {
		return wrong
	}
	return r.close()
}

// object sets the term to the object that begins with the last token, and reads the next token.
func (r *Reader) object(t *Term) bool {
	if r.rule == ntriples.TokenStringLiteralQuote {
		r.term(t, LiteralTerm, 1, 1)
		return r.literal(t)
	}
	if !r.resource(t) {
		return false
	}
	r.token()
	return true
}

// close reads the ends of all open triple terms and the token after them.
func (r *Reader) close() lineKind {
	for i := len(r.nested) - 1; i >= 0; i-- {
		if r.place = afterNested; r.rule != ntriples12.TokenEND {
			return wrong
		}
		t := &r.statement.Object
		if i > 0 {
			t = &r.nested[i-1].Object
		}
		to := r.span().End
		t.Raw, t.Value, t.Triple = r.buf[r.from+t.Start:to:to], nil, &r.nested[i]
		r.token()
	}
	return statement
}

// last returns kind if the rest of the line contains at most a comment; otherwise it returns wrong.
func (r *Reader) last(kind lineKind) lineKind {
	r.place = afterAll
	if r.rule == ntriples.TokenCOMMENT {
		r.token()
	}
	if r.ended() {
		return kind
	}
	return wrong
}

// resource sets the term to the last token if the token is an IRI or a blank node.
func (r *Reader) resource(t *Term) bool {
	switch r.rule {
	case ntriples.TokenIRIREF:
		r.term(t, IRITerm, 1, 1)
	case ntriples.TokenBlankNodeLabel:
		r.term(t, BlankTerm, 2, 0)
	default:
		return false
	}
	return true
}

// term sets the term to the last token. The value excludes the given number of bytes at each end.
func (r *Reader) term(t *Term, kind Kind, before, after int) {
	at := r.span()
	raw := r.buf[at.Start:at.End:at.End]
	t.Kind, t.Start, t.Raw = kind, at.Start-r.from, raw
	t.Value = raw[before : len(raw)-after : len(raw)-after]
	t.Datatype, t.Language = nil, nil
}

// literal reads the language or datatype of a literal, if present, and then the next token.
func (r *Reader) literal(t *Term) bool {
	switch r.token() {
	case ntriples.TokenLANGTAG:
		at := r.span()
		t.Language = r.buf[at.Start+1 : at.End : at.End]
		if n := bytes.Index(t.Language, []byte("--")); n >= 0 && r.syntax.rdf12() {
			t.Language, t.Direction = t.Language[:n:n], t.Language[n+2:]
		}
	case ntriples.TokenDATATYPE:
		if r.place = atDatatype; r.token() != ntriples.TokenIRIREF {
			return false
		}
		at := r.span()
		t.Datatype = r.buf[at.Start+1 : at.End-1 : at.End-1]
	default:
		return true
	}
	to := r.span().End
	t.Raw = r.buf[r.from+t.Start : to : to]
	r.token()
	return true
}
