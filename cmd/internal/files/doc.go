// Package files reads the files named on a command line and writes output files.
//
// Reading. [Inputs] lists the names. [Inputs.Files] finds the files, and [Inputs.Open] opens one.
// The first bytes of a file determine its [Kind]; compressed text is decompressed. [File.Lines]
// yields lines.
//
// Writing. [Write] replaces a file entirely or not at all. A [Queue] writes the outputs of
// goroutines in the order of their input parts.
//
// Canceling the context interrupts a blocked read or write: see [Interruptible].
package files
