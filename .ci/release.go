//go:build ignore

// Release writes an archive for each platform, with the programs, their manual pages and
// completions, and the licences of all linked packages. It also writes SHA256SUMS, for sha256sum
// -c, and NOTES.md, the version's section of CHANGELOG.md.
//
//	go run .ci/release.go [-version v1.2.3] [-o DIR] [-platforms linux/amd64,…]
//
// An archive depends only on the commit, the version and the Go release: paths are trimmed, cgo is
// disabled, and entries are sorted, belong to root, and carry the time of the commit.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

var programs = []string{"iri", "abnf"}

// completions are the file names that each shell expects. A star is replaced by the program name.
var completions = map[string]string{"bash": "*.bash", "zsh": "_*", "fish": "*.fish", "powershell": "*.ps1"}

var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$`)

func main() {
	version := flag.String("version", "", "the `VERSION` to release; default: the commit's tag, as Go reports it")
	dir := flag.String("o", "dist", "write the archives to `DIR`")
	only := flag.String("platforms", strings.Join(platforms, ","), "write archives for these `PLATFORMS`")
	flag.Parse()
	if err := release(*version, *dir, strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
}

func release(version, dir string, only []string) error {
	for _, platform := range only {
		if !slices.Contains(platforms, platform) {
			return fmt.Errorf("%q is not one of the platforms %s", platform, strings.Join(platforms, ", "))
		}
	}
	if version != "" && !versions.MatchString(version) {
		return fmt.Errorf("%q is not a version such as v1.2.3", version)
	}
	// Git exits with 1 for a file in the clone that it does not ignore.
	_, err := run(nil, "git", "check-ignore", "-q", filepath.Join(dir, "NOTES.md"))
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return fmt.Errorf("%s is inside the clone, so the programs would be marked as modified; "+
			"choose a directory outside it, or dist", dir)
	}
	switch changed, err := run(nil, "git", "status", "--porcelain", "--untracked-files=no"); {
	case err != nil:
		return err
	case len(changed) > 0:
		return fmt.Errorf("the clone has changes that are not committed:\n%s", changed)
	}
	work, err := os.MkdirTemp("", "iri-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &builder{version: version, work: work}
	if err := b.common(); err != nil {
		return err
	}
	text, err := notes(string(b.files["CHANGELOG.md"].text), b.version)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	sumsFile := filepath.Join(dir, "SHA256SUMS")
	if err := os.Remove(sumsFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err // sums of an earlier release must not remain beside new archives
	}
	if err := os.WriteFile(filepath.Join(dir, "NOTES.md"), []byte(text), 0o666); err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range only {
		name, archive, err := b.archive(platform)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), archive, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name)
		fmt.Printf("%s, %.1f MB\n", name, float64(len(archive))/1e6)
	}
	return os.WriteFile(sumsFile, []byte(sums.String()), 0o666)
}

// notes returns the release notes for a version: its section in CHANGELOG.md, or the section
// Unreleased for a prerelease, such as v1.2.3-rc.1.
func notes(log, version string) (string, error) {
	name := strings.TrimPrefix(version, "v")
	_, section, ok := strings.Cut(log, "\n## ["+name+"]")
	if !ok && (strings.Contains(version, "-") || !versions.MatchString(version)) {
		_, section, ok = strings.Cut(log, "\n## [Unreleased]")
	}
	if !ok {
		return "", fmt.Errorf("CHANGELOG.md has no section for %s; it begins with ## [%s] and a date", version, name)
	}
	_, section, _ = strings.Cut(section, "\n")
	section, _, _ = strings.Cut(section, "\n## ")
	return "# iri " + version + "\n\n" + strings.TrimSpace(section) + "\n", nil
}

// A file is a file in an archive.
type file struct {
	text []byte
	mode int64
}

// A builder builds archives.
type builder struct {
	version string // "" for the version of the first program built
	work    string // a directory for programs
	time    time.Time
	files   map[string]file // of all archives
}

// run returns the output of a command.
func run(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return out, err
}

// build builds a program, ignoring flags in the environment.
func (b *builder) build(program, platform string) (name string, err error) {
	system, processor, _ := strings.Cut(platform, "/")
	name = filepath.Join(b.work, program)
	link := "-s -w"
	if b.version != "" {
		link += " -X github.com/irilex/iri/cmd/internal/program.release=" + b.version
	}
	env := []string{
		"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=",
		"GOFIPS140=off",
	}
	_, err = run(env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags", link, "-o", name, "./cmd/"+program)
	return name, err
}

// common sets the time and files that all archives share, and the version.
func (b *builder) common() error {
	seconds, err := run(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(seconds)), 10, 64)
	if err != nil {
		return err
	}
	b.time = time.Unix(n, 0).UTC()
	b.files = map[string]file{}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		b.files[name] = file{text, 0o644}
	}
	host, err := run(nil, "go", "env", "GOHOSTOS", "GOHOSTARCH")
	if err != nil {
		return err
	}
	for _, program := range programs {
		name, err := b.build(program, strings.Join(strings.Fields(string(host)), "/"))
		if err == nil {
			err = b.asked(program, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// asked runs a program built for this machine, and adds its manual pages and completions. If the
// flag -version is not set, it sets the version to the program's.
func (b *builder) asked(program, name string) error {
	info, err := buildinfo.ReadFile(name)
	if err != nil {
		return err
	}
	b.version = cmp.Or(b.version, info.Main.Version)
	for shell, file := range completions {
		text, err := run(nil, name, "completion", shell)
		if err != nil {
			return err
		}
		b.add("completions/"+strings.ReplaceAll(file, "*", program), text)
	}
	pages := filepath.Join(b.work, program+"-man")
	if _, err := run(nil, name, "man", pages); err != nil {
		return err
	}
	entries, err := os.ReadDir(pages)
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(pages, entry.Name()))
		if err != nil {
			return err
		}
		b.add("man/man1/"+entry.Name(), text)
	}
	return err
}

func (b *builder) add(name string, text []byte) { b.files[name] = file{text, 0o644} }

// archive returns the archive for a platform and its name.
func (b *builder) archive(platform string) (name string, archive []byte, err error) {
	files, modules := maps.Clone(b.files), map[string]*debug.Module{}
	windows := strings.HasPrefix(platform, "windows/")
	for _, program := range programs {
		binary, err := b.build(program, platform)
		if err != nil {
			return "", nil, err
		}
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return "", nil, err
		}
		for _, m := range info.Deps {
			if m.Path != "github.com/irilex/iri" {
				modules[m.Path] = m
			}
		}
		text, err := os.ReadFile(binary)
		if err != nil {
			return "", nil, err
		}
		if windows {
			program += ".exe"
		}
		files[program] = file{text, 0o755}
	}
	licences, err := licences(modules)
	if err != nil {
		return "", nil, err
	}
	files["LICENSES.txt"] = file{licences, 0o644}
	name = "iri_" + b.version + "_" + strings.ReplaceAll(platform, "/", "_")
	var out bytes.Buffer
	if windows {
		err = writeZip(&out, name, files, b.time)
		return name + ".zip", out.Bytes(), err
	}
	err = writeTar(&out, name, files, b.time)
	return name + ".tar.gz", out.Bytes(), err
}

// licences returns the licences of Go and of all linked modules.
func licences(modules map[string]*debug.Module) ([]byte, error) {
	root, err := run(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("The programs contain the standard library of Go and the modules below, under these licences.\n")
	if err := licence(&out, "Go", strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		dir, err := run(nil, "go", "list", "-m", "-f", "{{.Dir}}", name)
		if err != nil {
			return nil, err
		}
		if err := licence(&out, name+" "+modules[name].Version, strings.TrimSpace(string(dir))); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// licence writes the licence and the notices of the module in a directory.
func licence(out io.Writer, title, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	found := false
	for _, entry := range entries {
		name, _, _ := strings.Cut(strings.ToUpper(entry.Name()), ".")
		if !slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"}, name) || entry.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		found = found || name != "NOTICE" && name != "PATENTS"
		fmt.Fprintf(out, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("-", 78), title, entry.Name(), bytes.TrimSpace(text))
	}
	if !found {
		return fmt.Errorf("no licence file for %s in %s", title, dir)
	}
	return nil
}

// writeTar writes a compressed tar archive of files in a directory.
func writeTar(to io.Writer, root string, files map[string]file, at time.Time) error {
	compressed, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(compressed)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		h := &tar.Header{
			Name: path.Join(root, name), Mode: f.mode, Size: int64(len(f.text)), ModTime: at, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.text); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

// writeZip writes a zip archive of files in a directory.
func writeZip(to io.Writer, root string, files map[string]file, at time.Time) error {
	w := zip.NewWriter(to)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: path.Join(root, name), Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(files[name].mode))
		f, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(files[name].text); err != nil {
			return err
		}
	}
	return w.Close()
}
