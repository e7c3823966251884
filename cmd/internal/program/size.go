package program

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Size is the value of a flag that takes a number of bytes, such as 128MiB or 2G. The units K, M
// and G are powers of 1,024; "iB" or "B" may follow them.
type Size int64

// units are the names of the units, from the largest.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Set parses a size. The size must be at least 1 byte.
func (s *Size) Set(text string) error {
	digits := strings.TrimRight(text, "KMGiBkmgb")
	n, err := strconv.ParseInt(digits, 10, 64)
	unit := int64(1)
	switch strings.ToUpper(text[len(digits):]) {
	case "", "B":
	case "K", "KB", "KIB":
		unit = 1 << 10
	case "M", "MB", "MIB":
		unit = 1 << 20
	case "G", "GB", "GIB":
		unit = 1 << 30
	default:
		n = 0
	}
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is not a size such as 64MiB or 2GiB", text)
	}
	*s = Size(n * unit)
	return nil
}

// String returns the size in the largest unit that divides it.
func (s *Size) String() string {
	for _, u := range units {
		if int64(*s) >= u.bytes && int64(*s)%u.bytes == 0 {
			return strconv.FormatInt(int64(*s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type returns "size".
func (*Size) Type() string { return "size" }
