package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// terminal writes an expression without items: a string, a number, a range, a class or prose.
func (f *formatter) terminal(x Expr) {
	switch d := f.form.dialect; x := x.(type) {
	case *CharVal:
		f.charVal(x)
	case *NumVal:
		switch {
		case d == W3C && len(x.Values) == 1:
			fmt.Fprintf(f, "#x%X", x.Values[0])
			return
		case d == RFC822 && string(x.Values) == `"`:
			f.WriteString(doubleQuote)
			return
		}
		if d != ABNF && d != AParse {
			f.lack("number values")
		}
		f.WriteString(numVal(x.Values))
	case *NumRange:
		if d != ABNF && d != AParse {
			f.lack("number ranges")
		}
		fmt.Fprintf(f, "%%x%02X-%02X", x.Lo, x.Hi)
	case *Class:
		f.class(x)
	case *ProseVal:
		f.prose(x.Text)
	}
}

// prose writes a description in words, or in W3C's EBNF a link.
func (f *formatter) prose(text string) {
	if d := f.form.dialect; d == W3C && link.MatchString("["+text) && !strings.ContainsAny(text, "]\r\n") &&
		utf8.ValidString(text) {
		f.WriteString("[" + text + "]")
		return
	} else if d == W3C || d == Treetop {
		f.lack("a description in words")
	}
	plain := strings.ReplaceAll(text, doubleQuote, "")
	if strings.ContainsAny(plain, ">\r\n") || strings.HasSuffix(plain, `<"`) || text == `"` || !utf8.ValidString(plain) {
		f.lack("this description in words")
	}
	f.WriteString("<" + text + ">")
}

// numVal returns a num-val of RFC 5234, section 2.3, in hexadecimal as most RFCs have it:
// "%x0D.0A".
func numVal(values []rune) string {
	b := []byte("%x")
	for i, v := range values {
		if i > 0 {
			b = append(b, '.')
		}
		b = fmt.Appendf(b, "%02X", v)
	}
	return string(b)
}

// charVal writes a string in the form of the dialect.
func (f *formatter) charVal(x *CharVal) {
	switch f.form.dialect {
	case W3C:
		f.ebnfString(x)
	case Treetop:
		text := rubyString(x.Text)
		f.WriteString(text)
		if x.Fold {
			f.WriteByte('i')
			if strings.ContainsAny(x.Text, "kK") || hasFoldedEscape(text) {
				f.lack("this string in either case")
			}
		}
	default:
		f.abnfString(x)
	}
}

// abnfString writes a char-val. A string without a prefix folds case in ABNF and in aParse, and is
// exact in RFC 822's notation. An exact string gets the prefix %s, or in aParse apostrophes.
func (f *formatter) abnfString(x *CharVal) {
	if f.form.dialect == AParse && !x.Fold && allPrintable(x.Text) && !strings.Contains(x.Text, "'") {
		f.WriteString("'" + x.Text + "'") // the reader accepts %s"text" too, but aParse does not
		return
	}
	if !quotable(x.Text) {
		f.lack("this string")
	}
	switch fold := f.form.dialect != RFC822; {
	case x.Fold == fold:
	case x.Fold:
		f.lack("a string that folds case")
		f.WriteString("%i")
	default:
		f.WriteString("%s")
	}
	f.WriteString(`"` + x.Text + `"`)
}

// quotable reports whether a char-val can hold s.
func quotable(s string) bool { return allPrintable(s) && !strings.Contains(s, `"`) }

// ebnfString writes a string in apostrophes or, if it has an apostrophe, in double quotes.
func (f *formatter) ebnfString(x *CharVal) {
	if x.Fold {
		f.lack("a string that folds case")
		f.WriteString("%i")
	}
	quote := "'"
	if strings.Contains(x.Text, quote) {
		quote = `"`
	}
	if strings.Contains(x.Text, quote) || strings.ContainsAny(x.Text, "\r\n") || !utf8.ValidString(x.Text) {
		f.lack("this string")
	}
	f.WriteString(quote + x.Text + quote)
}

