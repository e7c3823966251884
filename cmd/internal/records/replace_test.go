package records

import (
	"testing"
	"unicode/utf8"
)

// TestDiff applies the edits between all short strings over an alphabet with code points that share
// bytes, and checks that no edit splits a code point.
func TestDiff(t *testing.T) {
	all := []string{""}
	for i := 0; i < len(all) && len(all) < 400; i++ {
		for _, c := range []string{"a", "b", "é", "è", "࿩"} {
			all = append(all, all[i]+c)
		}
	}
	for _, old := range all {
		for _, text := range all {
			got, at := "", 0
			for _, e := range Diff(old, text) {
				if !utf8.ValidString(e.To) || !utf8.ValidString(old[e.Offset:e.Offset+e.Length]) || e.Length+len(e.To) == 0 {
					t.Fatalf("%q to %q: %+v", old, text, e)
				}
				got += old[at:e.Offset] + e.To
				at = e.Offset + e.Length
			}
			if got += old[at:]; got != text {
				t.Fatalf("%q to %q: %q", old, text, got)
			}
		}
	}
	if n := len(Diff("HTTP://H/a", "http://h/a")); n != 5 {
		t.Errorf("%d edits, not 5: one for each letter", n)
	}
}
