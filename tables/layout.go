package tables

import "github.com/irilex/iri/tables/internal/format"

// Layout12 is the version of the table layout that this package reads. Each generated package
// refers to the constant for the layout of its tables, so a package with another layout does not
// compile: "undefined: tables.Layout8". Run `abnf gen` to regenerate it.
const Layout12 = format.Layout
