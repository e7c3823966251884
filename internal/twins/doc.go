// Package twins contains slow twins of clever code: they compute the same results in an obvious
// way, and the tests of several packages compare the two.
package twins
