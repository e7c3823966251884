package records

import (
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// A Rule decides which values are valid.
type Rule struct {
	Table tables.Rule

	// Prose checks what the standard of a format requires beyond the table. The table must accept
	// the text. Prose is nil if the table suffices.
	Prose func(text string) bool
}

// Valid reports whether a value is valid.
func (r Rule) Valid(value []byte) bool {
	return r.Table.ValidBytes(value) && (r.Prose == nil || r.Prose(files.View(value)))
}
