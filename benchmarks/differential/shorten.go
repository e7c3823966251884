package differential

// shorten returns a short string on which the engine differs in the same way, and which is not
// explained either. Parts are taken out, the largest first, as long as that stays so; then
// what is left becomes letters where it can (delta debugging: Zeller and Hildebrandt, 2002).
// A question holds all that one step may try, since for a child each costs a file.
func (c *Comparison) shorten(e Engine, r *Result, d Difference) (string, error) {
	s := d.Text
	for size := max(1, len(s)/2); size >= 1; {
		var tries []string
		for at := 0; at+size <= len(s); at++ {
			tries = append(tries, s[:at]+s[at+size:])
		}
		i, err := c.first(e, r, d, tries)
		if err != nil {
			return s, err
		}
		if i < 0 {
			size /= 2
			continue
		}
		s = tries[i]
		size = min(size, max(1, len(s)/2))
	}
	for at := range s {
		var tries []string
		for _, b := range "a0" {
			if s[at] == byte(b) {
				break
			}
			tries = append(tries, s[:at]+string(b)+s[at+1:])
		}
		i, err := c.first(e, r, d, tries)
		if err != nil {
			return s, err
		}
		if i >= 0 {
			s = tries[i]
		}
	}
	return s, nil
}

// first returns the first of some strings that is a difference of the same kind, or -1.
func (c *Comparison) first(e Engine, r *Result, d Difference, tries []string) (int, error) {
	if len(tries) == 0 {
		return -1, nil
	}
	got, err := e.Ask(tries)
	if err != nil {
		return -1, err
	}
	for i, s := range tries {
		accepts := got[i] == 1
		if accepts != d.Accepts || accepts == c.references[e.Rule].Valid(s) {
			continue
		}
		if x, err := r.explain(e.Rule, s, accepts); err != nil || x == nil {
			return i, err
		}
	}
	return -1, nil
}
