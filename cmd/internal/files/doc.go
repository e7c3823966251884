// Package files reads the files named on a command line, and writes output files.
//
// Reading. [Inputs] lists the names. [Inputs.Files] finds the files, and [Inputs.Open] opens one.
// The first bytes of a file determine its [Kind]; compressed text is decompressed. [File.Lines]
// yields lines.
//
// Writing. [Write] replaces a file entirely or not at all. A [Queue] orders the outputs of
// goroutines by their parts of the input.
//
// The end of a context ends a read or write that blocks: see [Interruptible].
package files
