package postgres

import (
	"testing"

	"settable/store"
	"settable/store/storetest"
)

// TestShared: processes that share a database keep to their leases.
func TestShared(t *testing.T) {
	storetest.RunShared(t, func(t testing.TB, n int) (all []store.Shared) {
		address := storetest.Postgres(t)
		for range n {
			all = append(all, openedAt(t, address, Options{Shared: true}))
		}
		return all
	})
}
