package rdf

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
)

// A lineError is an error from the rule Line, with messages for common mistakes. The state of the
// rule shows where the mistake is: inside an IRI, ">" may follow but a quote may not; after three
// terms, a "." completes the line.
type lineError struct{ *tables.SyntaxError }

// Error returns a message without the rule name, such as `column 12: the final "." is missing; add
// " ." here`.
func (e lineError) Error() string { return "column " + strconv.Itoa(e.Column) + ": " + e.Message() }

// Unwrap returns the error from the rule.
func (e lineError) Unwrap() error { return e.SyntaxError }

// Message returns the text of Error without the column.
func (e lineError) Message() string {
	rule, found := e.Rule(), e.Found()
	after := func(s string) tables.State { return rule.AdvanceString(e.State(), s) }
	may := func(s string) bool { return !after(s).Dead() }
	printable := strings.ContainsAny(found[:1], `"'`) // found is a quoted character
	inText, inIRI := may(">") && may(`"`), may(">") && !may(`"`)
	switch complete, missing := rule.Accepting(after(".")), e.Incomplete || found == `"."`; {
	case complete && (e.Incomplete || found == `"#"`):
		return `the final "." is missing; add " ." here`
	case complete && (found == `";"` || found == `","`):
		return found + ` is Turtle syntax; end the statement with "." and repeat the terms on the next line`
	case complete && (found == `"<"` || found == `"_"`) && rule == ntriples.Line:
		return found + ` is not allowed after three terms; only N-Quads allows a graph name`
	case inText && e.Incomplete:
		return `the closing quote of the literal is missing; write a line end in a literal as "\n"`
	case inIRI && e.Incomplete:
		return `the ">" after the IRI is missing; add it`
	case inIRI && found == `"<"`:
		return `"<" is not allowed in an IRI; end the IRI before it with ">"`
	case inIRI && found == "a space":
		return `a space is not allowed in an IRI; end the IRI before it with ">", or write "%20"`
	case inIRI && printable && len(found) == len(`"x"`):
		return found + ` is not allowed in an IRI; write "%` + strings.ToUpper(strconv.FormatInt(int64(found[1]), 16)) + `"`
	case missing && may("<") && may(`"`):
		return "the object is missing; add an IRI, a blank node or a literal"
	case missing && may("<"):
		return "the predicate is missing; add an IRI"
	case complete || !may("<") || !printable:
	case found == `"@"`:
		return `"@" is not allowed here; only Turtle allows directives such as @prefix`
	case found == `'"'`:
		return `a literal is allowed only as the object; write an IRI between "<" and ">"`
	case may(`"`):
		return found + ` is not allowed here; write an IRI between "<" and ">", or a literal between quotes`
	default:
		return found + ` is not allowed here; write an IRI between "<" and ">" (only Turtle allows names such as ex:a)`
	}
	return e.SyntaxError.Message()
}
