//go:build !race

package poker

const racing = false
