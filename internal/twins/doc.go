// Package twins has slow twins: they answer in an obvious way what clever code answers fast, and
// tests of several packages compare the two.
package twins
