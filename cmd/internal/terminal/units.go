package terminal

import (
	"fmt"
	"strconv"
)

// Count formats a number, with commas between groups of three digits.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Counted formats a number and a noun, such as "1 line" or "2,000 lines".
func Counted(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Count(n) + " " + noun
}

// Bytes formats a number of bytes with a unit and up to three digits before the decimal point. 1 kB
// is 1,000 bytes.
func Bytes(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	value, units := float64(n)/1000, "kMGTPE"
	for value >= 999.95 { // rounding would give four digits before the point
		value, units = value/1000, units[1:]
	}
	return fmt.Sprintf("%.1f %cB", value, units[0])
}
