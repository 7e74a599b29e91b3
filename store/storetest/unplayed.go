package storetest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// EmptyDatabase returns the file of a new database. All tests of a package write copies of one file, because creating a
// database takes longer than most of the tests.
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
