package syntax

import "strings"

// checkEncoding reports defects of the text as a whole: a byte order mark, NUL bytes, and CRs
// without LF. It returns the offset where reading begins. A document with such a defect usually has
// it on every line. So each defect is reported once, with the number of its positions.
func checkEncoding(text string, l *List) (from int) {
	if strings.HasPrefix(text, byteOrderMark) {
		from = len(byteOrderMark)
		l.Add(NewDiagnostic("byte-order-mark", 0, from,
			"the text begins with a byte order mark (U+FEFF), which the notation does not have; it is dropped"))
	}
	if n := strings.Count(text, "\x00"); n > 0 {
		l.Add(NewDiagnostic("nul", Pos(strings.IndexByte(text, 0)), 1,
			"the text holds %s, the first one here; grammars are UTF-8 text (is it UTF-16?)", Plural(n, "NUL byte")))
	}
	if t := loneCRs(text); t.n > 0 {
		l.Add(NewDiagnostic("lone-cr", t.first, 1,
			"the text holds %s without LF, the first one here; a line ends in CR LF or in LF", Plural(t.n, "CR")))
	}
	return from
}

// loneCRs counts the CRs without an LF after them.
func loneCRs(text string) (t tally) {
	for i := 0; i < len(text); i++ {
		if text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			t.add(i)
		}
	}
	return t
}
