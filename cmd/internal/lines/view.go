package lines

import "unsafe"

// View returns b, such as the text of a [Line], as a string. Nothing is copied: the string is
// good as long as b is the same.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
