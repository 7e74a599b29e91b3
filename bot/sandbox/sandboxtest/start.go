// Package sandboxtest starts sandboxes for tests and checks every request, response and event against Discord's own
// descriptions.
package sandboxtest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
)

// Start starts a sandbox that closes when the test ends. If SETTABLE_DISCORD_SCHEMAS names a folder with Discord's
// descriptions, the test fails on every payload that violates them.
func Start(t testing.TB, o sandbox.Options) *Server {
	t.Helper()
	check := loadContract(t)
	watch := o.Watch
	o.Watch = func(e traffic.Exchange) {
		if check != nil {
			if err := check.exchange(e); err != nil {
				t.Errorf("%v", err)
			}
		}
		if watch != nil {
			watch(e)
		}
	}
	s, err := Open(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// loadContract returns Discord's descriptions, or nil if they aren't available.
func loadContract(t testing.TB) *contract {
	t.Helper()
	c, err := load()
	if errors.Is(err, errNoSchemas) {
		t.Logf("not checking against Discord's descriptions: %v", err)
		return nil
	}
	require.NoError(t, err)
	return c
}
