package files

import "testing"

func TestBackslashes(t *testing.T) {
	var e Escapes = Backslashes{}
	if got := e.Append([]byte("x"), []byte(`a\x20\u00E9`)); string(got) != "xa é" {
		t.Errorf("%q", got)
	}
	if at, n := e.Origin([]byte(`a\x20\u00E9`), 2); at != 5 || n != 6 {
		t.Errorf("%d, %d", at, n)
	}
}
