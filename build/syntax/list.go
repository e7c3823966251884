package syntax

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// A List is the diagnostics of one document, in the order of their positions.
//
// A list is bounded, because a document of a mebibyte may have a mistake in every byte. It
// keeps [MaxItems] diagnostics: errors before warnings, warnings before notes, pedantic
// notes last, and of one severity the first in the document. It counts the others by their
// codes, see [List.Rest].
//
// Twin: TestListIsBounded sorts all diagnostics.
type List struct {
	Source *Source
	Items  []Diagnostic

	most     int             // the bound of Items; MaxItems when zero
	left     []Count         // diagnostics outside of Items, by severity and code
	unlisted []Diagnostic    // the errors among them, without their messages
	part     *part           // the definition being read, if any
	silenced map[Pos]silence // errors without an item, by the position of the error that counts them
}

// The bounds of a list.
const (
	MaxItems   = 1000
	maxMessage = 1000 // bytes; a longer message loses its middle
)

// maxErrors is the number of errors with an item in one definition. One mistake often
// causes all later ones: a block of foreign code has an error in every character.
const maxErrors = 3

// A Count is how many diagnostics of one kind there are.
type Count struct {
	Severity Severity
	Code     string
	N        int
}

// String returns a count as part of a sentence: "12 warnings [octets]".
func (c Count) String() string {
	return fmt.Sprintf("%s [%s]", plural(c.N, c.Severity.String()), c.Code)
}

// A part is the errors of one definition so far.
type part struct {
	errors int
	until  Pos        // position of the last error
	last   Diagnostic // error number maxErrors, kept until the number of those after it is known
}

// A silence counts errors of one definition without an item.
type silence struct {
	n     int
	until Pos // position of the last
}

// Add appends a diagnostic within the bounds of the list, and only counts it outside of
// them.
func (l *List) Add(d Diagnostic) {
	if l.hushes(d.Severity, d.Pos) {
		return
	}
	d.Message = shorten(d.Message)
	if l.part != nil && d.Severity == Error {
		if l.part.errors++; l.part.errors == maxErrors {
			l.part.last = d
			return
		}
	}
	l.append(d)
}

// append appends a diagnostic, and trims the list at twice its bound.
func (l *List) append(d Diagnostic) {
	if l.Items = append(l.Items, d); len(l.Items) >= 2*l.bound() {
		l.trim()
	}
}

func (l *List) bound() int { return cmp.Or(l.most, MaxItems) }

// hush reports whether an error with this code exceeds maxErrors of its definition, and
// counts it then. A caller that tests first need not format the message.
func (l *List) hush(code Code, pos Pos) bool { return l.hushes(kindOf[code].Severity, pos) }

func (l *List) hushes(s Severity, pos Pos) bool {
	if l.part == nil || s != Error || l.part.errors < maxErrors {
		return false
	}
	l.part.errors++
	l.part.until = max(l.part.until, pos)
	return true
}

// begin starts a definition: errors added from now on belong to it.
func (l *List) begin() {
	l.end()
	l.part = &part{}
}

// end ends the definition, and adds its last error with the number of the omitted ones.
func (l *List) end() {
	p := l.part
	l.part = nil
	if p == nil || p.errors < maxErrors {
		return
	}
	if n := p.errors - maxErrors; n > 0 {
		l.silence(p.last.Pos, silence{n, p.until})
		p.last.Message += fmt.Sprintf(" (and %s in this definition)", plural(n, "more error"))
	}
	l.append(p.last)
}

// merge adds the diagnostics of other from the position from on.
func (l *List) merge(other *List, from Pos) {
	for _, d := range other.Items {
		if d.Pos >= from {
			l.append(d)
		}
	}
	for pos, s := range other.silenced {
		if pos >= from {
			l.silence(pos, s)
		}
	}
	for _, x := range other.left {
		l.leave(x)
	}
	l.unlisted = append(l.unlisted, other.unlisted...)
}

// silence adds errors without items to the count of the error at pos.
func (l *List) silence(pos Pos, s silence) {
	if l.silenced == nil {
		l.silenced = map[Pos]silence{}
	}
	before := l.silenced[pos]
	l.silenced[pos] = silence{before.n + s.n, max(before.until, s.until)}
}

