package rest

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets many tests run at once: most of their time discordgo sleeps in
// its Close.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "24"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}
