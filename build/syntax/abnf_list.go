package syntax

// The list form #element of RFC 9110, section 5.6.1, extends ABNF in the RFCs of HTTP. The reader
// expands it by section 5.6.1.1, for senders. A recipient must also accept empty elements.
//
//	<n>#<m>element = element <n-1>*<m-1>( OWS "," OWS element )
//	#element       = [ 1#element ]
//
// The tree has only the long form, so that code on trees needs no node for lists. OWS is a
// reference to a rule of the document. The element stands in the tree twice, as one shared node.
// In a list inside of a list it stands there four times. For this reason lists may be only
// mostNestedLists deep.
//
// Twin: TestListForm of package build cuts strings at their commas.

// listSpace is the rule around the commas of a list.
const listSpace = "OWS"

// mostNestedLists is the largest number of lists around an element, one inside of the other. Each
// doubles the work on the element.
const mostNestedLists = 4

// listElement reads the element of a list. first is the first token of the list's repeat.
func (p *abnfParser) listElement(first token) Expr {
	p.lists++
	defer func() { p.lists-- }()
	if p.lists == mostNestedLists+1 {
		p.fail("list-limit", first.pos, p.last().end,
			"lists are nested over the limit of %d; make the inner list a rule of its own", mostNestedLists)
	}
	return p.element()
}

// listOf returns the long form of a list of least to most elements. The list begins at start, and
// its "#" stands at sign. For 1#element it returns ( element *( OWS "," OWS element ) ).
func (p *abnfParser) listOf(element Expr, least, most int, start, sign Pos) Expr {
	ows := &RuleName{listSpace, sign}
	comma := &CharVal{Text: ",", Fold: p.notation.fold, Start: sign}
	rest := &Repetition{
		Min: max(least-1, 0), Max: max(most-1, Unbounded), Start: sign,
		Item: &Group{Item: &Concatenation{[]Expr{ows, comma, ows, element}}, Start: sign},
	}
	switch {
	case most == 0:
		return &Repetition{Item: element, Start: start}
	case least == 0:
		return &Option{Item: &Concatenation{[]Expr{element, rest}}, Start: start}
	}
	return &Group{Item: &Concatenation{[]Expr{element, rest}}, Start: start}
}
