package fault

import (
	"fmt"
	"strconv"

	"github.com/irilex/iri/cmd/internal/lines"
)

// nameEscape names an escape such as \uD800, which is read as bytes that are not UTF-8. The message
// for bytes names the first of them alone.
func (f *Fault) nameEscape() {
	raw := f.raw[f.at:]
	_, n := lines.Origin(raw, 0)
	if n < len(`\u0000`) {
		return
	}
	value, err := strconv.ParseUint(string(raw[2:n]), 16, 32)
	switch {
	case err != nil:
		return
	case value > 0x10FFFF:
		f.Message = fmt.Sprintf("U+%04X is over U+10FFFF", value)
	default:
		f.Message = fmt.Sprintf("the surrogate U+%04X is no character", value)
	}
	f.Length = n
}
