// Package files is the way of bytes between a command and the files that its command line names.
//
// Reading. [Inputs] are the files of a command line, one of which [Inputs.Open] opens. A [Kind] is what the
// beginning of a file tells. The text of a compressed file is decompressed. [File.Lines] yields lines.
//
// Writing. [Write] replaces files as a whole or not at all. A [Queue] puts the outputs of goroutines in
// the order of their parts of the input.
//
// A reader or writer that may wait forever ends with its context: see [Interruptible].
package files
