package files

import (
	"errors"
	"fmt"
	"strings"
)

// A refusal is the error for a file that is not UTF-8 text.
type refusal struct {
	text   string
	binary bool // whether the file is not text at all
}

func (r *refusal) Error() string { return r.text }

// refuse returns the error for a file of the given kind. It suggests a command that converts the
// file.
func (f *File) refuse(kind Kind) error {
	is, command := kind.Is, kind.Command(f.Name)
	if f.text != nil {
		is = f.kind.Is + ", and its content " + kind.Is
		command = kind.CommandInside(f.kind, f.Name)
	}
	text := fmt.Sprintf("%s %s, so its lines are not read", f.Name, is)
	if command != "" {
		text += "; " + f.try(command)
	}
	return &refusal{text, kind.Archive}
}

// try returns a suggestion to read the output of a command.
func (f *File) try(command string) string {
	if next := f.in.Command(f.Name); next != "" {
		return "try: " + command + " | " + next
	}
	return "try: " + command + " > FILE"
}

// Try returns a suggestion to read the output of a command, in which FILE is the file.
func (f *File) Try(command string) string { return f.try(shellCommand(command, f.Name)) }

// named returns the kind of file that the name promises by its extension, or the zero Kind.
func (f *File) named() Kind {
	_, kind := CutEnding(f.Name)
	return kind
}

// refuseName returns the error for a file whose first bytes do not match the kind that its name
// promises. The file is truncated, damaged or plain text.
func (f *File) refuseName() error {
	kind := f.named()
	is, remedy := "", "get the file again"
	switch n := len(f.begin); {
	case n == 0:
		is = "is empty, so it "
	case n < maxMagic:
		is = fmt.Sprintf("contains only %d bytes, so it ", n)
		if n == 1 {
			is = "contains only 1 byte, so it "
		}
	default:
		remedy += ", or, if it is text, " + f.Try("cat FILE")
	}
	return &refusal{
		fmt.Sprintf("%s %sis not %s, despite its name; %s", f.Name, is, strings.TrimPrefix(kind.Is, "is "), remedy),
		kind.Archive,
	}
}

// refuseBinary returns the error for a file whose text contains a NUL at offset nul.
func (f *File) refuseBinary(nul int) error {
	it := "it"
	if f.text != nil {
		it = "its text, which " + f.kind.Is + ","
	}
	remedy := "use -0 if its lines end in NUL"
	if f.in.Text != nil {
		remedy += ", or --format if the NUL is a mistake"
	}
	const format = "%s is not text, because %s contains a NUL at offset %d; %s"
	return &refusal{fmt.Sprintf(format, f.Name, it, nul, remedy), true}
}

// advise adds a helpful command to a decompression error.
func (f *File) advise(err error) error {
	e, ok := errors.AsType[*damage](err)
	if !ok || e.Command == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, f.Try(e.Command))
}
