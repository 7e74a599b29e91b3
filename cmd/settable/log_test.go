package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Durations in the log are readable, both in text and in JSON.
func TestDurationsInTheLogAreReadable(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var out strings.Builder
		settings{LogLevel: "info", LogFormat: format}.logger(&out).
			Info("x", "a", 8213456789*time.Nanosecond, "b", 83456*time.Millisecond, "c", 12345*time.Microsecond)
		for _, want := range []string{"8.2s", "1m23s", "12ms"} {
			require.Contains(t, out.String(), want, format)
		}
	}
}
