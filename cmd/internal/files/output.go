package files

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Stdout names the standard output on a command line.
const Stdout = "-"

// OutputUsage is the help text of the -o flag.
const OutputUsage = "write to this `FILE` atomically; - means standard output"

// An Output is an output file named on a command line and the function that writes its text.
type Output struct {
	Name string
	Text func(io.Writer) error
}

// Write writes files. It creates or replaces regular files atomically, after it has written the
// texts of all files. A replaced file keeps its mode. Write follows a symbolic link and replaces
// its target. It creates missing directories. A text is compressed if the name of its file ends in
// .gz or .zst.
//
// Write rejects directories and read-only files, even if the user is root. It writes directly to
// any other file, such as a device, a FIFO, the standard output or /dev/fd/3. A descriptor must
// have been open when the program started.
//
// Write stops when ctx is done, even while it waits for the reader of a FIFO. A file written
// directly then ends with a complete line, or within a line longer than 16 MiB. After an error
// Write replaces no further files, and removes its temporary files and the empty directories it
// created. The error names the file.
func Write(ctx context.Context, stdout io.Writer, files ...Output) error {
	var b Batch
	defer b.Discard()
	for _, f := range files {
		if err := b.Write(ctx, stdout, f); err != nil {
			return err
		}
	}
	return b.Replace(ctx)
}

// A Batch writes files as [Write] does. The function that writes the text of one file may write
// another file to the batch.
type Batch struct {
	fresh []*target // written but not yet moved into place
}

// Write writes the text of a file. If the text is not written directly, Replace later replaces the
// file.
func (b *Batch) Write(ctx context.Context, stdout io.Writer, f Output) error {
	t, err := find(f.Name)
	if err == nil && !t.through {
		f.Text, err = compressing(f)
	}
	switch {
	case err != nil:
	case t.through:
		err = t.writeThrough(ctx, stdout, f.Text)
	default:
		if err = t.differs(b.fresh); err == nil {
			err = t.writeBeside(ctx, f.Text)
		}
		b.fresh = append(b.fresh, t)
	}
	if err != nil {
		return cannot("write", f.Name, err)
	}
	return nil
}

// Replace replaces the files of the batch, unless ctx is done.
func (b *Batch) Replace(ctx context.Context) error {
	if err := ctx.Err(); err != nil && len(b.fresh) > 0 {
		return cannot("write", b.fresh[0].name, err)
	}
	for ; len(b.fresh) > 0; b.fresh = b.fresh[1:] { // ignores ctx: all files or none
		if err := os.Rename(b.fresh[0].temporary, b.fresh[0].path); err != nil {
			return cannot("write", b.fresh[0].name, err)
		}
	}
	return nil
}

// Discard removes the temporary files of the batch and the empty directories created for them.
func (b *Batch) Discard() {
	for _, t := range b.fresh {
		t.discard()
	}
}

// OldText returns the text of the file that Write would replace. It returns false if the file is
// missing. It also returns false for a file written directly, because reading from a FIFO may
// block.
func OldText(name string) (text []byte, there bool, err error) {
	t, err := find(name)
	if err == nil && t.old != nil {
		text, err = os.ReadFile(t.path)
	}
	if err != nil {
		return nil, false, cannot("read", name, err)
	}
	return text, t.old != nil, nil
}

// CheckOutput returns the error that Write would return for a file before it writes the text. It
// creates the temporary file and missing directories and removes them again.
func CheckOutput(name string) error {
	t, err := find(name)
	if err == nil && !t.through {
		err = t.writeBeside(context.Background(), func(io.Writer) error { return nil })
		t.discard()
	}
	if err != nil {
		return cannot("write", name, err)
	}
	return nil
}

// WritesThrough reports whether Write writes directly to the file instead of replacing it.
func WritesThrough(name string) bool {
	t, err := find(name)
	return err == nil && t.through
}

// Same reports whether Write would replace the same file for both names, even if that file does not
// exist yet.
func Same(name, other string) bool {
	a, err := find(name)
	b, otherErr := find(other)
	return err == nil && otherErr == nil && !a.through && !b.through && a.same(b)
}

