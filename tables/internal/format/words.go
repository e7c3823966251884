package format

// NoList marks a state inside a UTF-8 sequence, which has no list of words.
const NoList = 0xFFFF

// InSequence reports whether state q is inside a UTF-8 sequence.
func (t Table) InSequence(q int) bool {
	return t.Uint16(t.Uint32(AtWords)+2*q) == NoList
}

// WordsAt returns the words that describe what may follow state q, or nil inside a UTF-8 sequence.
func (t Table) WordsAt(q int) []string {
	list, ok := t.wordList(q)
	if !ok {
		return nil
	}
	words := make([]string, t.Uint16(list))
	for i := range words {
		words[i] = t.word(t.Uint16(list + 2 + 2*i))
	}
	return words
}

// wordList returns the offset of state q's word list. ok is false for a state inside a UTF-8
// sequence, which has no list.
func (t Table) wordList(q int) (at int, ok bool) {
	of := t.Uint16(t.Uint32(AtWords) + 2*q)
	if of == NoList {
		return 0, false
	}
	at = t.words()
	count := t.Uint16(at)
	at += 2
	for range count {
		at += 2 + t.Uint16(at)
	}
	lists := t.Uint16(at)
	at += 2
	return at + 4*lists + t.Uint32(at+4*of), true
}

// words returns the offset of the word count, which precedes the words.
func (t Table) words() int { return t.Uint32(AtWords) + 2*t.Uint32(AtStates) }

// word returns word number n, counted from 0.
func (t Table) word(n int) string {
	at := t.words() + 2
	for range n {
		at += 2 + t.Uint16(at)
	}
	text, _ := t.Text(at)
	return text
}
