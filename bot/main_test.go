package bot_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets many nights be played at once: they wait more than they work.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("8"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
