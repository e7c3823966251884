//go:build !purego

package measure

const purego = false
