package build

import "testing"

func TestDuplicates(t *testing.T) {
	duplicate := func(what string) string {
		return " warning duplicate-alternative: " + what + " is already in this choice"
	}
	for _, tt := range []struct{ text, want string }{
		{`a = "x" / "y" / "x"`, "1:17" + duplicate(`"x"`)},
		{`a = "x" / "y" / "X"`,
			`1:17 warning duplicate-alternative: "X" matches the same strings as "x" in this choice: strings are ` +
				`case-insensitive`},
		{`a = "abc" / "ABC" / a "x"`,
			`1:13 warning duplicate-alternative: "ABC" matches the same strings as "abc" in this choice: strings are ` +
				`case-insensitive`},
		{`a = %s"x" / %s"X"`, ""},
		{`a = %s"x" / "x"`, ""},
		{`a = "x" ( %x41 / b / [%x42-43 / b / %x42-43] / b )` + "\nb = \"y\"", "1:37" + duplicate("%x42-43") + "\n1:48" +
			duplicate("b")},
		{`a = "x" / "y"` + "\n" + `a =/ "x"`, "2:6" + duplicate(`"x"`)},
		{`a = ( "x" "y" ) / ( "x" "y" )`, ""}, // groups are not compared
		{`a = "x" "x" / 2"x"`, ""},
		{`a = *( "x" / "x" / "x" )`, "1:14" + duplicate(`"x"`) + " (and 1 more in this choice)"},
	} {
		if got := remarks(tt.text, "duplicate-alternative"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
