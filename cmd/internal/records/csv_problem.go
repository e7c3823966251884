package records

import "bytes"

// This file describes errors in CSV.

// open sets the problem for a quote at offset at that is never closed. The record extends to the
// end of text.
func (c *csv) open(r *Record, at int, text []byte) (end int) {
	r.Problem = &Problem{
		Code: CSVOpenQuote, Offset: at, Length: 1, Open: true,
		Message: "the closing quote of a field is missing; add it, or double the quote if it is data" + noQuotes,
	}
	return len(text)
}

// afterQuote sets the problem for text after the closing quote of a field. The record ends at
// offset line.
func (c *csv) afterQuote(r *Record, field []byte, closing, line int) (end int) {
	message := "text after the closing quote of a field"
	if n := bytes.Count(field, newline); n > 0 {
		message += ", which begins " + count(n, "line") + " above"
	}
	r.Problem = &Problem{
		Code: CSVQuote, Offset: closing, Length: 1,
		Message: message + "; double a quote that is data, or put the delimiter after the closing quote" + noQuotes,
	}
	return line
}

// bareQuote sets the problem for a quote in an unquoted field. The record ends at offset line.
func (c *csv) bareQuote(r *Record, at, line int) (end int) {
	r.Problem = &Problem{
		Code: CSVQuote, Offset: at, Length: 1,
		Message: "a quote in an unquoted field; put the field in quotes, and double the quotes in it" + noQuotes,
	}
	return line
}

// noQuotes continues the remedy for a misplaced quote.
const noQuotes = ", or use --no-quotes if all quotes are data"
