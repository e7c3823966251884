package formats_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/testkit"
)

// daysIn returns the number of days in a month of the Gregorian calendar, 0 if there is no such
// month.
func daysIn(year, month int) int {
	switch month {
	case 1, 3, 5, 7, 8, 10, 12:
		return 31
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 0
}

// All dates with the years 0000 to 9999, months 00 to 13 and days 00 to 32, in the calendar's
// order. Without -long, only every 37th year and the centuries.
func TestCalendar(t *testing.T) {
	n := 0
	for year := range 10_000 {
		if !testkit.Long() && year%37 != 0 && year%100 != 0 {
			continue
		}
		for month := range 14 {
			for day := range 33 {
				date := string([]byte{
					'0' + byte(year/1000), '0' + byte(year/100%10), '0' + byte(year/10%10), '0' + byte(year%10), '-',
					'0' + byte(month/10), '0' + byte(month%10), '-', '0' + byte(day/10), '0' + byte(day%10)})
				want := 1 <= day && day <= daysIn(year, month)
				if formats.Date(date) != want || formats.DateTime(date+"T12:00:00Z") != want ||
					formats.XSDDate(date) != want || formats.XSDDateTime(date+"T12:00:00") != want {
					t.Fatalf("%s: want %v", date, want)
				}
				if want {
					n++
				}
			}
		}
	}
	if testkit.Long() && n != 25*146_097 { // 400 years of the Gregorian calendar have 146,097 days
		t.Errorf("%d dates", n)
	}
}

// Random times and offsets against arithmetic. Every other second is the 60th, most of them near
// 23:59 UTC.
func TestRandomTimes(t *testing.T) {
	n := 100_000
	if testkit.Long() {
		n = 10_000_000
	}
	r := rand.New(rand.NewPCG(3339, 5))
	leaps := 0
	for range n {
		hour, minute, second, sign := r.IntN(25), r.IntN(62), r.IntN(62), 1-2*r.IntN(2)
		offHour, offMinute := r.IntN(25), r.IntN(61)
		if r.IntN(3) == 0 {
			offHour, offMinute = 0, 0
		}
		if r.IntN(2) == 0 {
			second = 60
			local := (23*60 + 59 + sign*(offHour*60+offMinute) + r.IntN(8)/7 + 2*24*60) % (24 * 60)
			hour, minute = local/60, local%60
		}
		text := []byte{'0' + byte(hour/10), '0' + byte(hour%10), ':', '0' + byte(minute/10), '0' + byte(minute%10), ':',
			'0' + byte(second/10), '0' + byte(second%10)}
		if r.IntN(2) == 0 {
			text = strconv.AppendInt(append(text, '.'), r.Int64N(1e9), 10)
		}
		if offHour == 0 && offMinute == 0 && r.IntN(2) == 0 {
			text = append(text, "Zz"[r.IntN(2)])
		} else {
			text = append(text, "-++"[1+sign], '0'+byte(offHour/10), '0'+byte(offHour%10), ':',
				'0'+byte(offMinute/10), '0'+byte(offMinute%10))
		}
		utc := hour*60 + minute - sign*(offHour*60+offMinute)
		want := hour < 24 && minute < 60 && offHour < 24 && offMinute < 60 &&
			(second < 60 || second == 60 && (utc+1+2*24*60)%(24*60) == 0)
		if s := string(text); formats.Time(s) != want || formats.DateTime("2000-02-29t"+s) != want {
			t.Fatalf("%s: Time is %v; want both Time and DateTime to be %v", s, formats.Time(s), want)
		}
		if want && second == 60 {
			leaps++
		}
	}
	if leaps < n/4 {
		t.Errorf("%d of %d times are leap seconds", leaps, n)
	}
}

// The message about a 60th second points at it.
func TestLeapSecond(t *testing.T) {
	for s, offset := range map[string]int{"1990-12-31T23:59:60.5+01:00": 17, "1990-12-31t22:59:60z": 17} {
		f, _ := formats.Lookup("date-time")
		err, ok := f.Check(s).(*formats.Error)
		const want = "date-time: second 60 is allowed only at 23:59 UTC"
		if !ok || err.Error() != want || err.Offset != offset || err.Length != 2 {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// slowDate reads a date: three fields of digits.
func slowDate(s string) bool {
	f := strings.Split(s, "-")
	if len(f) != 3 || !isDigits(f[0], 4) || !isDigits(f[1], 2) || !isDigits(f[2], 2) {
		return false
	}
	year, _ := strconv.Atoi(f[0])
	month, _ := strconv.Atoi(f[1])
	day, _ := strconv.Atoi(f[2])
	return day >= 1 && day <= daysIn(year, month)
}

// clock reads hours and minutes, and returns the minutes since midnight.
func clock(s string) (minutes int, ok bool) {
	var hour, minute int
	if len(s) != 5 || !isDigits(s[:2], 2) || !isDigits(s[3:], 2) {
		return 0, false
	}
	_, err := fmt.Sscanf(s, "%d:%d", &hour, &minute)
	return hour*60 + minute, err == nil && hour < 24 && minute < 60
}

// slowTime reads a time from its end.
func slowTime(s string) bool {
	offset, ok := 0, true
	if rest, z := strings.CutSuffix(strings.ToUpper(s), "Z"); z {
		s = rest
	} else if at := strings.LastIndexAny(s, "+-"); at >= 0 {
		offset, ok = clock(s[at+1:])
		if s[at] == '-' {
			offset = -offset
		}
		s = s[:at]
	} else {
		return false
	}
	whole, fraction, dot := strings.Cut(s, ".")
	if !ok || dot && !isDigits(fraction, 0) || len(whole) != 8 || whole[5] != ':' || !isDigits(whole[6:], 2) {
		return false
	}
	local, ok := clock(whole[:5])
	second, _ := strconv.Atoi(whole[6:])
	return ok && (second < 60 || second == 60 && (local-offset+1+24*60)%(24*60) == 0)
}

// slowDuration reads a duration as pairs of digits and a unit. The units must be consecutive.
func slowDuration(s string) bool {
	units := func(s string) string {
		var units []byte
		for s != "" {
			at := strings.IndexFunc(s, func(c rune) bool { return c < '0' || c > '9' })
			if at <= 0 {
				return "?"
			}
			units, s = append(units, s[at]), s[at+1:]
		}
		return string(units)
	}
	s, ok := strings.CutPrefix(strings.ToUpper(s), "P")
	date, time, hasTime := strings.Cut(s, "T")
	d, h := units(date), units(time)
	switch {
	case !ok || hasTime && h == "" || d+h == "":
		return false
	case d == "W":
		return !hasTime
	}
	return strings.Contains("YMD", d) && strings.Contains("HMS", h)
}

func TestDatesAndTimesAgainstSlow(t *testing.T) {
	const digits = "0123456789"
	againstSlow(t, "date", digits+"--T", slowDate, "2024-02-29", "1985-04-12", "2000-12-31", "0000-02-29")
	againstSlow(t, "time", digits+"::+-.Zz60", slowTime, "23:20:50.52Z", "16:39:57-08:00", "23:59:60z",
		"15:59:60-08:00", "12:00:27.87+00:20")
	againstSlow(t, "date-time", digits+"--::+-.TtZz60", func(s string) bool {
		date, time, ok := strings.Cut(strings.ToUpper(s), "T")
		return ok && slowDate(date) && slowTime(time)
	}, "1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00",
		"1937-01-01T12:00:27.87+00:20") // RFC 3339, section 5.8
	againstSlow(t, "duration", "0123PpTtYMDHMSWy.", slowDuration, "P4DT12H30M5S", "P2W", "P1Y2M3DT4H5M6S", "PT36H",
		"P1D", "PT0S", "P01M")
}
