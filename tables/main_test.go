package tables_test

import "runtime/debug"

// The tests create millions of short-lived strings and retain little, so the heap may grow to five
// times the live size before a collection. Otherwise the collector takes a fifth of the time.
func init() { debug.SetGCPercent(400) }
