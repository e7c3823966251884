//go:build !race

package tables_test

import "os"

// raceDetector is whether everything takes ten times as long, and tests are to do less: with the race detector, or in an
// emulator, which the variable says.
var raceDetector = os.Getenv("IRI_EMULATED") != ""
