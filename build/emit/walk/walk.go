// Package walk draws how a table reads a string: the characters in the colors of their components,
// the state after each, and for a string that is not a member, where it fails and what was expected
// there. [New] reads the string; [Trace.SVG] draws it, and [Page] writes an HTML page.
//
// The exported names of this package may change in any version.
package walk

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// A Trace records how a table reads a string.
type Trace struct {
	rule      tables.Rule
	text      string
	read      int // bytes before the first one that no member has there; len(text) if there is none
	member    bool
	undecided bool    // whether the string was read in too many ways; see build.MaxReadings
	expected  string  // what may follow the bytes read, in words
	completed *string // a shortest member that begins with the bytes read; nil if there is none

	start      string // the state before the first byte
	startFinal bool   // whether it accepts
	chars      []char
	total      int      // characters of the string, including those that are not shown
	components []string // their names
}

// A char is a character of the string, or a byte that does not belong to one, or a gap.
type char struct {
	text      string // as it is shown
	at        int    // offset in bytes
	bytes     string
	component int // index into Trace.components; -1 if there is none
	fate      fate
	state     string // after the character
	final     bool   // whether the state accepts
	expected  string // what may follow, at most eight words
}

// A fate is what happened to a character.
type fate int

const (
	passed fate = iota // it was read
	failed             // no member has it there
	unread             // it follows one that failed
	gap                // characters that are not shown
)

// Bounds on the characters that a picture shows. If more than MaxShown were read, it omits those in
// the middle.
const (
	MaxShown  = 1000
	maxUnread = 40 // characters after one that failed
)

// New reads a string with a table. It splits the string into the components of another rule, which
// must match all members of the table, or of the table's own rule if components is "". It fails if
// the table is empty or malformed.
func New(table, components tables.Rule, text string) (*Trace, error) {
	w, err := build.NewWalk(table)
	if err != nil {
		return nil, err
	}
	if components == "" {
		components = table
	}
	t := &Trace{rule: table, text: text, read: len(text)}
	begin := w.Clone()
	for i := range len(text) {
		after := w.Clone()
		if after.Step(text[i]); len(after.Readings()) == 0 {
			t.read, t.undecided = i, after.Undecided()
			break
		}
		w = after
	}
	t.member = t.read == len(text) && w.Accepting()
	t.expected = expectation(w, 20)
	if rest, ok := w.Completion(); ok {
		completed := text[:t.read] + rest
		t.completed = &completed
	}
	t.split()
	t.cut(components)
	t.walk(begin)
	return t, nil
}

// Member reports whether the string is a member.
func (t *Trace) Member() bool { return t.member }

// expectation describes what may follow, in at most the given number of words and phrases.
func expectation(w *build.Walk, most int) string {
	words := w.Expected()
	switch {
	case w.Accepting():
		words = append(words, "the end")
	case len(words) == 0:
		words = []string{"the rest of a character"}
	}
	if len(words) > most {
		words = append(words[:most-1], fmt.Sprintf("%d more", len(words)-most+1))
	}
	return strings.Join(words, ", ")
}

// split splits the string into characters, and chooses those to show.
func (t *Trace) split() {
	const part = MaxShown / 2
	t.total = utf8.RuneCountInString(t.text)
	before := utf8.RuneCountInString(t.text[:t.read]) // characters before the end
	i := 0
	for at := 0; at < len(t.text); i++ {
		c, size := utf8.DecodeRuneInString(t.text[at:])
		shown := (before <= MaxShown || i < part || i >= before-part) && i <= before+maxUnread
		last := len(t.chars) - 1
		switch {
		case shown:
			f := passed
			if at+size > t.read {
				f = failed
			}
			if last >= 0 && at > t.read {
				f = unread
			}
			t.chars = append(t.chars, char{text: visible(c, t.text[at:at+size]), at: at, bytes: t.text[at : at+size],
				component: -1, fate: f})
		case t.chars[last].fate == gap:
			t.chars[last].bytes = t.text[t.chars[last].at : at+size]
		default:
			t.chars = append(t.chars, char{at: at, bytes: t.text[at : at+size], component: -1, fate: gap})
		}
		at += size
	}
	for i := range t.chars {
		if c := &t.chars[i]; c.fate == gap {
			c.text = fmt.Sprintf("… %d characters …", utf8.RuneCountInString(c.bytes))
		}
	}
}

