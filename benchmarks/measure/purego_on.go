//go:build purego

package measure

const purego = true
