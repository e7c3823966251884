package records

import "testing"

// TestNextDoesNotAllocate counts the allocations for well-formed records, some of which contain
// escapes.
func TestNextDoesNotAllocate(t *testing.T) {
	const rows = "id,url\n1,http://a/\n2,\"http://b/\"\"c\"\n\n3\n"
	csv, header, err := openCSV(csvOptions{Columns: []string{"url", "id"}}, []byte(rows), entire)
	if err != nil {
		t.Fatal(err)
	}
	json, err := openJSON([]string{"url", "links.href"})
	if err != nil {
		t.Fatal(err)
	}
	for text, s := range map[string]Syntax{
		rows[header:]: csv,
		"{\"url\":\"http:\\/\\/a\",\"links\":[{\"href\":\"é\"},[]],\"n\":-1.5}\n\n{\"url\":null}\n": json,
	} {
		var r Record
		whole := []byte(text)
		if n := testing.AllocsPerRun(100, func() {
			for rest := whole[:s.Whole(whole)]; len(rest) > 0; {
				rest = s.Next(&r, rest)
			}
		}); n != 0 {
			t.Errorf("%q: %v allocations", text, n)
		}
	}
}
