package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
)

// moduleRoot walks up from dir to the go.mod of this module. Modules inside of it, such
// as its benchmarks, are passed by.
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && modulePath(string(text)) == build.Module {
			return relative(at), nil
		}
		if filepath.Dir(at) == at {
			return "", fmt.Errorf("%s is not in the module %s; to write tables of your own, name a GRAMMAR", dir, build.Module)
		}
	}
}

// modulePath returns the path that a go.mod says, as far as this module needs it.
func modulePath(gomod string) string {
	for line := range strings.Lines(gomod) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "module" {
			return strings.Trim(f[1], "\"`")
		}
	}
	return ""
}

// relative returns path as seen from the working directory, for messages.
func relative(path string) string {
	if dir, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(dir, path); err == nil {
			return short
		}
	}
	return path
}

// replaceAll writes files. Each is replaced as a whole, and none before all are written:
// at no time has somebody who opens one a part of it.
func replaceAll(files []emit.File) (err error) {
	var fresh []string
	defer func() {
		if err != nil {
			for _, name := range fresh {
				os.Remove(name)
			}
		}
	}()
	for _, f := range files {
		name, err := writeBeside(f.Path, func(w io.Writer) error {
			_, err := w.Write(f.Data)
			return err
		})
		if err != nil {
			return err
		}
		fresh = append(fresh, name)
	}
	for i, f := range files {
		if err := os.Rename(fresh[i], f.Path); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file, as a whole or not at all.
func replace(path string, write func(io.Writer) error) error {
	name, err := writeBeside(path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		return errors.Join(write(out), out.Flush())
	})
	if err != nil {
		return err
	}
	return os.Rename(name, path)
}

// writeBeside writes a new file in the directory of path, which is made when it is not
// there, with the mode of path if that exists.
func writeBeside(path string, write func(io.Writer) error) (name string, err error) {
	dir, base := filepath.Split(path)
	if err := os.MkdirAll(filepath.Clean(dir), 0o777); err != nil {
		return "", err
	}
	name = fmt.Sprintf("%s.%s.%d.tmp", dir, base, os.Getpid())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	if info, statErr := os.Stat(path); statErr == nil {
		err = f.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = write(f)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(name)
	}
	return name, err
}
