package format

import "unsafe"

// The offsets in the section of regions, which may begin at any offset of a table, and its length.
const (
	RegionsClass  = 0   // 256 × uint8, by byte: its class
	RegionsFlags  = 256 // uint8
	RegionsPct    = 257 // uint8: the byte that begins a percent-encoding; then padding
	RegionsSets   = 272 // 16 bytes for each bit of a class, for the bytes below 0x80 and for the others: a set
	RegionsLength = RegionsSets + 16*(8+8)
)

// The flags of the section of regions.
const (
	FlagOpaque = 1 << iota
	FlagComponents
	FlagRefuse
	FlagRelative
	FlagDelimiters
	FlagPct
)

// The components of a rule with FlagComponents, in their order.
const (
	SchemeRegion = iota
	AuthorityRegion
	PathRegion
	QueryRegion
	FragmentRegion
)

// RegionsAt returns the offset of the section of regions, 0 without one. The section is next to the
// classes, so a walk need not load its offset.
func (t Table) RegionsAt() int {
	if len(t) < AtRows+FromEnd+RegionsLength || t[AtFlags]&HasRegions == 0 {
		return 0
	}
	return len(t) - FromEnd - RegionsLength
}

// Regions returns the address of the section of regions, nil without one.
func (t Table) Regions() *uint8 {
	if at := t.RegionsAt(); at > 0 {
		return (*uint8)(unsafe.Add(unsafe.Pointer(unsafe.StringData(string(t))), at))
	}
	return nil
}
