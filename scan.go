package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

// This file has the values of a column of a database. NULL and the zero IRI stand for each other,
// because both stand for no IRI: a NOT NULL column refuses the zero IRI. The zero Reference is the
// reference "", so it is written as "". For a Reference a NULL is an error, as for a string.

// Scan sets p to the IRI in a column of a database (database/sql.Scanner), a string or a slice of
// bytes. It copies the bytes. NULL and the empty string set p to the zero IRI. A column of another
// type is an error, and text that is not an IRI is a [*SyntaxError]; both leave p unchanged.
func (p *IRI) Scan(src any) error {
	if src == nil {
		*p = IRI{}
		return nil
	}
	text, err := column(src)
	if err != nil {
		return err
	}
	return p.set(text)
}

// Value returns the string for a column of a database ([driver.Valuer]). For the zero IRI it
// returns nil, the NULL of a database. The error is always nil.
func (p IRI) Value() (driver.Value, error) {
	if p.IsZero() {
		return nil, nil
	}
	return p.s, nil
}

// Scan sets p to the reference in a column of a database (database/sql.Scanner), a string or a
// slice of bytes. It copies the bytes. For NULL and for a column of another type there is an error,
// for a column without a reference a [*SyntaxError], and p stays as it was. Read a column with
// NULLs into a variable of the type database/sql.Null[Reference] or *Reference.
func (p *Reference) Scan(src any) error {
	if src == nil {
		return errors.New("iri: the column is NULL, which is no reference; scan it into a *sql.Null[iri.Reference]")
	}
	text, err := column(src)
	if err != nil {
		return err
	}
	return p.set(text)
}

// Value returns the string for a column of a database ([driver.Valuer]): "" for the zero Reference.
// The error is always nil.
func (p Reference) Value() (driver.Value, error) { return p.s, nil }

// column returns the text in a column.
func column(src any) (string, error) {
	switch src := src.(type) {
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", fmt.Errorf("iri: the column has the type %T, not string or []byte", src)
}
