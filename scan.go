package iri

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

// This file reads and writes database columns. The zero IRI is stored as NULL, because both mean
// that there is no IRI; a NOT NULL column therefore rejects it. The zero Reference is a valid
// reference, so it is stored as "". Scanning NULL into a Reference is an error, as it is for a
// string.

// Scan sets p to the IRI in a database column (database/sql.Scanner). The column must be a string
// or a byte slice, which Scan copies. NULL and the empty string set p to the zero IRI. Scan returns
// an error for any other type, and a [*SyntaxError] for text that is not an IRI; both leave p
// unchanged.
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

// Value returns the string for a database column ([driver.Valuer]), or nil (NULL) for the zero IRI.
// The error is always nil.
func (p IRI) Value() (driver.Value, error) {
	if p.IsZero() {
		return nil, nil
	}
	return p.s, nil
}

// Scan sets p to the reference in a database column (database/sql.Scanner). The column must be a
// string or a byte slice, which Scan copies. Scan returns an error for NULL and for any other type,
// and a [*SyntaxError] for text that is not a reference; both leave p unchanged. Scan a nullable
// column into a database/sql.Null[Reference] or a *Reference.
func (p *Reference) Scan(src any) error {
	if src == nil {
		return errors.New("iri: the column is NULL, which is not a reference; scan it into a *sql.Null[iri.Reference]")
	}
	text, err := column(src)
	if err != nil {
		return err
	}
	return p.set(text)
}

// Value returns the string for a database column ([driver.Valuer]). The error is always nil.
func (p Reference) Value() (driver.Value, error) { return p.s, nil }

// column returns the text of a column.
func column(src any) (string, error) {
	switch src := src.(type) {
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", fmt.Errorf("iri: the column is of type %T, not string or []byte", src)
}
