package machine

// VerifyNarrow checks that m may use the region kernel of a narrow rule, as IRI may use the kernel
// of URI: every string of the shape of the narrow rule must be a member of m, and its regions must
// be its components by the labels of m. Otherwise the error quotes such a string. For a narrow rule
// without regions VerifyNarrow returns nil.
func (m *Machine) VerifyNarrow(narrow *Machine) error {
	if narrow.Regions == nil {
		return nil
	}
	wide, regions := *m, *narrow.Regions
	regions.Components, regions.Strict, regions.Cuts = true, false, false
	wide.Regions = &regions
	return wide.VerifyRegions()
}
