package formats

import rules "github.com/irilex/iri/tables/formats"

// The functions in this file accept the lexical forms of XML Schema 1.1, part 2, and of Namespaces
// in XML 1.0. They do not accept surrounding white space, which an XML processor removes before it
// reads a value. The tables suffice.

// XSDDateTime reports whether s is a dateTime of XML Schema 1.1, part 2, section 3.3.7, such as
// "2002-10-10T12:00:00.5-05:00" or "-0044-03-15T24:00:00". The table checks the day of the month,
// including leap years, for years of any length. Year 0000 exists; second 60 does not.
func XSDDateTime(s string) bool { return rules.XSDDateTime.Valid(s) }

// XSDDate reports whether s is a date of XML Schema 1.1, part 2, section 3.3.9, such as
// "2002-10-10" or "2002-10-10+13:00". The table checks the day of the month, as in [XSDDateTime].
func XSDDate(s string) bool { return rules.XSDDate.Valid(s) }

// XSDDecimal reports whether s is a decimal of XML Schema 1.1, part 2, section 3.3.3, such as
// "-1.23", "210." or ".5".
func XSDDecimal(s string) bool { return rules.XSDDecimal.Valid(s) }

// XSDDouble reports whether s is a double of XML Schema 1.1, part 2, section 3.3.5, such as "-1E4",
// "1267.43233E12", "INF", "+INF", "-INF" or "NaN". The special values match only as written here.
func XSDDouble(s string) bool { return rules.XSDDouble.Valid(s) }

// NCName reports whether s is an NCName of Namespaces in XML 1.0, section 3: a name of XML 1.0,
// fifth edition, without a colon, such as "xsl" or "été".
func NCName(s string) bool { return rules.Ncname.Valid(s) }

// QName reports whether s is a QName of Namespaces in XML 1.0, section 4: an [NCName], or two with
// a colon between them, such as "xsl:template".
func QName(s string) bool { return rules.Qname.Valid(s) }
