// Package files reads the files named on a command line, and writes output files.
//
// Reading. [Inputs] holds the names. [Inputs.Files] finds the files, [Inputs.Open] opens one. A
// [Kind] is a kind of file, told by the first bytes. The text of a compressed file is decompressed.
// [File.Lines] yields lines.
//
// Writing. [Write] replaces files as a whole or not at all. A [Queue] puts the outputs of
// goroutines in the order of their parts of the input.
//
// A read or write without an end stops at the end of its context: see [Interruptible].
package files
