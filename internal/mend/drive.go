package mend

import "strings"

// Drive reports whether a "|" between before and after ends the drive letter of a file IRI, as in
// "file:///C|/a", "file:/C|/a", "file:C|" and "file://server/C|/a". RFC 8089, appendix E.2.2, says
// to replace it with ":".
func Drive(before, after string) bool {
	head := Head(before)
	letter := strings.TrimPrefix(before[len(head):], "/")
	if len(letter) != 1 || !('a' <= letter[0]|0x20 && letter[0]|0x20 <= 'z') {
		return false
	}
	scheme := head[:schemeLength(head)]
	ended := strings.TrimSpace(after) == "" // white space at the end is removed
	return strings.EqualFold(scheme, "file:") && (ended || strings.IndexByte("/?#", after[0]) >= 0)
}
