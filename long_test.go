package iri_test

import (
	"flag"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri"
)

var huge = flag.Bool("huge", false, "also take apart a string of more than 4 GiB, which takes that much memory")

// A parsed value is four words long, so Go passes it in registers.
func TestValuesHaveFourWords(t *testing.T) {
	if words := unsafe.Sizeof(iri.IRI{}) / unsafe.Sizeof(uint64(0)); words > 4 {
		t.Errorf("an IRI has %d words", words)
	}
}

// Component ends in a 4 GiB string do not fit in a value, but no component is truncated. With the
// build tag iri_short_ends, the other tests run with a limit of 32 bytes.
func TestHugeStrings(t *testing.T) {
	if !*huge || strconv.IntSize < 64 {
		t.Skip("go test -run HugeStrings . -args -huge")
	}
	size := 1 << 20
	size += size << 12 // 4 GiB
	b := make([]byte, size)
	for n := copy(b, strings.Repeat("a", 1<<20)); n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
	const head, tail = "http://user@example.org:80/", "?query#fragment"
	copy(b, head)
	copy(b[len(b)-len(tail):], tail)
	s := unsafe.String(unsafe.SliceData(b), len(b))
	i, err := iri.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	if i.Scheme() != "http" || i.Userinfo() != "user" || i.Host() != "example.org" || i.Port() != "80" ||
		len(i.Path()) != size-len(head)-len(tail)+1 ||
		i.Query() != "query" || i.Fragment() != "fragment" || i.Offsets().Fragment.End != size {
		t.Errorf("%q %+v %d %q %q", i.Scheme(), i.Authority(), len(i.Path()), i.Query(), i.Fragment())
	}
	b[len(b)-1] = ' '
	if err := func() error { _, err := iri.Parse(s); return err }(); err == nil ||
		err.(*iri.SyntaxError).Offset != size-1 {
		t.Errorf("%v", err)
	}
}
