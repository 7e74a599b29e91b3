//go:build race

package store

// Everything takes ten times as long under the race detector.
func init() { slice = 10 }
