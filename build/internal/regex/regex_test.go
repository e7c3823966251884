package regex

import (
	"strings"
	"testing"
)

// An expression may have exactly as many bytes as the limit.
func TestFull(t *testing.T) {
	var w writer
	w.WriteString(strings.Repeat("a", maxRegexp))
	if w.full() {
		t.Errorf("as many bytes as the limit says are too many: %v", w.err)
	}
	if w.WriteByte('a'); !w.full() {
		t.Error("one more is not too many")
	}
}
