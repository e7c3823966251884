//go:build re2c

package c

func init() {
	add("re2c -b for Go, sentinel", "{{.Version}}", re2goValidSentinel)
	add("re2c -b for Go", "{{.Version}}", re2goValid)
}

func add(name, version string, valid func(string) bool) {
	linked[name] = func() *Linked { return &Linked{Version: version, One: valid} }
}

// re2goValidSentinel reports whether s without its last byte is an IRI. The last byte must be a NUL.
// The generated code has no test for the end of s; the compiler adds bounds checks.
func re2goValidSentinel(s string) bool {
	var cursor, marker int
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "s[cursor]";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	iri = {{.IRI}};
	iri "\x00" { return cursor == len(s) }
	* { return false }
	*/
}

func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// re2goValid reports whether s is an IRI. It tests for the end of s at each byte.
func re2goValid(s string) bool {
	var cursor, marker int
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(s, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	iri "\x00" { return cursor == len(s)+1 }
	* { return false }
	*/
}
