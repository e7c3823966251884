package format

import "unsafe"

// Offsets in the regions section, which may begin at any offset of a table, and the length of the
// section.
const (
	RegionsClass  = 0   // 256 × uint8, by byte: its class
	RegionsFlags  = 256 // uint8
	RegionsPct    = 257 // uint8: the byte that begins a percent-encoding; then padding
	RegionsSets   = 272 // a 16-byte set per bit of a class: 8 for bytes below 0x80, then 8 for others
	RegionsLength = RegionsSets + 16*(8+8)
)

// Flags of the regions section.
const (
	FlagOpaque = 1 << iota
	FlagComponents
	FlagRefuse
	FlagRelative
	FlagDelimiters
	FlagPct
)

// Components of a rule with FlagComponents, in order.
const (
	SchemeRegion = iota
	AuthorityRegion
	PathRegion
	QueryRegion
	FragmentRegion
)

// RegionsAt returns the offset of the regions section, or 0 if there is none. The section directly
// precedes the classes, so its offset need not be loaded.
func (t Table) RegionsAt() int {
	if len(t) < AtRows+FromEnd+RegionsLength || t[AtFlags]&HasRegions == 0 {
		return 0
	}
	return len(t) - FromEnd - RegionsLength
}

// Regions returns the address of the regions section, or nil if there is none.
func (t Table) Regions() *uint8 {
	if at := t.RegionsAt(); at > 0 {
		return (*uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(t))), at))
	}
	return nil
}
