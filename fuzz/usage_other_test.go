//go:build !unix

package fuzz

import (
	"os"
)

// residentSet returns 0, because the system does not report it.
func residentSet(*os.ProcessState) int64 { return 0 }

func forgetPeak() {}
