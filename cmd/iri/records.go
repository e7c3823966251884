package main

import (
	"errors"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
)

// records checks the records of a file.
func (t *tally) records(file *files.File, r *records.Reader) error {
	if t.absence = (absence{}); r.Format == records.JSONLines {
		t.absence.seen = map[string]bool{}
	}
	switch {
	case t.linter != nil, t.names != nil && t.sieve == nil:
		return t.linted(r)
	case t.sieve != nil && r.Format == records.Parquet:
		return t.rows(file, r)
	}
	for s, err := range r.Chunks() {
		if err != nil {
			return t.unread(err)
		}
		if err := t.undecided(r.File()); err != nil {
			return err
		}
		t.pass.blank(r.Format, s.Blank)
		t.pass.Comments += s.Comments
		t.pass.missing += s.Missing
		t.pass.ignored += s.Ignored
		if s.Long != nil {
			if err := t.siftLong(file, s.Long); err != nil {
				return err
			}
			continue
		}
		if err := t.sift(r, s); err != nil {
			return err
		}
		valid := s.Valid
		if t.countsLinks(r) {
			valid = s.Values
		}
		if err := t.accept(valid); err != nil {
			return err
		}
		if len(s.Refused) > 0 {
			if err := t.refuseRecord(r, s.Value); err != nil {
				return err
			}
		}
	}
	t.settle()
	return nil
}

// unread reports an error after which no record can be read.
func (t *tally) unread(err error) error {
	if _, ok := errors.AsType[*records.AbsentError](err); ok {
		t.absence = absence{}
	}
	t.settle()
	return t.pass.unread(err)
}

// sift writes the records of a chunk to the sinks.
func (t *tally) sift(r *records.Reader, s *records.Chunk) (err error) {
	switch {
	case t.sieve == nil:
		return nil
	case s.Header:
		return t.sieve.head(r.File(), s.Text)
	}
	if err = t.sieve.keep(s.Text); err == nil && len(s.Refused) > 0 {
		err = t.sieve.drop(s.Refused)
	}
	if err == nil {
		err = r.CopyRest(t.sieve.dropper())
	}
	return err
}

// linted checks the records of a file one by one, prints the findings in valid records, and counts
// the schemes and hosts of their values.
func (t *tally) linted(r *records.Reader) error {
	for record, err := range r.Records() {
		switch {
		case err != nil:
			return t.unread(err)
		case t.pass.leavesOut(r.Format, record):
			continue
		}
		if t.pass.ignored += record.Ignored; record.Ignored > 0 && record.Ignored == len(record.Values) {
			continue
		}
		value, valid := r.Verdict()
		if err := t.undecided(r.File()); err != nil {
			return err
		}
		if !valid || t.countsLinks(r) {
			if err := t.refuseRecord(r, value); err != nil {
				return err
			}
			continue
		}
		if len(record.Missing) > 0 && len(record.Values) == 0 {
			t.pass.missing++
			continue
		}
		if err := t.accept(1); err != nil {
			return err
		}
		for i, v := range record.Values {
			if v.Ignored {
				continue
			}
			if t.names != nil {
				t.names(v.Text)
			}
			if t.linter == nil {
				continue
			}
			if err := t.findings(r.Line(i)); err != nil {
				return err
			}
		}
	}
	t.settle()
	return nil
}

// countsLinks reports whether each link counts, not each line.
func (t *tally) countsLinks(r *records.Reader) bool {
	return r.Format.HasLinks() && t.sieve == nil && !t.check.verdicts
}

// refuseRecord counts and prints the invalid record that r read last. value is the index of its
// first invalid value, or -1 if the record is invalid for another reason. Every link of a line is
// checked unless it is ignored.
func (t *tally) refuseRecord(r *records.Reader, value int) error {
	if t.countsLinks(r) && r.Refused().Problem == nil {
		for i, v := range r.Refused().Values {
			if v.Ignored {
				continue
			}
			if err := t.whole(r.Line(i)); err != nil {
				return err
			}
		}
		return nil
	}
	if t.skips() {
		return t.reject()
	}
	lacks := t.lacks(r)
	if value < 0 {
		f, l := faultOf(r)
		if lacks {
			return t.hold(l, f)
		}
		return t.show(l, f)
	}
	l := r.Line(value)
	return t.show(l, t.examiner.Examine(l))
}
