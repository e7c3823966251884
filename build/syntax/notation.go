package syntax

// A notation_ is a row of the table.
type row struct {
	dialect Dialect
	read    func(d *document)
	sign    func(text string, tokens []token) (why string)
	form    *form
	layout  func(d *document, g *Grammar, list *List) string // nil if Format has no layout
}

// table has a row for each dialect, in the order in which [Detect] asks for their signs.
var table = []row{
	{Treetop, readTreetop, signTreetop, &treetopForm, nil},
	{W3C, readEBNF, signW3C, &ebnfForm, nil},
	{AParse, readABNF, signAParse, &aparseForm, layoutABNF},
	{RFC822, readABNF, signRFC822, &rfc822Form, layoutABNF},
	{ABNF, readABNF, signABNF, &abnfForm, layoutABNF},
}

// rowOf returns the row of a dialect, and that of ABNF for an unknown one.
func rowOf(d Dialect) row {
	for _, r := range table {
		if r.dialect == d {
			return r
		}
	}
	return table[len(table)-1]
}
