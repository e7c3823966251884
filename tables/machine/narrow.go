package machine

// VerifyNarrow checks that m may use the region kernel of a narrower rule, just as IRI may use the
// kernel of URI. Every string with the shape of the narrow rule must be a member of m, and the
// labels of m must assign its regions to the same components. Otherwise the error quotes an
// offending string. If the narrow rule has no regions, VerifyNarrow returns nil.
func (m *Machine) VerifyNarrow(narrow *Machine) error {
	if narrow.Regions == nil {
		return nil
	}
	wide, regions := *m, *narrow.Regions
	regions.Components, regions.Strict, regions.Cuts = true, false, false
	wide.Regions = &regions
	return wide.VerifyRegions()
}
