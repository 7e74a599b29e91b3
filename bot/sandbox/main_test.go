package sandbox_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// TestMain raises the parallelism, because these tests spend most of their time waiting.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("8"); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}
