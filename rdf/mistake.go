package rdf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/ntriples"
)

// This file finds the mistake in a line that the rule Line rejects.
//
// Idea. The reader knows which token makes the line invalid, and what precedes that token. The
// first byte of the token shows what the author meant. If the token is incomplete, such as a
// literal without a closing quote, the rule's error shows where in the token the mistake is.
//
// Requires and returns. The line must be invalid, so some mistake is always returned. A mistake
// only selects a message; the verdict and the offset are those of the rule.
//
// Tested against: a table of lines (TestMessages, TestMistakes).

// A mistake identifies what is wrong with a line; see messages.
type mistake uint8

const (
	noSubject mistake = iota
	noPredicate
	noObject
	noDatatype
	noDot
	noEnd // of a triple term
	noVersion

	unexpectedSubject
	unexpectedPredicate
	unexpectedObject
	unexpectedAfter // a complete triple or quad
	unexpectedEnd   // after the final dot

	secondStatement
	graph
	fifthTerm
	literalPlace
	literalPredicate
	blankPredicate
	tripleTermPlace

	openLiteral
	badEscape
	badEscapeInIRI
	badLanguage
	badDirection
	openIRI
	iriInIRI
	spaceInIRI
	notInIRI
	bareIRI
	badLabel
	notUTF8

	tripleTerm
	baseDirection
	versionLine
	reifiedTriple
	turtle
)

// A place identifies what precedes a token in a line.
type place uint8

const (
	atSubject place = iota
	atPredicate
	atObject
	atDatatype
	afterObject
	afterGraph
	afterNested // after the object in a triple term
	atVersion
	afterAll // after a complete line
)

// expected lists the mistakes by place: missing if the line ends there, unexpected if anything else
// follows.
var expected = [...]struct{ missing, unexpected mistake }{
	atSubject:   {noSubject, unexpectedSubject},
	atPredicate: {noPredicate, unexpectedPredicate},
	atObject:    {noObject, unexpectedObject},
	atDatatype:  {noDatatype, unexpectedPredicate},
	afterObject: {noDot, unexpectedAfter},
	afterGraph:  {noDot, unexpectedAfter},
	afterNested: {noEnd, noEnd},
	atVersion:   {noVersion, noVersion},
	afterAll:    {noDot, unexpectedEnd}, // after a label that ends with a dot
}

// mistakeAt returns the mistake in a line. The token at offset stop makes the line invalid; the
// rule Line stops at offset at.
func mistakeAt(syntax Syntax, place place, line []byte, stop, at int) mistake {
	rest := line[stop:]
	if r, n := utf8.DecodeRune(line[at:]); r == utf8.RuneError && n == 1 {
		return notUTF8
	}
	if len(rest) == 0 || at == len(line) && place == afterAll || rest[0] == '#' || rest[0] == '.' && place < afterObject {
		return expected[place].missing
	}
	switch rest[0] {
	case '<':
		return inBrackets(syntax, place, line, stop, at)
	case '"':
		return inQuotes(place, line, stop, at)
	case '_':
		return inLabel(syntax, place, line, stop, at)
	}
	switch tag := endsInTag(line[:stop]); {
	case tag && bytes.HasPrefix(rest, []byte("--")):
		if syntax.rdf12() {
			return badDirection
		}
		return baseDirection
	case rest[0] == '@' && place >= afterObject && place <= afterNested, tag:
		return badLanguage
	case rest[0] == ':' && syntax.rdf12() && stop > 0 && line[stop-1] != ' ' && line[stop-1] != '\t':
		return badLabel // in RDF 1.1 a label may contain colons
	case place == afterAll, place == atVersion:
		return expected[place].unexpected
	}
	return inWord(syntax, place, rest)
}

// inWord returns the mistake at a byte that cannot begin a term.
func inWord(syntax Syntax, place place, rest []byte) mistake {
	n := bytes.IndexAny(rest, " \t<\"")
	if n < 0 {
		n = len(rest)
	}
	switch word := strings.ToLower(string(rest[:min(n, len("@version"))])); word {
	case "version":
		if !syntax.rdf12() && place == atSubject {
			return versionLine
		}
		return noVersion
	case "@prefix", "prefix", "@base", "base", "@version", "graph", "a", "true", "false":
		return turtle
	}
	switch marks := "'[]();,|~+-:0123456789"; {
	case strings.IndexByte(marks, rest[0]) >= 0, rest[0] == '{' && place >= afterObject:
		return turtle
	case bytes.IndexByte(rest[:n], ':') >= 0:
		return bareIRI
	}
	return expected[place].unexpected
}

// inBrackets returns the mistake at "<".
func inBrackets(syntax Syntax, place place, line []byte, stop, at int) mistake {
	rest := line[stop:]
	switch {
	case place == afterAll:
		return secondStatement
	case bytes.HasPrefix(rest, []byte("<<(")):
		if !syntax.rdf12() {
			return tripleTerm
		}
		return tripleTermPlace
	case bytes.HasPrefix(rest, []byte("<<")):
		return reifiedTriple
	case place == afterObject && !syntax.quads():
		return graph
	case place == afterGraph:
		return fifthTerm
	case at == len(line):
		return openIRI
	case at <= stop:
		return expected[place].unexpected
	case line[at] == '<':
		return iriInIRI
	case line[at] == ' ':
		return spaceInIRI
	case endsInEscape(line[stop:at]):
		return badEscapeInIRI
	}
	return notInIRI
}

// inQuotes returns the mistake at a double quote.
func inQuotes(place place, line []byte, stop, at int) mistake {
	switch {
	case place == afterAll:
		return secondStatement
	case bytes.HasSuffix(line[:stop], []byte(`""`)) && place >= afterObject:
		return turtle // a literal between three quotes
	case place == atPredicate:
		return literalPredicate
	case place != atObject && place != atVersion:
		return literalPlace
	case at == len(line):
		return openLiteral
	}
	return badEscape
}

// inLabel returns the mistake at "_".
func inLabel(syntax Syntax, place place, line []byte, stop, at int) mistake {
	whole := bytes.HasPrefix(line[stop:], []byte("_:")) && at >= stop
	switch {
	case endsInTag(line[:stop]):
		return badLanguage
	case place == afterAll:
		return secondStatement
	case place == atPredicate:
		return blankPredicate
	case place == afterObject && !syntax.quads() && whole:
		return graph
	case place == afterGraph:
		return fifthTerm
	}
	return badLabel
}

// endsInTag reports whether text ends in a language tag.
func endsInTag(text []byte) bool {
	n := bytes.LastIndexByte(text, '@')
	return n > 0 && ntriples.LANGTAG.ValidBytes(text[n:])
}

// endsInEscape reports whether text ends with an incomplete escape.
func endsInEscape(text []byte) bool {
	n := bytes.LastIndexByte(text, '\\')
	if n < 0 {
		return false
	}
	_, size, code := escape(text[n:])
	return code == CodeEscape && size == len(text)-n
}
