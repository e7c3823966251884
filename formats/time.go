package formats

import rules "github.com/irilex/iri/tables/formats"

// DateTime reports whether s is a date and time of RFC 3339, section 5.6, such as
// "1985-04-12T23:20:50.52Z". The table checks the day of the month, including leap years. Second 60
// is accepted only at 23:59 UTC; that leap seconds occur only at the ends of June and December
// (section 5.7) is not checked.
func DateTime(s string) bool { return rules.DateTime.Valid(s) && leapSecond(s) == nil }

// Date reports whether s is a full-date of RFC 3339, section 5.6, such as "1985-04-12". The table
// checks the day of the month, including leap years.
func Date(s string) bool { return rules.Date.Valid(s) }

// Time reports whether s is a full-time of RFC 3339, section 5.6, such as "23:20:50.52Z". Second 60
// is accepted only at 23:59 UTC, as in [DateTime].
func Time(s string) bool { return rules.Time.Valid(s) && leapSecond(s) == nil }

// Duration reports whether s is a duration of RFC 3339, appendix A, such as "P4DT12H30M5S" or
// "P2W". Unlike in ISO 8601, fractions are not allowed, weeks cannot be combined with other units,
// and no unit may be omitted between two others: "P1Y2D" is not a duration. The table suffices.
func Duration(s string) bool { return rules.Duration.Valid(s) }

// leapSecond checks that second 60 is at 23:59 UTC. Requires: s is a date-time or a time.
func leapSecond(s string) *Error {
	start := 0
	if s[2] != ':' {
		start = len("2006-01-02T")
	}
	if s[start+6] != '6' {
		return nil
	}
	minutes := number(s[start:start+2])*60 + number(s[start+3:start+5])
	if end := len(s) - len("+00:00"); s[len(s)-1]|' ' != 'z' {
		offset := number(s[end+1:end+3])*60 + number(s[end+4:])
		if s[end] == '+' {
			offset = -offset
		}
		minutes += offset
	}
	const day = 24 * 60
	if (minutes+day)%day == day-1 {
		return nil
	}
	return &Error{Offset: start + 6, Length: 2, Message: "second 60 is allowed only at 23:59 UTC"}
}

// number returns the value of decimal digits.
func number(digits string) (n int) {
	for i := range len(digits) {
		n = n*10 + int(digits[i]-'0')
	}
	return n
}
