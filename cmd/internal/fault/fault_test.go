package fault

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

var examiner = NewExaminer(rfc3987.IRI, rfc3987.Lookup)

func TestExamine(t *testing.T) {
	for _, test := range []struct {
		raw, text      string
		escaped        bool
		column, offset int
		length         int
		found, code    string
		incomplete     bool
	}{
		{raw: "a:é b", column: 4, offset: 4, length: 1, found: "U+0020", code: "space"},
		{raw: "a:\xff", column: 3, offset: 2, length: 1, found: "0xFF", code: "not-utf8"},
		{raw: "", column: 1, offset: 0, length: 0, code: "empty-line", incomplete: true},
		{raw: "a", column: 1, offset: 0, length: 1, code: "no-scheme", incomplete: true},
		{raw: "a://h:x/", column: 7, offset: 6, length: 1, found: "U+002F", code: "port"},
		{raw: `a:é\u00e9\x20b`, text: "a:éé b", escaped: true, column: 10, offset: 10, length: 4,
			found: "U+0020", code: "space"},
		{raw: `a:\x2F/h:\x78y/`, text: "a://h:xy/", escaped: true, column: 10, offset: 9, length: 5,
			found: "U+002F", code: "port"},
		{raw: `\x61`, text: "a", escaped: true, column: 1, offset: 0, length: 4, code: "no-scheme", incomplete: true},
	} {
		text := test.raw
		if test.escaped {
			text = test.text
		}
		l := &files.Line{
			Line: &tables.Line{Number: 2, First: true, Last: true},
			Raw:  []byte(test.raw), Text: []byte(text),
		}
		if test.escaped {
			l.Escapes = files.Backslashes
		}
		f := examiner.Examine(l)
		var object struct {
			Rule string
			Stop struct {
				Found struct {
					CodePoint string `json:"code_point"`
					Byte      string
					End       bool
				}
				Expected   []any
				Incomplete bool
			}
		}
		if err := json.Unmarshal(append(f.AppendJSON([]byte("{")), '}'), &object); err != nil {
			t.Fatal(err)
		}
		stop := object.Stop
		found := stop.Found.CodePoint + stop.Found.Byte
		got := []any{f.Column, f.Offset, f.Length, f.Code, found, stop.Found.End, stop.Incomplete}
		want := []any{test.column, test.offset, test.length, test.code, test.found, test.found == "", test.incomplete}
		if !reflect.DeepEqual(got, want) || object.Rule != "IRI" || len(stop.Expected) == 0 || f.Message == "" {
			t.Errorf("%q: %q of %+v, want %q", test.raw, got, f, want)
		}
	}
}
