package files

import (
	"errors"
	"fmt"
)

// A refusal is the error for a file of another kind than text in UTF-8.
type refusal struct {
	text   string
	binary bool // whether the file holds something other than text
}

func (r *refusal) Error() string { return r.text }

// refuse returns the error for a file of a kind, with a command to convert it.
func (f *File) refuse(kind Kind) error {
	is, command := kind.Is, kind.Command(f.Name)
	if f.text != nil {
		is = f.kind.Is + ", and the text in it " + kind.Is
		command = kind.CommandInside(f.kind, f.Name)
	}
	text := fmt.Sprintf("%s %s, so its lines are not read", f.Name, is)
	if command != "" {
		text += "; try: " + command + " | " + f.in.Command
	}
	return &refusal{text, kind.Archive}
}

// refuseBinary returns the error for a file with a NUL, at offset nul of its text.
func (f *File) refuseBinary(nul int) error {
	it := "it"
	if f.text != nil {
		it = "its text, which " + f.kind.Is + ","
	}
	const advice = "-0 is for lines that end in NUL"
	return &refusal{fmt.Sprintf("%s is not text, because %s has a NUL at offset %d; %s", f.Name, it, nul, advice), true}
}

// advise adds a helpful command to an error of the text.
func (f *File) advise(err error) error {
	e, ok := errors.AsType[*damage](err)
	if !ok || e.Command == "" {
		return err
	}
	return fmt.Errorf("%w; try: %s | %s", err, shellCommand(e.Command, f.Name), f.in.Command)
}
