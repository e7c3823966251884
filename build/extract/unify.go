package extract

import "strings"

// unify marks repeated definitions. It ignores differences in blanks, comments and the case of
// names. It does not ignore the case of literal text, which matters in some notations.
func unify(r *reading, all []*definition) {
	seen := map[string]bool{}
	for _, d := range all {
		if d.accepted {
			text := r.normal(d)
			d.repeat = seen[text]
			seen[text] = true
		}
	}
}

// normal returns the tokens of a definition, with a blank after each token.
func (r *reading) normal(d *definition) string {
	var text strings.Builder
	for i := d.first; i <= d.last; i++ {
		scan(r.content(i), d.w3c(), func(t token) {
			if t.sign == name && !d.w3c() {
				t.text = strings.ToLower(t.text)
			}
			text.WriteString(t.text)
			text.WriteByte(' ')
		})
	}
	return text.String()
}
