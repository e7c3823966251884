package tables_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make millions of short strings, and keep little: the heap may grow to five times what is
// kept before it is collected. Else a fifth of the time is the collector's.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
