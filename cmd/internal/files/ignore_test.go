package files

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// TestJobMetadata checks that files that other programs write beside data are skipped and counted.
// Beside Parquet files this includes all names that begin with "_".
func TestJobMetadata(t *testing.T) {
	plant(t, "d/_SUCCESS", "d/part-00000", "d/.part-00000.crc", "d/part-00000.crc", "d/_index.md",
		"d/_temporary/0/x", "d/_delta_log/00.json", "d/_committed_12", "d/_started_12", "d/_metadata",
		"d/_common_metadata", "e/_index.md", "e/a.parquet", "e/SUCCESS_")
	read, failed, told := visit("d", "e")
	const left = "d: skipped: 1 hidden (d/.part-00000.crc), 8 job metadata (first: d/_SUCCESS)|" +
		"e: skipped: 1 job metadata (e/_index.md)"
	if got := strings.Join(read, "|"); got != "d/_index.md|d/part-00000|e/SUCCESS_|e/a.parquet" {
		t.Errorf("read: %s", got)
	}
	if got := filepath.ToSlash(strings.Join(told, "|")); got != left || failed != nil {
		t.Errorf("%q, %s", failed, got)
	}
}

// selected returns the files in directory d that Inputs selects, and the messages.
func selected(in func(*Inputs)) (read, told string) {
	i := inputs(nil, "d")
	i.Tell = func(text string) { told += filepath.ToSlash(text) }
	in(i)
	var names []string
	for file, err := range i.Files() {
		if err != nil {
			return err.Error(), told
		}
		names = append(names, strings.TrimPrefix(filepath.ToSlash(file.Name), "d/"))
	}
	return strings.Join(names, " "), told
}

func TestIncludeAndExclude(t *testing.T) {
	plant(t, "d/a.txt", "d/a.md", "d/b/a.txt", "d/b/c/a.md", "d/b/c/{x}.md", "d/node_modules/x/a.md")
	for _, test := range []struct{ include, exclude, read string }{
		{"", "", "a.md a.txt b/a.txt b/c/a.md b/c/{x}.md node_modules/x/a.md"},
		{"", "node_modules", "a.md a.txt b/a.txt b/c/a.md b/c/{x}.md"},
		{"*.md", "node_modules/", "a.md b/c/a.md b/c/{x}.md"},
		{"/*.md", "", "a.md"},
		{"b/**", "", "b/a.txt b/c/a.md b/c/{x}.md"},
		{"b/*", "", "b/a.txt"},
		{"**/c/*", "", "b/c/a.md b/c/{x}.md"},
		{"{x}.md", "", "b/c/{x}.md"},
		{"", "*.txt|!/a.txt|node*", "a.md a.txt b/c/a.md b/c/{x}.md"},
		{"[!b]*.txt|c/a.md", "", "a.txt b/a.txt"},
		{"", "a.txt/", "a.md a.txt b/a.txt b/c/a.md b/c/{x}.md node_modules/x/a.md"},
		{"none", "", "d contains no files to read"},
	} {
		read, told := selected(func(in *Inputs) {
			in.Include = strings.FieldsFunc(test.include, func(c rune) bool { return c == '|' })
			in.Exclude = strings.FieldsFunc(test.exclude, func(c rune) bool { return c == '|' })
		})
		if read != test.read {
			t.Errorf("%s, %s: %s, not %s", test.include, test.exclude, read, test.read)
		}
		if all := test.include+test.exclude == "" || test.exclude == "a.txt/"; strings.Contains(told, " excluded ") == all {
			t.Errorf("%s, %s: %q", test.include, test.exclude, told)
		}
	}
	for text, ok := range map[string]bool{"*.md": true, "a/[b": false, "#a": false, "": false, `\#a`: true} {
		if IsGlob(text) != ok {
			t.Errorf("%q", text)
		}
	}
}

// TestGitignore checks that .gitignore files exclude what git does not list.
func TestGitignore(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		testkit.Lacks(t, err)
	}
	plant(t, "d/a.txt", "d/a.md", "d/b/a.txt", "d/b/c/a.md", "d/b/c/x y", "d/b/c/d/e", "d/build/o", "d/b/build/o",
		"d/keep/build", "d/#a", "d/!a", "d/{a,b}", "d/log/x", "d/log/y/z", "d/b/tmp/x", "d/info", "d/deep/er/x", "d/end ")
	for _, command := range []string{"init -q", "-C d status"} {
		if out, err := exec.Command("git", strings.Fields(command)...).CombinedOutput(); err != nil {
			t.Fatalf("%s %v", out, err)
		}
	}
	for i, files := range []map[string]string{
		{".gitignore": "*.txt\n!/d/a.txt\nbuild/\n"},
		{".gitignore": "/d/b/**\n!d/b/a.txt\n", "d/b/.gitignore": "!c\n"},
		{"d/.gitignore": "/a.*\nb/*/\n\\#a\n\\!a\n# info\n\n{a,b}\n"},
		{"d/b/.gitignore": "c/*\n!c/d\n!x y\n", "d/.gitignore": "log/**\n!log/x\r\ndeep/**/x\nend \n"},
		{".git/info/exclude": "info\n**/tmp\n", ".gitignore": "*\n!*/\n!*.md\nd/er\n"},
		{"d/.gitignore": "?.md\n[!ab]*\nend\\ \n"},
	} {
		for name, text := range files {
			testkit.WriteFile(t, name, text)
		}
		const list = "-C d -c core.quotePath=off ls-files -o --exclude-standard"
		out, err := exec.Command("git", strings.Fields(list)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for name := range strings.Lines(string(out)) {
			if name = strings.TrimSuffix(name, "\n"); !strings.Contains(name, ".gitignore") {
				want = append(want, name)
			}
		}
		read, _ := selected(func(in *Inputs) { in.Gitignore = true })
		if read != strings.Join(want, " ") {
			t.Errorf("%d:\n got %s\nwant %s", i, read, strings.Join(want, " "))
		}
		for name := range files {
			testkit.WriteFile(t, name, "")
		}
	}
}