// Target returns the path, with links resolved, of the file that Write would replace. It returns
// Stdout if Write would write directly to the file.
func Target(name string) string {
	switch t, err := find(name); {
	case err != nil:
		return name
	case t.through:
		return Stdout
	default:
		return t.path
	}
}

// IsStdout reports whether a name, such as /dev/stdout, names the standard output.
func IsStdout(name string) bool {
	t, err := find(name)
	return err == nil && t.isStdout()
}

// cannot wraps an error and names the file.
func cannot(verb, name string, err error) error {
	if name == Stdout {
		name = "standard output"
	}
	return fmt.Errorf("cannot %s %s: %w", verb, name, reason(err))
}

// reason removes the paths from a system error. They may name temporary files.
func reason(err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// A target is an output file named on a command line.
type target struct {
	name      string
	path      string      // the path with links resolved
	through   bool        // whether Write writes directly to it
	old       fs.FileInfo // info about an existing regular file, or nil
	temporary string      // the path of the temporary file
	made      []string    // directories created for the file, each before its parent
}

var errDirectory = errors.New("it is a directory")

// find returns the target with the given name.
func find(name string) (*target, error) {
	t := &target{name: name, path: name}
	if name == Stdout {
		t.through = true
		return t, nil
	}
	var err error
	if t.path, err = follow(name); err != nil {
		return nil, err
	}
	if isDescriptor(t.path) {
		t.through = true
		return t, nil
	}
	info, err := os.Lstat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && os.IsPathSeparator(t.path[len(t.path)-1]):
		return nil, errDirectory
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errDirectory
	case info.Mode().IsRegular():
		t.old = info
	default:
		t.through = true
	}
	return t, nil
}

func (t *target) isStdout() bool {
	n, ok := descriptor(t.path)
	return t.name == Stdout || ok && n == 1
}

// maxLinks is Linux's limit on symbolic links in a path.
const maxLinks = 40

// follow follows symbolic links. It stops at the name of a descriptor or at a path that is not a
// link, even if the file is missing.
func follow(name string) (path string, err error) {
	path = name
	for range maxLinks {
		if isDescriptor(path) {
			return path, nil
		}
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // the caller gets the same error
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			dir, _ := filepath.Split(path)
			link = dir + link // not cleaned, because "link/.." is the parent of the link's target
		}
		path = link
	}
	return "", errors.New("too many levels of symbolic links")
}

// writeThrough writes to the existing file.
func (t *target) writeThrough(ctx context.Context, stdout io.Writer, text func(io.Writer) error) error {
	if t.isStdout() {
		return writeLines(ctx, stdout, text)
	}
	if n, ok := descriptor(t.path); ok {
		f, err := inherited(n, t.name)
		if err != nil {
			return err
		}
		return closing(f, writeLines(ctx, f, text))
	}
	f, err := await(ctx, func() (*os.File, error) { return os.OpenFile(t.path, os.O_WRONLY|os.O_APPEND, 0) })
	if err != nil {
		return err
	}
	return closing(f, writeLines(ctx, &slowWriter{ctx, f}, text))
}

// writeBeside writes the text to a temporary file in the directory of the target.
func (t *target) writeBeside(ctx context.Context, text func(io.Writer) error) error {
	f, err := t.create()
	if err != nil {
		return err
	}
	return closing(f, writeText(ctx, f, text))
}

// create creates the temporary file in the directory of the target.
func (t *target) create() (f *os.File, err error) {
	if err := t.writable(); err != nil {
		return nil, err
	}
	dir, base := filepath.Split(t.path)
	t.made = missing(filepath.Clean(dir))
	if err := os.MkdirAll(filepath.Clean(dir), 0o777); err != nil {
		return nil, fmt.Errorf("the directory %s is missing and cannot be created: %w", filepath.Clean(dir), reason(err))
	}
	mode := fs.FileMode(0o666)
	if t.old != nil {
		mode = 0o600 // until the owner is set
	}
	f, err = createBeside(dir, base, mode)
	if t.old != nil && errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("its directory does not allow new files: %w", reason(err))
	}
	if err != nil {
		return nil, err
	}
	t.temporary = f.Name()
	if t.old != nil {
		if err := f.Chmod(keepOwner(f, t.old)); err != nil {
			return nil, closing(f, err)
		}
	}
	return f, nil
}

