//go:build !unix

package fuzz

import (
	"os"
)

// residentSet returns 0, because this system does not report memory use.
func residentSet(*os.ProcessState) int64 { return 0 }

func forgetPeak() {}
