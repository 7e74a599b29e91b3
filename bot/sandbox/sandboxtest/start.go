// Package sandboxtest starts sandboxes for tests, with every request, answer and event checked against
// Discord's own descriptions.
package sandboxtest

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
)

// Start opens a sandbox that closes with the test. Whatever breaks one of Discord's descriptions fails the
// test, with the payload and the reason. Where the descriptions are absent the check is left out with a log
// line, except in CI.
func Start(t testing.TB, o sandbox.Options) *Server {
	t.Helper()
	check := checks(t)
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

// checks gives the contract, or nil where its data is absent and this is not CI.
func checks(t testing.TB) *contract {
	t.Helper()
	c, err := load()
	switch {
	case errors.Is(err, fs.ErrNotExist) && os.Getenv("SETTABLE_CI") != "1":
		t.Logf("not checking against Discord's descriptions: %v", err)
		return nil
	case err != nil:
		require.NoError(t, err)
	}
	return c
}