// missing returns dir and its ancestors that do not exist.
func missing(dir string) (list []string) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return list
		}
		list = append(list, dir)
	}
}

// discard removes the temporary file and the empty directories in t.made.
func (t *target) discard() {
	if t.temporary != "" {
		os.Remove(t.temporary)
	}
	for _, dir := range t.made {
		os.Remove(dir) // fails if the directory is not empty
	}
}

// differs returns an error if t is the same file as another target.
func (t *target) differs(from []*target) error {
	for _, other := range from {
		if t.same(other) {
			return fmt.Errorf("it is the same file as %s, which is also an output", other.name)
		}
	}
	return nil
}

// same reports whether t and other have the same name in the same directory, regardless of the
// links and mounts in their paths. Two hard links to a file are different targets: each becomes a
// separate file.
func (t *target) same(other *target) bool {
	dir, rest := nearest(t.path)
	otherDir, otherRest := nearest(other.path)
	return rest == otherRest && os.SameFile(dir, otherDir)
}

// nearest returns the deepest existing directory of a path and the rest of the path. It does not
// clean the path first, because "link/.." may not be the current directory.
func nearest(path string) (dir fs.FileInfo, rest string) {
	for end := len(path); ; {
		parent, _ := filepath.Split(strings.TrimRight(filepath.ToSlash(path[:end]), "/"))
		info, err := os.Stat(cmp.Or(parent, "."))
		if err == nil || len(parent) == end || parent == "" {
			return info, filepath.Clean(path[len(parent):])
		}
		end = len(parent)
	}
}

// createBeside creates a temporary file for dir+base in dir.
func createBeside(dir, base string, mode fs.FileMode) (f *os.File, err error) {
	const tries, limit = 100, 200 // file systems allow names of 255 bytes
	base = strings.ToValidUTF8(base[:min(len(base), limit)], "")
	for range tries {
		name := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}

// temporaryName matches the file names that createBeside chooses.
var temporaryName = regexp.MustCompile(`(?s)^\..*\.[0-9a-f]{8}\.tmp$`)

// isTemporary reports whether a file name belongs to a temporary file.
func isTemporary(name string) bool { return temporaryName.MatchString(name) }

// closing closes a file. It returns err, or the Close error if err is nil.
func closing(f *os.File, err error) error {
	if failed := f.Close(); err == nil {
		err = failed
	}
	return err
}

// writable returns an error if the mode of the file or the system forbids writing.
func (t *target) writable() error {
	if t.old == nil {
		return nil
	}
	if t.old.Mode().Perm()&0o222 == 0 {
		return errors.New("it is read-only")
	}
	f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// writeText writes a text through a buffer.
func writeText(ctx context.Context, w io.Writer, text func(io.Writer) error) error {
	b := bufio.NewWriterSize(contextWriter{ctx, w}, 64<<10)
	err := text(b)
	if err == nil {
		err = b.Flush()
	}
	return err
}

// writeLines is like writeText, but ends with a complete line if ctx is canceled.
func writeLines(ctx context.Context, w io.Writer, text func(io.Writer) error) error {
	whole := &lineWriter{w: contextWriter{ctx, w}}
	err := writeText(ctx, whole, text)
	if err == nil && len(whole.rest) > 0 {
		_, err = whole.w.Write(whole.rest)
	}
	return err
}

// A contextWriter writes until its context is done.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (w contextWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.w.Write(p)
	return n, reason(err)
}

// A lineWriter writes complete lines. It buffers up to maxHeld bytes of an incomplete line.
type lineWriter struct {
	w    contextWriter
	rest []byte // an incomplete line
}

const maxHeld = 16 << 20

func (w *lineWriter) Write(p []byte) (int, error) {
	end := bytes.LastIndexByte(p, '\n') + 1
	if len(w.rest)+len(p)-end > maxHeld {
		end = len(p)
	}
	if end > 0 {
		w.rest = append(w.rest, p[:end]...)
		if _, err := w.w.Write(w.rest); err != nil {
			return 0, err
		}
		w.rest = w.rest[:0]
	}
	w.rest = append(w.rest, p[end:]...)
	return len(p), w.w.ctx.Err()
}
