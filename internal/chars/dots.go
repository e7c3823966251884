package chars

// DotSegment returns the number of dots, 1 or 2, in the first segment of a path, and the length of
// the segment including the following slash. Both results are 0 if the segment is not a dot
// segment.
func DotSegment(path string) (dots, length int) {
	for dots < len(path) && dots < 2 && path[dots] == '.' {
		dots++
	}
	switch {
	case dots == len(path):
		return dots, dots
	case dots > 0 && path[dots] == '/':
		return dots, dots + 1
	}
	return 0, 0
}

// EncodedDotSegment is like [DotSegment], but also reads "%2E" as a dot.
func EncodedDotSegment(path string) (dots, length int) {
	for dots < 3 && length < len(path) && path[length] != '/' {
		if path[length] == '.' {
			length++
		} else if path[length] == '%' && Octet(path[length:]) == '.' {
			length += PctLength
		} else {
			return 0, 0
		}
		dots++
	}
	switch {
	case dots == 0 || dots == 3:
		return 0, 0
	case length < len(path):
		length++
	}
	return dots, length
}
