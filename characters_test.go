package iri

import "testing"

// A set has the characters added to it, and no other. A character taken out of a set is not in it.
func TestCharacterSets(t *testing.T) {
	has := func(s characterSet, chars ...byte) bool {
		for c := range 256 {
			wanted := false
			for _, char := range chars {
				wanted = wanted || char == byte(c)
			}
			if s.has(byte(c)) != wanted {
				t.Errorf("%x: has %q is not %v", s, byte(c), wanted)
				return false
			}
		}
		return true
	}
	for a := range byte(0x80) {
		for b := range byte(0x80) {
			one := characterSet{}.with(string(rune(a)))
			two := one.with(string(rune(b)))
			if !has(one, a) || !has(one.without(string(rune(a)))) || !has(two, a, b) ||
				a != b && !has(two.without(string(rune(b))), a) {
				t.Fatalf("%q, %q", a, b)
			}
		}
	}
}
