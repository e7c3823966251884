package terminal

import (
	"bytes"
	"testing"
)

func TestColor(t *testing.T) {
	for _, test := range []struct {
		no, force string
		want      bool
	}{
		{"", "", false}, {"", "0", false}, {"", "1", true}, {"", "yes", true}, {"1", "1", false}, {"1", "", false},
	} {
		t.Setenv("NO_COLOR", test.no)
		t.Setenv("CLICOLOR_FORCE", test.force)
		if got := Color("").on(&bytes.Buffer{}); got != test.want {
			t.Errorf("NO_COLOR=%s CLICOLOR_FORCE=%s: %v", test.no, test.force, got)
		}
		if !Color("always").on(&bytes.Buffer{}) || Color("never").on(&bytes.Buffer{}) {
			t.Errorf("NO_COLOR=%s CLICOLOR_FORCE=%s decides about always or never", test.no, test.force)
		}
		if auto := Color("auto").on(&bytes.Buffer{}); auto != test.want {
			t.Errorf("NO_COLOR=%s CLICOLOR_FORCE=%s: auto is %v", test.no, test.force, auto)
		}
	}
}
