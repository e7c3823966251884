package files

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// descriptors are the names that systems have for the open files of a process.
var descriptors = regexp.MustCompile(`^(?:/dev/fd|/proc/(self|thread-self|[0-9]+)/fd)/([0-9]+)$`)

// standard are the names of the first three.
var standard = map[string]int{"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}

// descriptor returns the number of the descriptor of this process that a path names. To open the
// path would begin at the start of a file that the descriptor appends to.
func descriptor(path string) (n int, ok bool) {
	path = absolute(path)
	if n, ok := standard[path]; ok {
		return n, true
	}
	m := descriptors.FindStringSubmatch(path)
	if m == nil || m[1] != "" && m[1][0] <= '9' && m[1] != strconv.Itoa(os.Getpid()) {
		return 0, false
	}
	n, err := strconv.Atoi(m[2])
	return n, err == nil
}

// isDescriptor reports whether a path names a descriptor, of whichever process. It is a symbolic
// link on Linux, and a file that it leads to is open: it must not be replaced.
func isDescriptor(path string) bool {
	path = absolute(path)
	_, ok := standard[path]
	return ok || descriptors.MatchString(path)
}

// absolute returns path from the root, as far as that is known.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return filepath.ToSlash(whole)
	}
	return path
}
