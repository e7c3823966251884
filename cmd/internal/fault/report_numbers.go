package fault

import (
	"strconv"
	"time"
)

// duration returns a time in seconds, or in hours, minutes and seconds.
func duration(d time.Duration) string {
	if d < time.Minute {
		return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s"
	}
	d = d.Round(time.Second)
	return d.String()
}

// percent returns n in hundredths of all.
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
