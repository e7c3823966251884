package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A walk finds the files for the names on a command line. A name is a file, a directory, or a
// pattern. Files are found in the order of their names. A method that returns false ends the walk.
type walk struct {
	in   *Inputs
	file func(name string, found bool) bool // called per file; found means found in a directory
	fail func(name string, err error) bool  // called for a file or directory that cannot be read

	read int               // number of files in the named directory
	left [kinds]leftOut    // the files skipped in the named directory
	met  map[identity]bool // the directories visited in the named directory
	max  int               // maximum number of directory entries to read; 0 means no limit
	seen int               // number of directory entries read

	include, exclude []rule // from Inputs
	ignore           []rule // from ignore files: of directories above, then of this one
}

// A leftOut counts the skipped files of one kind.
type leftOut struct {
	count int
	first string
}

// Kinds of skipped files.
const (
	isHidden   = iota
	isMetadata // written beside the data by Spark, Hadoop, Delta Lake and others
	isExcluded // by --exclude, --include or an ignore file
	isUnknown  // its name implies no format
	isBinary
	isSpecial // a pipe, a socket or a device
	isGone    // a dangling link
	isMet     // a directory visited before
	kinds
)

var kindNames = [kinds]string{
	"hidden", "job metadata", "excluded", "of unknown format", "binary", "not regular", "dangling", "already visited",
}

// leave skips a file, or a directory with all its files.
func (w *walk) leave(kind int, name string) {
	if w.left[kind].count++; w.left[kind].count == 1 {
		w.left[kind].first = name
	}
	if w.in.LeftOut != nil {
		w.in.LeftOut(name, kindNames[kind])
	}
}

// names finds the files for all names.
func (w *walk) names() {
	w.include, w.exclude = globs(w.in.Include), globs(w.in.Exclude)
	for _, name := range w.in.Names {
		if !w.name(name) {
			return
		}
	}
}

// name finds the files for one name.
func (w *walk) name(name string) bool {
	if name == Stdin {
		return w.file(name, false)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return w.top(name, info)
	case errors.Is(err, fs.ErrNotExist) && isPattern(name):
		return w.pattern(name)
	}
	return w.file(name, false)
}

// top finds the files in a named directory and reports the skipped files.
func (w *walk) top(dir string, info fs.FileInfo) bool {
	w.read, w.left, w.met = 0, [kinds]leftOut{}, map[identity]bool{}
	below, rules := rulesAbove(dir, w.in.Gitignore)
	w.ignore = rules
	more := w.directory(place{dir, "", below}, info)
	var text []string
	for kind, l := range w.left {
		switch {
		case l.count == 1:
			text = append(text, fmt.Sprintf("1 %s (%s)", kindNames[kind], l.first))
		case l.count > 1:
			text = append(text, fmt.Sprintf("%d %s (first: %s)", l.count, kindNames[kind], l.first))
		}
	}
	if text != nil && w.in.Tell != nil {
		w.in.Tell(dir + ": skipped: " + strings.Join(text, ", "))
	}
	if more && w.read == w.left[isBinary].count {
		return w.fail(dir, fmt.Errorf("%s contains no files to read", dir))
	}
	return more
}

// A place is a file or directory that the walk finds.
type place struct {
	path  string
	below string // the path below the named directory, with slashes; "" for that directory
	git   string // the path below the root of the repository, with slashes
}

// enter returns the place of a directory entry.
func (p place) enter(name string) place {
	return place{join(p.path, name), path.Join(p.below, name), path.Join(p.git, name)}
}

// directory finds the files in a directory unless the walk has visited it before.
func (w *walk) directory(dir place, info fs.FileInfo) bool {
	id := identify(dir.path, info)
	if w.met[id] {
		w.leave(isMet, dir.path)
		return true
	}
	w.met[id] = true
	entries, err := w.list(dir.path)
	above := w.ignore
	w.ignore = append(slices.Clip(above), rulesIn(dir.path, dir.git, w.in.Gitignore)...)
	defer func() { w.ignore = above }()
	parquet := slices.ContainsFunc(entries, func(e entry) bool { return strings.HasSuffix(e.name, ".parquet") })
	for _, e := range entries {
		if !w.entry(dir, e, parquet) {
			return false
		}
	}
	return err == nil || w.unread(dir.path, err)
}

// unread reports a directory or file that cannot be read.
func (w *walk) unread(name string, err error) bool {
	w.read++
	return w.fail(name, err)
}

