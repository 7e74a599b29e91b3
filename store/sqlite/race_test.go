//go:build race

package sqlite

// Everything takes ten times as long under the race detector.
func init() { slice = 10 }
