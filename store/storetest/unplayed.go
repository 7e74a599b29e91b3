package storetest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// EmptyDatabase returns the file of a new database. It is created once for all tests of a package, which write copies of
// it: creating it each time would take longer than most of them.
func EmptyDatabase(create func(path string) error) func(testing.TB) []byte {
	created := sync.OnceValues(func() ([]byte, error) {
		folder, err := os.MkdirTemp("", "settable-unplayed")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		path := filepath.Join(folder, "settable.db")
		if err := create(path); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	})
	return func(t testing.TB) []byte {
		t.Helper()
		return must(created())
	}
}
