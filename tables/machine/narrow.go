package machine

// VerifyNarrow checks that the region kernel of a narrow rule cuts as the labels of m do: every
// string of the shape of the narrow rule is a member of m, and its regions are the components of
// m. Otherwise its error quotes such a string. A narrow rule without regions has no error.
func (m *Machine) VerifyNarrow(narrow *Machine) error {
	if narrow.Regions == nil {
		return nil
	}
	wide, regions := *m, *narrow.Regions
	regions.Components, regions.Strict, regions.Cuts = true, false, false
	wide.Regions = &regions
	return wide.VerifyRegions()
}
