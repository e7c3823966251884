package records

import (
	"fmt"
	"strings"
	"testing"
)

// header describes the result of openCSV for a text, and the first record after the header.
func header(t *testing.T, opt csvOptions, text string) string {
	t.Helper()
	s, n, err := openCSV(opt, []byte(text), entire)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", n)
	if n == len(text) {
		return b.String()
	}
	var r Record
	s.Next(&r, []byte(text)[n:])
	for _, v := range r.Values {
		fmt.Fprintf(&b, " %s=%s", v.Name, v.Text)
	}
	for _, gap := range r.Missing {
		fmt.Fprintf(&b, " without %s before %d", gap.Name, gap.Before)
	}
	if r.Problem != nil {
		fmt.Fprintf(&b, " %s %d+%d: %s", r.Problem.Code, r.Problem.Offset, r.Problem.Length, r.Problem.Message)
	}
	return b.String()
}

func TestOpenCSV(t *testing.T) {
	many := "c1"
	for i := 2; i <= 25; i++ {
		many += fmt.Sprintf(",c%d", i)
	}
	for _, test := range []struct {
		columns string // separated by blanks
		opt     csvOptions
		text    string
		want    string
	}{
		{columns: "url", text: "id,url\n1,http://a/\n", want: "7: url=http://a/"},
		{columns: "url id", text: "id,url\r\n1,http://a/", want: "8: id=1 url=http://a/"},
		{columns: "2", text: "id,url\n1,http://a/\n", want: "7: 2=http://a/"},
		{columns: "2", text: "id,url,2\n1,x,y\n", want: "9: 2=y"},
		{columns: "url 2", text: "id,url\n1,x\n", want: "7: url=x"},
		{columns: "a,b", text: "x,\"a,b\"\n1,2\n", want: "8: a,b=2"},
		{columns: `say"it`, text: "x,\"say\"\"it\"\n1,\"2\"\"3\"\n", want: `12: say"it=2"3`},
		{columns: "url", text: "\n\r\nid,url\n1,x\n", want: "10: url=x"},
		{columns: "url", text: "id,url\n1\n", want: "7: without url before 0"},
		{columns: "url", text: "id,url\n1,\n", want: "7: without url before 0"},
		{columns: "url", text: "id,url\n1,\"\"\n", want: "7: url="},
		{columns: "url id", text: "id,url\n,x\n", want: "7: url=x without id before 0"},
		{columns: "b d a c", text: "a,b,c,d\n,x\n", want: "8: b=x without a before 0 without c before 1 without d before 1"},
		{columns: "url", text: "id,url", want: "6:"},
		{columns: "url", text: "id,url\n1,x,y\n",
			want: "7: csv-columns 3+2: the record has 3 columns, but the first one has 2; " +
				"put a field that contains the delimiter in quotes"},
		{columns: "url", text: "id,url\n1,\"x\",y,\"z\"\n",
			want: "7: csv-columns 5+6: the record has 4 columns, but the first one has 2; " +
				"put a field that contains the delimiter in quotes"},
		{columns: "url", text: "url\n1,\n", want: "4: csv-columns 1+1: the record has 2 columns, but the first one has 1; " +
			"put a field that contains the delimiter in quotes"},
		{columns: "url", text: "url\na\"b\n", want: "4: csv-quote 1+1: a quote in an unquoted field; " +
			"put the field in quotes, and double the quotes in it" + noQuotes},
		{columns: "url", text: "url\n\"a\nb\nc\"d\n",
			want: "4: csv-quote 6+1: text after the closing quote of a field, which begins 2 lines above; " +
				"double a quote that is data, or put the delimiter after the closing quote" + noQuotes},
		{columns: "url", text: "url\n\"ab\n",
			want: "4: csv-open-quote 0+1: the closing quote of a field is missing; " +
				"add it, or double the quote if it is data" + noQuotes},

		{columns: "url", opt: csvOptions{Delimiter: '\t', NoQuotes: true}, text: "id\turl\n1\t\"x\" y\n",
			want: `7: url="x" y`},
		{columns: "url", opt: csvOptions{Delimiter: '\t', NoQuotes: true}, text: "\"id\"\t\"url\"\n1\tx\n",
			want: `does not contain the column "url"; similar: "\"url\""; its columns: "\"id\"", "\"url\""`},
		{columns: "url", opt: csvOptions{Delimiter: '\t', NoQuotes: true}, text: "id\turl\n1\tx\t\n",
			want: "7: csv-columns 3+1: the record has 3 columns, but the first one has 2; remove the extra delimiter"},
		{columns: "url", opt: csvOptions{Delimiter: '\t'}, text: "id\turl\n1\t\"x\ty\"\n", want: "7: url=x\ty"},
		{columns: "url", opt: csvOptions{Delimiter: ';'}, text: "id;url\n1;x,y\n", want: "7: url=x,y"},
		{columns: "url", opt: csvOptions{Delimiter: '\r'}, text: "url\n",
			want: `cannot be read with the delimiter '\r', which has a special meaning in CSV`},
		{columns: "url", opt: csvOptions{Delimiter: 0xE9}, text: "url\n", want: "cannot be read with a non-ASCII delimiter"},

		{columns: "2", opt: csvOptions{NoHeader: true}, text: "1,x\n", want: "0: 2=x"},
		{columns: "2", opt: csvOptions{NoHeader: true}, text: "\n1,x\n", want: "0:"}, // a blank record
		{columns: "2", opt: csvOptions{NoHeader: true}, text: "", want: "0:"},
		{columns: "3", opt: csvOptions{NoHeader: true}, text: "1,x\n",
			want: "does not contain column 3; its first record has 2 columns"},
		{columns: "url", opt: csvOptions{NoHeader: true}, text: "1,x\n",
			want: `is read without a header, so --column url must be a positive number`},

		{columns: "ulr", text: "id,url\n",
			want: `does not contain the column "ulr"; similar: "url"; its columns: "id", "url"`},
		{columns: "home page", text: "a", want: `does not contain the column "home"; its columns: "a"`},
		{columns: "x", text: many, want: `does not contain the column "x"; its columns: ` +
			quotedList(strings.Split(many, ",")[:20]) + " and 5 more"},
		{columns: "url", text: "id;url\n",
			want: `does not contain the column "url"; similar: "id;url"; its columns: "id;url"; ` +
				`if ';' is the delimiter, set it with --delimiter`},
		{columns: "0", text: "a\n", want: `does not contain the column "0"; similar: "a"; its columns: "a"`},
		{columns: "01", text: "a\n", want: `does not contain the column "01"; similar: "a"; its columns: "a"`},
		{columns: "2", text: "a\n", want: "does not contain column 2; its first record has 1 column"},
		{columns: "a", text: "a,b,a\n", want: `contains the column "a" twice; select it by number, 1 or 3`},
		{columns: "3", text: "a,b,a\n1,2,3\n", want: "6: 3=3"},
		{columns: "url", text: "", want: ErrNoHeader.Error()},
		{columns: "url", text: "\n\n", want: ErrNoHeader.Error()},
		{columns: "url", text: "id,\"url\n",
			want: "has an invalid header: the closing quote of a field is missing; " +
				"add it, or double the quote if it is data" + noQuotes},
		{columns: "url", text: "id,url\r1,x\r",
			want: `contains lines that end in CR without LF; convert them, for example with tr '\r' '\n'`},
	} {
		test.opt.Columns = strings.Fields(test.columns)
		if got := header(t, test.opt, test.text); got != test.want {
			t.Errorf("%q of %q:\n%s\nwant\n%s", test.columns, test.text, got, test.want)
		}
	}
}

// TestOpenCSVOfTheBeginning opens prefixes of files. An incomplete header must be an error, not a
// shorter header.
func TestOpenCSVOfTheBeginning(t *testing.T) {
	for text, want := range map[string]string{
		"id,url\n1,":    "",
		"id,\"u\nl\"\n": "",
		"id,url":        errMore.Error(),
		"id,\"url\n":    errMore.Error(),
		"\n\n":          errMore.Error(),
		"":              errMore.Error(),
	} {
		_, _, err := openCSV(csvOptions{Columns: []string{"1"}}, []byte(text), beginning)
		if got := fmt.Sprint(err); got != want && !(want == "" && err == nil) {
			t.Errorf("%q: %s", text, got)
		}
	}
	if _, _, err := openCSV(csvOptions{Columns: []string{"5"}, NoHeader: true}, []byte("a,b"), beginning); err != errMore {
		t.Error(err)
	}
}
