package differential

// shorten returns a short string on which engine e still has an unexplained difference of the same
// kind as d: a wrong accept or a wrong reject.
//
// Idea: delta debugging (Zeller and Hildebrandt, 2002). shorten removes parts of the string, large
// parts first, as long as the difference persists. Then it replaces each byte left by "a" or "0",
// if the difference persists.
//
// Cost: one call of Ask for all tries of a step, because an engine in a child process needs a file
// for each call.
//
// Tested against: TestShortenFindsShortStrings.
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

// first returns the index of the first string in tries with an unexplained difference of the same
// kind as d, or -1.
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
