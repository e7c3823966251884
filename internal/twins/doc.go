// Package twins contains slow twins of optimized code. They compute the same results in an obvious
// way, and tests in several packages compare the two.
package twins
