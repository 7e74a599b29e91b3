//go:build !race

package discord

const racing = false
