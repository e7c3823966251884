package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// commas returns a number with commas between groups of three digits.
func commas(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// counted64 returns a number with a noun.
func counted64(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return commas(n) + " " + noun
}

// bytesOf returns a number of bytes in a unit that keeps it short.
func bytesOf(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	value, units := float64(n)/1000, "kMGTPE"
	for value >= 999.95 {
		value, units = value/1000, units[1:]
	}
	return fmt.Sprintf("%.1f %cB", value, units[0])
}

// duration returns a time in seconds, or in hours, minutes and seconds.
func duration(d time.Duration) string {
	if d < time.Minute {
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	d = d.Round(time.Second)
	return d.String()
}

// percent returns how many hundredths n is of all.
func percent(n, all int64) float64 {
	if all == 0 {
		return 0
	}
	return 100 * float64(n) / float64(all)
}

// share returns percent in words.
func share(n, all int64) string {
	if p := percent(n, all); p >= 0.1 || n == 0 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return "< 0.1 %"
}

// quoted returns a word as a shell takes it.
func quoted(word string) string {
	plain := func(c rune) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-_./:,=+@%", c) || c > '~'
	}
	if word != "" && strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