// visible returns a character as it is shown: itself, a sign for a space, or its number if it is
// invisible, combines with other characters or changes their direction. A byte that is not UTF-8 is
// shown as a number too.
func visible(c rune, bytes string) string {
	switch {
	case c == utf8.RuneError && len(bytes) == 1:
		return fmt.Sprintf("0x%02X", bytes[0])
	case c == ' ':
		return "␣"
	case !unicode.IsGraphic(c), unicode.In(c, unicode.M, unicode.Z, unicode.Other_Default_Ignorable_Code_Point):
		return fmt.Sprintf("U+%04X", c)
	}
	return string(c)
}

// cut sets the components of the characters that were read. Before the end of a member, they are
// those of the shortest member with the same beginning.
func (t *Trace) cut(rule tables.Rule) {
	for _, c := range rule.Components() {
		t.components = append(t.components, c.Name)
	}
	if t.completed == nil {
		return
	}
	extents, ok := rule.Split(*t.completed)
	if !ok {
		return
	}
	ends := make([]int, len(t.components))
	end := 0
	for i := range ends {
		end += extents[i]
		ends[i] = end
	}
	component := 0
	for i := range t.chars {
		c := &t.chars[i]
		for component < len(ends) && c.at >= ends[component] {
			component++
		}
		if component < len(ends) && c.fate == passed {
			c.component = component
		}
	}
}

// walk sets the state after each character that was read.
func (t *Trace) walk(w *build.Walk) {
	t.start, t.startFinal = states(w), w.Accepting()
	for i := range t.chars {
		c := &t.chars[i]
		if c.fate == failed || c.at >= t.read {
			return
		}
		for j := 0; j < len(c.bytes) && c.at+j < t.read; j++ {
			w.Step(c.bytes[j])
		}
		c.state, c.final, c.expected = states(w), w.Accepting(), expectation(w, 8)
	}
}

// states describes the readings of a walk: the state, and with calls the number of open calls and
// of further readings.
func states(w *build.Walk) string {
	readings := w.Readings()
	if len(readings) == 0 {
		return "none"
	}
	text := strconv.Itoa(readings[0].State)
	if n := readings[0].Depth; n > 0 {
		text += " in " + strconv.Itoa(n)
	}
	if n := len(readings) - 1; n > 0 {
		text += " +" + strconv.Itoa(n)
	}
	return text
}

// verdict returns sentences about the result.
func (t *Trace) verdict() []string {
	name := clip(t.rule.Name())
	if t.completed == nil && !t.undecided {
		return []string{fmt.Sprintf("Not a member of %s, which has no members.", name)}
	}
	if t.member {
		return []string{fmt.Sprintf("A member of %s.", name)}
	}
	at := utf8.RuneCountInString(t.text[:t.read]) + 1
	expected, example := "Expected: "+t.expected+".", "A member with the same beginning: "+quote(*t.completed)+"."
	switch {
	case t.undecided:
		const format = "Unknown: the string can be read in more than %d ways at character %d, byte %d."
		return []string{fmt.Sprintf(format, build.MaxReadings, at, t.read+1)}
	case t.read == len(t.text):
		return []string{fmt.Sprintf("Not yet a member of %s: the string ends too early.", name), expected, example}
	}
	const format = "Not a member of %s: unexpected %s at character %d, byte %d."
	return []string{fmt.Sprintf(format, name, t.unexpected(), at, t.read+1), expected, example}
}

// unexpected returns the character at which reading ended, or its byte if the character was read in
// part or is not UTF-8.
func (t *Trace) unexpected() string {
	c, size := utf8.DecodeRuneInString(t.text[t.read:])
	switch shown := visible(c, t.text[t.read:t.read+size]); {
	case c == ' ':
		return "space"
	case size == 1 && c == utf8.RuneError:
		return "byte " + shown
	case strings.HasPrefix(shown, "U+"):
		return shown
	default:
		return `"` + shown + `"`
	}
}

// quote quotes a string. It omits the middle of a long string.
func quote(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s := strconv.Quote(string(r[:most/2])) + " … " + strconv.Quote(string(r[len(r)-most/2:]))
		return s
	}
	return strconv.Quote(s)
}

// clip shortens a name to 60 characters.
func clip(name string) string {
	const most = 60
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
