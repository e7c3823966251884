//go:build re2c

package re2go

// Version is the version of re2c.
const Version = "{{.Version}}"

// Missing is empty, because re2c is here.
const Missing = ""

// ValidSentinel reports whether s without its last byte is an IRI. The last byte must be a NUL. The
// generated code has no test for the end of s; the compiler adds bounds checks.
func ValidSentinel(s string) bool {
	var cursor, marker int
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "s[cursor]";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	{{.Definitions}}
	{{.Rule}} "\x00" { return cursor == len(s) }
	* { return false }
	*/
}

func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// Valid reports whether s is an IRI. It tests for the end of s at each byte.
func Valid(s string) bool {
	var cursor, marker int
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(s, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	{{.Rule}} "\x00" { return cursor == len(s)+1 }
	* { return false }
	*/
}
