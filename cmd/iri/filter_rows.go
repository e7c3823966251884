package main

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/cmd/internal/columnar"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// rows validates the rows of a Parquet file and copies them to the sinks.
//
// Idea: validate the selected columns while noting the invalid rows, then copy all columns.
func (t *tally) rows(file *files.File, r *records.Reader) error {
	sinks := t.sieve.sinks
	file.Large() // wait for earlier files
	if err := sinks.rejects(); err != nil {
		return t.pass.unread(fmt.Errorf("%s: %w", file.Name, err))
	}
	var invalid rowSet
	for s, err := range r.Chunks() {
		if err != nil {
			return t.pass.unread(err)
		}
		if err := t.undecided(file.Name); err != nil {
			return err
		}
		t.pass.missing += s.Missing
		if err := t.accept(s.Valid); err != nil {
			return err
		}
		if invalid.rows += int64(s.Valid + s.Missing); len(s.Refused) > 0 {
			invalid.add()
			if err := t.refuseRecord(r, s.Value); err != nil {
				return err
			}
		}
	}
	rd, size, err := file.At()
	if err != nil {
		return t.pass.unread(err)
	}
	o := columnar.Options{Large: file.Large, MaxPage: t.pass.options.MaxPage, Interrupted: file.Interrupted}
	for _, s := range []struct {
		*sink
		invalid bool
	}{{sinks.valid, false}, {sinks.invalid, true}} {
		if s.to == nil {
			continue
		}
		err := s.copier().Copy(rd, size, o, func(row int64) bool { return invalid.contains(row) == s.invalid })
		if err != nil && errors.Is(err, file.Interrupted()) {
			return t.pass.unread(err)
		} else if err != nil {
			return t.pass.unread(fmt.Errorf("%s: %w", file.Name, err))
		}
	}
	return nil
}

// A rowSet is a set of rows, which are numbered from 1.
type rowSet struct {
	rows int64 // number of the last row
	bits []byte
}

// add adds the row after the last one.
func (s *rowSet) add() {
	for s.rows++; int64(len(s.bits)) <= s.rows/8; {
		s.bits = append(s.bits, 0)
	}
	s.bits[s.rows/8] |= 1 << (s.rows % 8)
}

func (s *rowSet) contains(row int64) bool {
	return row/8 < int64(len(s.bits)) && s.bits[row/8]>>(row%8)&1 == 1
}

// rejects returns an error if the rows of a Parquet file cannot be written.
func (s *sinks) rejects() error {
	switch {
	case s.valid == s.invalid:
		return errors.New("valid and invalid rows of Parquet must be written to different files")
	case s.valid.terminal || s.invalid.terminal:
		return errors.New("a Parquet file is not written to a terminal; use -o FILE")
	case s.valid.text || s.invalid.text:
		return errMixed
	}
	return nil
}

// close completes the Parquet files.
func (s *sinks) close() error {
	for _, s := range []*sink{s.valid, s.invalid} {
		if s.rows != nil {
			if err := s.rows.Close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// discard removes temporary files.
func (s *sinks) discard() {
	for _, s := range []*sink{s.valid, s.invalid} {
		if s.rows != nil {
			s.rows.Discard()
		}
	}
}

// copier returns the copier that writes Parquet to the sink.
func (s *sink) copier() *columnar.Copier {
	if s.rows == nil {
		s.rows = columnar.NewCopier(s.to)
	}
	return s.rows
}
