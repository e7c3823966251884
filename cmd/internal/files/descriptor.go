package files

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// descriptors matches the paths by which the system names a process's open files.
var descriptors = regexp.MustCompile(`^(?:/dev/fd|/proc/(self|thread-self|[0-9]+)/fd)/([0-9]+)$`)

// standard maps the names of the standard streams to their descriptors.
var standard = map[string]int{"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}

// descriptor returns the descriptor of this process that path names. Callers use it instead of
// opening the path, which would start at the beginning of the file even if the descriptor was
// opened for appending.
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

// isDescriptor reports whether path names a descriptor of any process. On Linux these paths are
// symbolic links. Their targets must not be replaced because they are open.
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
