package automaton

import (
	"fmt"
	"math/rand/v2"
	"unicode/utf8"
)

// An EditKind is a kind of change to a string.
type EditKind uint8

// The edits defined by Damerau (A technique for computer detection and correction of spelling
// errors, 1964).
const (
	Insert    EditKind = iota // add one character
	Delete                    // remove one character
	Replace                   // replace one character with another
	Transpose                 // exchange two adjacent characters
)

// String returns "insert", "delete", "replace" or "transpose".
func (k EditKind) String() string {
	return [...]string{"insert", "delete", "replace", "transpose"}[k]
}

// An Edit replaces the text Old at a byte offset with the text New.
type Edit struct {
	Kind     EditKind
	Offset   int
	Old, New string
}

// Apply returns s with the edit applied.
func (e Edit) Apply(s string) string { return s[:e.Offset] + e.New + s[e.Offset+len(e.Old):] }

// A NearMiss is a string that is one edit away from a member but is not a member itself.
type NearMiss struct {
	Member string
	Edit   Edit
}

// String returns the edited string.
func (n NearMiss) String() string { return n.Edit.Apply(n.Member) }

// NearMiss draws a member with [Members.Sample] and returns a near miss of this member. It draws an
// edit kind that the member's length allows, then the position, and then the class of the new
// character. Two characters are in different classes if the automaton distinguishes their first
// bytes. If accepts returns true for the edited string, NearMiss draws another edit. The error is a
// [*NoMissError] if too many edits yield members, or an error from Sample.
func (m *Members) NearMiss(r *rand.Rand, from, to int, accepts func(s string) bool) (NearMiss, error) {
	const members, edits = 100, 1000
	for range members {
		s, err := m.Sample(r, from, to)
		if err != nil {
			return NearMiss{}, err
		}
		for range edits {
			miss := NearMiss{s, m.edit(r, s)}
			if !accepts(miss.String()) {
				return miss, nil
			}
		}
	}
	return NearMiss{}, &NoMissError{Members: members, Edits: members * edits}
}

// A NoMissError reports that every edit of every member drawn yielded a member.
type NoMissError struct{ Members, Edits int }

// Error reports both numbers.
func (e *NoMissError) Error() string {
	return fmt.Sprintf("all %d edits to %d members produce members", e.Edits, e.Members)
}

// edit draws an edit of s.
func (m *Members) edit(r *rand.Rand, s string) Edit {
	n := m.Length(s)
	kinds := 1 + min(n, 1)*2 + min(n/2, 1)
	e := Edit{Kind: EditKind(index(r, kinds))}
	span := [...]int{Insert: 0, Delete: 1, Replace: 1, Transpose: 2}[e.Kind]
	places := n - span + 1
	e.Offset = m.offset(s, index(r, places))
	middle := e.Offset + m.offset(s[e.Offset:], min(span, 1))
	end := e.Offset + m.offset(s[e.Offset:], span)
	e.Old = s[e.Offset:end]
	switch e.Kind {
	case Insert, Replace:
		e.New = string(m.character(r))
	case Transpose:
		e.New = s[middle:end] + s[e.Offset:middle]
	}
	return e
}

// offset returns the byte offset of the character with the given index in s. If the index equals
// the number of characters, it returns len(s).
func (m *Members) offset(s string, character int) int {
	for i := range len(s) {
		if m.lengthOf(s[i]) == 0 {
			continue
		}
		if character == 0 {
			return i
		}
		character--
	}
	return len(s)
}

// begin groups the first bytes of characters by class.
func (m *Members) begin() {
	classes := make([][]byte, m.d.NumClasses())
	for b := range 256 {
		c := m.d.Class(byte(b))
		if m.unit == Bytes || b < utf8.RuneSelf || 0xC2 <= b && b <= 0xF4 {
			classes[c] = append(classes[c], byte(b))
		}
	}
	for _, bytes := range classes {
		if len(bytes) > 0 {
			m.starts = append(m.starts, bytes)
		}
	}
}

// character draws a class, a first byte in this class, and then the remaining bytes of the
// character.
func (m *Members) character(r *rand.Rand) []byte {
	class := m.starts[index(r, len(m.starts))]
	first := class[index(r, len(class))]
	text := []byte{first}
	if m.unit == Bytes || first < utf8.RuneSelf {
		return text
	}
	for {
		for text = text[:1]; !utf8.FullRune(text); {
			text = append(text, 0x80+byte(index(r, 0x40)))
		}
		if utf8.Valid(text) {
			return text
		}
	}
}
