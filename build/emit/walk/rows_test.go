package walk

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Rows respects the width of the page, and leaves the verdict to it.
func TestRows(t *testing.T) {
	trace := trace(t, iri(t), "http://example.org/a/path/of/many/segments?and=a&query=too#and a space")
	attribute := regexp.MustCompile(`(x|width)="(\d+)"`)
	for _, width := range []int{300, 480, 713, 960} {
		picture := trace.Rows(width)
		for _, m := range attribute.FindAllStringSubmatch(picture, -1) {
			if n, err := strconv.Atoi(m[2]); err != nil || n > width {
				t.Errorf("%d wide: %s", width, m[0])
			}
		}
		if strings.Contains(picture, "nexpected") || strings.Contains(picture, "Expected:") {
			t.Errorf("%d wide: the picture states the verdict", width)
		}
	}
}
