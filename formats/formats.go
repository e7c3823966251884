// Package formats validates dates, host names, addresses and identifiers exactly as their standards
// define them: the formats of JSON Schema, draft 2020-12, and others that programs validate.
//
//	formats.Date("2023-02-29")         // false: 2023 is not a leap year
//	formats.Hostname("xn--9.example")  // false: "xn--9" is not Punycode
//	f, _ := formats.Lookup("isbn-13")
//	f.Check("978-0-306-40615-8")       // the check digit is wrong
//
// Each format is a rule of the grammar build/grammars/formats.abnf, or of RFC 3986 and RFC 3987.
// Where a standard requires more than a table can express, the function also checks that, after the
// table has accepted the string. Each function's comment describes what the table accepts and what
// else is checked. No function panics, whatever bytes the string contains, and each takes time
// linear in the length of the string unless its comment states otherwise.
//
// Functions that check a table only never allocate; others may, such as [LanguageTag] for tags with
// many subtags and [Hostname] for names with upper-case A-labels.
//
// A program links only the tables of the functions that it calls; [Lookup] links all of them.
//
// Semantic Versioning covers the exported names of this package.
package formats

import "github.com/irilex/iri/tables"

// A Format is a named string syntax. The zero Format matches no string.
type Format struct {
	name  string
	rule  tables.Rule
	prose func(s string) *Error // checks a string that the rule accepts; nil if the rule suffices
}

// Name returns the name of the format, such as "date-time".
func (f Format) Name() string { return f.name }

// String returns the name of the format.
func (f Format) String() string { return f.name }

// Rule returns the rule whose table the format uses. The rule accepts more strings than the format
// unless TableSuffices returns true.
func (f Format) Rule() tables.Rule { return f.rule }

// TableSuffices reports whether the rule accepts exactly the strings that have the format.
func (f Format) TableSuffices() bool { return f.prose == nil }

// Valid reports whether s has the format.
func (f Format) Valid(s string) bool {
	return f.rule.Valid(s) && (f.prose == nil || f.prose(s) == nil)
}

// Check returns nil if s has the format. It returns a [*tables.SyntaxError] if the rule rejects s,
// and an [*Error] if s violates a requirement that the standard states only in prose.
func (f Format) Check(s string) error {
	if err := f.rule.Check(s); err != nil {
		return err
	}
	return f.CheckProse(s)
}

// CheckProse checks only what the table cannot express. It returns nil or an [*Error]. The rule
// must accept s.
func (f Format) CheckProse(s string) error {
	if f.prose != nil {
		if err := f.prose(s); err != nil {
			err.Format = f.name
			return err
		}
	}
	return nil
}

// An Error describes a string that the table of a format accepts but that violates a requirement
// that the standard states only in prose.
type Error struct {
	Format         string // name of the format
	Offset, Length int    // the invalid part, in bytes; Length is 0 where something is missing
	Message        string // what is wrong, and what would be right
}

// Error returns the name of the format and the message.
func (e *Error) Error() string { return e.Format + ": " + e.Message }
