package records

import (
	"strings"
	"testing"
)

// TestCutAnywhere cuts a file anywhere in its last record. The file must be reported as cut. With a
// line ending after the cut, the record must contain an error and the file be complete.
func TestCutAnywhere(t *testing.T) {
	for _, test := range []struct {
		options        Options
		before, record string
	}{
		{Options{Format: NTriples}, "<a:b> <a:p> \"x\" .\n",
			"<a:\u3042\\u00E9> <a:p> \"\u3042\\u00E9\\U000000E9\\n\"@en-us ."},
		{Options{Format: NTriples}, "", "_:b <a:p> \"\u3042\\t\"^^<a:t> ."},
		{Options{Format: NQuads}, "\n", "<a:b> <a:p> <a:o> <a:g> ."},
		{Options{Format: NTriples12}, "VERSION \"1.2\"\n", "_:b <a:p> <<( _:b <a:p> \"x\"@en--ltr )>> ."},
		{Options{Format: JSONLines, Fields: []string{"u"}}, "{\"u\":\"a:\"}\n",
			`{"u":["\u00E9\n\ud83d\ude00","あ"],"v":{"x":[1.5e3,true,null]}}`},
		{Options{Format: CSV, Columns: []string{"u"}}, "u,v\n", "\"a:b\"\"\n,é\""},
	} {
		for n := 1; n < len(test.record); n++ {
			text := test.before + test.record[:n]
			if strings.HasSuffix(text, "\n\"a:b\"") {
				continue // this is a whole field
			}
			err := inChunks(open(t, test.options, strings.NewReader(text))).err
			if !strings.Contains(err, "the file may be truncated") {
				t.Errorf("%v, %q: %s", test.options.Format, text, err)
			}
			if test.options.Format == CSV {
				continue // a line ending does not close a quote
			}
			if err := inChunks(open(t, test.options, strings.NewReader(text+"\n"))).err; err != "" {
				t.Errorf("%v, %q with a line end: %s", test.options.Format, text, err)
			}
		}
	}
	for _, test := range []struct { // cut after another error
		options Options
		text    string
	}{
		{Options{Format: NTriples}, "<a:b> <a:p> <a:o> .\n<a:s x> <a:p> \"cu"},
		{Options{Format: NTriples}, "<a:s> <a:p> <http://example.org/ x"},
		{Options{Format: JSONLines, Fields: []string{"u"}}, `{"v":01,"u":"a:`},
		{Options{Format: JSONLines, Fields: []string{"u"}}, `[01, "a:b`},
		{Options{Format: CSV, Columns: []string{"u"}}, "u,v\na\"b,\"cu"},
		{Options{Format: CSV, Columns: []string{"u"}}, "u,v\n\"a\"b,\"c\"\"x"},
	} {
		err := inChunks(open(t, test.options, strings.NewReader(test.text))).err
		if !strings.Contains(err, "may be truncated") {
			t.Errorf("%v, %q: %s", test.options.Format, test.text, err)
		}
	}
	for _, test := range []struct {
		options Options
		text    string
	}{
		{Options{Format: NTriples}, "<a:b> bad <a:o> . # the end"},
		{Options{Format: JSONLines, Fields: []string{"u"}}, `{"v":01,"u":"a:"} `},
		{Options{Format: CSV, Columns: []string{"u"}}, "u,v\nx,5\""},
		{Options{Format: CSV, Columns: []string{"u"}}, "u,v\na\"b,\"c\""},
		{Options{Format: NTriples}, "<a:b> bad <a:o> ."},
		{Options{Format: NTriples}, "<a:b> <a:p> <a:o> . x"},
		{Options{Format: JSONLines, Fields: []string{"u"}}, `{"u":"\q"}`},
		{Options{Format: JSONLines, Fields: []string{"u"}}, `{"u":x}`},
		{Options{Format: CSV, Columns: []string{"u"}}, "u\n\"x\"y"},
	} {
		if err := inChunks(open(t, test.options, strings.NewReader(test.text))).err; err != "" {
			t.Errorf("%v, %q: %s", test.options.Format, test.text, err)
		}
	}
}
