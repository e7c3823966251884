package rdf

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/tables"
)

// A lineError is an error from the rule Line, with messages for common mistakes.
type lineError struct {
	*tables.SyntaxError
	syntax Syntax // of the reader
	mistake
}

// Error returns a message without the rule name, such as `column 12: the final "." is missing; add
// " ." here`.
func (e lineError) Error() string { return "column " + strconv.Itoa(e.Column) + ": " + e.Message() }

// Unwrap returns the error from the rule.
func (e lineError) Unwrap() error { return e.SyntaxError }

// Message returns the text of Error without the column.
func (e lineError) Message() string {
	found := e.Found()
	switch e.mistake {
	case turtle:
		return "this is Turtle, not " + e.syntax.String() + `; convert it, for example with "riot --output=` +
			[]string{"ntriples", "nquads"}[e.syntax&1] + `"`
	case notInIRI:
		if quoted := found[0] == '"' || found[0] == '\''; quoted && len(found) == len(`"x"`) {
			return found + ` is not allowed in an IRI; write "%` +
				strings.ToUpper(strconv.FormatInt(int64(found[1]), 16)) + `"`
		}
	}
	return strings.Replace(messages[e.mistake], "% ", found+" ", 1)
}

// allowedIn returns the syntax that allows what s does not.
func (m mistake) allowedIn(s Syntax) Syntax {
	switch m {
	case graph:
		return s + NQuads - NTriples
	case tripleTerm, baseDirection, versionLine:
		return s + NTriples12 - NTriples
	}
	return s
}

// messages holds the text for each mistake except turtle. The first "% " is replaced with what the
// rule found.
var messages = [...]string{
	noSubject:   "the subject is missing; add an IRI or a blank node",
	noPredicate: "the predicate is missing; add an IRI",
	noObject:    "the object is missing; add an IRI, a blank node or a literal",
	noDatatype:  `the datatype after "^^" is missing; add an IRI between "<" and ">"`,
	noDot:       `the final "." is missing; add " ." here`,
	noEnd:       `the ")>>" after the triple term is missing; add it here`,
	noVersion:   `% is not allowed here; write the version between quotes, such as VERSION "1.2"`,

	unexpectedSubject:   `% is not allowed here; write an IRI between "<" and ">", or a blank node such as _:b`,
	unexpectedPredicate: `% is not allowed here; write an IRI between "<" and ">"`,
	unexpectedObject:    `% is not allowed here; write an IRI between "<" and ">", or a literal between quotes`,
	unexpectedAfter:     `% is not allowed here; end the statement with "."`,
	unexpectedEnd:       `% is not allowed after the statement; start a comment with "#"`,

	secondStatement:  "a line holds only one statement; start a new line here",
	graph:            "a fourth term is the graph, which only N-Quads allows; read the file as N-Quads",
	fifthTerm:        `a statement has at most four terms; end it with "."`,
	literalPlace:     `a literal is allowed only as the object; write an IRI between "<" and ">"`,
	literalPredicate: `the predicate must be an IRI, not a literal; write it between "<" and ">"`,
	blankPredicate:   `the predicate must be an IRI, not a blank node; write it between "<" and ">"`,
	tripleTermPlace:  "a triple term is allowed only as the object; write an IRI or a blank node",

	openLiteral:    `the closing quote of the literal is missing; write a line break in a literal as "\n"`,
	badEscape:      `% does not belong to an escape; write "\\" for a backslash`,
	badEscapeInIRI: `% does not belong to an escape; write "%5C" for a backslash`,
	badLanguage:    `% is not allowed in a language tag; write letters, such as "en", and "-" before each further part`,
	badDirection:   `% is not allowed in a base direction; write "--ltr" or "--rtl"`,
	openIRI:        `the ">" after the IRI is missing; add it`,
	iriInIRI:       `"<" is not allowed in an IRI; end the IRI before it with ">"`,
	spaceInIRI:     `a space is not allowed in an IRI; end the IRI before it with ">", or write "%20"`,
	notInIRI:       `% is not allowed in an IRI; percent-encode it`,
	bareIRI:        `% is not allowed here; write an IRI between "<" and ">" (only Turtle allows names such as ex:a)`,
	badLabel:       `% is not allowed here; write "_:" and letters or digits for a blank node`,
	notUTF8:        "% is not allowed here; convert the file to UTF-8",

	tripleTerm:    "only RDF 1.2 allows triple terms; read the file as RDF 1.2",
	baseDirection: "only RDF 1.2 allows a base direction after a language tag; read the file as RDF 1.2",
	versionLine:   "only RDF 1.2 allows a VERSION; read the file as RDF 1.2",
	reifiedTriple: `only Turtle allows "<<" before a triple; write a triple term between "<<(" and ")>>"`,
}
