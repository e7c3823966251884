//go:build ignore

// Packages wraps the archives of a release for people without Go. Beside the archives in DIR it
// writes a Python wheel and an npm package for each platform, the npm package irilex-cli, which
// depends on these, and iri.rb, a formula for Homebrew. It adds them to SHA256SUMS.
//
//	go run .ci/packages.go DIR
//
// The files depend only on the archives: their programs, licences and times are copied.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"
)

const (
	name     = "irilex-cli"
	summary  = "Commands that validate IRIs and URIs in files (iri) and compile grammars (abnf)"
	homepage = "https://github.com/irilex/iri"
	license  = "MIT" // of the programs; LICENSES.txt contains those of the modules they link
)

// A platform is a platform of an archive, as Go, Python and npm name it.
type platform struct {
	system, processor string // Go
	tags              string // Python: platform compatibility tags
	os, cpu           string // npm: process.platform, process.arch
}

// Go programs without cgo run on every Linux, and with Go 1.26 on macOS 12 and later.
var platforms = []platform{
	{"linux", "amd64", "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64", "linux", "x64"},
	{"linux", "arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64", "linux", "arm64"},
	{"darwin", "amd64", "macosx_12_0_x86_64", "darwin", "x64"},
	{"darwin", "arm64", "macosx_12_0_arm64", "darwin", "arm64"},
	{"windows", "amd64", "win_amd64", "win32", "x64"},
	{"windows", "arm64", "win_arm64", "win32", "arm64"},
}

// A file is a file of a package.
type file struct {
	name string
	text []byte
	mode int64
}

// An archive is what packages copy from an archive of a release.
type archive struct {
	platform
	File, Sum string // its name, and its SHA-256 in hexadecimal
	time      time.Time
	programs  []file // iri and abnf, on Windows with .exe
	licences  []file
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "packages: the arguments must be the directory of the archives")
		os.Exit(2)
	}
	if err := wrap(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(2)
	}
}

func wrap(dir string) error {
	version, archives, err := read(dir)
	if err != nil {
		return err
	}
	packages := map[string][]byte{}
	for _, a := range archives {
		name, text, err := wheel(a, version)
		if err != nil {
			return err
		}
		packages[name] = text
		if packages["irilex-cli-"+a.os+"-"+a.cpu+"-"+version+".tgz"], err = packed(a.npm(version), a.time); err != nil {
			return err
		}
	}
	if packages[name+"-"+version+".tgz"], err = packed(launcher(archives, version), archives[0].time); err != nil {
		return err
	}
	if packages["iri.rb"], err = homebrew(archives, version); err != nil {
		return err
	}
	var sums strings.Builder
	for _, a := range archives {
		fmt.Fprintf(&sums, "%s  %s\n", a.Sum, a.File)
	}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		text := packages[name]
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
		fmt.Printf("%s, %.1f MB\n", name, float64(len(text))/1e6)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

var names = regexp.MustCompile(`^iri_v(.+)_([a-z]+)_([a-z0-9]+)\.(tar\.gz|zip)$`)

// read returns the version of the archives that SHA256SUMS lists, and the archives in the order of
// platforms.
func read(dir string) (version string, archives []*archive, err error) {
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		return "", nil, fmt.Errorf("%w; .ci/release writes the archives and this file", err)
	}
	for line := range strings.Lines(string(sums)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		m := names.FindStringSubmatch(name)
		if m == nil {
			continue // a package of an earlier run
		}
		version = m[1]
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.system == m[2] && p.processor == m[3] })
		if i < 0 {
			return "", nil, fmt.Errorf("%s: the platform is not known", name)
		}
		a := &archive{platform: platforms[i], File: name}
		if err := a.read(filepath.Join(dir, name)); err != nil {
			return "", nil, err
		}
		archives = append(archives, a)
	}
	if archives == nil {
		return "", nil, fmt.Errorf("SHA256SUMS in %s lists no archive", dir)
	}
	slices.SortFunc(archives, func(a, b *archive) int {
		return cmp.Compare(slices.Index(platforms, a.platform), slices.Index(platforms, b.platform))
	})
	return version, archives, nil
}

// read reads the archive in a file.
func (a *archive) read(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	a.Sum = fmt.Sprintf("%x", sha256.Sum256(text))
	if strings.HasSuffix(name, ".zip") {
		return a.readZip(text)
	}
	return a.readTar(text)
}