// rubyString returns s as a string of Ruby. If all characters are printable, it stands in single
// quotes, with a backslash before each single quote and backslash. Otherwise it stands in double
// quotes, with the other characters by number.
func rubyString(s string) string {
	var b strings.Builder
	if allPrintable(s) {
		b.WriteByte('\'')
		for _, r := range s {
			if r == '\'' || r == '\\' {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		b.WriteByte('\'')
		return b.String()
	}
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r < ' ' || r > '~':
			b.WriteString(rubyEscape(r))
		case r == '"' || r == '\\' || r == '#': // "#{" begins an interpolation
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// rubyEscape returns the escape for a code point in strings and regular expressions of Ruby. It
// has braces, \u{A0}, because the form without them takes exactly four digits, and is easily
// misread before another digit.
func rubyEscape(r rune) string { return fmt.Sprintf(`\u{%X}`, r) }

// class writes a class of W3C's EBNF or of Treetop.
func (f *formatter) class(x *Class) {
	ruby := f.form.dialect == Treetop
	switch {
	case f.form.dialect != W3C && !ruby:
		f.lack("classes")
	case len(x.Ranges) == 0 && !x.Negated:
		f.lack("an empty class")
	case len(x.Ranges) == 0 && ruby:
		f.WriteByte('.')
		return
	}
	f.WriteByte('[')
	if x.Negated {
		f.WriteByte('^')
	}
	if ruby {
		for _, r := range x.Ranges {
			f.WriteString(rubyRange(r))
		}
	} else {
		f.ebnfRanges(x)
	}
	f.WriteByte(']')
}

// ebnfRanges writes the items of a class of W3C's EBNF. A visible character stands for itself,
// unless it has another meaning in a class. Other characters are written by number, as #x9. Two
// more are written by number: a hexadecimal digit after a number, which would belong to it, and a
// "|" between two items other than plain characters, because the reader would warn of it.
func (f *formatter) ebnfRanges(x *Class) {
	wasNumber, wasLiteral := false, false
	for i, r := range x.Ranges {
		literal := r.Lo == r.Hi
		raw := ebnfMember(r.Lo, x.Negated || i > 0) && ebnfMember(r.Hi, true) && !(wasNumber && digit(byte(r.Lo)) < 16)
		switch {
		case r.Lo == '-' && literal && i == len(x.Ranges)-1:
			f.WriteByte('-')
		case literal && raw && (r.Lo != '|' || wasLiteral || i == 0 || i == len(x.Ranges)-1):
			f.WriteRune(r.Lo)
		case literal:
			fmt.Fprintf(f, "#x%X", r.Lo)
			raw, literal = false, false
		case raw:
			f.WriteString(string(r.Lo) + "-" + string(r.Hi))
		default:
			fmt.Fprintf(f, "#x%X-#x%X", r.Lo, r.Hi)
		}
		wasNumber, wasLiteral = !raw, literal
	}
}

// ebnfMember reports whether r may stand for itself in a class of W3C's EBNF. notFirst tells
// whether another item stands before r.
func ebnfMember(r rune, notFirst bool) bool {
	switch r {
	case '-', '#', ']':
		return false
	case '^':
		return notFirst
	}
	return ' ' < r && r <= '~'
}

// rubyRange returns a range for a class in a regular expression of Ruby.
func rubyRange(r ClassRange) string {
	if r.Lo == r.Hi {
		return rubyMember(r.Lo)
	}
	return rubyMember(r.Lo) + "-" + rubyMember(r.Hi)
}

func rubyMember(r rune) string {
	switch {
	case r <= ' ' || r > '~':
		return rubyEscape(r)
	case strings.ContainsRune(`[]\^-&#"/`, r):
		return `\` + string(r)
	}
	return string(r)
}