// entry finds the file or files for a directory entry. parquet reports whether the directory
// contains Parquet files.
func (w *walk) entry(dir place, e entry, parquet bool) bool {
	p := dir.enter(e.name)
	switch {
	case isTemporary(e.name): // such as one that -o created
		return true
	case e.name[0] == '.':
		w.leave(isHidden, p.path)
		return true
	case isJobMetadata(e.name, parquet):
		w.leave(isMetadata, p.path)
		return true
	}
	var info fs.FileInfo
	if !e.mode.IsRegular() { // a link, a directory or an unknown kind
		var err error
		info, err = os.Stat(p.path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && e.mode&fs.ModeSymlink != 0:
			w.leave(isGone, p.path)
			return true
		case err != nil:
			return w.unread(p.path, err)
		}
		e.mode = info.Mode()
	}
	switch folder := e.mode.IsDir(); {
	case w.excludes(p, folder):
		w.leave(isExcluded, p.path)
		return true
	case folder:
		return w.directory(p, info)
	case !e.mode.IsRegular():
		w.leave(isSpecial, p.path)
		return true
	case w.in.Known != nil && w.include == nil && !w.in.Known(e.name):
		w.leave(isUnknown, p.path)
		return true
	}
	w.read++
	return w.file(p.path, true)
}

// isJobMetadata reports whether a program that wrote data files in a directory also wrote the file
// with this name. Spark and Hadoop ignore names that begin with "_", but elsewhere such names are
// common: Hugo pages are named _index.md.
func isJobMetadata(name string, parquet bool) bool {
	switch name {
	case "_SUCCESS", "_temporary", "_delta_log", "_metadata", "_common_metadata":
		return true
	}
	return strings.HasSuffix(name, ".crc") || name[0] == '_' &&
		(parquet || strings.HasPrefix(name, "_started") || strings.HasPrefix(name, "_committed"))
}

// excludes reports whether --exclude, --include or an ignore file excludes a file or directory.
func (w *walk) excludes(p place, folder bool) bool {
	if r, ok := last(w.exclude, p.below, folder); ok && !r.again {
		return true
	}
	if r, ok := last(w.ignore, p.git, folder); ok && !r.again {
		return true
	}
	if w.include == nil || folder {
		return false
	}
	r, ok := last(w.include, p.below, folder)
	return !ok || r.again
}

// An entry is a directory entry.
type entry struct {
	name string
	mode fs.FileMode // the type bits
}

// errTooMany ends a walk that has read too many entries.
var errTooMany = errors.New("too many files")

// list returns the entries of a directory in name order, even after a read error.
func (w *walk) list(dir string) (entries []entry, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for err == nil {
		if err = w.in.Context.Err(); err != nil {
			break
		}
		var some []fs.DirEntry
		some, err = f.ReadDir(1024)
		for _, e := range some {
			entries = append(entries, entry{e.Name(), e.Type()})
		}
		if w.seen += len(some); w.max > 0 && w.seen > w.max {
			return nil, errTooMany
		}
	}
	if err == io.EOF {
		err = nil
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return entries, err
}

// join returns the path of a name in a directory. dir may be "" for the current directory. It does
// not clean the path, because "link/.." may not be the current directory.
func join(dir, name string) string {
	if dir == "" || os.IsPathSeparator(dir[len(dir)-1]) {
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}

// maxSized is the maximum number of directory entries that Size reads. Reading them takes a few
// milliseconds.
const maxSized = 4096

// Size returns the number of bytes to read. It returns false if a file is not regular, or if there
// are more than maxSized entries.
func (in *Inputs) Size() (total int64, ok bool) {
	quiet := *in
	quiet.Tell, quiet.LeftOut = nil, nil
	if quiet.Context == nil {
		quiet.Context = context.Background()
	}
	ok = true
	w := walk{in: &quiet, max: maxSized, fail: func(string, error) bool { ok = false; return false }}
	w.file = func(name string, _ bool) bool {
		info, err := in.stat(name)
		if err != nil || !info.Mode().IsRegular() {
			ok = false
			return false
		}
		total += info.Size()
		return true
	}
	if w.names(); !ok {
		return 0, false
	}
	return total, true
}

func (in *Inputs) stat(name string) (os.FileInfo, error) {
	if f, ok := in.Stdin.(*os.File); ok && name == Stdin {
		return f.Stat()
	}
	return os.Stat(name)
}

// Find reports whether the file that info describes is among the files to read, under any name. It
// walks the directories. Its only error is the context error.
func (in *Inputs) Find(info os.FileInfo) (found bool, err error) {
	quiet := *in
	quiet.Tell, quiet.LeftOut = nil, nil
	w := walk{in: &quiet, fail: func(string, error) bool { return in.Context.Err() == nil }}
	w.file = func(name string, _ bool) bool {
		other, err := in.stat(name)
		found = err == nil && os.SameFile(info, other)
		return !found && in.Context.Err() == nil
	}
	w.names()
	return found, in.Context.Err()
}

// Includes reports whether name is a regular file that exists and is among the files to read, under
// any name.
func (in *Inputs) Includes(name string) (found bool, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false, nil
	}
	return in.Find(info)
}
