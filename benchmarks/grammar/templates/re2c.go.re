//go:build re2c

package re2go

// Version is what re2c says of itself.
const Version = "{{.Version}}"

// Missing says what is missing: nothing.
const Missing = ""

// ValidSentinel reports whether s without its last byte, which must be a NUL, is an IRI. It
// compares nothing with the end of s on the way; that the compiler does.
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

// Valid reports whether s is an IRI. For each byte it looks whether there is one.
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
