package syntax

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// A List holds the diagnostics of one document.
//
// A list is bounded because a one-mebibyte document may contain an error at every byte. Items holds
// at most [MaxItems] diagnostics. Errors take precedence over warnings, warnings over notes, and
// other notes over pedantic notes; within a severity, earlier diagnostics take precedence. The rest
// are only counted, by code; see [List.Rest]. [List.Sort] orders the items by position.
//
// Tested against: TestListIsBounded keeps and sorts all diagnostics.
type List struct {
	Source *Source
	Items  []Diagnostic
	Max    int // maximum length of Items; 0 means MaxItems

	left       []Count             // counts of the diagnostics that are not in Items, by severity and code
	unlisted   []Diagnostic        // the errors that are not in Items, without messages
	part       *part               // the definition whose errors are being counted, or nil
	suppressed map[Pos]suppression // keyed by the position of the error whose message counts them
}

// Bounds of a list.
const (
	MaxItems   = 1000
	maxMessage = 1000 // bytes; the middle of a longer message is cut out
)

// maxErrors is the maximum number of errors in one definition that become items. The message of the
// last item counts any further errors. Often the first error causes all later ones: a block of
// foreign code has an error at every character.
const maxErrors = 3

// A Count is the number of diagnostics that share a code.
type Count struct {
	Severity Severity
	Code     string
	N        int
}

// String formats the count for use in a sentence: "12 warnings [octets]".
func (c Count) String() string {
	return fmt.Sprintf("%s [%s]", Plural(c.N, c.Severity.String()), c.Code)
}

// Plural formats a count of things: "1 rule" or "2 rules".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// A part counts the errors in a definition while the definition is being read.
type part struct {
	errors int
	until  Pos        // position of the last error that is only counted
	last   Diagnostic // error number maxErrors; End adds it once the number of later errors is known
}

// A suppression records how many errors in one definition are not items.
type suppression struct {
	n     int
	until Pos // position of the last suppressed error
}

// Add adds a diagnostic. If the list or the current definition already has too many, Add only
// counts the diagnostic.
func (l *List) Add(d Diagnostic) {
	if l.suppresses(d.Severity, d.Pos) {
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

// append adds a diagnostic to the items. When the items reach twice the bound, it removes the least
// important ones.
func (l *List) append(d Diagnostic) {
	if l.Items = append(l.Items, d); len(l.Items) >= 2*l.bound() {
		l.trim()
	}
}

func (l *List) bound() int { return cmp.Or(l.Max, MaxItems) }

// Report adds a diagnostic about the text from pos to end. After maxErrors errors in one
// definition, Report counts further errors without formatting their messages.
func (l *List) Report(code Code, pos, end Pos, format string, args ...any) {
	if !l.suppresses(kindOf[code].Severity, pos) {
		l.Add(NewDiagnostic(code, pos, int(end-pos), format, args...))
	}
}

// suppresses reports whether an error at pos exceeds maxErrors in the current definition and, if
// so, counts the error. For a warning or a note it returns false.
func (l *List) suppresses(s Severity, pos Pos) bool {
	if l.part == nil || s != Error || l.part.errors < maxErrors {
		return false
	}
	l.part.errors++
	l.part.until = max(l.part.until, pos)
	return true
}

// Begin ends the previous definition and begins a new one, to which subsequent errors belong.
func (l *List) Begin() {
	l.End()
	l.part = &part{}
}

// End ends the current definition. If there is an error number maxErrors, End adds it, with the
// number of later errors in its message.
func (l *List) End() {
	p := l.part
	l.part = nil
	if p == nil || p.errors < maxErrors {
		return
	}
	if n := p.errors - maxErrors; n > 0 {
		l.suppress(p.last.Pos, suppression{n, p.until})
		p.last.Message += fmt.Sprintf(" (and %s in this definition)", Plural(n, "more error"))
	}
	l.append(p.last)
}

// Merge adds the diagnostics in other at or after the position from, and all counts in other.
func (l *List) Merge(other *List, from Pos) {
	for _, d := range other.Items {
		if d.Pos >= from {
			l.append(d)
		}
	}
	for pos, s := range other.suppressed {
		if pos >= from {
			l.suppress(pos, s)
		}
	}
	for _, x := range other.left {
		l.leave(x)
	}
	l.unlisted = append(l.unlisted, other.unlisted...)
}

// suppress adds s to the suppressed errors that the message of the error at pos counts.
func (l *List) suppress(pos Pos, s suppression) {
	if l.suppressed == nil {
		l.suppressed = map[Pos]suppression{}
	}
	before := l.suppressed[pos]
	l.suppressed[pos] = suppression{before.n + s.n, max(before.until, s.until)}
}

// errors returns all errors whose positions are known, whether or not they are items. It excludes
// errors after error number maxErrors in a definition.
func (l *List) errors() []Diagnostic {
	errors := slices.Clone(l.unlisted)
	for _, d := range l.Items {
		if d.Severity == Error {
			errors = append(errors, d)
		}
	}
	return errors
}

// Filter removes the diagnostics for which keep returns false and returns the number of errors
// removed. It does not change the counts of warnings and notes.
func (l *List) Filter(keep func(Diagnostic) bool) (errors int) {
	before := l.Errors()
	drop := func(d Diagnostic) bool {
		if keep(d) {
			return false
		}
		delete(l.suppressed, d.Pos)
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

// trim removes the least important items beyond the bound and counts them.
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

// rank returns the importance of d: 2 for an error, 1 for a warning, 0 for a note, and -1 for a
// pedantic note.
func (d Diagnostic) rank() int {
	if kindOf[Code(d.Code)].Pedantic {
		return -1
	}
	return int(d.Severity)
}

// leave adds x to the counts of diagnostics that are not items.
func (l *List) leave(x Count) {
	same := func(y Count) bool { return x.Severity == y.Severity && x.Code == y.Code }
	if i := slices.IndexFunc(l.left, same); i >= 0 {
		l.left[i].N += x.N
		return
	}
	l.left = append(l.left, x)
}

// Errors returns the total number of errors, including errors that are only counted.
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
	for s := range maps.Values(l.suppressed) {
		n += s.n
	}
	return n
}

// Sort sorts the items by position and removes duplicates. Duplicates arise because the element of
// a list (1#element) is visited twice and reports each of its diagnostics twice.
func (l *List) Sort() {
	l.trim()
	slices.SortStableFunc(l.Items, func(a, b Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
	l.Items = slices.Compact(l.Items)
}

// Rest returns the counts of diagnostics that are not items, by code: errors first and, within each
// severity, the most frequent code first. It omits errors that another error's message counts ("and
// 7 more errors in this definition").
func (l *List) Rest() []Count {
	rest := slices.Clone(l.left)
	slices.SortFunc(rest, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.N, a.N), cmp.Compare(a.Code, b.Code))
	})
	return rest
}

// More returns the number of errors that the message of d counts: later errors in the same
// definition that are not items.
func (l *List) More(d Diagnostic) int {
	if d.Severity < Error {
		return 0
	}
	return l.suppressed[d.Pos].n
}

// Err returns l if the document has errors, and nil otherwise.
func (l *List) Err() error {
	if l.Errors() == 0 {
		return nil
	}
	return l
}

// Error formats the first error as "file:line:column: message" and appends the number of other
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

// Format formats d as "file:line:column: message".
func (l *List) Format(d Diagnostic) string {
	p := l.Source.Position(d.Pos)
	return fmt.Sprintf("%s:%d:%d: %s", l.Source.Name, p.Line, p.Column, d.Message)
}

// shorten cuts out the middle of a message longer than maxMessage bytes.
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
