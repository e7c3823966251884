package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// corpusKinds and corpusLines stand in for package build/corpus.
func corpusKinds() []string {
	return []string{"urls", "iris", "nonascii", "references", "data", "invalid"}
}

func corpusLines(kind string, n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(letters string) string {
		var w strings.Builder
		l := []rune(letters)
		for range 3 + r.IntN(9) {
			w.WriteRune(l[r.IntN(len(l))])
		}
		return w.String()
	}
	const ascii, other = "abcdefghijklmnopqrstuvwxyz-0123456789", "абвгдежзийклмнопрстуфхцчшщъыьэюя日本語한국어😀"
	lines := make([]string, n)
	for i := range lines {
		host := "https://www." + word(ascii) + ".org/"
		switch kind {
		case "urls":
			lines[i] = host + word(ascii) + "/" + word(ascii) + ".html?" + word(ascii)
		case "iris":
			lines[i] = host + word(ascii) + "/" + word(other)
		case "nonascii":
			lines[i] = "http://" + word(other) + "/" + word(other) + "/" + word(other)
		case "references":
			lines[i] = "../" + word(ascii) + "/" + word(other) + "#" + word(ascii)
		case "data":
			lines[i] = "data:text/plain," + strings.Repeat(word(ascii), 600)
		case "invalid":
			lines[i] = host + word(ascii) + string(" <>\"\x01{}|\\^`\xff"[r.IntN(12)]) + word(ascii)
		default:
			panic(fmt.Sprintf("kind %q", kind))
		}
	}
	return lines
}
