package differential

// shorten returns a short string with an unexplained difference of the same kind.
//
// Idea: delta debugging (Zeller and Hildebrandt, 2002). It removes parts, the largest first, while
// the difference persists. Then it replaces the bytes left by letters where it can.
//
// Cost: a call of Ask for all tries of one step, because each call for a child costs a file.
//
// Twin: TestShortenFindsShortStrings.
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

// first returns the index of the first try with a difference of the same kind, or -1.
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
