//go:build ignore

// Prose counts words that make sentences hard to read, and fails over the ceilings of the design:
// occurrences in 1,000 words. It counts them in the comments of each package, and in all help texts
// and messages together. The comments of packages with fewer than 2,000 words are counted for the
// folder above, together with its other small packages. It fails over lines that are too long, too:
// comments of more than 100 columns, and lines of more than 120; a tab is one column. The output of
// an example and directives may be longer, because no line of them can be broken.
//
//	go run .ci/prose.go           the rates, and long lines
//	go run .ci/prose.go FOLDER…   the lines of comments with these words, in files of these folders
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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

// The most columns of a line that is a comment, and of any line.
const (
	maxOfComments = 100
	maxOfLines    = 120
)

// Comments whose lines cannot be broken: outputs of examples, with all lines after their first, and
// directives.
var (
	output    = regexp.MustCompile(`^(?i)//\s*(unordered )?output:`)
	directive = regexp.MustCompile(`^//[a-z]+:[a-z]`)
)

// few is the number of words below which a package is counted with others.
const few = 2000

func main() {
	comments, messages, narrow := map[string]string{}, "", true
	folders := os.Args[1:]
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasPrefix(path, "cmd/internal/program/codes/") && strings.HasSuffix(path, ".md"):
			text, err := os.ReadFile(path)
			messages += string(text) + "\n"
			return err
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_gen.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, source, parser.ParseComments)
		if err != nil {
			return err
		}
		if len(folders) == 0 {
			narrow = isNarrow(set, file, string(source)) && narrow
		}
		if slices.Contains(folders, filepath.Dir(path)) {
			list(set, file)
		}
		comments[filepath.Dir(path)] += commentsOf(file)
		if talks(path) {
			messages += messagesOf(file)
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if len(folders) > 0 {
		return
	}
	pool(comments)
	ok := narrow
	fmt.Printf("%34s %7s %7s %12s %13s %13s\n", "", "words", "what", "that, which", "none, nothing", "behind, front")
	for _, folder := range slices.Sorted(maps.Keys(comments)) {
		ok = judge(folder, comments[folder]) && ok
	}
	if ok = judge("help and messages", messages) && ok; !ok {
		os.Exit(1)
	}
}

// isNarrow reports whether no line of a file has too many columns, and prints those that have.
func isNarrow(set *token.FileSet, file *ast.File, source string) bool {
	ceiling := map[int]int{} // of the lines with comments
	for _, group := range file.Comments {
		for _, comment := range group.List {
			most := maxOfComments
			if output.MatchString(group.List[0].Text) || directive.MatchString(comment.Text) {
				most = math.MaxInt
			}
			ceiling[set.Position(comment.Pos()).Line] = most
		}
	}
	ok, n := true, 0
	for line := range strings.Lines(source) {
		n++
		most := maxOfLines
		if strings.HasPrefix(strings.TrimSpace(line), "//") && ceiling[n] > 0 {
			most = ceiling[n]
		}
		if columns := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); columns > most {
			fmt.Printf("%s:%d: the line has %d columns, more than %d\n", set.Position(file.Pos()).Filename, n, columns, most)
			ok = false
		}
	}
	return ok
}

// list prints the lines of comments with counted words.
func list(set *token.FileSet, file *ast.File) {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			line := set.Position(comment.Pos())
			for i, text := range strings.Split(comment.Text, "\n") {
				for _, c := range ceilings {
					if c.words.MatchString(text) {
						fmt.Printf("%s:%d: %s\n", line.Filename, line.Line+i, strings.TrimSpace(text))
						break
					}
				}
			}
		}
	}
}

// talks reports whether people read the strings of a file.
func talks(path string) bool {
	return !strings.HasSuffix(path, "_test.go") &&
		(strings.HasPrefix(path, "cmd/") || strings.HasPrefix(path, "build/") || strings.HasPrefix(path, "internal/explain/"))
}

// pool moves the texts of folders with few words to the folders above, the deepest first.
func pool(texts map[string]string) {
	folders := slices.SortedFunc(maps.Keys(texts),
		func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	for i := 0; i < len(folders); i++ {
		folder := folders[i]
		if above := filepath.Dir(folder); folder != above && len(strings.Fields(texts[folder])) < few {
			if _, ok := texts[above]; !ok {
				folders = append(folders, above)
			}
			texts[above] += texts[folder]
			delete(texts, folder)
		}
	}
}

// judge prints the rates of a text, and reports whether all are under the ceilings.
func judge(name, text string) bool {
	words, ok := len(strings.Fields(text)), true
	fmt.Printf("%34s %7d", name, words)
	for _, c := range ceilings {
		rate, mark := 1000*float64(len(c.words.FindAllString(text, -1)))/float64(words), " "
		if rate > c.most {
			ok, mark = false, "*"
		}
		fmt.Printf(" %9.1f%s ", rate, mark)
	}
	fmt.Println()
	return ok
}

// commentsOf returns the text of the comments, without directives.
func commentsOf(file *ast.File) string {
	var text strings.Builder
	for _, group := range file.Comments {
		text.WriteString(group.Text())
	}
	return text.String()
}

// messagesOf returns the string literals of three words or more: sentences or parts of them.
func messagesOf(file *ast.File) string {
	var text strings.Builder
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, _ := strconv.Unquote(l.Value); len(strings.Fields(s)) >= 3 {
				text.WriteString(s + "\n")
			}
		}
		return true
	})
	return text.String()
}
