package tables_test

import "runtime/debug"

// The tests make millions of short strings, and keep little: the heap may grow to five times what
// is kept before it is collected. Else a fifth of the time is the collector's.
func init() { debug.SetGCPercent(400) }
