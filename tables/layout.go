package tables

import "github.com/irilex/iri/tables/internal/format"

// Layout12 is the version of the layout of tables in this package. Each generated package names the
// version of its tables, so that a package with tables of another layout does not compile:
// "undefined: tables.Layout8". Then `abnf gen` writes it anew.
const Layout12 = format.Layout