func (a *archive) readTar(text []byte) error {
	compressed, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	for r := tar.NewReader(compressed); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = a.take(h.Name, h.ModTime, r)
		}
		if err != nil {
			return err
		}
	}
}

func (a *archive) readZip(text []byte) error {
	r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return err
	}
	for _, f := range r.File {
		from, err := f.Open()
		if err == nil {
			err = a.take(f.Name, f.Modified, from)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ARM reports whether the archive is for ARM processors.
func (a *archive) ARM() bool { return a.processor == "arm64" }

// take reads an entry of the archive, if it is a program or a licence.
func (a *archive) take(name string, at time.Time, from io.Reader) error {
	base := path.Base(name)
	mode := int64(0o644)
	if strings.Contains(name[strings.Index(name, "/")+1:], "/") {
		return nil // manual pages and completions
	}
	switch base {
	case "iri", "abnf", "iri.exe", "abnf.exe":
		mode = 0o755
	case "LICENSE", "LICENSES.txt":
	default:
		return nil
	}
	text, err := io.ReadAll(from)
	a.time = at.UTC()
	if f := (file{base, text, mode}); mode == 0o755 {
		a.programs = append(a.programs, f)
	} else {
		a.licences = append(a.licences, f)
	}
	return err
}

const about = `irilex-cli installs two programs. ` + "`iri`" + ` validates, parses and repairs the IRIs and URIs in
text, CSV, JSON, Parquet and RDF files. ` + "`abnf`" + ` checks grammars and compiles them to validators.

    iri check urls.txt
    abnf check grammar.abnf

The documentation is at ` + homepage + `.
`

// wheel returns a wheel for the platform of an archive, and its name. See
// https://packaging.python.org/en/latest/specifications/binary-distribution-format/.
func wheel(a *archive, version string) (string, []byte, error) {
	version = pep440(version)
	stem := "irilex_cli-" + version
	var tags strings.Builder
	for tag := range strings.SplitSeq(a.tags, ".") {
		fmt.Fprintf(&tags, "Tag: py3-none-%s\n", tag)
	}
	var files []file
	for _, f := range a.programs {
		files = append(files, file{stem + ".data/scripts/" + f.name, f.text, f.mode})
	}
	metadata := "Metadata-Version: 2.4\nName: " + name + "\nVersion: " + version + "\nSummary: " + summary +
		"\nLicense-Expression: " + license + "\n"
	for _, f := range a.licences {
		metadata += "License-File: " + f.name + "\n"
		files = append(files, file{stem + ".dist-info/licenses/" + f.name, f.text, f.mode})
	}
	metadata += "Project-URL: Homepage, " + homepage +
		"\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n" + about
	kind := "Wheel-Version: 1.0\nGenerator: iri\nRoot-Is-Purelib: false\n" + tags.String()
	files = append(files, file{stem + ".dist-info/METADATA", []byte(metadata), 0o644},
		file{stem + ".dist-info/WHEEL", []byte(kind), 0o644})
	record := ""
	for _, f := range files {
		sum := sha256.Sum256(f.text)
		record += fmt.Sprintf("%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.text))
	}
	record += stem + ".dist-info/RECORD,,\n"
	files = append(files, file{stem + ".dist-info/RECORD", []byte(record), 0o644})
	text, err := zipped(files, a.time)
	return stem + "-py3-none-" + a.tags + ".whl", text, err
}

var prerelease = regexp.MustCompile(`^(\d+\.\d+\.\d+)-(?:(alpha|beta|rc)\.(\d+)|(.+))$`)

// pep440 returns a semantic version as a Python version: 1.2.3-rc.1 is 1.2.3rc1, and of other
// prereleases the name is a local version, as in 1.2.3.dev0+name.
func pep440(version string) string {
	m := prerelease.FindStringSubmatch(version)
	switch {
	case m == nil:
		return version
	case m[2] != "":
		return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3]
	}
	return m[1] + ".dev0+" + strings.ToLower(strings.NewReplacer("-", ".", "+", ".").Replace(m[4]))
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(to, flate.BestCompression)
	})
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(f.mode))
		entry, err := w.CreateHeader(h)
		if err == nil {
			_, err = entry.Write(f.text)
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// manifest returns a package.json.
func manifest(fields map[string]any) file {
	fields["description"], fields["homepage"], fields["license"] = summary, homepage, license
	text, err := json.MarshalIndent(fields, "", "  ")
	if err != nil {
		panic(err) // strings, and slices and maps of strings
	}
	return file{"package.json", append(text, '\n'), 0o644}
}

// npm returns the files of the npm package for the platform of an archive.
func (a *archive) npm(version string) []file {
	files := []file{manifest(map[string]any{
		"name": "@irilex/cli-" + a.os + "-" + a.cpu, "version": version, "os": []string{a.os}, "cpu": []string{a.cpu},
	})}
	for _, f := range a.programs {
		files = append(files, file{"bin/" + f.name, f.text, f.mode})
	}
	return append(files, a.licences...)
}

// launch runs a program of the package for this platform.
const launch = `#!/usr/bin/env node
'use strict';
const { spawnSync } = require('child_process');
const platform = process.platform + '-' + process.arch;
let program;
try {
  program = require.resolve('@irilex/cli-' + platform + '/bin/PROGRAM' + (process.platform === 'win32' ? '.exe' : ''));
} catch {
  console.error('PROGRAM: the package @irilex/cli-' + platform + ' is not installed: install irilex-cli with ' +
    'optional dependencies; there are packages for PLATFORMS');
  process.exit(2);
}
const { error, status, signal } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (error) {
  console.error('PROGRAM: ' + error.message);
  process.exit(2);
}
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 2);
`

// launcher returns the files of the npm package that depends on the package for the user's
// platform.
func launcher(archives []*archive, version string) []file {
	optional, known := map[string]string{}, []string{}
	for _, a := range archives {
		optional["@irilex/cli-"+a.os+"-"+a.cpu] = version
		known = append(known, a.os+"-"+a.cpu)
	}
	files := []file{manifest(map[string]any{
		"name": name, "version": version, "bin": map[string]string{"iri": "bin/iri.js", "abnf": "bin/abnf.js"},
		"optionalDependencies": optional, "engines": map[string]string{"node": ">=14"},
	}), {"README.md", []byte("# " + name + "\n\n" + about), 0o644}}
	for _, program := range []string{"iri", "abnf"} {
		text := strings.NewReplacer("PROGRAM", program, "PLATFORMS", strings.Join(known, ", ")).Replace(launch)
		files = append(files, file{"bin/" + program + ".js", []byte(text), 0o755})
	}
	return append(files, archives[0].licences[0])
}

// packed returns the files as an npm package.
func packed(files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(compressed)
	for _, f := range files {
		h := &tar.Header{
			Name: "package/" + f.name, Mode: f.mode, Size: int64(len(f.text)), ModTime: at, Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.text); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), compressed.Close())
	return out.Bytes(), err
}

