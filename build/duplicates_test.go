package build

import "testing"

func TestDuplicates(t *testing.T) {
	const duplicate = " warning duplicate-alternative: this alternative stands in the same choice already"
	for _, tt := range []struct{ text, want string }{
		{`a = "x" / "y" / "x"`, "1:17" + duplicate},
		{`a = "x" / "y" / "X"`, ""}, // the same, but not written so
		{`a = %s"x" / "x"`, ""},
		{`a = "x" ( %x41 / b / [%x42-43 / b / %x42-43] / b )` + "\nb = \"y\"", "1:37" + duplicate + "\n1:48" + duplicate},
		{`a = "x" / "y"` + "\n" + `a =/ "x"`, "2:6" + duplicate},
		{`a = ( "x" "y" ) / ( "x" "y" )`, ""}, // nobody looks into these
		{`a = "x" "x" / 2"x"`, ""},
		{`a = *( "x" / "x" / "x" )`, "1:14" + duplicate + "\n1:20" + duplicate},
	} {
		if got := remarks(tt.text, "duplicate-alternative"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
