package files

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// descriptors matches the system's names for the open files of a process.
var descriptors = regexp.MustCompile(`^(?:/dev/fd|/proc/(self|thread-self|[0-9]+)/fd)/([0-9]+)$`)

// standard maps the names of the standard streams to their descriptors.
var standard = map[string]int{"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}

// descriptor returns the descriptor of this process that path names. Opening the path instead would
// start at the beginning of the file, even if the descriptor was opened for appending.
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

// isDescriptor reports whether path names a descriptor of any process. On Linux such a path is a
// symbolic link, whose target must not be replaced, because it is open.
func isDescriptor(path string) bool {
	path = absolute(path)
	_, ok := standard[path]
	return ok || descriptors.MatchString(path)
}

// absolute returns the absolute path, or path if the working directory is unknown.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return filepath.ToSlash(whole)
	}
	return path
}