var formula = template.Must(template.New("").Parse(`# Formula for Homebrew. Put it in the folder Formula of a tap.
class Iri < Formula
  desc "{{.Summary}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "{{.License}}"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{if .ARM}}arm{{else}}intel{{end}} do
      url "{{$.Homepage}}/releases/download/v{{$.Version}}/{{.File}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "iri", "abnf"
    man1.install Dir["man/man1/*.1"]
    %w[iri abnf].each do |program|
      bash_completion.install "completions/#{program}.bash" => program
      zsh_completion.install "completions/_#{program}"
      fish_completion.install "completions/#{program}.fish"
    end
  end

  test do
    assert_match "1 valid, 0 invalid", pipe_output("#{bin}/iri check 2>&1", "http://example.org/\n")
  end
end
`))

// homebrew returns the formula.
func homebrew(archives []*archive, version string) ([]byte, error) {
	type system struct {
		Name     string
		Archives []*archive
	}
	var systems []*system
	for _, a := range archives {
		title := map[string]string{"darwin": "macos", "linux": "linux"}[a.system]
		if title == "" {
			continue
		}
		if len(systems) == 0 || systems[len(systems)-1].Name != title {
			systems = append(systems, &system{Name: title})
		}
		last := systems[len(systems)-1]
		last.Archives = append(last.Archives, a)
	}
	var out bytes.Buffer
	err := formula.Execute(&out, map[string]any{
		"Summary": summary, "Homepage": homepage, "License": license, "Version": version, "Systems": systems,
	})
	return out.Bytes(), err
}
