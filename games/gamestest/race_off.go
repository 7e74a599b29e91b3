//go:build !race

package gamestest

const racing = false
