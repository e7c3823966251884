package iri_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// Accessors read no byte outside the string: strings of every length end right before an unreadable
// page, or begin right after one.
func TestComponentsAtAGuardPage(t *testing.T) {
	memory := testkit.NewFence(t, 150)
	var n componentCount
	for _, form := range []struct{ head, pad, tail string }{
		{"", "a", ""}, {"//", "h", ""}, {"//", "u", "@h:1"}, {"//u@", "h", ":1"}, {"//u@h:", "1", ""}, {"a://", "h", ""},
		{"//", "h", "/p"},
		{"a://", "h", "?q#f"}, {"a:", "p", ""}, {"//[::1]:", "0", ""}, {"//", "u", "@[v1.a]"}, {"//", "1", ".2.3.4"},
		{"//é", "h", ":"}, {"//", ":", "@"},
	} {
		for length := len(form.head) + len(form.tail); length <= 150; length++ {
			s := form.head + strings.Repeat(form.pad, length-len(form.head)-len(form.tail)) + form.tail
			n.compare(t, memory.Last(s))
			n.compare(t, memory.First(s))
		}
	}
	if n.strings < 3000 {
		t.Errorf("only %d strings", n.strings)
	}
}
