package explain

import (
	"strconv"
	"strings"

	"github.com/irilex/iri/tables"
)

// This file explains dates and times of RFC 3339, section 5.6, for the rules date-time, date and
// time of the grammar formats. The rules date and time decide whether a number is in range: each is
// tried in an otherwise valid string.

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"}

// calendar explains a mistake in a date or time.
func (t *text) calendar() (why Explanation, ok bool) {
	const date = len("2006-01-02")
	name := t.formatName()
	switch {
	case t.find("date") == "" || t.find("time") == "" || t.find("xsd-date") == "":
		return why, false
	case name == "time":
		return t.clock(0)
	case strings.HasPrefix(name, "xsd-"):
		return t.date(t.find("xsd-date"))
	}
	if why, ok := t.date(t.find("date")); ok || name == "date" || t.at < date {
		return why, ok
	}
	if len(t.s) == date {
		why = t.mistake("incomplete", date, date, "the time is missing")
		why.Remedy = `write "T" and a time such as "00:00:00Z"`
		return why, true
	}
	if separator := t.s[date]; separator|' ' != 't' {
		found, n := named(t.s[date:])
		why = t.mistake("calendar", date, date+n, found+` is not allowed between the date and the time`)
		t.mend(&why, date, date+n, "T", `write "T"`)
		return why, true
	}
	return t.clock(date + 1)
}

// date explains a mistake in the date at the beginning of the string. The given rule matches dates.
func (t *text) date(rule tables.Rule) (why Explanation, ok bool) {
	parts := strings.SplitN(t.s, "-", 3)
	if len(parts) < 3 || !rule.Valid(parts[0]+"-01-01") {
		return why, false
	}
	day := parts[2]
	if i := strings.IndexAny(day, "TtZ +-"); i >= 0 {
		day = day[:i]
	}
	year, month := parts[0]+"-", parts[1]
	from := len(year)
	switch {
	case !digits(month):
		return why, false
	case len(month) == 1:
		return t.padded("month", from, from+1)
	case len(month) == 2 && !rule.Valid("2000-"+month+"-01"):
		return t.numberMistake("month", from, "there is no month "+month), true
	}
	from += len(month) + 1
	switch {
	case !digits(day) || len(month) != 2:
		return why, false
	case len(day) == 1:
		return t.padded("day", from, from+1)
	case len(day) != 2 || rule.Valid(year+month+"-"+day):
		return why, false
	}
	message := "there is no day " + day
	switch number, _ := strconv.Atoi(month); {
	case rule.Valid("2000-" + month + "-" + day):
		message = parts[0] + " is not a leap year, so February has 28 days"
	case rule.Valid("2000-01-" + day):
		message = "there is no " + day + " " + months[number-1]
	}
	return t.numberMistake("day", from, message), true
}

// clock explains a mistake in the time that begins at an offset.
func (t *text) clock(from int) (why Explanation, ok bool) {
	rule := t.find("time")
	for _, n := range []struct{ part, before, after, message string }{
		{"hour", "", ":00:00Z", "hours go to 23"},
		{"minute", "00:", ":00Z", "minutes go to 59"},
		{"second", "00:00:", "Z", "seconds go to 59, or to 60 for a leap second"},
	} {
		text := t.s[min(from, len(t.s)):]
		end := len(text) - len(strings.TrimLeft(text, "0123456789"))
		switch {
		case end == 1:
			return t.padded(n.part, from, from+1)
		case end != 2:
			return why, false
		case !rule.Valid(n.before + text[:2] + n.after):
			return t.numberMistake(n.part, from, n.message), true
		}
		from += end
		if n.part == "second" {
			break
		}
		if from += 1; end == len(text) || text[end] != ':' {
			if n.part == "minute" {
				why = t.mistake("incomplete", from-1, from-1, "the seconds are missing")
				t.mend(&why, from-1, from-1, ":00", `write ":00"`)
				return why, why.Repaired != ""
			}
			return why, false
		}
	}
	return t.fraction(from)
}

// fraction explains a mistake after the seconds, in their fraction or in the offset from UTC.
func (t *text) fraction(from int) (why Explanation, ok bool) {
	if strings.HasPrefix(t.s[from:], ",") {
		why = t.mistake("calendar", from, from+1, `a decimal point precedes the fraction of a second, not ","`)
		t.mend(&why, from, from+1, ".", `write "."`)
		return why, true
	}
	if rest := strings.TrimPrefix(t.s[from:], "."); len(rest) < len(t.s)-from {
		from = len(t.s) - len(strings.TrimLeft(rest, "0123456789"))
	}
	if from == len(t.s) {
		why = t.mistake("incomplete", from, from, "the offset from UTC is missing")
		why.Remedy = `write "Z" for UTC, or an offset such as "+01:00"`
		return why, true
	}
	offset := t.s[from+1:]
	if !strings.ContainsRune("+-", rune(t.s[from])) || !digits(strings.Replace(offset, ":", "", 1)) {
		return why, false
	}
	rule := t.find("time")
	hour, minute, colon := strings.Cut(offset, ":")
	switch {
	case !colon && len(offset) == len("0100"):
		why = t.mistake("calendar", from, len(t.s), `a colon separates the hours and minutes of the offset`)
		t.mend(&why, from+3, from+3, ":", "write "+t.s[from:from+3]+":"+offset[2:])
	case !colon && len(offset) == len("01"):
		why = t.mistake("incomplete", len(t.s), len(t.s), "the minutes of the offset are missing")
		t.mend(&why, len(t.s), len(t.s), ":00", `write ":00"`)
	case len(hour) == 2 && !rule.Valid("00:00:00+"+hour+":00"):
		return t.numberMistake("offset", from+1, "hours go to 23"), true
	case len(minute) == 2 && !rule.Valid("00:00:00+00:"+minute):
		return t.numberMistake("offset", from+4, "minutes go to 59"), true
	}
	why.Part = "offset"
	return why, why.Code != ""
}

// padded explains a one-digit number that must have two digits.
func (t *text) padded(part string, from, to int) (why Explanation, ok bool) {
	why = t.mistake("calendar", from, to, "the "+part+" needs two digits")
	t.mend(&why, from, to, "0"+t.s[from:to], "write 0"+t.s[from:to])
	why.Part = part
	return why, true
}

// numberMistake explains a two-digit number that is out of range.
func (t *text) numberMistake(part string, from int, message string) Explanation {
	why := t.mistake("calendar", from, from+2, message)
	why.Part = part
	return why
}

// digits reports whether s consists of decimal digits and is not empty.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
