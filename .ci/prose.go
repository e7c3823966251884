//go:build ignore

// Prose counts words that make sentences hard to read in the help texts and messages of the programs, and fails
// over the ceilings of the design (occurrences in 1,000 words).
//
//	go run .ci/prose.go
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var ceilings = []struct {
	words *regexp.Regexp
	most  float64
}{
	{regexp.MustCompile(`(?i)\bwhat\b`), 2},
	{regexp.MustCompile(`(?i)\b(that|which)\b`), 18},
	{regexp.MustCompile(`(?i)\b(none|nothing|nobody)\b`), 1.5},
	{regexp.MustCompile(`(?i)\b(behind|in front of)\b`), 0.5},
}

func main() {
	texts := []string{}
	for _, root := range []string{"cmd", "build", "tables/explain"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			switch {
			case err != nil || strings.HasSuffix(path, "_test.go"):
				return err
			case strings.HasSuffix(path, ".go"):
				found, err := literals(path)
				texts = append(texts, found...)
				return err
			case strings.HasPrefix(path, filepath.Join("cmd", "internal", "codes")) && strings.HasSuffix(path, ".md"):
				text, err := os.ReadFile(path)
				texts = append(texts, string(text))
				return err
			}
			return nil
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	all := strings.Join(texts, "\n")
	words, status := len(strings.Fields(all)), 0
	for _, c := range ceilings {
		rate := 1000 * float64(len(c.words.FindAllString(all, -1))) / float64(words)
		fmt.Printf("%-36s %5.1f in 1,000 words, at most %.1f\n", strings.TrimPrefix(c.words.String(), "(?i)"), rate, c.most)
		if rate > c.most {
			status = 1
		}
	}
	fmt.Printf("%d words of help and messages\n", words)
	os.Exit(status)
}

// literals returns the string literals of a file that are sentences or parts of one: of three words or more.
func literals(path string) (texts []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, _ := strconv.Unquote(l.Value); len(strings.Fields(text)) >= 3 {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts, nil
}