// errors returns all errors with a position, including those without an item. Errors over
// maxErrors of a definition are missing; the ones before them are there.
func (l *List) errors() []Diagnostic {
	errors := slices.Clone(l.unlisted)
	for _, d := range l.Items {
		if d.Severity == Error {
			errors = append(errors, d)
		}
	}
	return errors
}

// Filter removes the diagnostics for which keep returns false, and returns the number of
// removed errors. It does not change the counts of warnings and notes without an item.
func (l *List) Filter(keep func(Diagnostic) bool) (errors int) {
	before := l.Errors()
	drop := func(d Diagnostic) bool {
		if keep(d) {
			return false
		}
		delete(l.silenced, d.Pos)
		return true
	}
	l.Items = slices.DeleteFunc(l.Items, drop)
	for _, d := range l.unlisted {
		if drop(d) {
			l.leave(Count{Error, d.Code, -1})
		}
	}
	l.unlisted = slices.DeleteFunc(l.unlisted, drop)
	l.left = slices.DeleteFunc(l.left, func(x Count) bool { return x.N == 0 })
	return before - l.Errors()
}

// trim moves the items over the bound to the counts.
func (l *List) trim() {
	most := l.bound()
	if len(l.Items) <= most {
		return
	}
	slices.SortStableFunc(l.Items, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(a.Pos, b.Pos))
	})
	for _, d := range l.Items[most:] {
		l.leave(Count{d.Severity, d.Code, 1})
		if d.Severity == Error {
			d.Message = ""
			l.unlisted = append(l.unlisted, d)
		}
	}
	clear(l.Items[most:])
	l.Items = l.Items[:most]
}

// rank orders diagnostics by importance: errors have the highest rank.
func (d Diagnostic) rank() int {
	if kindOf[Code(d.Code)].Pedantic {
		return -1
	}
	return int(d.Severity)
}

// leave counts diagnostics without an item.
func (l *List) leave(x Count) {
	same := func(y Count) bool { return x.Severity == y.Severity && x.Code == y.Code }
	if i := slices.IndexFunc(l.left, same); i >= 0 {
		l.left[i].N += x.N
		return
	}
	l.left = append(l.left, x)
}

// Errors returns the number of errors, including those without an item.
func (l *List) Errors() int {
	n := 0
	for _, d := range l.Items {
		if d.Severity == Error {
			n++
		}
	}
	for _, x := range l.left {
		if x.Severity == Error {
			n += x.N
		}
	}
	for s := range maps.Values(l.silenced) {
		n += s.n
	}
	return n
}

// Sort sorts the diagnostics by position, stably. It removes repeated ones: the element of
// a list is visited twice, and gives each of its diagnostics twice.
func (l *List) Sort() {
	l.trim()
	slices.SortStableFunc(l.Items, func(a, b Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	l.Items = slices.Compact(l.Items)
}

// Rest returns the number of diagnostics without items, by kind: errors first, and within a
// severity the most frequent kind first. It leaves out errors counted by another error, as
// in "and 7 more errors in this definition".
func (l *List) Rest() []Count {
	rest := slices.Clone(l.left)
	slices.SortFunc(rest, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.N, a.N), cmp.Compare(a.Code, b.Code))
	})
	return rest
}

// More returns the number of errors counted in the message of d: later ones of its
// definition, without items.
func (l *List) More(d Diagnostic) int {
	if d.Severity < Error {
		return 0
	}
	return l.silenced[d.Pos].n
}

// Err returns l if it holds an error, else nil.
func (l *List) Err() error {
	if l.Errors() == 0 {
		return nil
	}
	return l
}

// Error formats the first error as "file:line:column: message", with the number of other
// errors.
func (l *List) Error() string {
	for _, d := range l.Items {
		if d.Severity != Error {
			continue
		}
		text := l.Format(d)
		if n := l.Errors() - 1; n > 0 {
			text += fmt.Sprintf(" (and %d more errors)", n)
		}
		return text
	}
	return "no errors"
}

// Format returns d as "file:line:column: message".
func (l *List) Format(d Diagnostic) string {
	p := l.Source.Position(d.Pos)
	return fmt.Sprintf("%s:%d:%d: %s", l.Source.Name, p.Line, p.Column, d.Message)
}

// shorten cuts the middle out of a message longer than maxMessage bytes.
func shorten(s string) string {
	const cut = "..."
	if len(s) <= maxMessage {
		return s
	}
	head, tail := maxMessage/2-len(cut), len(s)-maxMessage/2
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + cut + s[tail:]
}
